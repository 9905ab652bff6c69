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
    """Challenges a player to a game, or to a series; `clock` is a time control, else there is none."""

    name: str
    game: str
    clock: str | None = None
    best: int = 1


@frozen
class Accept:
    """Accepts a challenge: the one by `name`, or the only one."""

    name: str | None = None


@frozen
class Decline:
    """Declines a challenge, or withdraws one's own."""

    name: str | None = None


@frozen
class Bot:
    """Starts a match against the house."""

    game: str
    level: str = "greedy"
    clock: str | None = None


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
    Login | Who | Games | Match | Accept | Decline | Bot | Learn | Pattern | Choices | Board | Choose | Observe
    | Unobserve | Say | Resign | Clock | Draw | Takeback | Claim | Adjourn | Stored | Resume | Stop | Pass | If | Since
    | Rules | Card | Mode | Set | Help | Schema | Ping | Pick | Yes | No | Lobby | Rematch | Quit
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
