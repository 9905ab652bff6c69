"""Open tables and options on the mock clock: who sits down, who leaves, when it begins, and what is refused."""

import json
from random import Random

import pytest
import trio

from protocol import parse_raw
from protocol.client_messages import (
    Accept,
    Begin,
    Board,
    Bot,
    Choices,
    Choose,
    Games,
    House,
    Join,
    Leave,
    Match,
    Rematch,
    Resign,
    Table,
    Who,
)
from protocol.server_messages import (
    Bye,
    Challenged,
    ChallengeSent,
    Decide,
    GamesList,
    MatchOver,
    Ok,
    Refused,
    Started,
    TableChanged,
    TableInfo,
    View,
    WhoList,
)
from server.config import Config
from server.journal import Created, Shelf
from tests.support.client import Program
from tests.support.fake_game import GAME, FakeGame

from .test_matches import play
from .town import Town, simulated, town

TOWER = "mage tower"


async def people(here: Town, *names: str) -> list[Program]:
    return [await here.program().called(name) for name in names]


async def changed(program: Program, what: str) -> TableInfo:
    """Wait for that change; return the table as it is after it."""
    while True:
        news = await program.next(TableChanged)
        if news.what == what:
            return news.table


async def view(program: Program) -> dict[str, object]:
    found = parse_raw((await program.ask(Board(), View)).view)
    assert isinstance(found, dict)
    return found


# Opening, sitting down, beginning


@simulated
async def test_table_begins_by_itself_when_all_seats_are_taken() -> None:
    async with town() as here:
        ana, bea, cid = await people(here, "Ana", "Bea", "Cid")
        await ana.ask(Table(TOWER, 3), Ok)
        opened = await changed(bea, "opened")
        assert opened == TableInfo(1, "mage_tower", [], None, 3, 2, ["Ana"], "Ana")
        await bea.ask(Join(1), Ok)
        assert (await changed(ana, "joined")).names == ["Ana", "Bea"]
        assert (await cid.ask(Games(), GamesList)).tables[0].names == ["Ana", "Bea"]
        await cid.send(Join(1))
        for seat, program in enumerate((ana, bea, cid)):
            started = await program.next(Started)
            assert (started.names, started.seat) == (["Ana", "Bea", "Cid"], seat)
            assert any(isinstance(one, TableChanged) and one.what == "begun" for one in program.messages)
        assert (await cid.ask(Games(), GamesList)).tables == []
        assert [one.state for one in (await cid.ask(Who(), WhoList)).players] == ["playing"] * 3


@simulated
async def test_host_begins_with_fewer_and_the_house_fills_seats() -> None:
    async with town() as here:
        ana, bea = await people(here, "Ana", "Bea")
        await ana.send(Table(f"{TOWER} hidden-draft", None, "10m+15s"))
        await changed(ana, "opened")
        await ana.ask(House("random"), Ok)
        await ana.ask(House(), Ok)
        await ana.ask(House("off"), Ok)
        await bea.send(Join(1))
        table = await changed(bea, "joined")
        assert (table.names, table.options, table.clock) == (
            ["Ana", "House", "Bea"],
            ["hidden-draft"],
            "10m+15s/20s:60s",
        )
        await ana.send(Begin())
        assert (await bea.next(Started)).names == ["Ana", "House", "Bea"]
        assert (await view(bea))["phase"] == "draft"
        assert here.lobby.running[1].actor.table._waits.clock.control.is_timed


@simulated
async def test_house_that_takes_the_last_seat_begins_the_match() -> None:
    async with town() as here:
        (ana,) = await people(here, "Ana")
        await ana.send(Table(TOWER, 4))
        for _ in range(3):
            await ana.send(House("random"))
        assert (await ana.next(Started)).names == ["Ana", "House 2", "House 3", "House 4"]


@pytest.mark.parametrize("line", ["table mage tower solo", "bot mage tower solo", "table mage tower coop 1"])
@simulated
async def test_alone_it_begins_at_once(line: str) -> None:
    async with town() as here:
        (ana,) = await people(here, "Ana")
        await ana.type(line)
        started = await ana.next(Started)
        assert started.names == ["Ana"]
        assert (await ana.next(Decide)).window == "keep"
        assert not any(isinstance(message, TableChanged) for message in ana.messages)


@simulated
async def test_table_of_a_game_for_two_waits_for_anybody() -> None:
    async with town(start_core=FakeGame.start) as here:
        ana, bea = await people(here, "Ana", "Bea")
        await ana.ask(Table(GAME), Ok)
        await bea.send(Join((await changed(bea, "opened")).table))
        assert (await bea.next(Started)).names == ["Ana", "Bea"]


