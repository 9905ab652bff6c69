"""The rules core, compiled from Rust. Seats are counted from 0; lines are choice lines; JSON is text."""

from typing import final

__all__ = [
    "Catalog",
    "Decision",
    "Event",
    "Frames",
    "IllegalChoice",
    "Match",
    "Outcome",
    "RulesBug",
    "RulesError",
    "SetupError",
    "SnapshotError",
    "Stats",
    "Step",
    "StopFlag",
    "best_choice",
    "error_codes",
    "games",
    "rules_text",
    "rules_version",
    "schema",
    "simulate",
]

class RulesError(Exception):
    """Base of everything that the rules raise."""

class SetupError(RulesError):
    """A setup or catalogue was refused."""

    faults: list[tuple[str, str, str]]
    """All that is wrong: path (`patterns[1][25]`), code, sentence."""

class IllegalChoice(RulesError):  # noqa: N818 (a refusal is named for what it is)
    """A line was refused; the match is as it was."""

    code: str
    """Stable kebab-case word, listed by `error_codes`."""
    params: dict[str, str]
    """What the sentence speaks of; `rule` is the number of the rule, where one says it."""
    message: str
    """The sentence in English, without the rule number."""

class SnapshotError(RulesError):
    """Bytes that do not restore to a match here: damaged, of other rules, or of another catalogue."""

class RulesBug(RulesError):  # noqa: N818 (a bug is no error of the caller)
    """A fault of the rules themselves. The match it happened in answers every call with it from then on; no other."""

@final
class Catalog:
    """The data of a game: cards, ready decks, choice verbs."""

    def __new__(cls, game: str, extra_toml: list[str] = ...) -> Catalog:
        """Loads the built-in entries; entries of the TOML texts in `extra_toml` add or replace.

        Raises:
            SetupError: every fault, with file and field.
        """

    @property
    def game(self) -> str:
        """The game's id."""

    @property
    def fingerprint(self) -> str:
        """Hex SHA-256 of `json`."""

    @property
    def json(self) -> str:
        """An object with `game`, `seats` ([least, most]), `verbs`, `cards` and what else the game has."""

@final
class Decision:
    """An open decision. Compares by value."""

    @property
    def id(self) -> int:
        """Counted from 1 for each seat, never used again, not even after a rewind."""

    @property
    def seat(self) -> int:
        """Who decides."""

    @property
    def window(self) -> str:
        """Stable kebab-case name: "summoning", "intercept"."""

    @property
    def kind(self) -> str:
        """One of "turn", "reaction", "secret"."""

    @property
    def default(self) -> str:
        """The choice line that a time-out plays."""

    @property
    def hidden(self) -> bool:
        """Whether skipping the wait when there is no real option would give away hidden information."""

    @property
    def aimed(self) -> bool:
        """Whether it answers what is aimed at the seat, or at what it has in play, by what everybody knows."""

    @property
    def complete(self) -> bool:
        """Whether `choices` lists every legal line."""

    @property
    def sealed(self) -> bool:
        """Whether a sealed line of this seat is in already and may still be replaced."""

    def __eq__(self, other: object, /) -> bool: ...

@final
class Event:
    """Something that happened, with its audience. Compares by value."""

    @property
    def faces(self) -> list[tuple[list[int] | None, str]]:
        """(viewers, JSON): viewers is a list of seats, or None for everybody not named in another face."""

    def face(self, seat: int | None) -> str | None:
        """The JSON that `seat` (None: who watches) gets, if it may know of this at all."""

    def __eq__(self, other: object, /) -> bool: ...

@final
class Outcome:
    """Who won and why. Compares by value."""

    @property
    def winners(self) -> list[int]:
        """Seats that won, ascending; empty is a draw."""

    @property
    def reason(self) -> str:
        """Stable kebab-case word."""

    @property
    def scores(self) -> list[int]:
        """One number a seat, in the game's own unit."""

    def __eq__(self, other: object, /) -> bool: ...

@final
class Stats:
    """What came of a simulation."""

    @property
    def games(self) -> int:
        """Matches played to the end."""

    @property
    def choices(self) -> int:
        """Choices made in them."""

    @property
    def seconds(self) -> float:
        """Wall time."""

    @property
    def wins(self) -> list[int]:
        """Matches won, by seat."""

    @property
    def draws(self) -> int:
        """Matches nobody won."""

