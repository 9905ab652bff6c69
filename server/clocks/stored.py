"""A clock as text, for the journal, and back: exactly the same clock.

The log is not in it: its charges are stored one by one, as they come.
"""

from collections.abc import Iterable, Mapping
from typing import Final, TypeVar

from cattrs import BaseValidationError
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn, override
from cattrs.preconf.json import JsonConverter, make_converter

from .charges import Charge
from .match_clock import MatchClock


def _converter() -> JsonConverter:
    converter = make_converter(forbid_extra_keys=True)
    no_log = override(omit=True)
    converter.register_unstructure_hook(MatchClock, make_dict_unstructure_fn(MatchClock, converter, log=no_log))
    converter.register_structure_hook(
        MatchClock, make_dict_structure_fn(MatchClock, converter, _cattrs_forbid_extra_keys=True, log=no_log)
    )
    return converter


_CONVERTER: Final = _converter()


def clock_to_json(clock: MatchClock) -> str:
    """Return the clock without its log."""
    return _CONVERTER.dumps(clock)


def clock_from_json(text: str, log: Iterable[Charge] = ()) -> MatchClock:
    """Return the clock that `clock_to_json` wrote, with its log put back.

    Raises:
        ValueError: `text` is no clock.
    """
    clock = _load(text, MatchClock)
    clock.log.extend(log)
    return clock


def charge_to_json(charge: Charge) -> str:
    """Return one entry of a log."""
    return _CONVERTER.dumps(charge)


def charge_from_json(text: str) -> Charge:
    """Return the entry that `charge_to_json` wrote.

    Raises:
        ValueError: `text` is no charge.
    """
    return _load(text, Charge)


def charge_of(fields: Mapping[str, object]) -> Charge:
    """Return the entry of a log that has these fields.

    Raises:
        ValueError: there is no such charge.
    """
    try:
        return _CONVERTER.structure(fields, Charge)
    except (BaseValidationError, ValueError, TypeError, AttributeError, KeyError) as error:
        raise ValueError(f"no charge: {dict(fields)}") from error


_Stored = TypeVar("_Stored", MatchClock, Charge)


def _load(text: str, kind: type[_Stored]) -> _Stored:
    try:
        return _CONVERTER.loads(text, kind)
    except (BaseValidationError, ValueError, TypeError, AttributeError, KeyError) as error:
        raise ValueError(f"no {kind.__name__} in: {text[:80]}") from error
