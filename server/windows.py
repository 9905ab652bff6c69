"""Who is asked in a window, what answers for a seat that is not, and how long a hidden window stays shut. Pure.

Three things decide whether a seat is asked, in this order:

1. a plan (`if intercept then pass`): the first one for this window whose line is legal now is played, and used up;
2. a pass of the turn (`/pass turn`): no reaction window of this turn, until something is aimed at the seat;
3. its stops (`stop reveal off`): windows in which it is not asked play their default.

All three are the seat's secret, outlive its connection, and are dropped by a takeback: what was said about a future
that is gone should not act in another one, and to be asked once too often loses nothing.

**What the others may learn.** A hidden window opens by public facts alone, and the wait for it must not tell more. So
whether the seat is asked never depends on what it could do there (`plan` looks at the choices of a hidden window only
to find the line of a plan), and a resolution that has hidden windows takes at least one veil: a time drawn once, the
same way, before anything is known of stops, plans or options. A line that comes earlier, by itself or from the seat, is
held until the veil ends; until then all that can be seen is that the window is open. Who takes longer than the veil
shows that he was asked, and no more than that: being asked hangs on stops alone.
"""

import random
import re
from collections.abc import Collection, Iterable, Sequence
from difflib import get_close_matches
from typing import Final, Literal, Protocol

from attrs import evolve, field, frozen

from protocol import clean_text

from .errors import refuse

VEIL_LEAST_MS: Final = 1_000
VEIL_MOST_MS: Final = 2_500
PLANS: Final = 8
LINE_CHARACTERS: Final = 200
WINDOWS_SET: Final = 64  # of one seat's stops; no game has that many windows

_SHOWN: Final = 40  # characters of theirs that an answer repeats
_WINDOW: Final = re.compile(r"[a-z][a-z0-9-]{0,39}")
_PLAN: Final = re.compile(r"(?P<window>\S+)\s+then\s+(?P<line>\S.*)", re.IGNORECASE | re.DOTALL)
_NUMBER: Final = re.compile(r"[0-9]{1,9}")


class WindowDecision(Protocol):
    """What is looked at in a decision of the rules."""

    @property
    def window(self) -> str:
        """The window, in kebab-case."""
        ...

    @property
    def kind(self) -> str:
        """The window's kind: "turn", "reaction" or "secret"."""
        ...

    @property
    def default(self) -> str:
        """The line that is played when nobody answers."""
        ...

    @property
    def hidden(self) -> bool:
        """Whether skipping the wait would tell what others may not know."""
        ...

    @property
    def aimed(self) -> bool:
        """Whether it answers something that is aimed at its seat, by what everybody can see."""
        ...

    @property
    def complete(self) -> bool:
        """Whether the choices are all there are."""
        ...


# Stops


@frozen
class Stops:
    """In which windows a seat is asked. A value: each change returns new stops.

    Attributes:
        is_on: what holds for windows that are not named.
        windows: those that are, with whether the seat is asked there.
        passed_turn: the turn that the seat passes; None: none.
    """

    is_on: bool = True
    windows: tuple[tuple[str, bool], ...] = ()
    passed_turn: int | None = None

    def asks(self, window: str, kind: str, *, is_aimed: bool, turn: int) -> bool:
        """Return whether the seat is asked. In its own turn and for sealed choices it always is.

        Args:
            window: the window that opens.
            kind: its kind.
            is_aimed: whether something is aimed at the seat, by what everybody can see.
            turn: the number of the turn.
        """
        if kind != "reaction":
            return True
        if self.passed_turn == turn and not is_aimed:
            return False
        return dict(self.windows).get(window, self.is_on)

    def changed(self, arguments: str, known: Collection[str] = ()) -> "Stops":
        """Return the stops after `stop ARGUMENTS`: `all`, `none`, `WINDOW on` or `WINDOW off`.

        `all` and `none` also forget what was said of single windows, and a pass: what is typed last holds.

        Args:
            arguments: what stands behind `stop`.
            known: the windows of the game, where it tells them; other names are refused then.

        Raises:
            RemoteError: `bad-stop`, with what would do.
        """
        words = arguments.lower().split()
        match words:
            case ["all" | "none" as which]:
                return Stops(which == "all")
            case [window, "on" | "off" as switch] if _WINDOW.fullmatch(window) and window not in {"all", "none"}:
                if known and window not in known:
                    near = get_close_matches(window, sorted(known), 3) or sorted(known)
                    text = f"There is no window {clean_text(window, _SHOWN)} here."
                    raise refuse("bad-stop", text, tuple(f"stop {name} {switch}" for name in near), given=window)
                others = tuple(pair for pair in self.windows if pair[0] != window)
                if len(others) >= WINDOWS_SET:
                    raise refuse("bad-stop", "You have set more windows than a game has.", ("stop all",), given=window)
                return evolve(self, windows=(*others, (window, switch == "on")))
            case _:
                given = clean_text(" ".join(words), _SHOWN)
                usage = "Write stop all, stop none, stop WINDOW on or stop WINDOW off."
                raise refuse("bad-stop", usage, ("stop all", "stop none"), given=given)

    def passing(self, turn: int) -> "Stops":
        """Return the stops after `/pass turn` in turn number `turn`: its windows are skipped until it ends."""
        return evolve(self, passed_turn=turn)

    def seen(self, turn: int, *, is_aimed: bool) -> "Stops":
        """Return the stops after a window in `turn`: a pass is over with its turn, or when something is aimed here."""
        if self.passed_turn is None or (self.passed_turn == turn and not is_aimed):
            return self
        return evolve(self, passed_turn=None)

    def taken_back(self) -> "Stops":
        """Return the stops after a takeback: the seat is asked everywhere."""
        return Stops()

    def listed(self) -> list[str]:
        """Return the lines that make these stops, for their owner."""
        lines = ["stop all" if self.is_on else "stop none"]
        lines += [f"stop {window} {'on' if is_on else 'off'}" for window, is_on in sorted(self.windows)]
        return [*lines, "/pass turn"] if self.passed_turn is not None else lines


