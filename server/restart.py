"""A restart: every match that was not over goes on where the journal says it was, or is aborted with a reason."""

from typing import Final

import structlog
import trio

import rust_core
from protocol import RemoteError

from .adjournments import DAYS
from .clocks import Charge, MatchClock, TimeControl, charge_of
from .journal import (
    Aborted,
    Charged,
    Chosen,
    Created,
    Journal,
    Retired,
    Revealed,
    Rewound,
    Spoke,
    StoredMatch,
    Wished,
)
from .journal.sqlite import wall_millis
from .lobby import Lobby
from .rules_core import RulesCore
from .session import Session
from .table import Table
from .transcript.replaying import ReplayError, apply, require_digest, seed_of

_ACCOUNTS: Final = {
    "bank": "bank_ms",
    "reaction": "reaction_ms",
    "disconnect": "disconnect_ms",
    "grace": "grace_ms",
    "lag": "lag_quota_ms",
}
DAY_MS: Final = 24 * 60 * 60 * 1_000
_log = structlog.get_logger()


async def bring_back(lobby: Lobby, journal: Journal, now: int | None = None) -> None:
    """Let all unfinished matches of the journal go on in an empty lobby.

    Their people are here again without a connection: the word of their login brings them back to their seats. A match
    that does not go as its records say, under the rules of this installation, is written down as aborted, and so is one
    that was adjourned for too long.

    Args:
        lobby: where to.
        journal: where from.
        now: milliseconds since 1970; None: those of the wall clock.

    Raises:
        JournalError: the journal can't be read.
    """
    now = wall_millis() if now is None else now
    for stored in await journal.unfinished():
        await trio.lowlevel.checkpoint()
        _go_on(lobby, journal, stored, now)


def _give_up(journal: Journal, created: Created, reason: str) -> None:
    journal.submit((Aborted(created.match, reason), Revealed(created.match, created.part)), _nothing)


def _go_on(lobby: Lobby, journal: Journal, stored: StoredMatch, now: int) -> None:
    created = stored.created
    if stored.is_adjourned and now - stored.records[-1].at > DAYS * DAY_MS:
        _give_up(journal, created, f"Nobody has gone on with the adjourned match for {DAYS} days.")
        return
    try:
        core = lobby.make_core(created.game, created.setup, seed_of(created))
        clock = lobby.clock(TimeControl.parse(created.time_control), core.seats)
        remember_charges(stored, clock)
        table = lobby.table(created, core, clock)
        play_again(stored, core, clock, table)
    except (ReplayError, RemoteError, rust_core.RulesBug, LookupError, ValueError) as error:
        _log.warning("a match can't go on", match=created.match, reason=str(error))
        _give_up(journal, created, f"The match could not be continued after a restart: {error}")
        return
    if table.is_adjourned:
        away = [None if seat.house else Session(seat.name, seat.token) for seat in created.seats]
        lobby.keep(*lobby.seat(created, away, table))
        return
    people = [None if seat.house else lobby.recall(seat.name, seat.token) for seat in created.seats]
    lobby.begin(*lobby.seat(created, people, table), is_resumed=True)


def remember_charges(stored: StoredMatch, clock: MatchClock) -> None:
    """Put into the clocks what was left in each account, and into their log every charge that was written down.

    Args:
        stored: the match.
        clock: as it was at the match's beginning. Whoever writes further charges down begins behind these.
    """
    for kept in stored.records:
        record = kept.record
        if not isinstance(record, Charged):
            continue
        accounts = clock.accounts[record.seat]
        account = _ACCOUNTS.get(record.account)
        if account is not None:
            setattr(accounts, account, record.left)
        if record.kind == "lag":
            accounts.lag_used_ms += record.millis
        charge = _charge_of(record)
        if charge is not None:
            clock.log.append(charge)


def _charge_of(record: Charged) -> Charge | None:
    """Return the entry of the log; None for a record of an older server, which did not say enough."""
    if not record.kind:
        return None
    return charge_of(
        {
            "at_ms": record.at,
            "seat": record.seat,
            "decision": record.decision or None,
            "kind": record.kind,
            "account": record.account,
            "amount_ms": record.millis,
            "reason": record.reason,
            "left_ms": record.left,
        }
    )


def play_again(stored: StoredMatch, core: RulesCore, clock: MatchClock, table: Table) -> None:
    """Play all records of a match into `core`, and let its clocks and its table know.

    Args:
        stored: the match.
        core: at the match's beginning.
        clock: as it was then.
        table: of both; it has not started.

    Raises:
        ReplayError: the match goes another way.
        rust_core.RulesBug: the rules broke.
    """
    require_digest(core, stored.created.digest)
    table.remember(core.look(core.opening()))
    for kept in stored.records[1:]:
        record = kept.record
        if isinstance(record, Charged | Spoke):
            continue
        if isinstance(record, Wished):
            table.remember_wish(record)
            continue
        if isinstance(record, Chosen):
            _end_grace(core, clock, record.seat)
            if record.tag:
                table.remember_choice(record)
        step = apply(core, record)
        if isinstance(record, Retired):
            table.left(record.seat)
        table.remember(step, is_takeback=isinstance(record, Rewound))
    table.is_adjourned = stored.is_adjourned
    clock.start_ms -= stored.records[-1].at - stored.records[0].at


def _end_grace(core: RulesCore, clock: MatchClock, seat: int) -> None:
    """Take the grace away from a seat that decides something else than a reaction: it is for the first time alone."""
    if clock.accounts[seat].grace_ms and any(
        decision.seat == seat and decision.kind != "reaction" for decision in core.pending()
    ):
        clock.accounts[seat].grace_ms = 0


def _nothing() -> None:
    """Nobody waits."""
