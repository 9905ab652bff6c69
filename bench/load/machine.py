"""What a report says about the machine and the program: nothing by which either could be found."""

import os
import platform
import subprocess
from pathlib import Path

from attrs import frozen


@frozen
class Machine:
    """Where something was measured."""

    cores: int
    processor: str
    memory_gib: float
    system: str
    python: str


def this_machine() -> Machine:
    """Return what the machine is."""
    try:
        system = platform.freedesktop_os_release()["PRETTY_NAME"]
    except (OSError, KeyError):
        system = platform.system()
    kernel = ".".join(platform.release().split("-")[0].split(".")[:2])
    return Machine(
        len(os.sched_getaffinity(0)),
        _field("/proc/cpuinfo", "model name") or platform.machine(),
        round(int((_field("/proc/meminfo", "MemTotal") or "0").split()[0]) / 2**20, 1),
        f"{system}, {platform.system()} {kernel}",
        platform.python_version(),
    )


def _field(file: str, name: str) -> str | None:
    try:
        text = Path(file).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    for line in text.splitlines():
        key, _, value = line.partition(":")
        if key.strip() == name:
            return value.strip()
    return None


def this_commit() -> str:
    """Return the commit of the source tree, with a plus where files differ from it; "" where there is none."""
    root = Path(__file__).parent.parent.parent
    if not (root / ".git").exists():
        return ""
    try:
        found = _git(root, "rev-parse", "--short=12", "HEAD")
        return found + ("+" if _git(root, "status", "--porcelain", "--untracked-files=no") else "")
    except (OSError, subprocess.CalledProcessError):
        return ""


def _git(root: Path, *arguments: str) -> str:
    command = ["git", "-C", str(root), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
