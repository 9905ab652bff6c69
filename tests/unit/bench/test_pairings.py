"""Two programs and their pairing, told by hand what a server would tell them."""

import pytest

from bench.load.pairings import Pairing
from bench.load.programs import Program
from protocol import RawJson, encode_json, encode_server
from protocol import server_messages as told
from protocol.server_messages import ServerMessage

from .playing import Wire

GAME = "wizards_arena"


def line(message: ServerMessage, tag: str | None = None) -> bytes:
    return encode_json(encode_server(message, tag))


def started(seat: int | None, match: int = 7) -> bytes:
    return line(told.Started(match, GAME, ["ana", "bea"], seat, None))


def event(number: int) -> bytes:
    return line(told.Event(7, number, RawJson('{"type":"drawn"}')))


def decide(seat: int, decision: int, kind: str = "turn") -> bytes:
    return line(told.Decide(7, seat, decision, "draw", kind, "done", ["done", "draw 1"], True, None))


WAITING = line(told.Waiting(7, [0], "draw"))
OVER = line(told.MatchOver(7, [0], "life", [3, 0]))


class Town:
    """A pairing that is at its match; ana is to decide."""

    def __init__(self, *, is_open: bool = True, expects_losses: bool = False) -> None:
        """Bring it there."""
        self.wire = Wire(expects_losses=expects_losses)
        self.pairing = Pairing(self.wire, GAME, is_open=is_open)
        self.ana, self.bea = (Program(name, self.pairing, self.wire) for name in ("ana", "bea"))
        self.pairing.players += [self.ana, self.bea]
        for player in (self.ana, self.bea):
            player.connected(0.0)
            player.take(line(told.LoggedIn(player.name, True, "abc")), 0.0)
        assert self.wire.taken()[-1] == ("ana", f"match bea {GAME}\n")
        self.ana.take(line(told.ChallengeSent("bea", GAME)), 0.0)
        assert self.wire.taken() == [("bea", "accept ana\n")]
        self.ana.take(started(0) + event(1) + decide(0, 1), 0.0)
        self.bea.take(started(1) + event(1) + WAITING, 0.0)
        self.wire.measured.clear()


def test_choice_waits_until_it_is_due_and_counts_from_then() -> None:
    town = Town()
    assert town.wire.taken() == []
    town.pairing.arrive(1.0, 1.25)  # the driver is late; the time counts all the same
    assert town.wire.taken() == [("ana", "done\n")]
    town.bea.take(event(2) + decide(1, 1), 1.5)
    town.ana.take(event(2) + WAITING, 1.75)
    assert town.wire.measured == [("told", 0.5), ("answer", 0.75)]


def test_choice_that_is_due_before_it_is_asked_for_counts_from_when_it_was_due() -> None:
    town = Town()
    town.pairing.arrive(1.0, 1.0)
    town.pairing.arrive(2.0, 2.0)  # nobody has been asked: the server stands still
    assert [text for _, text in town.wire.taken()] == ["done\n"]
    town.ana.take(event(2) + WAITING, 5.0)
    town.bea.take(event(2) + decide(1, 1), 5.0)
    assert town.wire.taken() == [("bea", "done\n")]
    town.bea.take(event(3) + WAITING, 5.5)
    town.ana.take(event(3) + decide(0, 2), 5.5)
    assert town.wire.measured == [("answer", 4.0), ("told", 4.0), ("answer", 3.5), ("told", 3.5)]


def test_closed_pairing_chooses_as_soon_as_it_is_asked() -> None:
    town = Town(is_open=False)
    assert town.wire.taken() == [("ana", "done\n")]
    town.ana.take(event(2) + WAITING, 1.0)
    town.bea.take(event(2) + decide(1, 1), 1.0)
    assert town.wire.taken() == [("bea", "done\n")]


def test_no_choice_is_made_before_both_know_of_the_match() -> None:
    town = Town(is_open=False)
    town.wire.taken()
    town.ana.take(OVER, 1.0)
    town.bea.take(OVER, 1.0)
    town.wire.taken()
    again = line(told.Decide(8, 0, 1, "cut", "turn", "cut 0", ["cut 0"], True, None))
    town.ana.take(started(0, match=8) + again, 2.0)
    assert town.wire.taken() == []
    town.bea.take(started(1, match=8), 3.0)
    assert town.wire.taken() == [("ana", "cut 0\n")]


def test_end_is_heard_and_the_next_match_is_offered() -> None:
    town = Town(is_open=False)
    town.wire.taken()
    town.ana.take(event(2) + OVER, 1.0)
    town.bea.take(event(2) + OVER, 1.0)
    assert town.wire.taken() == [("ana", f"match bea {GAME}\n")]
    assert town.pairing.finished == 1
    assert [(heard.seat, heard.count, heard.over) for heard in town.wire.heard] == [
        (0, 2, OVER.decode().strip()),
        (1, 2, OVER.decode().strip()),
    ]
    assert town.wire.measured == [("answer", 1.0), ("told", 1.0)]
    assert not town.wire.faults.counts


def test_decision_that_was_answered_is_not_to_be_asked_again() -> None:
    town = Town(is_open=False)
    town.ana.take(decide(0, 1), 1.0)
    assert town.wire.faults.counts == {"decision-twice": 1}


