"""What a reader has set: width, colour, pictures or sentences, hints, the bell."""

from collections.abc import Callable
from typing import Final

from attrs import evolve

from .errors import refuse
from .text.style import NARROWEST, WIDEST, Style, fit_width

_ON_OFF: Final = {"on": True, "off": False}
_STYLES: Final = {"picture": False, "linear": True}


class Settings:
    """A reader's settings.

    Attributes:
        style: how lines are made.
        hints: advice in every match; None: only in the learning duel.
        rings_bell: ring when the reader must decide.
    """

    def __init__(self) -> None:
        """Begin with what suits most terminals."""
        self.style = Style()
        self.hints: bool | None = None
        self.rings_bell = False
        self._rows: dict[str, tuple[Callable[[], str], Callable[[str], bool]]] = {
            "width": (lambda: str(self.style.width), self._set_width),
            "colour": (lambda: _on_off(is_on=self.style.colour), self._set_colour),
            "style": (lambda: "linear" if self.style.linear else "picture", self._set_style),
            "hints": (lambda: _on_off(is_on=bool(self.hints)), self._set_hints),
            "bell": (lambda: _on_off(is_on=self.rings_bell), self._set_bell),
        }

    def resize(self, columns: int | None) -> None:
        """Take over the width of a terminal, where it is known."""
        if columns is not None:
            self.style = evolve(self.style, width=fit_width(columns))

    def all(self) -> dict[str, str]:
        """Return every setting with its value."""
        return {key: read() for key, (read, _) in self._rows.items()}

    def apply(self, key: str, value: str | None) -> str:
        """Change a setting, if `value` is given; return its value.

        Raises:
            RemoteError: `bad-setting`.
        """
        row = self._rows.get("colour" if key == "color" else key)
        if row is None:
            raise refuse("bad-setting", f"There is no setting {key}.", tuple(self._rows), key=key, value=value or "")
        read, write = row
        if value is not None and not write(value.lower()):
            raise refuse("bad-setting", f"{key} can't be {value}.", ("set",), key=key, value=value)
        return read()

    def _set_width(self, value: str) -> bool:
        if not value.isdecimal() or not NARROWEST <= int(value[:4]) <= WIDEST:
            return False
        self.style = evolve(self.style, width=int(value))
        return True

    def _set_colour(self, value: str) -> bool:
        if value in _ON_OFF:
            self.style = evolve(self.style, colour=_ON_OFF[value])
        return value in _ON_OFF

    def _set_style(self, value: str) -> bool:
        if value in _STYLES:
            self.style = evolve(self.style, linear=_STYLES[value])
        return value in _STYLES

    def _set_hints(self, value: str) -> bool:
        self.hints = _ON_OFF.get(value, self.hints)
        return value in _ON_OFF

    def _set_bell(self, value: str) -> bool:
        self.rings_bell = _ON_OFF.get(value, self.rings_bell)
        return value in _ON_OFF


def _on_off(*, is_on: bool) -> str:
    return "on" if is_on else "off"
