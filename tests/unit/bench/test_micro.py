"""The benches of parts do what they say; how long that takes is not looked at."""

from bench.micro import actor, codec, text
from bench.micro.timing import timed
from server.text.registry import games_with_texts


def test_each_part_is_timed_once() -> None:
    figures = [*codec.figures(1e-6), *text.figures(1e-6), *actor.figures(1e-6)]
    names = [figure.name for figure in figures]
    assert len(set(names)) == len(names)
    assert all(figure.us > 0 for figure in figures)
    for game in games_with_texts():
        assert f"{game}: a board" in names


def test_a_call_is_made_as_often_as_the_time_wants() -> None:
    calls = 0

    def call() -> None:
        nonlocal calls
        calls += 1

    assert timed("calls", call, 1e-4).name == "calls"
    assert calls > 7
