"""Lines of text to requests."""

import re

import pytest

from protocol import COMMANDS, RemoteError, Request, command_named, parse_any, parse_line, shadowed_commands
from protocol import client_messages as say

VERBS = frozenset({"attack", "done", "match", "rest"})
NONE: frozenset[str] = frozenset()


def refusal(line: str, verbs: frozenset[str] = NONE) -> RemoteError:
    with pytest.raises(RemoteError) as caught:
        parse_line(line, verbs)
    return caught.value


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("login ana", say.Login("ana")),
        ("WHO", say.Who()),
        ("  who  ", say.Who()),
        ("wh", say.Who()),
        ("match Bea  Wizard's   Arena", say.Match("Bea", "Wizard's Arena")),
        ("match Bea arena Best 3", say.Match("Bea", "arena", best=3)),
        ("match Bea arena 5m best 5", say.Match("Bea", "arena", "5m", best=5)),
        ("match Bea arena best", say.Match("Bea", "arena best")),
        ("resign", say.Resign()),
        ("resign Series", say.Resign(series=True)),
        ("adjourn", say.Adjourn()),
        ("stored", say.Stored()),
        ("resume 12", say.Resume("12")),
        ("accept", say.Accept()),
        ("accept Bea", say.Accept("Bea")),
        ("match Bea arena blitz Nonce seven  swans", say.Match("Bea", "arena", "blitz", "seven swans")),
        ("match Bea arena nonce nonce", say.Match("Bea", "arena", nonce="nonce")),
        ("accept nonce", say.Accept("nonce")),
        ("accept nonce x", say.Accept(nonce="x")),
        ("accept Bea nonce x y", say.Accept("Bea", "x y")),
        ("bot arena random nonce 7", say.Bot("arena", "random", nonce="7")),
        ("commitment", say.Commitment()),
        ("export 12", say.Export(12)),
        ("history", say.History()),
        ("history Bea", say.History("Bea")),
        ("replay 12", say.Replay(12)),
        ("replay #12 Bea", say.Replay(12, "Bea")),
        ("replay off", say.Replay()),
        ("play from 12 30", say.Play(12, 30)),
        ("play from  #12 30 Bea", say.Play(12, 30, "Bea")),
        ("next", say.Next()),
        ("back", say.Back()),
        ("go 7", say.Go(7)),
        ("auto", say.Auto(2)),
        ("auto 5", say.Auto(5)),
        ("dice", say.Dice()),
        ("dice 12", say.Dice(12)),
        ("decline Bea", say.Decline("Bea")),
        ("bot wizards-arena", say.Bot("wizards-arena")),
        ("bot mage tower RANDOM", say.Bot("mage tower", "random")),
        ("bot random", say.Bot("random")),
        ("bot mage tower 4 coop Random 10m", say.Bot("mage tower coop", "random", "10m", seats=4)),
        ("bot arena random greedy", None),
        ("match Bea mage tower draft 10", say.Match("Bea", "mage tower draft", "10")),
        ("table mage tower", say.Table("mage tower")),
        ("table mage tower  6 hidden-draft blitz", say.Table("mage tower hidden-draft", 6, "blitz")),
        ("table mage tower coop 4", say.Table("mage tower coop", 4)),
        ("table 4", say.Table("4")),
        ("table mage tower 4 5", None),
        ("join 7", say.Join(7)),
        ("join seven", None),
        ("house", say.House()),
        ("house OFF", say.House("off")),
        ("house clever", None),
        ("leave", say.Leave()),
        ("begin", say.Begin()),
        ("begin now", None),
        ("pattern", say.Pattern()),
        ("pattern K2  P1", say.Pattern("K2 P1")),
        ("observe 12", say.Observe(12)),
        ("observe #12", say.Observe(12)),
        ("#12 observe", say.Observe(12)),
        ("#12 observe 12", say.Observe(12)),
        ("say  hi,  you", say.Say("hi,  you")),
        ("rules wa-6.5", say.Rules("wa-6.5")),
        ("card noble  vanguard", say.Card("noble vanguard")),
        ("mode JSON", say.Mode("json")),
        ("mode text", say.Mode("text")),
        ("set", say.Set()),
        ("set Style", say.Set("style")),
        ("set style very linear", say.Set("style", "very linear")),
        ("?", say.Help()),
        ("? match", say.Help("match")),
        ("ping", say.Ping()),
        ("ping a b", say.Ping("a b")),
        ("y", say.Yes()),
        ("n", say.No()),
        ("0", say.Pick(0)),
        ("/who", say.Who()),
        ("/ who", say.Who()),
        ("bye", say.Quit()),
        ("qui", say.Quit()),
    ],
)
def test_commands(line: str, message: say.ClientMessage | None) -> None:
    if message is None:
        assert refusal(line).code == "bad-arguments"
    else:
        request = parse_line(line, NONE)
        assert request is not None
        assert request.message == message


