"""The driver's loop: timers and their turn."""

from bench.load.loop import Driver


def test_timers_that_set_new_ones_keep_nobody_out() -> None:
    """Clients that try to connect again, each sooner than all others had their turn, once kept the loop for ever."""
    driver = Driver(("127.0.0.1", 1), expects_losses=True, away_s=0.0, seed=1)
    rang = 0

    def ring(now: float) -> None:
        nonlocal rang
        rang += 1
        assert rang < 100
        driver.at(now, ring)

    driver.at(driver.now(), ring)
    try:
        driver.run(lambda _: rang >= 3)
    finally:
        driver.close()
    assert 3 <= rang < 10
