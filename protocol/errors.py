"""The two errors of the protocol, and the table of the codes that the protocol itself refuses with.

A `RemoteError` is theirs: the peer sent something that can't be understood. It is expected, leaves every state as it
was, and is answered with a `Refused` message. A `LocalError` is ours: it is a bug, and is never shown to a client.

Codes are stable and kebab-case. `ERROR_CODES` lists only what this layer can say; the server and the rules refuse with
codes of their own, listed by them.
"""

from collections.abc import Mapping, Sequence
from typing import Final

ERROR_CODES: Final[Mapping[str, str]] = {
    "ambiguous-command": "The abbreviated word fits several commands. Type one of the suggestions in full.",
    "bad-arguments": "The command is known, but its arguments are missing or wrong. Follow the usage line in `usage`.",
    "bad-encoding": "The line is not valid UTF-8 and was dropped. Set the terminal or program to UTF-8, send it again.",
    "bad-field": "A field has a wrong type, is out of range or holds control characters. See `field`, `expected`.",
    "bad-json": "The line is not one JSON object (NaN and lone surrogates are no JSON). Correct it and send it again.",
    "bad-match": "The number of a match must be a whole number from 1. Take it from `games`.",
    "bad-name": "A name is 3 to 17 letters from A to Z. Choose another one.",
    "bad-nonce": "A nonce is at most 64 printable characters of ASCII. Choose another one.",
    "bad-tag": "A tag is 1 to 32 visible ASCII characters without spaces. The refusal can't carry the tag back.",
    "duplicate-key": "The JSON object has the same key twice. Send each key once.",
    "line-too-long": "The line is longer than 4,096 bytes and was dropped up to its end. Send less at once.",
    "missing-field": "A required field is absent. Add the field named in `field`.",
    "missing-type": "The JSON object has no `type`, or it is not a string. Every message names its type.",
    "unknown-command": "No command and no choice of this moment has that name. See the suggestions, or `help`.",
    "unknown-field": "The message has no field of that name. Leave out the field named in `field`.",
    "unknown-type": "No message has that type. See the suggestions, or `schema`.",
}
"""Every code that this layer refuses with: what it means, and what the client should do."""


class RemoteError(Exception):
    """The peer's mistake, with everything that the answer to it needs.

    Attributes:
        code: a key of `ERROR_CODES`, or a code of the layer that raised it.
        message: an English sentence for people; programs look at `code` and `params`.
        params: the facts of the sentence, for translations.
        suggestions: what could be sent instead; may be empty.
        tag: the tag of the refused request, where it could be read.
    """

    def __init__(
        self,
        code: str,
        message: str,
        params: Mapping[str, str] | None = None,
        suggestions: Sequence[str] = (),
        tag: str | None = None,
    ) -> None:
        """Keep copies of `params` and `suggestions`."""
        super().__init__(code, message)
        self.code = code
        self.message = message
        self.params: dict[str, str] = dict(params or {})
        self.suggestions: list[str] = list(suggestions)
        self.tag = tag

    def tagged(self, tag: str | None) -> "RemoteError":
        """Return the same refusal carrying `tag`."""
        return RemoteError(self.code, self.message, self.params, self.suggestions, tag)

    def _key(self) -> tuple[object, ...]:
        return (self.code, self.message, self.params, self.suggestions, self.tag)

    def __eq__(self, other: object) -> bool:
        """Compare by content, so that two streams of events can be compared."""
        return self._key() == other._key() if isinstance(other, RemoteError) else NotImplemented

    def __hash__(self) -> int:
        """Agree with `__eq__`."""
        return hash((self.code, self.message, self.tag))

    def __str__(self) -> str:
        """Give the code and the sentence, for logs."""
        return f"{self.code}: {self.message}"


class LocalError(Exception):
    """Our own bug: something was asked of the protocol that can't be put on the wire. Never answered to a client."""
