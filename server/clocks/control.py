"""How much time a match gives: the control that players agree on, and the terms that go with it.

    10m+15s/20s:60s
    |   |   |   +-- reaction bank: what all reaction windows of one turn may take together
    |   |   +------ cap of one reaction window
    |   +---------- increment, added to the bank when a turn of one's own ends
    +-------------- bank, for all decisions that are not reactions

Amounts are whole seconds when typed and integer milliseconds everywhere else: no clock ever rounds.
"""

import math
import re
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Final, Literal

from attrs import frozen

from protocol import RemoteError, clean_text
from server.errors import refuse

SECOND_MS: Final = 1_000
MINUTE_MS: Final = 60_000
HOUR_MS: Final = 3_600_000

DEFAULT_WINDOW_MS: Final = 20_000
WINDOWS_A_TURN: Final = 3  # so many full windows fit into a reaction bank that is not given

_UNITS: Final = {"h": HOUR_MS, "m": MINUTE_MS, "s": SECOND_MS}
_PART: Final = re.compile(r"([0-9]{1,6})([hms])")
_DURATION: Final = re.compile(r"(?:[0-9]{1,6}h)?(?:[0-9]{1,6}m)?(?:[0-9]{1,6}s)?")
_CONTROL: Final = re.compile(
    r"(?P<bank>[^+/:]*)(?:\+(?P<increment>[^+/:]*))?(?:/(?P<window>[^+/:]*)(?::(?P<bout>[^+/:]*))?)?"
)
_BARE: Final = re.compile(r"([0-9]{1,4})(?:\+([0-9]{1,4}))?")
_SHOWN: Final = 40  # characters of theirs that an answer repeats
_EXAMPLE: Final = "10m+15s/20s:60s"
_ROUNDING_MS: Final = 0.001

_Part = Literal["bank", "increment", "window", "reaction"]
_SPAN_MS: Final[Mapping[_Part, tuple[int, int]]] = {
    "bank": (10 * SECOND_MS, 24 * HOUR_MS),
    "increment": (0, 10 * MINUTE_MS),
    "window": (3 * SECOND_MS, 10 * MINUTE_MS),
    "reaction": (3 * SECOND_MS, HOUR_MS),
}
_SPOKEN: Final[Mapping[_Part, str]] = {
    "bank": "The bank",
    "increment": "The increment",
    "window": "The cap of a reaction window",
    "reaction": "The reaction bank of a turn",
}


@frozen
class TimeControl:
    """What the clocks of a match start with, and what they get.

    Attributes:
        bank_ms: for all decisions that are not reactions.
        increment_ms: added to the bank of a seat when a turn of its own ends.
        window_ms: the most that one reaction window takes.
        reaction_ms: what all reaction windows of one turn may take together, for each seat.
        is_timed: False: nothing ever runs out, and all amounts are 0.
    """

    bank_ms: int
    increment_ms: int
    window_ms: int
    reaction_ms: int
    is_timed: bool = True

    @classmethod
    def parse(cls, text: str) -> "TimeControl":
        """Return the control that `text` names or spells; case and spaces at the ends do not matter.

        The parts behind the bank may be left out: no increment, windows of 20 s, a reaction bank of three windows.

        Raises:
            RemoteError: `bad-time-control`, with what would do among its suggestions.
        """
        word = text.strip().lower()
        named = PRESETS.get(word)
        if named is not None:
            return named
        found = _CONTROL.fullmatch(word)
        bare = _BARE.fullmatch(word)
        if bare is not None:
            minutes, seconds = int(bare[1]), int(bare[2] or 0)
            meant = cls(minutes * MINUTE_MS, seconds * SECOND_MS, DEFAULT_WINDOW_MS, WINDOWS_A_TURN * DEFAULT_WINDOW_MS)
            near = (str(meant),) if _first_fault(meant) is None else ("rapid",)
            raise _refuse(text, "Numbers need units: h, m or s.", near)
        if found is None or not word[:1].isdigit():
            raise _refuse(text, "That is no time control.", tuple(get_close_matches(word, PRESETS, 2)))
        bank, increment = _duration(text, found["bank"]), _duration(text, found["increment"], 0)
        window = _duration(text, found["window"], DEFAULT_WINDOW_MS)
        control = cls(bank, increment, window, _duration(text, found["bout"], WINDOWS_A_TURN * window))
        fault = _first_fault(control)
        if fault is not None:
            reason, mended = fault
            raise _refuse(text, reason, (str(mended),))
        return control

    @property
    def name(self) -> str | None:
        """The name of the preset that this is."""
        return next((name for name, preset in PRESETS.items() if preset == self), None)

    def __str__(self) -> str:
        """Spell it in full, in the one canonical way: what `parse` reads back as the same."""
        if not self.is_timed:
            return "untimed"
        spelt = [
            spell_duration(amount) for amount in (self.bank_ms, self.increment_ms, self.window_ms, self.reaction_ms)
        ]
        return "{}+{}/{}:{}".format(*spelt)


