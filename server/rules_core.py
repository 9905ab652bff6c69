"""The part of `rust_core.Match` that the server uses, as an interface: tests put a small game in its place."""

from typing import Protocol

import rust_core


class RulesCore(Protocol):
    """A running match of some game. What each method promises stands in `rust_core._native`."""

    @property
    def game(self) -> str:
        """The game's id."""
        ...

    @property
    def seats(self) -> int:
        """How many seats there are."""
        ...

    def opening(self) -> list[rust_core.Event]:
        """Return what the setup brought about."""
        ...

    def pending(self) -> list[rust_core.Decision]:
        """Return the open decisions."""
        ...

    def choices(self, seat: int, /) -> list[str]:
        """Return the lines of `seat`."""
        ...

    def play(self, seat: int, line: str, with_digest: bool = False, /) -> rust_core.Step:
        """Play a line, and look at what is open then."""
        ...

    def look(self, events: list[rust_core.Event], /) -> rust_core.Step:
        """Look at what is open now, after `events`."""
        ...

    def tell(
        self,
        step: rust_core.Step,
        seat: int | None,
        first: int,
        frames: rust_core.Frames,
        millis: int | None = None,
        *,
        is_asked: bool = True,
    ) -> bytes:
        """Return what a program at `seat` is told."""
        ...

    def tell_all(
        self, step: rust_core.Step, viewers: list[int | None], first: list[int], frames: rust_core.Frames, /
    ) -> tuple[list[bytes], list[int]]:
        """Return what each of several programs is told, and the numbers of the next events."""
        ...

    def choose(self, seat: int, line: str, /) -> list[rust_core.Event]:
        """Play a line."""
        ...

    def rewind(self, count: int, /) -> None:
        """Take choices back."""
        ...

    def agree_draw(self) -> list[rust_core.Event]:
        """End as a draw."""
        ...

    def clone(self) -> "RulesCore":
        """Return a copy that shares nothing."""
        ...

    def digest(self) -> bytes:
        """Return 8 bytes that stand for the state."""
        ...

    def retire(self, seat: int, reason: str, /) -> list[rust_core.Event]:
        """Take a seat out."""
        ...

    def view(self, seat: int | None, /) -> str:
        """Return what `seat` may know."""
        ...

    def outcome(self) -> rust_core.Outcome | None:
        """Return the end, once there is one."""
        ...
