"""Scripts drawn by Hypothesis, over links of memory: see `scripted`."""

from typing import Any

import pytest
import trio
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from trio.testing import MockClock

from .scripted import CONTROLS, STEPS, SlowGame, check, play, sit_down
from .town import Fakes, town

Script = list[tuple[str, int, Any]]


@settings(max_examples=100, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(STEPS, max_size=25), st.integers(0, 1000), CONTROLS)
def test_whatever_is_said_when_the_match_ends_rightly(script: Script, seed: int, control: str | None) -> None:
    trio.run(play, script, seed, control, clock=MockClock(autojump_threshold=0))


@settings(max_examples=50, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(STEPS, max_size=25), st.integers(0, 1000), CONTROLS)
@example([("choose", 0, 0), ("plan", 0, 2), ("plan", 0, 2)], 0, "30s+2s/5s:9s")  # hardly ever do both think at once
def test_whatever_is_said_while_time_passes_in_the_midst_of_a_change(
    script: Script, seed: int, control: str | None
) -> None:
    trio.run(play, script, seed, control, SlowGame, clock=MockClock(autojump_threshold=0))


@pytest.mark.slow
@pytest.mark.timeout(1800)
@settings(max_examples=2000, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(STEPS, max_size=60), st.integers(0, 1000), CONTROLS)
def test_whatever_is_said_in_long_scripts_the_match_ends_rightly(
    script: Script, seed: int, control: str | None
) -> None:
    trio.run(play, script, seed, control, clock=MockClock(autojump_threshold=0))


@pytest.mark.parametrize("control", [None, "30s+2s/5s:9s"])
def test_a_plain_script_plays_to_the_end_by_points(control: str | None) -> None:
    async def main() -> None:
        cores = Fakes()
        async with town(start_core=cores) as here:
            table = await sit_down(here, cores, control)
            await table.finish()
            check(table)
            assert cores.made[0].outcome().reason == "points"  # type: ignore[union-attr]

    trio.run(main, clock=MockClock(autojump_threshold=0))


@pytest.mark.parametrize("control", ["30s+2s/5s:9s", "60s+5s/20s:45s"])
def test_who_never_types_loses_on_time(control: str) -> None:
    async def main() -> None:
        cores = Fakes()
        async with town(start_core=cores) as here:
            table = await sit_down(here, cores, control)
            await trio.sleep(300)
            check(table)
            assert cores.made[0].outcome().reason == "time"  # type: ignore[union-attr]

    trio.run(main, clock=MockClock(autojump_threshold=0))
