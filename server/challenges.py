"""Challenges: wishes to play somebody, which wait for an answer. As in `lobby`, nothing here waits.

Nothing of this is written down: after a restart nobody has challenged anybody.
"""

from collections.abc import Sequence
from typing import Protocol

from attrs import field, frozen

from protocol import server_messages as told

from .clocks import UNTIMED, TimeControl
from .errors import refuse
from .journal import Series
from .positions import Position
from .series import series_of
from .session import Again, Session
from .setups import Shelf


@frozen
class Challenge:
    """A wish to play that waits for an answer."""

    sender: Session
    target: Session
    game: str
    control: TimeControl = UNTIMED
    options: tuple[str, ...] = ()
    series: Series | None = None
    part: bytes = field(default=b"", eq=False)
    """The server's part of the seed: drawn before anybody gave a nonce."""
    nonce: str = field(default="", eq=False)
    """The sender's."""
    position: Position | None = None
    """Where the match begins, if in the midst of another one."""


class Matchmaker(Protocol):
    """Who begins matches: the lobby."""

    shelf: Shelf

    def sealed(self, part: bytes) -> str | None:
        """Return the commitment to `part`, if there is one."""
        ...

    def take_part(self, person: Session | None) -> bytes:
        """Return the part that `person` knows the commitment to, or a new one; it is used up."""
        ...

    def start(
        self,
        game: str,
        seats: Sequence[Session | str],
        control: TimeControl = UNTIMED,
        options: Sequence[str] = (),
        *,
        series: Series | None = None,
        part: bytes | None = None,
        nonces: Sequence[str] = (),
    ) -> object:
        """Begin a match."""
        ...

    def start_from(self, position: Position, person: Session, other: Session | None) -> object:
        """Begin a match in the midst of another one."""
        ...


class Challenges:
    """The challenges that wait for an answer.

    Args:
        matchmaker: begins the matches.

    Attributes:
        waiting: oldest first.
    """

    def __init__(self, matchmaker: Matchmaker) -> None:
        """Nobody has challenged anybody."""
        self.waiting: list[Challenge] = []
        self._matchmaker = matchmaker

    def offer(self, sender: Session, target: Session, wish: Again, nonce: str = "") -> Challenge | None:
        """Offer a match; None if that took up the target's own offer of the same, and the match begins.

        Raises:
            RemoteError: `yourself`, `wrong-seats`, `bad-series`.
        """
        _require_two(sender, target)
        game, control, options = wish.game, wish.control, wish.options
        self._matchmaker.shelf.check_seats(game, options, 2)
        series = series_of(wish.best, options)
        for known in self.waiting:
            if known == Challenge(target, sender, game, control, options, series):
                self.accept(known, nonce)
                return None
            if known.sender is sender and known.target is target:
                self.waiting.remove(known)
                break
        part = self._matchmaker.take_part(sender)
        made = Challenge(sender, target, game, control, options, series, part, nonce)
        self.waiting.append(made)
        clock = None if control == UNTIMED else str(control)
        commitment = self._matchmaker.sealed(part)
        target.hear(told.Challenged(sender.name, game, clock, commitment, list(options), wish.best))
        return made

    def offer_from(self, sender: Session, target: Session, position: Position) -> Challenge:
        """Offer a match that begins in the midst of another one.

        Raises:
            RemoteError: `yourself`.
        """
        _require_two(sender, target)
        self.waiting = [one for one in self.waiting if (one.sender, one.target) != (sender, target)]
        created = position.created
        made = Challenge(sender, target, created.game, part=bytes.fromhex(created.part), position=position)
        self.waiting.append(made)
        target.hear(told.Challenged(sender.name, created.game, origin=created.match))
        return made

    def has(self, person: Session) -> bool:
        """Return whether a person challenged somebody, or was challenged."""
        return any(person in (one.sender, one.target) for one in self.waiting)

    def find(self, target: Session, name: str | None, *, or_own: bool) -> Challenge:
        """Return the challenge that `accept` or `decline` means; with `or_own`, an own one can be meant too.

        Raises:
            RemoteError: `no-challenge`, `ambiguous-name`.
        """
        fits = [
            one
            for one in self.waiting
            if (one.target is target and (name is None or one.sender.name.lower() == name.lower()))
            or (or_own and one.sender is target and (name is None or one.target.name.lower() == name.lower()))
        ]
        if not fits:
            raise refuse("no-challenge", "There is no such challenge.")
        if len(fits) > 1:
            names = tuple(one.sender.name for one in fits)
            raise refuse("ambiguous-name", f"Whose? {', '.join(names)}.", names)
        return fits[0]

    def accept(self, challenge: Challenge, nonce: str = "") -> None:
        """Begin the match that was offered; `nonce` is the target's, and is left out where the chance is known.

        Raises:
            RemoteError: `server-full`, `bad-setup`.
        """
        if challenge.position is not None:
            self._matchmaker.start_from(challenge.position, challenge.sender, challenge.target)
        else:
            self._matchmaker.start(
                challenge.game,
                (challenge.sender, challenge.target),
                challenge.control,
                challenge.options,
                series=challenge.series,
                part=challenge.part,
                nonces=(challenge.nonce, nonce),
            )
        self.waiting.remove(challenge)

    def end(self, challenge: Challenge, reason: str) -> None:
        """Take a challenge away and tell both."""
        self.waiting.remove(challenge)
        challenge.target.hear(told.ChallengeEnded(challenge.sender.name, challenge.game, reason))
        challenge.sender.hear(told.ChallengeEnded(challenge.target.name, challenge.game, reason))

    def leave(self, person: Session) -> None:
        """End the challenges of a person who has left."""
        for challenge in [one for one in self.waiting if person in (one.sender, one.target)]:
            self.end(challenge, "left")


def _require_two(sender: Session, target: Session) -> None:
    if sender is target:
        raise refuse("yourself", "You can't challenge yourself.")