@final
class StopFlag:
    """Stops a long search from another thread."""

    def __new__(cls) -> StopFlag: ...
    def set(self) -> None:
        """Asks the search to end with what it has."""

    def is_set(self) -> bool:
        """Whether it was asked."""

@final
class Frames:
    """The words of a protocol around what a match tells; made once a match."""

    def __new__(
        cls, event: tuple[str, str, str], decide: tuple[str, str, str], waiting: tuple[str, str, str]
    ) -> Frames:
        """Keeps the words.

        Args:
            event: what stands before an event's number, between number and event, and behind the event.
            decide: what stands before the fields of a decision, before the milliseconds that are left (`null`: no
                clock), and behind them. The fields are `seat`, `decision` (the id), `window`, `kind`, `default`,
                `choices`, `complete`, in this order, without braces.
            waiting: what stands before the seats that are waited for (`0,1`), between them and the window, and behind.
        """

    @property
    def event(self) -> tuple[str, str, str]:
        """The words around an event."""

    @property
    def decide(self) -> tuple[str, str, str]:
        """The words around a decision."""

    @property
    def waiting(self) -> tuple[str, str, str]:
        """The words around who is waited for."""

@final
class Step:
    """What one change of a match brought about, and what is open since."""

    @property
    def events(self) -> list[Event]:
        """What happened."""

    @property
    def pending(self) -> list[Decision]:
        """The open decisions, by seat; none when the match is over."""

    @property
    def turn(self) -> tuple[int, int] | None:
        """Seat and id of the one open decision, if there is only one and it is a plain turn: not hidden, not sealed."""

    @property
    def digest(self) -> bytes | None:
        """The match's digest, if it was asked for."""

    @property
    def is_over(self) -> bool:
        """Whether the match is over."""

    def faces(self, seat: int | None) -> list[str]:
        """The events as JSON, as far as `seat` (None: who watches) may know them."""

    def count(self, numbers: list[int]) -> list[int]:
        """Given the number of the next event of each seat and, last, of who watches: those numbers after the events."""

