"""A series: up to N games of the same two players, who change seats after each; it ends when it is decided.

A drawn game counts for nobody and is one of the N. So a series ends as soon as nobody can catch up any more, with equal
wins after N games it is drawn.
"""

from collections.abc import Collection
from typing import Final

from attrs import evolve

from protocol import RemoteError

from .errors import refuse
from .journal import Series

LONGEST: Final = 9


def series_of(best: int, options: tuple[str, ...] = ()) -> Series | None:
    """Return a series of at most `best` games with `options` that begins; None for a single game.

    Raises:
        RemoteError: `bad-series`.
    """
    if best == 1:
        return None
    if not 1 <= best <= LONGEST or best % 2 == 0:
        raise bad_series(best)
    return Series(best, 0, (0, 0), options)


def bad_series(best: int) -> RemoteError:
    """Return the refusal of a number of games."""
    return refuse("bad-series", f"A series is best of 3, 5, 7 or {LONGEST}, not {best}.", ("best 3",), given=str(best))


def after(series: Series, winners: Collection[int]) -> Series:
    """Return the series after a game that the seats `winners` won; none or several: it was drawn."""
    won = winners if len(winners) == 1 else ()
    wins = tuple(count + (seat in won) for seat, count in enumerate(series.wins))
    return evolve(series, played=series.played + 1, wins=wins)


def is_decided(series: Series) -> bool:
    """Return whether nobody can catch up, or all games were played."""
    least, most = sorted(series.wins)
    left = series.best - series.played
    return left <= 0 or most > least + left


def in_other_seats(series: Series) -> Series:
    """Return the series as the next game sees it: its wins by the seats of that one."""
    return evolve(series, wins=series.wins[::-1])