@simulated
async def test_two_tables_have_two_numbers_that_do_not_come_again() -> None:
    async with town() as here:
        ana, bea, cid = await people(here, "Ana", "Bea", "Cid")
        for number, program in enumerate((ana, bea), 1):
            await program.ask(Table(TOWER), Ok)
            assert (await changed(cid, "opened")).table == number
        await ana.ask(Leave(), Ok)
        await ana.ask(Table(TOWER), Ok)
        assert [one.table for one in (await cid.ask(Games(), GamesList)).tables] == [2, 3]


# Leaving


@simulated
async def test_who_leaves_frees_the_seat_and_the_next_one_becomes_host() -> None:
    async with town() as here:
        ana, bea, cid = await people(here, "Ana", "Bea", "Cid")
        await ana.ask(Table(TOWER, 5), Ok)
        await ana.ask(House(), Ok)
        for program in (bea, cid):
            await program.ask(Join(1), Ok)
        assert (await bea.ask(Begin(), Refused)).code == "not-host"
        await ana.send(Leave())
        left = await changed(cid, "left")
        assert (left.names, left.host) == (["House", "Bea", "Cid"], "Bea")
        assert (await changed(ana, "left")).names == ["House", "Bea", "Cid"]
        players = {one.name: (one.state, one.table) for one in (await ana.ask(Who(), WhoList)).players}
        assert players == {"Ana": ("free", None), "Bea": ("waiting", 1), "Cid": ("waiting", 1)}
        await bea.send(Begin())
        assert (await cid.next(Started)).names == ["House", "Bea", "Cid"]


@simulated
async def test_lost_connection_frees_the_seat_and_the_last_person_takes_the_table_along() -> None:
    async with town() as here:
        ana, bea, cid = await people(here, "Ana", "Bea", "Cid")
        await ana.ask(Table(TOWER), Ok)
        await bea.ask(Join(1), Ok)
        again = await here.program().called("Bea", bea.token)
        await bea.wire.close()
        await trio.sleep(1)
        assert (await cid.ask(Games(), GamesList)).tables[0].names == ["Ana", "Bea"]  # she is here from elsewhere
        await again.wire.close()
        assert (await changed(ana, "left")).names == ["Ana"]
        await ana.ask(House(), Ok)
        await ana.wire.close()
        await trio.sleep(1)
        assert (await cid.ask(Games(), GamesList)).tables == []
        assert (await cid.ask(Join(1), Refused)).code == "no-such-table"
        assert list(here.lobby.sessions) == ["cid"]


@simulated
async def test_who_plays_elsewhere_meanwhile_gives_the_seat_up_with_the_connection() -> None:
    async with town() as here:
        ana, bea = await people(here, "Ana", "Bea")
        await ana.ask(Table(TOWER), Ok)
        await bea.ask(Join(1), Ok)
        await bea.send(Bot("mage tower"))
        await bea.next(Started)
        await bea.wire.close()
        assert (await changed(ana, "left")).names == ["Ana"]
        assert "bea" in here.lobby.sessions  # her match waits for her


@simulated
async def test_server_that_stops_says_goodbye_to_those_who_wait() -> None:
    async with town() as here:
        ana, bea = await people(here, "Ana", "Bea")
        await ana.ask(Table(TOWER), Ok)
        await bea.ask(Join(1), Ok)
        here.lobby.stop()
        for program in (ana, bea):
            assert (await program.next(Bye)).reason == "shutdown"
            await program.to_the_end()


# Refusals


@simulated
async def test_what_cannot_be_done_at_tables_is_refused_and_changes_nothing() -> None:
    async with town() as here:
        ana, bea, cid = await people(here, "Ana", "Bea", "Cid")
        for message in (Leave(), Begin(), House()):
            assert (await ana.ask(message, Refused)).code == "not-at-table"
        assert (await ana.ask(Join(1), Refused)).code == "no-such-table"
        await ana.ask(Table(TOWER), Ok)
        refused = await bea.ask(Join(7), Refused)
        assert (refused.code, refused.suggestions) == ("no-such-table", ["join 1"])
        for message in (Table(TOWER), Join(1)):
            assert (await ana.ask(message, Refused)).code == "already-at-table"
        few = await ana.ask(Begin(), Refused)
        assert (few.code, few.params["missing"], few.suggestions) == ("too-few-seated", "1", ["house", "leave"])
        assert (await ana.ask(House("off"), Refused)).code == "no-house"
        assert (await ana.ask(House("clever"), Refused)).code == "bad-arguments"
        await bea.ask(Join(1), Ok)
        assert (await bea.ask(House(), Refused)).code == "not-host"
        assert (await cid.ask(Games(), GamesList)).tables[0].names == ["Ana", "Bea"]


