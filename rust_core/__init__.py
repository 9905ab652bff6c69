"""The rules of Spellmoot's games, as Python sees them.

A `Match` is a value: game, catalogue, setup, seed and the choice lines so far give its state, always, on every machine.
All of it is Rust; this package only names it. What each name promises stands in `_native.pyi`.

>>> import json
>>> m = Match("wizards_arena", json.dumps({"patterns": ["BBBCCCHHHIIIGGGPPPQQQUUUA"] * 2, "first": 0}), bytes(32))
>>> [decision.window for decision in m.pending()]
['cut']
>>> _ = m.choose(0, "cut 3")
>>> m.choices(1)[:3]
['cut 0', 'cut 1', 'cut 2']
"""

from rust_core._native import (
    Catalog,
    Decision,
    Event,
    Frames,
    IllegalChoice,
    Match,
    Outcome,
    RulesBug,
    RulesError,
    SetupError,
    SnapshotError,
    Stats,
    Step,
    StopFlag,
    best_choice,
    error_codes,
    games,
    rules_text,
    rules_version,
    schema,
    simulate,
)

__all__ = [
    "Catalog",
    "Decision",
    "Event",
    "Frames",
    "IllegalChoice",
    "Match",
    "Outcome",
    "RulesBug",
    "RulesError",
    "SetupError",
    "SnapshotError",
    "Stats",
    "Step",
    "StopFlag",
    "best_choice",
    "error_codes",
    "games",
    "rules_text",
    "rules_version",
    "schema",
    "simulate",
]