def test_sealed_decision_may_be_shown_again_and_is_answered_once() -> None:
    town = Town(is_open=False)
    town.ana.take(event(2) + decide(0, 2, "secret"), 1.0)
    town.wire.taken()
    town.ana.take(decide(0, 2, "secret"), 2.0)
    assert town.wire.taken() == []
    assert not town.wire.faults.counts


def back(town: Town, *lines: bytes) -> None:
    """Let ana lose her connection and come back: hear `lines` in answer to what she asks for."""
    town.wire.drop(town.ana, 2.0)
    assert town.wire.waiting[-1] == (3.0, town.ana)
    town.wire.taken()
    town.pairing.come_back(town.ana, 3.0)
    assert town.wire.taken() == [("ana", "mode json\nlogin ana abc\n")]
    town.ana.take(line(told.LoggedIn("ana", True, "abc")), 3.0)
    assert town.wire.taken() == [("ana", "@back since 1\n")]
    town.ana.take(b"".join(lines), 4.0)


def test_who_comes_back_hears_what_was_missed_and_goes_on() -> None:
    town = Town(expects_losses=True)
    town.pairing.arrive(1.0, 1.0)
    ok = line(told.Ok("since"), "back")
    back(town, started(0) + event(2) + decide(0, 2), ok, event(2) + decide(0, 2))
    assert town.ana.match == 7
    assert ("answer", 3.0) in town.wire.measured
    town.pairing.arrive(5.0, 5.0)
    assert town.wire.taken() == [("ana", "done\n")]
    assert not town.wire.faults.counts


def test_choice_that_was_lost_with_its_connection_is_made_again_and_keeps_its_time() -> None:
    town = Town(expects_losses=True)
    town.pairing.arrive(1.0, 1.0)
    back(town, started(0) + decide(0, 1), line(told.Ok("since"), "back"), decide(0, 1))
    assert town.wire.taken() == [("ana", "done\n")]
    assert [kind for kind, _ in town.wire.measured] == ["back"]
    town.ana.take(event(2) + WAITING, 6.0)
    town.bea.take(event(2) + decide(1, 1), 6.0)
    assert town.wire.measured[1:] == [("answer", 5.0), ("told", 5.0)]
    assert not town.wire.faults.counts


def test_choice_that_was_told_to_nobody_yet_counts_until_both_are_back() -> None:
    town = Town(expects_losses=True)
    town.pairing.arrive(1.0, 1.0)
    town.wire.drop(town.bea, 1.5)
    town.pairing.come_back(town.bea, 2.0)
    town.bea.take(line(told.LoggedIn("bea", True, "abc")), 2.0)
    ok = line(told.Ok("since"), "back")
    town.bea.take(started(1) + ok + event(2) + decide(1, 1), 3.0)
    assert ("told", 2.0) in town.wire.measured
    town.ana.take(event(2) + WAITING, 4.0)
    assert ("answer", 3.0) in town.wire.measured
    assert not town.wire.faults.counts


def test_match_that_ended_meanwhile_is_left() -> None:
    town = Town(expects_losses=True)
    refusal = told.Refused("not-in-match", "You play in no match now.", {}, None, ())
    back(town, line(refusal, "back"))
    assert town.ana.state == "free"
    assert not town.wire.faults.counts


def test_lost_connection_is_a_fault_where_none_was_cut() -> None:
    town = Town()
    town.wire.drop(town.bea, 2.0)
    assert town.wire.faults.counts == {"hung-up": 1}


@pytest.mark.parametrize(("expects_losses", "faults"), [(False, {"refused": 1}), (True, {})])
def test_refusals_are_faults_but_for_those_of_a_loss(expects_losses: bool, faults: dict[str, int]) -> None:
    town = Town(expects_losses=expects_losses)
    town.ana.take(line(told.Refused("stale-decision", "It is not open.", {}, None, ())), 1.0)
    assert town.wire.faults.counts == faults
    town.ana.take(line(told.Refused("no-such-player", "Nobody.", {}, None, ())), 1.0)
    assert town.wire.faults.counts == faults


def test_watcher_that_is_turned_away_tries_again() -> None:
    town = Town()
    watcher = Program("cid", town.pairing, town.wire)
    town.pairing.watchers.append(watcher)
    watcher.connected(0.0)
    watcher.take(line(told.LoggedIn("cid", True, "xyz")), 0.0)
    town.wire.taken()
    watcher.take(line(told.Refused("match-busy", "Try again.", {}, None, ())), 1.0)
    assert town.wire.waiting == [(1.05, watcher)]
    town.pairing.come_back(watcher, 1.05)
    assert town.wire.taken() == [("cid", "observe 7\n")]
    assert not town.wire.faults.counts


def test_watcher_watches_each_match() -> None:
    town = Town()
    watcher = Program("cid", town.pairing, town.wire)
    town.pairing.watchers.append(watcher)
    watcher.connected(0.0)
    watcher.take(line(told.LoggedIn("cid", True, "xyz")), 0.0)
    assert town.wire.taken()[-1] == ("cid", "observe 7\n")
    watcher.take(line(told.Observing(7)) + started(None) + WAITING, 0.0)
    town.pairing.arrive(1.0, 1.0)
    town.wire.taken()
    watcher.take(event(2) + WAITING, 1.5)
    assert ("watched", 0.5) in town.wire.measured
