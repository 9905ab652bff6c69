"""A server of the harness's own: on its own processor, watched, killed and started again."""

import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from bench.driver import cpu_seconds

GAME_SERVER: Final = "bench.game_server"


class Watched:
    """A server's process, as far as it can be watched from outside.

    Attributes:
        pid: its process id; 0: it is not on this machine, so nothing is known.
    """

    def __init__(self, pid: int = 0) -> None:
        """Watch a process."""
        self.pid = pid
        self._spent_s = 0.0
        self._last_s = 0.0

    def cpu_s(self) -> float:
        """Return the processor time that it has used, in all its lives; the last known figure if it is dead."""
        if self.pid:
            with suppress(OSError, ValueError):  # between two lives
                self._last_s = cpu_seconds(self.pid)
        return self._spent_s + self._last_s

    def memory_mib(self) -> float | None:
        """Return the memory that it holds now (VmRSS); None if that can't be known."""
        try:
            status = Path(f"/proc/{self.pid}/status").read_text(encoding="ascii", errors="replace")
        except OSError:
            return None
        for line in status.splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) / 1024
        return None

    def _next_life(self, pid: int) -> None:
        self._spent_s += self._last_s
        self._last_s = 0.0
        self.pid = pid


class OwnServer(Watched):
    """A server in a process, which is killed at the end of the block.

    Args:
        data: folder of its journal; None: it keeps none.
        module: what is run: it prints its port once it takes connections, and knows `--port` and `--data`.
        processor: where it runs; None: anywhere.

    Attributes:
        port: where it listens, in all its lives.
    """

    def __init__(self, data: Path | None = None, module: str = GAME_SERVER, processor: int | None = None) -> None:
        """Nothing runs yet."""
        super().__init__()
        self.port = 0
        self._data = data
        self._module = module
        self._processor = processor
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> Self:
        """Start it."""
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Kill it."""
        self.kill()

    def start(self) -> None:
        """Start it, and wait until it takes connections.

        Raises:
            RuntimeError: it ended instead.
        """
        command = [sys.executable, "-m", self._module, "--port", str(self.port)]
        if self._data is not None:
            command += ["--data", str(self._data)]
        process = self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        if self._processor is not None:
            os.sched_setaffinity(process.pid, {self._processor})
        assert process.stdout is not None
        told = process.stdout.readline()
        if not told:
            raise RuntimeError(f"the server ended with {process.wait()} before it took connections")
        self.port = int(told)
        self._next_life(process.pid)

    def kill(self) -> None:
        """Kill it (SIGKILL): it has no time for anything."""
        process, self._process = self._process, None
        if process is not None:
            self.cpu_s()
            process.kill()
            process.wait()
            assert process.stdout is not None
            process.stdout.close()
