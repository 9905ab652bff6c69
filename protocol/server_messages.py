"""What the server says: the union `ServerMessage`, and `Response`, its envelope. See `messages` for both directions."""

from typing import Literal

from attrs import field, frozen

from .errors import RemoteError


@frozen
class RawJson:
    """A JSON object that is ready as text (one line): the encoder splices it in as it is."""

    text: str


@frozen
class PlayerStatus:
    """A player in `WhoList`."""

    name: str
    state: str
    match: int | None = None
    table: int | None = None


@frozen
class GameInfo:
    """A game in `GamesList`."""

    name: str
    title: str
    seats: int
    least: int = 2
    options: list[str] = field(factory=list)


@frozen
class MatchInfo:
    """A match in `GamesList`."""

    match: int
    game: str
    names: list[str]
    turn: int


@frozen
class TableInfo:
    """An open table."""

    table: int
    game: str
    options: list[str]
    clock: str | None
    seats: int
    least: int
    names: list[str]
    host: str


@frozen
class Welcome:
    """Opens the connection in json mode."""

    server: str
    version: str
    protocol: int
    players: int
    matches: int


@frozen
class LoggedIn:
    """Confirms a name."""

    name: str
    guest: bool
    token: str | None = None


@frozen
class Ok:
    """Confirms a command that has no other answer."""

    command: str


@frozen
class Refused:
    """Answers what can't be done; nothing has changed."""

    code: str
    message: str
    params: dict[str, str]
    rule: str | None
    suggestions: list[str]

    @classmethod
    def of(cls, error: RemoteError) -> "Refused":
        """Return the answer to `error`; send it with `error.tag`."""
        return cls(error.code, error.message, error.params, None, error.suggestions)


@frozen
class WhoList:
    """Answers `Who`."""

    players: list[PlayerStatus]


@frozen
class GamesList:
    """Answers `Games`."""

    games: list[GameInfo]
    matches: list[MatchInfo]
    tables: list[TableInfo] = field(factory=list)


@frozen
class Challenged:
    """Tells a player that `name` wants a match, or a series; `clock` is its time control, null for none.

    `origin` is the match in the midst of which it begins, null for none.
    """

    name: str
    game: str
    clock: str | None = None
    commitment: str | None = None
    options: list[str] = field(factory=list)
    best: int = 1
    origin: int | None = None


@frozen
class ChallengeSent:
    """Confirms a challenge to its sender."""

    name: str
    game: str
    commitment: str | None = None


@frozen
class ChallengeEnded:
    """Tells both sides that a challenge is gone without a match."""

    name: str
    game: str
    reason: str


TableChange = Literal["opened", "joined", "left", "house", "house-off", "begun"]
"""What can be done to an open table."""


@frozen
class TableChanged:
    """Tells who sits at an open table now, and what `name` did to change that."""

    table: TableInfo
    what: TableChange
    name: str


@frozen
class Committed:
    """Answers `Commitment`."""

    commitment: str | None


@frozen
class Started:
    """Tells seats and spectators that a match begins."""

    match: int
    game: str
    names: list[str]
    seat: int | None
    commitment: str | None


@frozen
class Event:
    """Tells what happened, as far as this viewer may know."""

    match: int
    number: int
    event: RawJson


@frozen
class Decide:
    """Asks a seat to decide."""

    match: int
    seat: int
    decision: int
    window: str
    kind: str
    default: str
    choices: list[str]
    complete: bool
    millis: int | None


@frozen
class Waiting:
    """Tells whom the match waits for."""

    match: int
    seats: list[int]
    window: str


@frozen
class Presence:
    """Tells that a player's last connection was lost, or that the player is back."""

    match: int
    name: str
    is_here: bool
    seconds: int


@frozen
class SeatClock:
    """A seat's clock in `ClockState`; times in milliseconds, null without a time control."""

    seat: int
    name: str
    state: str
    bank: int | None
    reaction: int | None
    left: int | None
    lag: int
    lag_used: int


@frozen
class ClockCharge:
    """An entry of the log in `ClockState`; times in milliseconds."""

    at: int
    seat: int
    decision: int | None
    kind: str
    account: str
    amount: int
    reason: str
    left: int


@frozen
class ClockState:
    """Answers `Clock`."""

    match: int
    control: str
    seats: list[SeatClock]
    log: list[ClockCharge] | None


@frozen
class TimeLeft:
    """Warns that little time is left for a seat's decision."""

    match: int
    seat: int
    millis: int


@frozen
class TimedOut:
    """Tells that a seat's time ran out and its default was played."""

    match: int
    seat: int


@frozen
class MayClaim:
    """Tells that a player has been gone for too long, so that the match may be claimed."""

    match: int
    name: str


@frozen
class Offered:
    """Tells what a player offers: a draw, to take choices back, or to adjourn."""

    match: int
    name: str
    what: Literal["draw", "takeback", "adjourn"]
    count: int


