"""A server's data folder: made at first start, and held by one server at a time."""

import fcntl
import os
from pathlib import Path
from typing import Final

from .errors import JournalError, explain

DEFAULT_FOLDER: Final = Path("spellmoot-data")
JOURNAL_FILE: Final = "journal.sqlite3"
LOCK_FILE: Final = "journal.lock"


class Hold:
    """The lock on a data folder. The kernel lets it go when the process ends, however it ends.

    Raises:
        JournalError: `folder-in-use`, `read-only`, `disk-full`, `unreadable`.
    """

    def __init__(self, folder: Path) -> None:
        """Make the folder if there is none, and take its lock without waiting."""
        self.folder = folder
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._file = os.open(folder / LOCK_FILE, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise explain(error, folder) from error
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(self._file)
            if isinstance(error, BlockingIOError):
                text = f"Another server runs on {folder}: stop it, or take another folder."
                raise JournalError("folder-in-use", text) from None
            raise explain(error, folder) from error

    def release(self) -> None:
        """Let the folder go."""
        os.close(self._file)


def sync_folder(folder: Path) -> None:
    """Make durable which files a folder has.

    Raises:
        OSError: it can't be done.
    """
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