# Plans


@frozen
class Plan:
    """A line that a seat gave in advance: `if WINDOW then LINE`."""

    number: int
    window: str
    line: str

    def __str__(self) -> str:
        """Spell it as it was typed."""
        return f"if {self.window} then {self.line}"


@frozen
class Plans:
    """The plans of a seat. A value: each change returns new plans.

    A plan is used once: its line names things of a moment, and a second shot at another target is what nobody wants.
    For an answer that always holds there are stops. A plan whose line is not legal when its window opens waits for the
    next one; of several the oldest that is legal is used. The same plan may be given twice: it is then used twice.

    Attributes:
        plans: oldest first.
        next_number: the number of the next one; a number is never used again, so that revoking can't hit another plan.
    """

    plans: tuple[Plan, ...] = ()
    next_number: int = 1

    def added(self, arguments: str, known: Collection[str] = ()) -> "Plans":
        """Return the plans after `if ARGUMENTS`: `WINDOW then LINE`.

        Args:
            arguments: what stands behind `if`.
            known: the windows of the game, where it tells them; other names are refused then.

        Raises:
            RemoteError: `bad-plan` or `too-many-plans`, with what would do.
        """
        found = _PLAN.fullmatch(arguments.strip())
        if found is None or not _WINDOW.fullmatch(window := found["window"].lower()):
            given = clean_text(arguments, _SHOWN)
            raise refuse("bad-plan", "Write if WINDOW then LINE.", ("if intercept then pass",), given=given)
        line = " ".join(clean_text(found["line"], len(found["line"])).split())
        if not line or len(line) > LINE_CHARACTERS:
            text = f"The line of a plan has 1 to {LINE_CHARACTERS} characters."
            raise refuse("bad-plan", text, (f"if {window} then pass",), given=clean_text(line, _SHOWN))
        if known and window not in known:
            near = get_close_matches(window, sorted(known), 3) or sorted(known)
            suggestions = tuple(f"if {name} then {line}" for name in near)
            raise refuse("bad-plan", f"There is no window {window} here.", suggestions, given=window)
        if len(self.plans) >= PLANS:
            suggestions = tuple(f"if off {plan.number}" for plan in self.plans)
            raise refuse("too-many-plans", f"You have {PLANS} plans. Revoke one first.", suggestions, most=str(PLANS))
        return Plans((*self.plans, Plan(self.next_number, window, line)), self.next_number + 1)

    def revoked(self, arguments: str) -> "Plans":
        """Return the plans after `if off ARGUMENTS`: a number, or nothing for all of them.

        Raises:
            RemoteError: `no-such-plan`, with those that there are.
        """
        text = arguments.strip()
        if not text:
            return evolve(self, plans=())
        if _NUMBER.fullmatch(text) is None or all(plan.number != int(text) for plan in self.plans):
            suggestions = tuple(f"if off {plan.number}" for plan in self.plans)
            raise refuse(
                "no-such-plan", "You have no plan of that number.", suggestions, given=clean_text(text, _SHOWN)
            )
        return self.used(int(text))

    def used(self, number: int) -> "Plans":
        """Return the plans without that number."""
        return evolve(self, plans=tuple(plan for plan in self.plans if plan.number != number))

    def taken_back(self) -> "Plans":
        """Return the plans after a takeback: none; numbers go on."""
        return evolve(self, plans=())

    def find(self, window: str, choices: Sequence[str]) -> tuple[Plan, str] | None:
        """Return the plan that answers, with its line as the rules spell it; None: no line of a plan is listed."""
        if not any(plan.window == window for plan in self.plans):
            return None
        spelt = {_loose(choice): choice for choice in choices}
        for plan in self.plans:
            if plan.window == window and _loose(plan.line) in spelt:
                return plan, spelt[_loose(plan.line)]
        return None

    def listed(self) -> list[str]:
        """Return the plans with their numbers, for their owner."""
        return [f"{plan.number}  {plan}" for plan in self.plans]