@frozen
class OfferEnded:
    """Tells that a player declined an offer, or withdrew it."""

    match: int
    name: str
    what: Literal["draw", "takeback", "adjourn"]


@frozen
class TakenBack:
    """Tells that the last choices were taken back; how the match stands now follows."""

    match: int
    count: int


@frozen
class Adjourned:
    """Tells that the match stands still until it is resumed, and that nobody is at it meanwhile."""

    match: int


@frozen
class StoredInfo:
    """An adjourned match in `StoredList`."""

    match: int
    game: str
    names: list[str]
    turn: int
    clock: str | None
    here: list[str]


@frozen
class StoredList:
    """Answers `Stored`."""

    matches: list[StoredInfo]


@frozen
class ResumeOffered:
    """Tells that a player wants to go on with an adjourned match."""

    match: int
    name: str
    game: str


@frozen
class Listed:
    """Answers `Stop`, `Pass` and `If`: what holds now, as lines that would make it so."""

    what: Literal["stops", "plans"]
    lines: list[str]


@frozen
class View:
    """Shows the match as this viewer may know it."""

    match: int
    view: RawJson


@frozen
class MatchOver:
    """Ends a match."""

    match: int
    winners: list[int]
    reason: str
    scores: list[int]


@frozen
class SeriesScore:
    """Tells how a series stands after one of its games."""

    match: int
    best: int
    played: int
    names: list[str]
    wins: list[int]
    is_over: bool


@frozen
class Aborted:
    """Ends a match without a result."""

    match: int
    message: str


@frozen
class Said:
    """Passes on what somebody said."""

    name: str
    text: str
    match: int | None


@frozen
class DiceCount:
    """All public rolls of one kind in `DiceReport`."""

    kind: str
    sides: int
    counts: list[int]
    chi_square: float
    chance: float | None


@frozen
class DiceReport:
    """Answers `Dice`."""

    match: int
    rolls: list[DiceCount]
    commitment: str
    part: str | None
    nonces: list[str]


@frozen
class Transcript:
    """Answers `Export`."""

    match: int
    text: str


@frozen
class PastMatch:
    """A match in `HistoryList`."""

    match: int
    game: str
    names: list[str]
    begun: int
    state: Literal["on", "over", "aborted"]
    winners: list[int]
    reason: str


@frozen
class HistoryList:
    """Answers `History`."""

    name: str | None
    matches: list[PastMatch]


@frozen
class ReplayStep:
    """Answers `Replay`, `Next`, `Back` and `Go`, and comes by itself with `Auto`: a match after one of its steps."""

    match: int
    game: str
    names: list[str]
    seat: int | None
    step: int
    steps: int
    what: Literal["start", "choice", "retired", "draw", "takeback"]
    mover: int | None
    line: str | None
    count: int
    events: list[RawJson]
    view: RawJson
    over: MatchOver | None


@frozen
class RulesText:
    """Answers `Rules`."""

    number: str
    lines: list[str]


@frozen
class CardText:
    """Answers `Card`."""

    name: str
    lines: list[str]


@frozen
class HelpText:
    """Answers `Help`."""

    topic: str
    lines: list[str]


@frozen
class SetValue:
    """Answers `Set`."""

    key: str
    value: str


@frozen
class ModeSet:
    """Confirms `Mode`, already in the new mode."""

    mode: Literal["text", "json"]


@frozen
class Observing:
    """Confirms `Observe`."""

    match: int


@frozen
class Unobserved:
    """Confirms `Unobserve`, or tells that watching has ended."""

    match: int


@frozen
class Notice:
    """Says something of the server's own."""

    text: str


@frozen
class SchemaText:
    """Answers `Schema`."""

    schema: RawJson


@frozen
class Pong:
    """Answers `Ping`."""

    text: str


@frozen
class Bye:
    """Closes the connection; the last line."""

    reason: str


ServerMessage = (
    Welcome | LoggedIn | Ok | Refused | WhoList | GamesList | Challenged | ChallengeSent | ChallengeEnded
    | TableChanged | Started | Event | Decide | Waiting | Presence | ClockState | TimeLeft | TimedOut | MayClaim
    | Offered | OfferEnded | TakenBack | Adjourned | StoredList | ResumeOffered | Listed | View | MatchOver
    | SeriesScore | Aborted | Said | RulesText | CardText | HelpText | SetValue | ModeSet | Observing | Unobserved
    | Notice | SchemaText | Pong | Bye | Committed | DiceReport | HistoryList | ReplayStep | Transcript
)  # fmt: skip
"""Everything that the server can send."""


@frozen
class Response:
    """A server's message with the tag of the request that it answers; None for what nobody asked for."""

    message: ServerMessage
    tag: str | None = None