@pytest.mark.parametrize(
    ("line", "code", "suggestions"),
    [
        ("table mage tower 7", "wrong-seats", ["table mage tower", "bot mage tower"]),
        ("table mage tower 1", "wrong-seats", ["table mage tower", "bot mage tower"]),
        ("table mage tower coop 5", "wrong-seats", ["table mage tower coop", "bot mage tower coop"]),
        ("table wizards arena 3", "wrong-seats", ["table wizards arena", "bot wizards arena"]),
        ("bot mage tower 999999999", "wrong-seats", ["table mage tower", "bot mage tower"]),
        ("bot mage tower solo 2", "wrong-seats", ["bot mage tower solo"]),
        ("match Bea mage tower solo", "wrong-seats", ["bot mage tower solo"]),
        ("table mage tower drfat", "no-such-option", ["draft"]),
        ("bot wizards arena draft", "no-such-option", []),
        ("match Bea mage tower draft hidden-draft", "options-clash", ["draft", "hidden-draft"]),
        ("table mage tower coop draft", "options-clash", ["coop", "draft"]),
        ("table chess 4", "no-such-game", ["Wizard's Arena", "Mage Tower", "Mage Wars"]),
        ("table mage tower soon", "no-such-option", ["solo"]),
        ("table mage tower 10q", "bad-time-control", ["10m+15s/20s:60s", "rapid"]),
    ],
)
@simulated
async def test_what_cannot_be_played_is_refused_with_what_would_do(
    line: str, code: str, suggestions: list[str]
) -> None:
    async with town() as here:
        ana, _ = await people(here, "Ana", "Bea")
        await ana.type(line)
        refused = await ana.next(Refused)
        assert (refused.code, refused.suggestions) == (code, suggestions)
        assert (await ana.ask(Games(), GamesList)).tables == []
        assert here.lobby.running == {}
        assert here.lobby.challenges.waiting == []


@simulated
async def test_full_server_refuses_the_last_seat_and_the_table_stays_open() -> None:
    async with town(Config(matches=1)) as here:
        ana, bea, cid = await people(here, "Ana", "Bea", "Cid")
        await cid.send(Bot("wizards arena"))
        await cid.next(Started)
        await ana.ask(Table(TOWER, 2), Ok)
        assert (await bea.ask(Join(1), Refused)).code == "server-full"
        assert (await bea.ask(Games(), GamesList)).tables[0].names == ["Ana"]
        await cid.send(Resign())
        await cid.next(MatchOver)
        await trio.sleep(1)
        await bea.send(Join(1))
        assert (await ana.next(Started)).names == ["Ana", "Bea"]


# Options


@pytest.mark.parametrize(
    ("wish", "seats", "expected"),
    [
        ("mage tower draft", 2, {"mode": "versus", "players": 2, "draft": "visible", "advanced": False}),
        ("mage tower Draft advanced", 3, {"mode": "versus", "players": 3, "draft": "hidden", "advanced": True}),
        ("tower hiddendraft", 2, {"mode": "versus", "players": 2, "draft": "hidden", "advanced": False}),
        ("mage_tower co-op beginner", 4, {"mode": "coop", "players": 4, "draft": "random", "advanced": False}),
        ("mage tower", 6, {"mode": "versus", "players": 6, "draft": "random", "advanced": False}),
    ],
)
@simulated
async def test_options_reach_the_setup(wish: str, seats: int, expected: dict[str, object]) -> None:
    shelf = Shelf()
    async with town(shelf=shelf) as here:
        (ana,) = await people(here, "Ana")
        await ana.send(Bot(wish, "random", seats=seats))
        await ana.next(Started)
        created = shelf.load(1).created
        assert isinstance(created, Created)
        assert json.loads(created.setup) == {**expected, "first": None}


@simulated
async def test_challenge_with_options_is_told_and_played_with_them() -> None:
    async with town() as here:
        ana, bea = await people(here, "Ana", "Bea")
        await ana.ask(Match("Bea", f"{TOWER} draft"), ChallengeSent)
        assert (await bea.next(Challenged)).options == ["draft"]
        await bea.send(Match("Ana", TOWER))  # another game: it does not take the offer up
        assert (await ana.next(Challenged)).options == []
        await bea.send(Accept())
        await bea.next(Started)
        assert (await view(ana))["phase"] == "draft"


# Again


