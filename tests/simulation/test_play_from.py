"""Matches that begin in the midst of one that is over: journaled, brought back, verified."""

from functools import partial
from random import Random

import pytest
import trio

import rust_core
from protocol.client_messages import Accept, Choose, Decline, Match, Ping, Play, Resign, Since
from protocol.client_messages import Replay as Read
from protocol.server_messages import (
    Challenged,
    ChallengeEnded,
    ChallengeSent,
    Decide,
    MatchOver,
    Ok,
    Pong,
    Refused,
    ReplayStep,
    Started,
)
from server.journal import Chosen, Created, Rewound, Shelf
from server.replays import Replay
from server.transcript import OK, export, verify
from server.transcript.replaying import seed_of
from tests.support.client import Program
from tests.support.fake_game import GAME

from .test_matches import events, play
from .town import Town, simulated, town


async def played(here: Town, seed: int = 1) -> tuple[Program, Program, int]:
    ana, bea, match = await here.pair()
    await play([ana, bea], Random(seed))
    ana.skip()
    bea.skip()
    return ana, bea, match


def lines_of(shelf: Shelf, match: int) -> list[tuple[int, str]]:
    found = [kept.record for kept in shelf.load(match).records]
    return [(record.seat, record.line) for record in found if isinstance(record, Chosen)]


def begun(created: Created) -> rust_core.Match:
    return rust_core.Match(created.game, created.setup, seed_of(created))


async def all_events(program: Program, match: int) -> dict[int, str]:
    """Return all that a program was told of a match, once it has asked for it."""
    await program.send(Since(0), "all")
    await program.next(Ok, "all")
    await program.ask(Ping(), Pong)
    told: dict[int, str] = {}
    for event in events(program, match):
        assert told.setdefault(event.number, event.event.text) == event.event.text
    return told


@pytest.mark.parametrize("step", [0, 7, 20])
@simulated
async def test_match_goes_on_from_there_against_the_house(step: int) -> None:
    shelf = Shelf()
    async with town(shelf=shelf) as here:
        ana, _, match = await played(here)
        await ana.ask(Read(match), ReplayStep)
        await ana.type(f"go {step}")
        there = await ana.next(ReplayStep)
        await ana.send(Play(match, step))
        started = await ana.next(Started)
        assert (started.names, started.seat) == (["Ana", "House"], 0)
        new = shelf.load(started.match)
        assert new.created.origin == match
        prefix = lines_of(shelf, match)[:step]
        assert lines_of(shelf, started.match)[:step] == prefix
        assert isinstance(new.records[step + 2].record, Rewound)
        again = Replay((kept.record for kept in new.records), new.created.digest, lambda: begun(new.created))
        again.go(step + 2)
        assert again.core.view(0) == there.view.text
        await play([ana], Random(5))
    stored = shelf.load(started.match)
    assert stored.end is not None
    assert verify(export(stored, rust_core.Catalog(GAME).json)) is OK


@simulated
async def test_it_is_brought_back_with_the_same_numbers() -> None:
    shelf = Shelf()
    async with town(shelf=shelf) as here:
        ana, _, match = await played(here)
        await ana.send(Play(match, 12))
        new = (await ana.next(Started)).match
        decide = await ana.next(Decide)
        await ana.ask(Choose(decide.choices[0], decide.decision), Ok)
        await trio.sleep(1)
        told = await all_events(ana, new)
        assert sorted(told) == list(range(1, len(told) + 1))
        token = ana.token
    async with town(shelf=shelf) as here:
        ana = await here.program().called("Ana", token)
        assert (await ana.next(Started)).match == new
        assert await all_events(ana, new) == told


@simulated
async def test_dice_are_others_than_those_that_were_seen() -> None:
    """It is the same position, but its digest is another one: it holds the key of all later draws."""
    shelf = Shelf()
    async with town(shelf=shelf) as here:
        ana = await here.program().called("Ana")
        await ana.type("bot mage wars random")
        match = (await ana.next(Started)).match
        chance = Random(2)
        for _ in range(60):
            decide = await ana.next(Decide)
            await ana.send(Choose(chance.choice(decide.choices), decide.decision))
        await ana.next(Decide)
        await ana.send(Resign())
        await ana.next(MatchOver)
        await ana.send(Play(match, 5))
        new = (await ana.next(Started)).match
        old, again = [
            Replay((kept.record for kept in stored.records), stored.created.digest, partial(begun, stored.created))
            for stored in (shelf.load(match), shelf.load(new))
        ]
        old.go(5)
        again.go(7)
        assert old.core.view(0) == again.core.view(0)
        assert old.core.digest() != again.core.digest()


@simulated
async def test_somebody_is_challenged_and_sits_at_the_next_seat() -> None:
    shelf = Shelf()
    async with town(shelf=shelf) as here:
        ana, bea, match = await played(here)
        await bea.ask(Play(match, 9, "Ana"), ChallengeSent)
        heard = await ana.next(Challenged)
        assert (heard.name, heard.origin, heard.commitment) == ("Bea", match, None)
        await ana.send(Decline())
        await bea.next(ChallengeEnded)
        await bea.ask(Play(match, 9, "ana"), ChallengeSent)
        await ana.next(Challenged)
        await ana.ask(Match("Bea", GAME), ChallengeSent)  # another wish, not its acceptance
        await ana.send(Accept("Bea"))
        started = await ana.next(Started)
        assert started.names == ["Ana", "Bea"]
        assert (await bea.next(Started)).seat == 1
        await play([ana, bea], Random(3))
    assert shelf.load(started.match).end is not None


@simulated
async def test_stranger_sits_where_the_next_choice_is() -> None:
    async with town(shelf=Shelf()) as here:
        _, _, match = await played(here)
        cid = here.person()
        await cid.called("Cid")
        shown = await cid.ask(f"play from {match} 9")
        assert "Duel 2 begins:" in shown
        assert "House" in shown


@simulated
async def test_what_cannot_be_played_on_is_refused() -> None:
    async with town(shelf=Shelf()) as here:
        ana, bea, match = await played(here)
        assert (await ana.ask(Play(match, 9999), Refused)).code == "nothing-to-play"
        assert (await ana.ask(Play(match + 1, 1), Refused)).code == "no-such-record"
        assert (await ana.ask(Play(match, 1, "Zoe"), Refused)).code == "no-such-player"
        assert (await ana.ask(Play(match, 1, "Ana"), Refused)).code == "yourself"
        await bea.send(Play(match, 1))
        second = (await bea.next(Started)).match
        assert (await ana.ask(Play(second, 0), Refused)).code == "not-over"