@final
class Match:
    """A match. The only mutable class: it has one owner, and a thread gets a `clone()`."""

    def __new__(cls, game: str, setup_json: str, seed: bytes, catalog: Catalog | None = None) -> Match:
        """Starts a match; `seed` has 32 bytes and decides all chance.

        Raises:
            SetupError: every fault of the setup, with its path.
            ValueError: the seed has not 32 bytes.
        """

    @staticmethod
    def scripted(game: str, setup_json: str, rolls: list[int], catalog: Catalog | None = None) -> Match:
        """Starts a match whose chance gives just `rolls`, each counted from 0; for tests.

        A draw beyond the last roll, or a roll that is too large for its draw, is a `RulesBug`.

        Raises:
            SetupError: every fault of the setup, with its path.
        """

    @staticmethod
    def restore(data: bytes, catalog: Catalog | None = None) -> Match:
        """Opens a `snapshot`.

        Raises:
            SnapshotError: damaged, of other rules, or of another catalogue.
        """

    @property
    def game(self) -> str:
        """The game's id."""

    @property
    def seats(self) -> int:
        """How many seats the match has."""

    @property
    def choices_made(self) -> int:
        """Choices accepted and not taken back."""

    def opening(self) -> list[Event]:
        """What the setup itself brought about (rolls, deals); empty in a restored match."""

    def pending(self) -> list[Decision]:
        """The open decisions by seat; [] when over; several when players decide at the same time in secret."""

    def choices(self, seat: int) -> list[str]:
        """The canonical lines of `seat`, sorted (numbers by value), unique, each accepted by `choose`."""

    def play(self, seat: int, line: str, with_digest: bool = False) -> Step:
        """Plays a line, and looks at what is open then: `look(choose(seat, line))` in one call, for servers.

        `with_digest`: the step holds the match's `digest`, too.

        Raises:
            IllegalChoice: the match is as it was.
        """

    def look(self, events: list[Event]) -> Step:
        """Looks at what is open now, after `events`."""

    def tell(
        self,
        step: Step,
        seat: int | None,
        first: int,
        frames: Frames,
        millis: int | None = None,
        *,
        is_asked: bool = True,
    ) -> bytes:
        """What `seat` (None: who watches) is told of `step`, the match's last one, as lines ready to be sent.

        First the events that it may know. Then its open decision; where it has none or is not asked, who is waited for:
        those who have not sealed a line yet, unless all have. A match that is over ends with the events.

        Args:
            step: what is told.
            seat: who is told.
            first: the number of the first event.
            frames: the words around it.
            millis: what is left of the time of the seat's decision; None without clocks.
            is_asked: whether the seat has to answer its decision.
        """

    def tell_all(
        self, step: Step, viewers: list[int | None], first: list[int], frames: Frames
    ) -> tuple[list[bytes], list[int]]:
        """What each of `viewers` is told of `step`, as by `tell` without clocks, and the numbers of the next events.

        Args:
            step: what is told.
            viewers: who is told: seats, or None for who watches.
            first: the number of the first event for each seat and, last, for who watches.
            frames: the words around it.

        Raises:
            ValueError: `first` has no number for one of the viewers.
        """

    def choose(self, seat: int, line: str) -> list[Event]:
        """Plays a line; reading is forgiving in case and spaces.

        Raises:
            IllegalChoice: the match is as it was.
        """

    def retire(self, seat: int, reason: str) -> list[Event]:
        """Takes a seat out of the match (resignation, flag fall).

        Raises:
            IllegalChoice: `match-over`, `no-such-seat`, `already-out`.
        """

    def agree_draw(self) -> list[Event]:
        """Ends the match as a draw by agreement.

        Raises:
            IllegalChoice: `match-over`.
        """

    def rewind(self, count: int) -> None:
        """Takes the last `count` choices back; later draws differ from those that were seen.

        Raises:
            IllegalChoice: `nothing-to-rewind`, `match-over`.
        """

    def view(self, seat: int | None) -> str:
        """JSON of what that seat (None: a spectator) may know, and nothing more."""

    def outcome(self) -> Outcome | None:
        """Who won and why; None while the match goes on."""

    def digest(self) -> bytes:
        """8 bytes that two matches share only if they are in the same state."""

    def snapshot(self) -> bytes:
        """The whole match, for `restore`."""

    def clone(self) -> Match:
        """A copy that shares nothing."""

    def redeal(self, viewer: int | None, seed: bytes) -> None:
        """Deals everything anew that `viewer` can't know (32 bytes of seed), for search and for tests of secrecy."""

    def rolls_left(self) -> int:
        """How many rolls of a `scripted` match were not drawn yet; 0 for real chance."""

    def check_invariants(self) -> None:
        """Checks what must always hold.

        Raises:
            RulesBug: the first thing that does not.
        """

    def _panic_for_test(self, message: str) -> None: ...

def games() -> list[str]:
    """The ids of the games there are."""

def rules_version(game: str) -> str:
    """Changes whenever an old record could replay differently.

    Raises:
        SetupError: no such game.
    """

def rules_text(game: str) -> str:
    """The numbered rules in our own words: `## WA-1 Title` a chapter, `- WA-1.1 text` a rule.

    Raises:
        SetupError: no such game.
    """

def schema(game: str) -> str:
    """JSON Schema (draft 2020-12) with `$defs/event` and `$defs/view`.

    Raises:
        SetupError: no such game.
    """

def error_codes() -> list[str]:
    """Every code that an `IllegalChoice` can carry, sorted."""

def simulate(game: str, setup_json: str, policy: str, games: int, seed: int, threads: int = 1) -> Stats:
    """Plays whole matches, the interpreter free meanwhile; match i is the same whatever `games` and `threads` are.

    Args:
        game: the game's id.
        setup_json: one setup for all matches.
        policy: "random" or "greedy", or a comma list with one a seat.
        games: how many matches.
        seed: 64 bits that decide all chance and all picks.
        threads: how many to use.

    Raises:
        SetupError: the setup was refused.
        ValueError: no such policy.
    """

def best_choice(m: Match, seat: int, iterations: int, seed: int, stop: StopFlag | None = None) -> str:
    """The line that the house would play, found on a redealt copy, the interpreter free meanwhile.

    The same arguments give the same line whatever the load, unless `stop` is set on the way.

    Raises:
        IllegalChoice: the seat has no open decision.
    """
