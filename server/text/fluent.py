"""Fluent messages to sentences. Each language is a folder beside this file, compiled once and shared.

A message is known by its id and gets named arguments: text, or whole numbers (which choose plurals and are written the
language's way; a number that is a name, such as a match's, is passed as text).
"""

import logging
from functools import lru_cache
from pathlib import Path
from typing import Final

from fluent.runtime import FluentBundle, FluentResource
from fluent.syntax import ast

DEFAULT_LANGUAGE: Final = "en"
_FOLDER: Final = Path(__file__).parent
_CACHE_SIZE: Final = 8192  # sentences of a language; a duel of two people needs a few hundred

_LOG: Final = logging.getLogger(__name__)

Argument = str | int


def languages() -> list[str]:
    """Return the tags of the languages there are, sorted."""
    return sorted(path.name for path in _FOLDER.iterdir() if any(path.glob("*.ftl")))


class Texts:
    """The sentences of one language; what it lacks is said in English.

    Attributes:
        language: its tag: "en", "pt-BR".
    """

    def __init__(self, language: str = DEFAULT_LANGUAGE, *, is_strict: bool = False) -> None:
        """Read and compile the language's files. `texts_of` shares the result.

        Args:
            language: one of `languages()`.
            is_strict: raise for what is missing, as tests want it, instead of logging it.

        Raises:
            LookupError: there is no such language.
            ValueError: a file holds something that is no message, or an id twice.
        """
        if language not in languages():
            raise LookupError(f"no texts in the language {language!r}")
        self.language = language
        self._is_strict = is_strict
        self._bundle = FluentBundle([language, DEFAULT_LANGUAGE], use_isolating=False)
        self._bundle.add_resource(_read(language))
        if language != DEFAULT_LANGUAGE:
            self._bundle.add_resource(_read(DEFAULT_LANGUAGE))  # what is there already, stays
        self._cached = lru_cache(_CACHE_SIZE)(self._format)

    def has(self, message_id: str) -> bool:
        """Return whether there is such a message."""
        return self._bundle.has_message(message_id)

    def say(self, message_id: str, **arguments: Argument) -> str:
        """Return the message with its arguments filled in; it may have several lines.

        Cost: 20 to 100 us, under 2 us when it was said with the same arguments lately.

        Raises:
            KeyError: if strict: there is no such message, or it asks for an argument that was not given. Otherwise that
                is logged, and the id (or the argument's name in braces) stands in its place.
        """
        return self._cached(message_id, tuple(arguments.items()))

    def first(self, message_ids: list[str], **arguments: Argument) -> str:
        """Return the first message of `message_ids` that exists, as `say`; the last one must."""
        found = next((message_id for message_id in message_ids if self.has(message_id)), message_ids[-1])
        return self.say(found, **arguments)

    def _format(self, message_id: str, arguments: tuple[tuple[str, Argument], ...]) -> str:
        try:
            value = self._bundle.get_message(message_id).value
        except KeyError:
            value = None
        if value is None:
            if self._is_strict:
                raise KeyError(message_id)
            _LOG.error("no message %r in %r", message_id, self.language)
            return message_id
        text, errors = self._bundle.format_pattern(value, dict(arguments))
        if errors:
            if self._is_strict:
                raise KeyError(f"{message_id}: {errors}")
            _LOG.error("message %r in %r: %s", message_id, self.language, errors)
        return str(text)


@lru_cache(maxsize=16)
def texts_of(language: str = DEFAULT_LANGUAGE) -> Texts:
    """Return the shared texts of a language, for everybody who reads it.

    Raises:
        LookupError: there is no such language.
    """
    return Texts(language)


def _read(language: str) -> ast.Resource:
    """Return all messages of a language as one resource.

    Raises:
        ValueError: junk, or an id twice.
    """
    entries: list[ast.EntryType] = []
    seen: set[str] = set()
    for path in sorted((_FOLDER / language).glob("*.ftl")):
        for entry in FluentResource(path.read_text("utf-8")).body:
            if isinstance(entry, ast.Junk):
                text = f"{language}/{path.name} holds what is no message: {entry.content!r}"
                raise ValueError(text)  # noqa: TRY004 (the file is wrong, no type is)
            if isinstance(entry, ast.Message | ast.Term):
                name = entry.id.name
                if name in seen:
                    raise ValueError(f"{language}/{path.name} has {name!r} for a second time")
                seen.add(name)
            entries.append(entry)
    return ast.Resource(entries)
