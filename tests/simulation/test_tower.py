"""Mage Tower through the server: started by its title, played by numbers, drafted in secret."""

import json
import random

import rust_core
from server.lobby import make_match

from .town import simulated, town


def drafting(game: str, setup: str, seed: bytes, catalog: rust_core.Catalog) -> rust_core.Match:
    """Start a match with a hidden draft."""
    match = make_match(game, json.dumps({**json.loads(setup), "draft": "hidden"}), seed, catalog)
    assert isinstance(match, rust_core.Match)
    return match


@simulated
async def test_a_person_finishes_a_game_against_the_house_by_numbers_alone() -> None:
    rng = random.Random(5)
    async with town() as server:
        ana = server.person()
        await ana.called("Ana")
        said = await ana.ask("bot mage tower random")
        assert "Mage Tower" in said
        for _ in range(400):
            if "is over" in said:
                break
            said = await ana.ask(str(rng.choice([0, 1, 1, 2])))
        assert "Match 1 is over: " in said
        assert "Nothing has the number" not in said


@simulated
async def test_a_question_is_not_asked_again_because_somebody_else_has_answered_in_secret() -> None:
    async with town(start_core=drafting) as server:
        ana, bea = server.person(), server.person()
        await ana.called("Ana")
        await bea.called("Bea")
        await ana.type("match Bea mage tower")
        await bea.until("challenges you")
        await bea.type("accept")
        for person in (ana, bea):
            await person.until("take a card of this pack", "0 is short for", "> ")
        await bea.type("1")
        await bea.until("Waiting for Ana: a draft pick.")
        await ana.type("ping", "who")
        await ana.until("Pong", "Bea", "in duel")
        assert ana.screen.count("take a card of this pack") == 1
        await ana.type("0")
        for person in (ana, bea):
            await person.until("Draft, pick 2: take a card of this pack", "Picked so far")