# The veil


@frozen
class Veil:
    """The least time that a resolution with hidden windows takes."""

    until_ms: int

    def left_ms(self, now_ms: int) -> int:
        """Return how long it lasts from now."""
        return max(0, self.until_ms - now_ms)


def veil_ms(chance: random.Random) -> int:
    """Return the length of a veil. It depends on nothing but `chance`, which must not be the match's own."""
    return chance.randint(VEIL_LEAST_MS, VEIL_MOST_MS)


def next_veil(
    veil: Veil | None,
    pending: Iterable[WindowDecision],
    now_ms: int,
    chance: random.Random,
    *,
    is_bot_match: bool,
) -> Veil | None:
    """Return the veil of the resolution that is on: drawn at its first hidden window, over with the resolution.

    To be called once whenever the open decisions changed, before `plan`. One veil is enough for all hidden windows that
    follow each other: a game that asks after each step of an attack would stand still otherwise.

    Args:
        veil: what the last call returned.
        pending: all decisions that are open now.
        now_ms: the time.
        chance: the server's own.
        is_bot_match: whether nobody plays who could look at the time; there is no veil then.
    """
    decisions = list(pending)
    if any(decision.hidden for decision in decisions):
        return None if is_bot_match else veil or Veil(now_ms + veil_ms(chance))
    is_resolving = any(decision.kind == "reaction" for decision in decisions)
    return veil if is_resolving else None


# What happens when a window opens


@frozen
class Ask:
    """The seat is asked. Its line is played `veil_ms` after the opening at the earliest."""

    veil_ms: int


@frozen
class AutoPlay:
    """The seat is not asked.

    Attributes:
        line: what is played for it.
        after_ms: how long after the opening.
        why: what decided: shown to the seat alone.
        plan: the number of the plan that is used up with it.
    """

    line: str
    after_ms: int
    why: Literal["plan", "stops", "only choice"]
    plan: int | None = field(default=None)


def plan(
    decision: WindowDecision,
    stops: Stops,
    plans: Plans,
    choices: Sequence[str],
    *,
    turn: int,
    veil_left_ms: int = 0,
) -> Ask | AutoPlay:
    """Return what happens in a window that opens for a seat.

    Args:
        decision: the decision.
        stops: those of the seat.
        plans: those of the seat.
        choices: what the rules list for it. A plan can only play what is listed.
        turn: the number of the turn.
        veil_left_ms: what is left of the veil; it counts for hidden decisions.
    """
    hold_ms = veil_left_ms if decision.hidden else 0
    found = plans.find(decision.window, choices)
    if found is not None:
        return AutoPlay(found[1], hold_ms, "plan", found[0].number)
    if not stops.asks(decision.window, decision.kind, is_aimed=decision.aimed, turn=turn):
        return AutoPlay(decision.default, hold_ms, "stops")
    is_reaction = decision.kind == "reaction"
    if is_reaction and not decision.hidden and decision.complete and len(choices) == 1:
        return AutoPlay(choices[0], 0, "only choice")
    return Ask(hold_ms)


def shown_after_ms(planned: Ask | AutoPlay, answer_after_ms: int) -> int:
    """Return how long after its opening a window is seen to close, when its seat, if asked, takes `answer_after_ms`."""
    match planned:
        case Ask(hold_ms):
            return max(hold_ms, answer_after_ms)
        case AutoPlay():
            return planned.after_ms


def _loose(line: str) -> str:
    return " ".join(line.casefold().split())