@simulated
async def test_rematch_of_several_gathers_them_at_the_same_table() -> None:
    async with town() as here:
        ana, bea, cid = await people(here, "Ana", "Bea", "Cid")
        await ana.ask(Table(f"{TOWER} advanced", 4), Ok)
        await ana.ask(House("random"), Ok)
        await bea.ask(Join(1), Ok)
        await cid.send(Join(1))
        await cid.next(Started)
        for program in (ana, bea, cid):
            await program.send(Resign())
        for program in (ana, bea, cid):
            await program.next(MatchOver)
        await cid.ask(Rematch(), Ok)
        opened = await changed(ana, "opened")
        assert (opened.names, opened.seats, opened.options) == (["Cid", "House"], 4, ["advanced"])
        await ana.ask(Rematch(), Ok)
        await bea.send(Rematch())
        assert (await bea.next(Started)).names == ["Cid", "House", "Ana", "Bea"]


@simulated
async def test_rematch_with_the_house_has_the_same_seats_and_options() -> None:
    async with town() as here:
        (ana,) = await people(here, "Ana")
        await ana.send(Bot(f"{TOWER} coop", "random", seats=3))
        await ana.next(Started)
        await ana.send(Resign())
        await play([ana], Random(1))
        await ana.send(Rematch())
        assert (await ana.next(Started)).names == ["Ana", "House 2", "House 3"]
        assert (await view(ana))["team"] is not None


# Going on


@simulated
async def test_who_gives_up_among_several_lets_the_others_go_on() -> None:
    async with town() as here:
        programs = await people(here, "Ana", "Bea", "Cid")
        await programs[0].ask(Table(TOWER, 3), Ok)
        for program in programs[1:]:
            await program.send(Join(1))
        for program in programs:
            await program.next(Started)
        await programs[0].ask(Resign(), Ok)
        assert (await programs[0].ask(Resign(), Refused)).code == "already-out"
        ends = await play(programs, Random(5))
        assert ends[0] == ends[1] == ends[2]
        assert 0 not in ends[0].winners


@simulated
async def test_restart_brings_a_match_of_six_back() -> None:
    shelf = Shelf()
    names = ["Ana", "Bea", "Cid", "Dan"]
    rng = Random(8)
    async with town(shelf=shelf) as here:
        programs = await people(here, *names)
        await programs[0].ask(Table(f"{TOWER} hidden-draft advanced", 6), Ok)
        await programs[0].ask(House("random"), Ok)
        await programs[0].ask(House("greedy"), Ok)
        for program in programs[1:]:
            await program.send(Join(1))
        for program in programs:
            decide = await program.next(Decide)
            await program.ask(Choose(rng.choice(decide.choices)), Ok)
        views = [await view(program) for program in programs]
        digest = here.lobby.running[1].actor.table._core.digest()
    assert json.loads(shelf.load(1).created.setup)["players"] == 6
    async with town(shelf=shelf, seed=2) as here:
        programs = [
            await here.program().called(name, program.token) for name, program in zip(names, programs, strict=True)
        ]
        for seat, program in zip((0, 3, 4, 5), programs, strict=True):
            started = await program.next(Started)
            assert (started.match, started.seat, len(started.names)) == (1, seat, 6)
        assert here.lobby.running[1].actor.table._core.digest() == digest
        assert [await view(program) for program in programs] == views
        for program in programs:
            await program.send(Choices())
        ends = await play(programs, rng)
        assert len(ends) == 4
        assert len(set(map(str, ends))) == 1


# In text


@simulated
async def test_a_table_is_opened_joined_and_begun_by_what_the_screen_tells() -> None:
    async with town() as here:
        ana, bea = here.person(), here.person()
        menu = await ana.called("Ana")
        await bea.called("Bea")
        assert "table mage tower" in menu
        row = next(line for line in menu.split("\n") if "table mage tower" in line)
        told = await ana.ask(row.split()[0])
        assert "You open table 1: Mage Tower." in told
        await bea.until("Ana opens table 1", "join 1", "> ")
        assert "1  leave" in await bea.ask("join 1")
        shown = await ana.prompt()
        assert "Bea sits down at table 1." in shown
        assert "1  begin" in shown
        await ana.type("1")
        for person in (ana, bea):
            await person.until("Duel 1 begins: Ana - Bea. Mage Tower.")


@simulated
async def test_news_of_a_table_takes_no_numbers_from_a_match() -> None:
    async with town() as here:
        ana, bea = here.person(), here.person()
        await ana.called("Ana")
        await bea.called("Bea")
        await ana.ask("table mage tower")
        await ana.ask("bot wizards arena")
        await bea.ask("join 1")
        shown = await ana.until("Bea sits down at table 1.", "free.")
        assert "begin" not in shown
        assert "Nothing has the number" not in await ana.ask("1")
        assert "begin" in await ana.ask("/lobby")
