"""A person and a program at a match: what the person types, told by hand what a server would show."""

from bench.load.pairings import Pairing
from bench.load.people import Person
from bench.load.programs import Program
from protocol import encode_json, encode_server
from protocol import server_messages as told

from .playing import Wire

GREETING = b"Spellmoot - wizards duel here.\r\nYour name? (3 to 17 letters)\r\nname> "
HELLO = b"Hello bea.\r\nIf your connection drops, come back with: login bea rwnaue\r\n  1  learn   a duel\r\n> "
BEGINS = b"\r\nDuel 7 begins: ana - bea.\r\nWaiting for ana: the cut.\r\nbea> "
ASKED = (
    b"\r\nana draws.\r\n  arena  B1 1/1\r\nDraw one?\r\n  1  draw 1  Q1\r\n  2  draw 2  Q1 F2, for 1 Crystal\r\nbea> "
)


class Town:
    """A pairing whose second player is a person, at its match."""

    def __init__(self) -> None:
        """Bring it there."""
        self.wire = Wire()
        self.pairing = Pairing(self.wire, "wizards_arena", is_open=True)
        self.ana = Program("ana", self.pairing, self.wire)
        self.bea = Person("bea", self.pairing, self.wire)
        self.pairing.players += [self.ana, self.bea]
        self.ana.connected(0.0)
        self.bea.connected(0.0)
        self.ana.take(encode_json(encode_server(told.LoggedIn("ana", True, "abc"))), 0.0)
        self.wire.taken()
        self.bea.take(GREETING, 0.0)
        assert self.wire.taken() == [("bea", "bea\n")]
        self.bea.take(HELLO, 0.0)
        assert self.wire.taken() == [("ana", "match bea wizards_arena\n")]
        self.ana.take(encode_json(encode_server(told.ChallengeSent("bea", "wizards_arena"))), 0.0)
        assert self.wire.taken() == [("bea", "accept ana\n")]
        self.ana.take(encode_json(encode_server(told.Started(7, "wizards_arena", ["ana", "bea"], 0, None))), 0.0)
        self.bea.take(BEGINS, 0.0)
        self.wire.measured.clear()


def test_person_types_the_number_of_a_line_when_it_is_due() -> None:
    town = Town()
    town.bea.take(ASKED, 1.0)
    assert town.wire.taken() == []
    town.pairing.arrive(2.0, 2.0)
    assert town.wire.taken() == [("bea", "1\n")]
    town.bea.take(b"You draw Q1.\r\nbea> ", 2.5)
    assert town.wire.measured == [("answer", 0.5)]
    assert not town.wire.faults.counts


def test_screen_that_comes_in_pieces_is_read_once_it_is_whole() -> None:
    town = Town()
    for start in range(0, len(ASKED), 7):
        assert not town.bea.is_asked
        town.bea.take(ASKED[start : start + 7], 1.0)
    assert town.bea.is_asked


def choose_for_ana(town: Town, due: float) -> None:
    town.ana.is_asked, town.ana._reply = True, b"done\n"
    town.pairing.arrive(due, due)


def test_what_came_before_the_next_choice_is_heard_of_before_it_is_made() -> None:
    town = Town()
    choose_for_ana(town, 1.0)
    town.wire.unread["bea"], town.wire.time = b"\r\nana draws.\r\nbea> ", 1.75
    choose_for_ana(town, 2.0)
    town.bea.take(ASKED, 2.5)
    assert town.wire.measured == [("told", 0.75), ("told", 0.5)]
    assert town.bea.is_asked


def test_choice_that_shows_a_person_nothing_is_not_timed() -> None:
    town = Town()
    choose_for_ana(town, 1.0)
    choose_for_ana(town, 2.0)
    assert not list(town.bea.outstanding())
    town.bea.take(ASKED, 2.5)
    assert town.wire.measured == [("told", 0.5)]


def test_own_choice_is_waited_for() -> None:
    town = Town()
    town.bea.take(ASKED, 1.0)
    town.pairing.arrive(2.0, 2.0)
    assert [choice.intended for choice in town.bea.outstanding()] == [2.0]


def test_end_is_heard_and_a_wrong_number_is_a_fault() -> None:
    town = Town()
    town.bea.take(b" Nothing has the number 9 now. Type a number.\r\nbea> ", 1.0)
    assert town.wire.faults.counts == {"refused": 1}
    town.bea.take(
        b"\r\nana resigns.\r\nDuel 7 is over: you win (turn 3).\r\nWhat next: rematch | lobby | quit\r\n> ", 1.0
    )
    assert town.bea.state == "free"
