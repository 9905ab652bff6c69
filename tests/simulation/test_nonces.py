"""What players add to the chance of a match: the server has committed itself by then, and all of it can be checked."""

import hashlib
import json
import struct

import pytest

import rust_core
from protocol.client_messages import Accept, Bot, Commitment, Match, Resign
from protocol.server_messages import Challenged, ChallengeSent, Committed, MatchOver, Refused, Started
from server.journal import Created, Shelf
from server.transcript import OK, Fault, export, verify
from tests.support.fake_game import GAME

from .town import simulated, town


def seed_by_the_document(part: bytes, nonces: list[str]) -> bytes:
    """Return the seed as PROTOCOL.md says it is made."""
    data = b"spellmoot seed 1\0" + part + struct.pack("<I", len(nonces))
    for nonce in nonces:
        data += struct.pack("<I", len(nonce)) + nonce.encode("ascii")
    return hashlib.sha256(data).digest()


def created(shelf: Shelf, match: int = 1) -> Created:
    return shelf.load(match).created


@simulated
async def test_challenge_carries_the_commitment_before_its_nonces_are_chosen() -> None:
    shelf = Shelf()
    async with town(shelf=shelf) as here:
        ana = await here.program().called("Ana")
        bea = await here.program().called("Bea")
        sealed = (await ana.ask(Commitment(), Committed)).commitment
        assert (await ana.ask(Commitment(), Committed)).commitment == sealed
        sent = await ana.ask(Match("Bea", GAME, nonce=" seven  swans "), ChallengeSent)
        heard = await bea.next(Challenged)
        assert sent.commitment == heard.commitment == sealed
        assert (await ana.ask(Commitment(), Committed)).commitment != sealed
        await bea.send(Accept(nonce="six geese"))
        started = await ana.next(Started)
        assert started.commitment == sealed
        await ana.send(Resign())
        await ana.next(MatchOver)
    record = created(shelf)
    assert [seat.nonce for seat in record.seats] == ["seven  swans", "six geese"]
    seed = seed_by_the_document(bytes.fromhex(record.part), ["seven  swans", "six geese"])
    assert hashlib.sha256(bytes.fromhex(record.part)).hexdigest() == sealed
    assert rust_core.Match(record.game, record.setup, seed).digest().hex() == record.digest

    transcript = export(shelf.load(1), rust_core.Catalog(GAME).json)
    assert verify(transcript) is OK
    header = json.loads(transcript.split(b"\n")[0])
    assert [seat["nonce"] for seat in header["seats"]] == ["seven  swans", "six geese"]
    assert isinstance(verify(transcript.replace(b"six geese", b"six goose")), Fault)


@simulated
async def test_crossing_challenges_are_one_match_with_both_nonces() -> None:
    shelf = Shelf()
    async with town(shelf=shelf) as here:
        ana = await here.program().called("Ana")
        bea = await here.program().called("Bea")
        sent = await ana.ask(Match("Bea", GAME, nonce="a"), ChallengeSent)
        await bea.send(Match("Ana", GAME, nonce="b"))
        assert (await bea.next(Started)).commitment == sent.commitment
    assert [seat.nonce for seat in created(shelf).seats] == ["a", "b"]


@simulated
async def test_match_against_the_house_uses_what_was_sealed_and_the_nonce() -> None:
    shelf = Shelf()
    async with town(shelf=shelf) as here:
        ana = await here.program().called("Ana")
        sealed = await ana.ask(Commitment(), Committed)
        await ana.send(Bot(GAME, nonce="x"))
        assert (await ana.next(Started)).commitment == sealed.commitment
        await ana.type(f"bot {GAME}")
        assert (await ana.next(Started)).commitment != sealed.commitment
    assert [seat.nonce for seat in created(shelf).seats] == ["x", ""]
    assert [seat.nonce for seat in created(shelf, 2).seats] == ["", ""]


@pytest.mark.parametrize("nonce", ["\u00e4", "x" * 65, "\u202eevil"])
@simulated
async def test_bad_nonce_is_refused_and_nothing_has_changed(nonce: str) -> None:
    async with town(shelf=Shelf()) as here:
        ana = await here.program().called("Ana")
        await here.program().called("Bea")
        for message in (Match("Bea", GAME, nonce=nonce), Bot(GAME, nonce=nonce)):
            assert (await ana.ask(message, Refused)).code == "bad-nonce"
        assert here.lobby.challenges.waiting == []
        assert here.lobby.running == {}


@simulated
async def test_without_a_journal_nothing_is_sealed() -> None:
    async with town() as here:
        ana = await here.program().called("Ana")
        assert (await ana.ask(Commitment(), Committed)).commitment is None
        cid = here.person()
        await cid.called("Cid")
        assert "no journal" in await cid.ask("commitment")


@simulated
async def test_person_reads_the_seal_with_the_challenge() -> None:
    async with town(shelf=Shelf()) as here:
        ana = await here.program().called("Ana")
        cid = here.person()
        await cid.called("Cid")
        sent = await ana.ask(Match("Cid", GAME), ChallengeSent)
        assert f"Sealed: {sent.commitment}" in await cid.prompt()
