"""What the journal keeps of a match: a closed union of frozen values, in the order in which they came about.

A match is its `Created` and all that follows; replaying the records from the start gives the state, always. `digest`
is the digest of the match (hex) after the record, so that a replay that goes astray is caught at the very record.
"""

from typing import Final, get_args

from attrs import define, frozen


@frozen
class Seat:
    """Who plays a seat."""

    name: str
    """What the others call this person."""
    token: str = ""
    """The secret by which a dropped player comes back; empty for the house. Never leaves the server."""
    house: str = ""
    """The level at which the house plays; empty for a person."""
    nonce: str = ""
    """What the player added to the match's chance; empty when nothing was."""


@frozen
class Series:
    """A series of games, as it stood before one of them."""

    best: int
    """At most so many games."""
    played: int
    wins: tuple[int, ...]
    """Games won so far, by the seats of this game."""
    options: tuple[str, ...] = ()
    """How its games are played: words behind the game's name."""


@frozen
class Created:
    """The match began. Always record 0."""

    match: int
    game: str
    rules: str
    """`rust_core.rules_version` at that time."""
    fingerprint: str
    """The catalogue's."""
    setup: str
    """The setup as JSON text, just as it was handed to the core."""
    seats: tuple[Seat, ...]
    time_control: str
    """As players write it: `10m+15s/20s:60s`, `untimed`."""
    commitment: str
    """Hex SHA-256 of `part`: public from the start."""
    part: str
    """The server's part of the seed, 32 bytes in hex. Secret until the match is over."""
    digest: str
    cards: tuple[str, ...] = ()
    """Card files (TOML) that the catalogue holds beside the box."""
    series: Series | None = None
    """The series that the match is a game of."""
    origin: int = 0
    """The match from the midst of which it began, with its chance and its first records; 0: none."""

    def players(self) -> tuple[str, ...]:
        """Return who plays, in lower case, each name once."""
        return tuple(dict.fromkeys(seat.name.lower() for seat in self.seats))


@define  # not frozen like the others: nine records of ten, and making a frozen one takes four times as long
class Chosen:
    """A seat's choice line was accepted; whether a person, a time-out or the house chose it is all one."""

    match: int
    seat: int
    line: str
    digest: str
    tag: str = ""
    """The tag of the line, by which it is known again when it is sent once more; its sender's matter alone."""


@frozen
class Retired:
    """A seat left the match: it resigned, its time ran out, it stayed away."""

    match: int
    seat: int
    reason: str
    digest: str


@frozen
class DrawAgreed:
    """The seats agreed on a draw."""

    match: int
    digest: str


@frozen
class Rewound:
    """The last `count` choices were taken back."""

    match: int
    count: int
    digest: str


@frozen
class Adjourned:
    """The match stands still until it is resumed."""

    match: int
    digest: str


@frozen
class Resumed:
    """The match goes on after it was adjourned."""

    match: int
    digest: str


@frozen
class Charged:
    """Time was taken from a seat's clock, or given to it (negative: an increment, a restart credit)."""

    match: int
    seat: int
    account: str
    """What was charged: `bank`, `reaction`, `disconnect` ..."""
    millis: int
    left: int
    """Milliseconds in the account afterwards."""
    at: int = 0
    """When: milliseconds since the match began, without stops of the server."""
    decision: int = 0
    """The seat's decision that it belongs to; 0: to none."""
    kind: str = ""
    """What for; empty in records of older servers, as what stands above and below."""
    reason: str = ""
    """What brought it about."""


@frozen
class WindowStop:
    """Whether a seat is asked in a window."""

    window: str
    is_on: bool


@frozen
class PlanLine:
    """A line that a seat gave in advance."""

    number: int
    window: str
    line: str


@frozen
class Wished:
    """All that a seat wants in windows from now on: its stops and its plans. Secret to the seat, also afterwards."""

    match: int
    seat: int
    is_on: bool
    """Whether it is asked in windows that are not named."""
    windows: tuple[WindowStop, ...]
    passed_turn: int
    """The turn whose windows it passes; -1: none."""
    plans: tuple[PlanLine, ...]
    next_plan: int


@frozen
class Spoke:
    """Somebody said something at the match. Kept, but no part of a transcript."""

    match: int
    name: str
    text: str


@frozen
class Ended:
    """The rules know a result."""

    match: int
    winners: tuple[int, ...]
    reason: str
    scores: tuple[int, ...]
    digest: str


@frozen
class Aborted:
    """The match ended without a result: it broke, or new rules can't replay it."""

    match: int
    reason: str


@frozen
class Revealed:
    """The server told its part of the seed; it comes after the end."""

    match: int
    part: str


Record = (
    Created | Chosen | Retired | DrawAgreed | Rewound | Adjourned | Resumed | Charged | Spoke | Ended | Aborted
    | Revealed | Wished
)  # fmt: skip
"""Everything that is kept of a match."""

RECORD_CLASSES: Final[tuple[type[Record], ...]] = get_args(Record)
LAST_CLASSES: Final = (Ended, Aborted)
"""After one of these a match is over; only `AFTER_CLASSES` may follow."""
AFTER_CLASSES: Final = (Spoke, Revealed)


@frozen
class Stored:
    """A record as it stands in the journal."""

    index: int
    """Counted from 0 within the match."""
    at: int
    """When it was written: milliseconds since 1970, UTC."""
    record: Record


@frozen
class StoredMatch:
    """A whole match out of the journal; every hash has been checked."""

    created: Created
    records: tuple[Stored, ...]
    """All of them; the first holds `created`."""

    @property
    def match(self) -> int:
        """The match's number."""
        return self.created.match

    @property
    def is_adjourned(self) -> bool:
        """Whether the match stands still until its players resume it."""
        kept = (stored.record for stored in reversed(self.records))
        return isinstance(next((one for one in kept if isinstance(one, Adjourned | Resumed)), None), Adjourned)

    @property
    def end(self) -> Ended | Aborted | None:
        """How it ended; None while it is unfinished."""
        return next((stored.record for stored in self.records if isinstance(stored.record, Ended | Aborted)), None)


@frozen
class Summary:
    """A match in a list."""

    created: Created
    begun_at: int
    """Milliseconds since 1970, UTC."""
    end: Ended | Aborted | None
