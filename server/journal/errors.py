"""What can be wrong with a journal: one error, with a stable code and a sentence for the operator."""

import errno
from typing import Final

import apsw

JOURNAL_CODES: Final = {
    "closed": "The journal was closed already.",
    "damaged": "The files do not hold what was written. Restore a backup; nothing was changed.",
    "disk-full": "There is no room on the disk. Make some.",
    "folder-in-use": "Another server runs on the same folder. Stop it, or take another folder.",
    "locked": "Another program holds the file locked. End it.",
    "newer": "A newer server wrote the journal. Take that one.",
    "not-a-journal": "The file is something else. Take another folder.",
    "other-version": "Only a server of that version reads the file; one that opens an older one migrates it.",
    "overloaded": "More records wait than the journal holds. It has been stuck for long.",
    "read-only": "The folder or a file in it can't be written. Give the server leave to.",
    "stuck": "The last records could not be written before the end. Nobody was told of them.",
    "there-already": "There is a file already where one was to be made.",
    "unreadable": "The disk gave an error.",
}
"""Every code of a `JournalError`: what it means, and what to do."""


class JournalError(Exception):
    """The journal can't be had, or can't go on.

    Attributes:
        code: one of `JOURNAL_CODES`.
        message: a sentence that names the file.
    """

    def __init__(self, code: str, message: str) -> None:
        """Set both; the message is what `str` gives."""
        super().__init__(message)
        self.code = code
        self.message = message


FileError = apsw.Error | OSError | UnicodeDecodeError
"""What reading and writing a file raise; the last, where a damaged text is no text any more."""
FILE_ERRORS: Final = (apsw.Error, OSError, UnicodeDecodeError)


def explain(error: FileError, where: object) -> JournalError:
    """Return what went wrong with the file or folder `where`, in words for the operator."""
    code = _code_of(error)
    reasons = {
        "disk-full": f"There is no room left on the disk of {where}.",
        "read-only": f"{where} can't be written.",
        "locked": f"Another program holds {where} locked.",
        "damaged": f"{where} is damaged: {error}.",
        "not-a-journal": f"{where} is no journal: it is some other file, or its beginning is damaged.",
    }
    return JournalError(code, reasons.get(code, f"The disk gave an error at {where}: {error}."))


def _code_of(error: FileError) -> str:
    if isinstance(error, UnicodeDecodeError):
        return "damaged"
    if isinstance(error, OSError):
        if error.errno in {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}:
            return "disk-full"
        return "read-only" if error.errno in {errno.EACCES, errno.EPERM, errno.EROFS} else "unreadable"
    classes: tuple[tuple[type[apsw.Error], str], ...] = (
        (apsw.FullError, "disk-full"),
        (apsw.ReadOnlyError, "read-only"),
        (apsw.PermissionsError, "read-only"),
        (apsw.BusyError, "locked"),
        (apsw.LockedError, "locked"),
        (apsw.CorruptError, "damaged"),
        (apsw.NotADBError, "not-a-journal"),
        (apsw.SQLError, "damaged"),
    )
    return next((code for kind, code in classes if isinstance(error, kind)), "unreadable")