@frozen
class Terms:
    """What goes with a control and is the same for all seats; set when the match starts, and never again.

    Attributes:
        bank_out: what a bank that runs out does: `retire` takes the seat out, `default` plays the defaults of its
            decisions from then on (each turn's increment still counts).
        disconnect_ms: what a seat without a connection may take, over the whole match, before its own clock runs on.
        grace_ms: what the first turn or sealed decision of a seat may take for nothing.
        restart_ms: what every bank gets when the server comes back after a stop.
        lag_cap_ms: the most that is given back for the lag of one line.
        lag_quota_ms: the most that is given back over lines in a row.
        lag_refill_ms: what comes back into that quota with each new turn.
    """

    bank_out: Literal["retire", "default"] = "retire"
    disconnect_ms: int = 60 * SECOND_MS
    grace_ms: int = 20 * SECOND_MS
    restart_ms: int = 20 * SECOND_MS
    lag_cap_ms: int = 500
    lag_quota_ms: int = 2 * SECOND_MS
    lag_refill_ms: int = 500


UNTIMED: Final = TimeControl(0, 0, 0, 0, is_timed=False)

PRESETS: Final[Mapping[str, TimeControl]] = {
    "bullet": TimeControl(3 * MINUTE_MS, 5 * SECOND_MS, 10 * SECOND_MS, 30 * SECOND_MS),
    "blitz": TimeControl(5 * MINUTE_MS, 10 * SECOND_MS, 15 * SECOND_MS, 45 * SECOND_MS),
    "rapid": TimeControl(10 * MINUTE_MS, 15 * SECOND_MS, 20 * SECOND_MS, 60 * SECOND_MS),
    "classic": TimeControl(25 * MINUTE_MS, 30 * SECOND_MS, 30 * SECOND_MS, 120 * SECOND_MS),
    "evening": TimeControl(60 * MINUTE_MS, 60 * SECOND_MS, 60 * SECOND_MS, 300 * SECOND_MS),
    "untimed": UNTIMED,
}
"""The controls that have a name: a turn of a card duel is several choices, so they are roomier than those of chess."""


def spell_duration(amount_ms: int) -> str:
    """Return whole seconds as they are typed: in the largest unit of which there are two or more and nothing over.

    >>> [spell_duration(seconds * 1_000) for seconds in (0, 15, 60, 90, 120, 3_600, 7_200)]
    ['0s', '15s', '60s', '90s', '2m', '60m', '2h']
    """
    for unit, size in _UNITS.items():
        if amount_ms % size == 0 and amount_ms >= 2 * size:
            return f"{amount_ms // size}{unit}"
    return f"{amount_ms // SECOND_MS}s"


def milliseconds(time_s: float) -> int:
    """Return a time in seconds as a clock takes it: rounded down, but never below what `seconds` made of an integer."""
    return math.floor(time_s * SECOND_MS + _ROUNDING_MS)


def seconds(time_ms: int) -> float:
    """Return a clock's time as Trio takes it; `milliseconds(seconds(time_ms)) == time_ms`."""
    return time_ms / SECOND_MS


def _duration(whole: str, text: str | None, absent: int | None = None) -> int:
    """Read a duration; `absent` is what a part that is not there at all means."""
    if text is None and absent is not None:
        return absent
    if not text or _DURATION.fullmatch(text) is None:
        is_bare = text is not None and text.isdecimal()
        reason = "Numbers need units: h, m or s." if is_bare else "A part is whole and like 90s, 10m or 1h30m."
        raise _refuse(whole, reason, (_EXAMPLE,))
    return sum(int(number) * _UNITS[unit] for number, unit in _PART.findall(text))


def _first_fault(control: TimeControl) -> tuple[str, TimeControl] | None:
    """Return what is wrong with the amounts, and the nearest control that is right in that respect and all others."""
    given: dict[_Part, int] = {
        "bank": control.bank_ms,
        "increment": control.increment_ms,
        "window": control.window_ms,
        "reaction": control.reaction_ms,
    }
    inside = {part: min(max(given[part], least), most) for part, (least, most) in _SPAN_MS.items()}
    low, high = sorted((inside["window"], inside["reaction"]))
    mended = TimeControl(inside["bank"], inside["increment"], low, high)
    for part, (least, most) in _SPAN_MS.items():
        if given[part] != inside[part]:
            span = f"{spell_duration(least)} to {spell_duration(most)}"
            return f"{_SPOKEN[part]} is {span}, not {spell_duration(given[part])}.", mended
    if control.window_ms > control.reaction_ms:
        return "One reaction window can't take more than the reaction bank of a turn.", mended
    return None


def _refuse(given: str, reason: str, near: tuple[str, ...]) -> RemoteError:
    shown = clean_text(given, _SHOWN).strip()
    suggestions = tuple(dict.fromkeys((*near, "rapid", _EXAMPLE)))
    text = f"{reason} Write a time like {_EXAMPLE}, or one of: {', '.join(PRESETS)}."
    return refuse("bad-time-control", text, suggestions, given=shown, reason=reason)
