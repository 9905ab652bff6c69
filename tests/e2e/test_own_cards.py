"""Cards of one's own on a real server: drafted, played, looked up, and carried along in the transcript."""

import json
import random
from pathlib import Path

from protocol.client_messages import Bot, Choose, Resign
from protocol.server_messages import Decide, MatchOver, Started
from server.cards import read_sound_files
from server.config import Config
from server.files import export_match, verify_file
from server.transcript.lines import Header, read_line

from .server import person, program, serving

TEN = Path(__file__).parents[1] / "support/ten_cards.toml"
IDS = {line.split('"')[1] for line in TEN.read_text("utf-8").splitlines() if line.startswith("id = ")}


async def test_own_cards_are_drafted_and_played_and_travel_in_the_transcript(tmp_path: Path) -> None:
    data = tmp_path / "data"
    config = Config(cards=read_sound_files([TEN]), data=data)
    drafted: set[str] = set()
    played: set[str] = set()
    async with serving(config, seed=2) as address, await program(address, "Ana") as ana:
        await ana.send(Bot("mage tower hidden-draft", "random", seats=4))
        await ana.next(Started)
        rng = random.Random(3)
        while True:
            message = await ana.next((Decide, MatchOver))
            if isinstance(message, MatchOver):
                break
            assert isinstance(message, Decide)
            own = [line for line in message.choices if line.split(" ")[1:2] and line.split(" ")[1] in IDS]
            own = [line for line in own if line.startswith(("pick", "play"))]
            line = rng.choice(own or [line for line in message.choices if line != "end"] or message.choices)
            if own:
                (drafted if line.startswith("pick") else played).add(line.split(" ")[1])
            await ana.send(Choose(line, message.decision))
            if len(played) == 2:
                await ana.send(Resign())  # the house plays on by itself
                await ana.next(MatchOver)
                break
        async with await person(address) as bea:
            await bea.called("Bea")
            assert "Frost Lance" in await bea.ask("card frost lance")
    assert len(drafted) >= 2
    assert len(played) == 2
    transcript = export_match(data, 1)
    header, _ = read_line(transcript.split(b"\n")[0])
    assert isinstance(header, Header)
    assert header.cards == (TEN.read_text("utf-8"),)
    assert {card["id"] for card in json.loads(header.catalog)["cards"]} >= IDS
    file = tmp_path / "1.jsonl"
    file.write_bytes(transcript)
    assert verify_file(file) is None
    lie = tmp_path / "lie.jsonl"
    lie.write_bytes(transcript.replace(b"Frost Lance", b"Frost Spear"))
    fault = verify_file(lie)
    assert fault is not None
    assert (fault.line, fault.kind) == (1, "damaged")