@pytest.mark.parametrize("line", ["", "   ", "\t"])
def test_empty_line_is_nothing(line: str) -> None:
    assert parse_line(line, VERBS) is None
    assert parse_any(line, VERBS) is None


def test_tag_and_address() -> None:
    assert parse_line("@t7 #12  attack B1 foe:C1", VERBS) == Request(say.Choose("attack B1 foe:C1"), "t7", 12)
    assert parse_line("@t7 who", VERBS) == Request(say.Who(), "t7")
    assert parse_line("#12 board", VERBS) == Request(say.Board(), None, 12)


def test_choice_verbs_win_and_are_never_abbreviated() -> None:
    assert parse_line("Attack  b1", VERBS) == Request(say.Choose("Attack  b1"))
    assert parse_line("match b1 b2", VERBS) == Request(say.Choose("match b1 b2"))
    assert parse_line("/match Bea arena", VERBS) == Request(say.Match("Bea", "arena"))
    assert parse_line("/resi", VERBS) == Request(say.Resign())
    assert refusal("atta b1", VERBS).suggestions[0] == "attack"
    assert refusal("/attack b1", VERBS).code == "unknown-command"
    assert refusal("res", VERBS).suggestions == ["resign", "resume", "rest"]
    assert parse_line("resi", NONE) == Request(say.Resign())


@pytest.mark.parametrize(
    ("line", "code", "suggestions"),
    [
        ("re", "ambiguous-command", ["resign", "resume", "replay", "rematch"]),
        ("mtach bea arena", "unknown-command", ["match", "rematch"]),
        ("w", "unknown-command", []),
        ("login", "bad-arguments", []),
        ("login three words here", "bad-arguments", []),
        ("who is here", "bad-arguments", []),
        ("match Bea", "bad-arguments", []),
        ("bot", "bad-arguments", []),
        ("say", "bad-arguments", []),
        ("accept a b", "bad-arguments", []),
        ("mode xml", "bad-arguments", []),
        ("observe", "bad-arguments", []),
        ("observe x", "bad-arguments", []),
        ("replay", "bad-arguments", []),
        ("replay x", "bad-arguments", []),
        ("replay 0", "bad-match", []),
        ("replay 12 Bea Ana", "bad-arguments", []),
        ("play", "bad-arguments", []),
        ("play 12 30", "bad-arguments", []),
        ("play from 12 x", "bad-arguments", []),
        ("play from 12 30 Bea Cid", "bad-arguments", []),
        ("export", "bad-arguments", []),
        ("go", "bad-arguments", []),
        ("go on", "bad-arguments", []),
        ("auto fast", "bad-arguments", []),
        ("dice x", "bad-arguments", []),
        ("observe 0", "bad-match", []),
        ("#12 observe 13", "bad-arguments", []),
        ("#12", "bad-arguments", []),
        ("@t", "bad-arguments", []),
        ("#x who", "bad-match", []),
        ("#0 who", "bad-match", []),
        ("#\u0661 who", "bad-match", []),
        ("@ who", "bad-tag", []),
        ("@\u00e4 who", "bad-tag", []),
        ("@" + "x" * 33 + " who", "bad-tag", []),
        ("/", "unknown-command", []),
    ],
)
def test_refusals(line: str, code: str, suggestions: list[str]) -> None:
    error = refusal(line)
    assert (error.code, error.suggestions) == (code, suggestions)


def test_refusals_carry_tag_and_usage() -> None:
    error = refusal("@t7 match Bea")
    assert error.tag == "t7"
    assert error.params == {"usage": "match NAME GAME [CLOCK] [best N]"}


def test_refusal_shows_no_control_of_theirs() -> None:
    assert refusal("\u202eevil").params == {"word": "evil"}


def test_json_in_either_mode() -> None:
    assert parse_any(' {"type":"who","tag":"a"}', VERBS) == Request(say.Who(), "a")


def test_table_is_sound() -> None:
    words = [word for command in COMMANDS for word in (command.name, *command.aliases)]
    assert len(words) == len(set(words))
    for command in COMMANDS:
        assert command.usage.split()[0] == command.name
        assert len(f"{command.usage}  {command.summary}") < 80
        assert parse_line(command.name, frozenset({command.name})) == Request(say.Choose(command.name))


def test_every_message_but_choose_and_pick_has_a_command() -> None:
    made = {type(command.parse(arguments)) for command in COMMANDS for arguments in _fitting(command.usage)}
    assert {member.__name__ for member in set(say.ClientMessage.__args__) - made} == {"Choose", "Pick"}


def _fitting(usage: str) -> list[str]:
    examples = {"ID": "12", "N": "12", "text|json": "json"}
    required = usage
    while (shorter := re.sub(r"\[[^][]*\]", "", required)) != required:
        required = shorter
    return [" ".join(examples.get(word, word) for word in required.split()[1:])]


def test_lookup_for_help() -> None:
    found = command_named("EXIT")
    assert found is not None
    assert found.name == "quit"
    assert command_named("qu") is None
    assert shadowed_commands(["Attack", "Match", "no"]) == ["match", "no"]
