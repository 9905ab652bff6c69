"""Series of games: seats change, the next one begins at once, and what ends a series."""

import trio

from protocol.client_messages import Accept, Adjourn, Draw, Match, Observe, Rematch, Resign, Resume
from protocol.server_messages import (
    Adjourned,
    Challenged,
    ChallengeSent,
    MatchOver,
    Observing,
    Refused,
    SeriesScore,
    Started,
)
from server.journal import Created, Series, Shelf
from tests.support.client import Program
from tests.support.fake_game import GAME, FakeGame

from .town import Town, simulated, town


async def sit_down(here: Town, best: int = 3) -> tuple[Program, Program]:
    """Begin a series between two; both have heard of its first game."""
    ana, bea = [await here.program().called(name) for name in ("Ana", "Bea")]
    await ana.ask(Match("Bea", GAME, best=best), ChallengeSent)
    assert (await bea.next(Challenged)).best == best
    await bea.send(Accept())
    for program in (ana, bea):
        assert (await program.next(Started)).names == ["Ana", "Bea"]
    return ana, bea


async def lose(loser: Program, *everybody: Program) -> SeriesScore:
    """Let somebody give a game up; return how the series stands."""
    await loser.send(Resign())
    scores = []
    for program in everybody:
        await program.next(MatchOver)
        scores.append(await program.next(SeriesScore))
    assert all(score == scores[0] for score in scores)
    return scores[0]


@simulated
async def test_seats_change_and_the_series_ends_when_it_is_decided() -> None:
    async with town(start_core=FakeGame.start) as here:
        ana, bea = await sit_down(here)
        cid = await here.program().called("Cid")
        await cid.ask(Observe(1), Observing)
        assert await lose(ana, ana, bea, cid) == SeriesScore(1, 3, 1, ["Ana", "Bea"], [0, 1], is_over=False)
        for seat, program in ((1, ana), (0, bea)):
            started = await program.next(Started)
            assert (started.match, started.names, started.seat) == (2, ["Bea", "Ana"], seat)
        assert await lose(bea, ana, bea) == SeriesScore(2, 3, 2, ["Bea", "Ana"], [1, 1], is_over=False)
        assert (await ana.next(Started)).names == ["Ana", "Bea"]
        await bea.next(Started)
        assert await lose(ana, ana, bea) == SeriesScore(3, 3, 3, ["Ana", "Bea"], [1, 2], is_over=True)
        await trio.sleep(10)
        assert here.lobby.running == {}
        await ana.ask(Rematch(), ChallengeSent)
        assert (await bea.next(Challenged)).best == 3


@simulated
async def test_decided_series_has_no_more_games_and_a_draw_counts_for_nobody() -> None:
    async with town(start_core=FakeGame.start) as here:
        ana, bea = await sit_down(here)
        for program in (ana, bea):
            await program.send(Draw())
        assert (await ana.next(SeriesScore)).wins == [0, 0]
        await bea.next(SeriesScore)
        assert (await lose(ana, ana, bea)).is_over is False
        assert await lose(ana, ana, bea) == SeriesScore(3, 3, 3, ["Ana", "Bea"], [0, 2], is_over=True)
        assert here.lobby.running == {}


@simulated
async def test_series_is_given_up_as_a_whole() -> None:
    async with town(start_core=FakeGame.start) as here:
        ana, bea = await sit_down(here, best=9)
        await bea.send(Resign(series=True))
        assert await ana.next(SeriesScore) == SeriesScore(1, 9, 1, ["Ana", "Bea"], [1, 0], is_over=True)
        await trio.sleep(1)
        assert here.lobby.running == {}


@simulated
async def test_who_is_away_after_a_game_plays_no_other() -> None:
    async with town(start_core=FakeGame.start) as here:
        ana, bea = await sit_down(here)
        await bea.type("quit")
        await bea.to_the_end()
        await trio.sleep(61)
        await ana.type("claim")
        assert await ana.next(SeriesScore) == SeriesScore(1, 3, 1, ["Ana", "Bea"], [1, 0], is_over=True)
        assert here.lobby.running == {}


@simulated
async def test_series_outlives_a_restart_and_an_adjournment() -> None:
    shelf = Shelf()
    async with town(start_core=FakeGame.start, shelf=shelf) as here:
        ana, bea = await sit_down(here)
        await lose(bea, ana, bea)
        assert (await ana.next(Started)).match == 2
        await bea.next(Started)
        created = shelf.load(2).created
        assert created.series == Series(3, 1, (0, 1))
        for program in (ana, bea):
            await program.send(Adjourn())
        await ana.next(Adjourned)
    async with town(start_core=FakeGame.start, shelf=shelf) as here:
        ana, bea = [await here.program().called(each.name, each.token) for each in created.seats][::-1]
        await ana.send(Resume("2"))
        await bea.send(Resume("2"))
        for program in (ana, bea):
            await program.next(Started)
        assert await lose(bea, ana, bea) == SeriesScore(2, 3, 2, ["Bea", "Ana"], [0, 2], is_over=True)


@simulated
async def test_number_of_games_is_refused_with_what_would_do() -> None:
    async with town(start_core=FakeGame.start) as here:
        ana = await here.program().called("Ana")
        await here.program().called("Bea")
        for best in (0, 2, 11):
            refused = await ana.ask(Match("Bea", GAME, best=best), Refused)
            assert (refused.code, refused.suggestions) == ("bad-series", ["best 3"])


@simulated
async def test_people_are_told_how_a_series_stands() -> None:
    async with town() as here:
        ana, bea = here.person(), here.person()
        await ana.called("Ana")
        await bea.called("Bea")
        await ana.type("match bea wizards arena blitz best 3")
        await bea.until("best of 3")
        await bea.type("accept")
        await ana.until("Duel 1 begins")
        await bea.type("resign")
        await bea.until("Really give duel 1 up")
        await bea.type("yes")
        for person in (ana, bea):
            await person.until("The series (best of 3): Ana 1 and Bea 0.", "Duel 2 begins: Bea - Ana")
        await ana.type("resign series")
        await ana.until("all games to come")
        await ana.type("yes")
        await bea.until("The series (best of 3) is over: Bea 1 and Ana 1.")


@simulated
async def test_options_hold_for_all_games_and_must_be_the_same_on_both_sides() -> None:
    shelf = Shelf()
    async with town(shelf=shelf) as here:
        ana, bea = here.program(), here.program()
        await ana.called("Ana")
        await bea.called("Bea")
        wish = "mage tower draft"
        await ana.ask(Match("Bea", wish, nonce="a", best=3), ChallengeSent)
        await bea.ask(Match("Ana", wish), ChallengeSent)
        await bea.send(Match("Ana", wish, nonce="b", best=3))
        setups = []
        for number in (1, 2):
            for program in (ana, bea):
                assert (await program.next(Started)).match == number
            created = shelf.load(number).created
            assert isinstance(created, Created)
            setups.append(created.setup)
            await ana.send(Resign())
        assert setups[0] == setups[1]
