"""Profiles: the files that come with the bench, and what is wrong with others."""

from pathlib import Path

import pytest

import rust_core
from bench.load.crowd import is_person
from bench.load.profiles import Profile, ProfileError, changed, facts_of, from_facts, load, names
from bench.load.workers import count_for


def test_profiles_that_were_asked_for_are_there() -> None:
    assert set(names()) >= {"lan-evening", "open-day", "storm", "spectators", "reconnects", "kill"}
    for name in names():
        profile = load(name)
        assert profile.name == name
        assert profile.title
        assert profile.about
        assert profile.game in rust_core.games()
    assert load("lan-evening").clients == 64
    assert load("open-day").clients == 500
    assert load("storm").clients == 2000
    assert (load("spectators").matches, load("spectators").watchers) == (1, 1000)


def test_profile_survives_a_trip_through_plain_values() -> None:
    profile = load("storm")
    assert from_facts(facts_of(profile)) == profile


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("clients = 3", "even number"),
        ("clints = 4", "extra fields"),
        ('mode = "half"', "mode"),
        ("rate = 0", "rate"),
        ('choices = "scripted"', "need a script"),
        ("clients = 100\nburst_every_s = 0.5", "more than the rate"),
        ("kill_every_s = 5\njournal = false", "needs a journal"),
        ("reconnects_per_s = 5\ntext_share = 0.5", "people can't be checked"),
        ("clients = ", "Invalid value"),
    ],
)
def test_wrong_profile_says_what_is_wrong(text: str, what: str, tmp_path: Path) -> None:
    file = tmp_path / "wrong.toml"
    file.write_text(text)
    with pytest.raises(ProfileError, match=what):
        load(str(file))


def test_unknown_profile_says_which_there_are() -> None:
    with pytest.raises(ProfileError, match=r"There are: .*lan-evening"):
        load("lan-morning")


def test_only_what_was_given_is_changed() -> None:
    profile = changed(Profile(), clients=8, rate=None, duration_s=2.5)
    assert (profile.clients, profile.rate, profile.duration_s) == (8, Profile().rate, 2.5)
    with pytest.raises(ProfileError):
        changed(Profile(), clients=7)


@pytest.mark.parametrize("share", [0.0, 0.1, 0.25, 0.5, 0.8, 1.0])
def test_share_of_people_is_kept(share: float) -> None:
    profile = Profile(clients=200, text_share=share)
    people = sum(is_person(profile, place, side) for place in range(100) for side in range(2))
    assert people == round(200 * share)


def test_as_many_drivers_as_are_needed_and_there_is_room_for() -> None:
    assert count_for(Profile(clients=64), 8) == 1
    assert count_for(Profile(clients=2500), 8) == 3
    assert count_for(Profile(clients=2500), 2) == 2
    assert count_for(Profile(clients=2, watchers=5000), 8) == 1, "a match is never parted"
    assert count_for(Profile(clients=64, processes=4), 1) == 4
