"""Card files of one's own: read, judged with line and field, checked by the program, exported with a match."""

import json
import random
from pathlib import Path

import pytest
from click.testing import CliRunner

import rust_core
from server.cards import CardFault, CardFile, CardFileError, card_faults, count_cards, read_card_file, read_sound_files
from server.cli import main
from server.config import Config
from server.setups import Shelf

TEN = Path(__file__).parents[2] / "support/ten_cards.toml"
CARD = '\n[[card]]\nid = "{id}"\nname = "Some Card"\ntype = "ability"\n'


def write(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "own.toml"
    path.write_text(text, encoding="utf-8")
    return path


def faults(tmp_path: Path, text: str, game: str | None = None) -> list[tuple[int | None, str]]:
    return [(fault.line, fault.field) for fault in card_faults(read_card_file(write(tmp_path, text), game))]


def test_sound_file_has_no_faults() -> None:
    found = read_card_file(TEN)
    assert found.game == "mage_tower"
    assert card_faults(found) == []
    assert count_cards(found) == 10


@pytest.mark.parametrize("game_line", ['game = "mage_tower"', '  game="mage_tower"  # for the tower'])
def test_a_file_may_say_its_game_and_lines_still_count_from_its_top(tmp_path: Path, game_line: str) -> None:
    text = f"# mine\n{game_line}\n{CARD.format(id='fine')}cost = 99\n"
    assert faults(tmp_path, text) == [(8, "fine.cost")]
    assert faults(tmp_path, text.replace("\n", "\r\n")) == [(8, "fine.cost")]


@pytest.mark.parametrize(
    ("lines", "place"),
    [
        ("cost = 99\n", (6, "one.cost")),
        ("energy = 3\n", (6, "energy")),
        ("play = [{ arow = 3 }]\n", (6, "play")),
        ('cost = "2"\n', (6, "cost")),
        ('play = [{ token = { id = "nobody" } }]\n', (6, "one.play")),
        ('text = "torn\n', (6, "text")),
        ("attack = \n", (6, "attack")),
        ('name = "twice"\n', (6, "name")),
    ],
)
def test_a_fault_is_named_by_line_and_field(tmp_path: Path, lines: str, place: tuple[int, str]) -> None:
    assert faults(tmp_path, CARD.format(id="one") + lines) == [place]


def test_every_fault_of_a_file_is_found_at_once(tmp_path: Path) -> None:
    text = "".join(
        [
            CARD.format(id="one") + "energy = 3\n",
            CARD.format(id="two") + 'cost = 99\nplay = [{ token = { id = "one" } }, { token = { id = "none" } }]\n',
            CARD.format(id="three").replace("ability", "abilty"),
            CARD.format(id="foe"),
        ]
    )
    assert faults(tmp_path, text) == [(6, "energy"), (12, "two.cost"), (13, "two.play"), (18, "type"), (21, "foe.id")]


@pytest.mark.parametrize("text", ["", "# nothing\n", "[[card]]\n", "[[cards]]\n", "[card]\nid = 3\n", "=", "[[card]"])
def test_junk_is_told_apart_from_cards(tmp_path: Path, text: str) -> None:
    found = faults(tmp_path, text)
    assert bool(found) == (not text.startswith("# ") and text != "")


@pytest.mark.parametrize("seed", range(40))
def test_damaged_files_are_judged_in_the_end(seed: int) -> None:
    rng = random.Random(seed)
    text = TEN.read_text("utf-8")
    for _ in range(rng.randint(1, 6)):
        place = rng.randrange(len(text))
        text = text[:place] + rng.choice(['"', "]", "\n", "", "x", "= ", "[["]) + text[place + rng.randint(0, 3) :]
    lines = text.count("\n") + 1
    for fault in card_faults(CardFile("mage_tower", text)):
        assert fault.what
        assert fault.line is None or 1 <= fault.line <= lines


@pytest.mark.parametrize("game", ["wizards_arena", "mage_wars"])
def test_other_games_name_the_line_as_well(tmp_path: Path, game: str) -> None:
    ((line, field),) = faults(tmp_path, "\n[[card]]\nid = 3\n", game)
    assert (line, field) == (3, "id")


def test_files_that_cannot_be_used_say_why(tmp_path: Path) -> None:
    with pytest.raises(CardFileError, match=r"There is no game chess\. There is wizards_arena"):
        read_card_file(write(tmp_path, 'game = "chess"\n'))
    with pytest.raises(CardFileError, match="says it is for mage_wars, not for mage_tower"):
        read_card_file(write(tmp_path, 'game = "mage_wars"\n'), "mage_tower")
    path = tmp_path / "latin.toml"
    path.write_bytes(b"# first\n# caf\xe9\n")
    with pytest.raises(CardFileError, match=r"^line 2: the file is not UTF-8\.$"):
        read_card_file(path)
    path.write_bytes(b"#" * (1 << 21))
    with pytest.raises(CardFileError, match="at most"):
        read_card_file(path)


def test_the_program_says_ok_or_names_each_fault(tmp_path: Path) -> None:
    fine = CliRunner().invoke(main, ["cards", "check", str(TEN)])
    assert (fine.exit_code, fine.output) == (0, "OK: 10 cards for Mage Tower.\n")
    path = write(tmp_path, CARD.format(id="one") + "cost = 99\n" + CARD.format(id="two") + "energy = 1\n")
    bad = CliRunner().invoke(main, ["cards", "check", str(path), "--game", "mage_tower"])
    assert bad.exit_code == 1
    first, second = bad.output.splitlines()
    assert first == f"{path}: line 6: one.cost: 99 is more than 50"
    assert second.startswith(f"{path}: line 12: energy: unknown field `energy`")
    other = CliRunner().invoke(main, ["cards", "check", str(path), "--game", "chess"])
    assert (other.exit_code, "There is no game chess." in other.output) == (1, True)
    serve = CliRunner().invoke(main, ["serve", "--cards", str(path), "--data", str(tmp_path / "data")])
    assert (serve.exit_code, "line 6: one.cost" in serve.output) == (1, True)


def test_a_shelf_has_the_cards_beside_those_of_the_box() -> None:
    files = read_sound_files([TEN])
    shelf = Shelf(Config(cards=files).cards)
    ids = {card["id"] for card in json.loads(shelf.catalog("mage_tower").json)["cards"]}
    assert {"frost_lance", "boon_of_dawn", "archer"} <= ids
    assert shelf.cards("mage_tower") == (TEN.read_text("utf-8"),)
    assert shelf.cards("mage_wars") == ()
    assert shelf.catalog("mage_wars").fingerprint == rust_core.Catalog("mage_wars").fingerprint


def test_a_fault_reads_well() -> None:
    assert str(CardFault(3, "one.cost", "too much")) == "line 3: one.cost: too much"
    assert str(CardFault(None, "", "2,000 cards at most")) == "2,000 cards at most"
