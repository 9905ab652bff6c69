"""What clients say: the union `ClientMessage`, and `Request`, its envelope. See `messages` for both directions."""

from typing import Literal

from attrs import frozen

from .errors import LocalError


@frozen
class Login:
    """Takes a name; a new one plays as a guest. With the token told at an earlier login, comes back to that session."""

    name: str
    token: str | None = None


@frozen
class Who:
    """Asks who is here."""


@frozen
class Games:
    """Asks which games there are and which matches are on."""


@frozen
class Match:
    """Challenges a player to a game, behind whose name options may stand, or to a series of at most `best` games.

    `clock` is a time control, else there is none; `nonce` goes into its chance.
    """

    name: str
    game: str
    clock: str | None = None
    nonce: str = ""
    best: int = 1


@frozen
class Accept:
    """Accepts a challenge: the one by `name`, or the only one; `nonce` goes into the match's chance."""

    name: str | None = None
    nonce: str = ""


@frozen
class Decline:
    """Declines a challenge, or withdraws one's own."""

    name: str | None = None


@frozen
class Bot:
    """Starts a match against the house, which plays all seats but one; `nonce` goes into its chance."""

    game: str
    level: str = "greedy"
    clock: str | None = None
    nonce: str = ""
    seats: int | None = None


@frozen
class Commitment:
    """Asks what the server has committed itself to for the next match that one offers or begins."""


@frozen
class Table:
    """Opens a table: a match that begins once enough have sat down."""

    game: str
    seats: int | None = None
    clock: str | None = None


@frozen
class Join:
    """Sits down at an open table."""

    table: int


@frozen
class House:
    """Lets the house take a seat at one's own table, at a level; `off` takes the last such seat back."""

    level: str = "greedy"


@frozen
class Leave:
    """Leaves the open table."""


@frozen
class Begin:
    """Begins with those who sit at one's own table."""


@frozen
class Learn:
    """Starts the guided first match."""


@frozen
class Pattern:
    """Shows the own Pattern for coming matches, or sets it by name or letters."""

    text: str | None = None


@frozen
class Choices:
    """Asks for all choice lines of the open decision."""


@frozen
class Board:
    """Asks for the view of the match."""


@frozen
class Choose:
    """Makes a choice; `decision` names the exact one that it answers."""

    line: str
    decision: int | None = None


@frozen
class Observe:
    """Watches a match. Its `match` is the address of its request, too: see `Request`."""

    match: int


@frozen
class Unobserve:
    """Stops watching."""


@frozen
class Say:
    """Says something to the match, or to the lobby outside one."""

    text: str


@frozen
class Resign:
    """Gives the match up; with `series`, all the rest of its series, too."""

    series: bool = False


@frozen
class Clock:
    """Asks how the clocks stand; with `log`, for every charge to them."""

    log: bool = False


@frozen
class Draw:
    """Offers a draw, or agrees to the one that is offered."""


@frozen
class Takeback:
    """Offers to take the last choices of the match back, or agrees to that."""

    count: int = 1


@frozen
class Claim:
    """Claims the match from a player who has been gone for too long."""


@frozen
class Adjourn:
    """Offers to adjourn the match, or agrees to that; where the other one may be claimed from, adjourns it at once."""


@frozen
class Stored:
    """Asks for the own adjourned matches."""


@frozen
class Resume:
    """Offers to go on with an adjourned match, or agrees to that; `text` is its number or who else plays it."""

    text: str


@frozen
class Stop:
    """Says in which windows to be asked; without `text`, asks what holds."""

    text: str | None = None


@frozen
class Pass:
    """Passes all windows until the turn ends, or something is aimed at the seat."""

    text: str = "turn"


@frozen
class If:
    """Gives a line in advance (`WINDOW then LINE`), takes some back (`off [N]`), or asks for the list."""

    text: str | None = None


@frozen
class Since:
    """Asks for the events of the match after a number."""

    number: int


@frozen
class Dice:
    """Asks for the public rolls of a match; without `number`, of the one at hand."""

    number: int | None = None


@frozen
class Export:
    """Asks for the transcript of a match that is over."""

    number: int


@frozen
class History:
    """Asks for the newest matches, or those of a player."""

    name: str | None = None


@frozen
class Replay:
    """Begins to read a match that is over, as a watcher or as `name` saw it; without `number`, ends that."""

    number: int | None = None
    name: str | None = None


@frozen
class Next:
    """Goes one step on in the match that is read."""


@frozen
class Back:
    """Goes one step back in the match that is read."""


@frozen
class Go:
    """Goes to a step of the match that is read."""

    step: int


@frozen
class Auto:
    """Lets the match that is read go on by itself, a step every so many seconds; the next request stops it."""

    seconds: int = 2


@frozen
class Play:
    """Begins a match from a step of one that is over: against the house, or a challenge to `name`."""

    number: int
    step: int
    name: str | None = None


@frozen
class Rules:
    """Asks for a rule by its number, or for the list of them."""

    number: str | None = None


@frozen
class Card:
    """Asks for the text of a card."""

    name: str


@frozen
class Mode:
    """Switches what the server writes."""

    mode: Literal["text", "json"]


@frozen
class Set:
    """Shows all settings, or one, or changes it."""

    key: str | None = None
    value: str | None = None


@frozen
class Help:
    """Asks for help."""

    topic: str | None = None


@frozen
class Schema:
    """Asks for the JSON Schema of all messages."""


@frozen
class Ping:
    """Asks for a `Pong` with the same text."""

    text: str = ""


@frozen
class Pick:
    """Takes the line of that number from what was listed last."""

    number: int


@frozen
class Yes:
    """Agrees to what was asked last."""


@frozen
class No:
    """Disagrees with what was asked last."""


@frozen
class Lobby:
    """Goes back to the lobby."""


@frozen
class Rematch:
    """Offers the last opponent the same game again."""


@frozen
class Quit:
    """Leaves."""


ClientMessage = (
    Login | Who | Games | Match | Accept | Decline | Bot | Table | Join | House | Leave | Begin | Learn | Pattern
    | Choices | Board | Choose | Observe | Unobserve | Say | Resign | Clock | Draw | Takeback | Claim | Adjourn
    | Stored | Resume | Stop | Pass | If | Since | Rules | Card | Mode | Set | Help | Schema | Ping | Pick | Yes | No
    | Lobby | Rematch | Quit | Commitment | Dice | History | Replay | Next | Back | Go | Auto | Play | Export
)  # fmt: skip
"""Everything that a client can send."""


@frozen
class Request:
    """A client's message in its envelope.

    `match` is the address: the match that the message is about, None for the one at hand. A message with a `match` of
    its own (`Observe`) has only the one: the envelope takes it over, so `request.match` is always the place to look.

    Raises:
        LocalError: the address contradicts the message's own `match`.
    """

    message: ClientMessage
    tag: str | None = None
    match: int | None = None

    def __attrs_post_init__(self) -> None:
        """Take the address over from the message."""
        if isinstance(self.message, Observe):
            if self.match not in {None, self.message.match}:
                text = f"addressed to match {self.match}, but about match {self.message.match}"
                raise LocalError(text)
            object.__setattr__(self, "match", self.message.match)
