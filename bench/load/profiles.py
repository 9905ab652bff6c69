"""What is to be played, as files: `bench/profiles/NAME.toml`."""

import tomllib
from pathlib import Path
from typing import Final, Literal

import cattrs
from attrs import Attribute, field, fields_dict, frozen
from attrs.validators import ge, gt, in_, le
from cattrs.v import format_exception

FOLDER: Final = Path(__file__).parent.parent / "profiles"
_CONVERTER: Final = cattrs.Converter(forbid_extra_keys=True)


class ProfileError(Exception):
    """A profile can't be used; the text says why."""


def _even(profile: "Profile", _: "Attribute[int]", value: int) -> None:
    if value % 2:
        raise ValueError(f"two clients play a match, so {profile.name} needs an even number, not {value}")


@frozen(kw_only=True)
class Profile:
    """A load. Times in seconds, limits in milliseconds.

    Attributes:
        name: the file's name.
        title: a line about it.
        about: what it stands for, for people who read a report.
        clients: how many play, two a match.
        watchers: how many watch each match.
        text_share: the share of clients that are people (mode text); the others are programs (mode json).
        game: what they play.
        choices: `random`: each choice line as likely; `scripted`: the first that fits `script`.
        script: patterns of choice lines (`attack * foe`), the best first; where none fits, chance decides.
        mode: `open`: choices are due at fixed times; `closed`: each is made as soon as it is asked for.
        rate: choices a second of all matches (open).
        burst_every_s: in `open`, each match has a choice at the same moment, so often; 0: never.
        duration_s: how long is measured.
        warm_up_s: how long is played before that.
        connects_per_s: how fast clients arrive.
        reconnects_per_s: how many programs drop their connection, without a word, each second.
        away_s: how long they stay away.
        kill_every_s: the own server is killed and started again so often; 0: never.
        journal: whether the own server keeps a journal.
        processes: driver processes; 0: as many as there are clients and processors for.
        steps: numbers of matches with which the cost of a choice is measured, each for `step_s`; an own server only.
        step_s: how long each of them takes.
        p50_limit_ms: more than this from a choice being due to the opponent hearing of it is a fault; 0: no limit.
        p99_limit_ms: the same for the 99th percentile.
        seed: of the driver's chance.
    """

    name: str = "custom"
    title: str = "Given on the command line"
    about: str = ""
    clients: int = field(default=64, validator=[ge(2), le(20_000), _even])
    watchers: int = field(default=0, validator=[ge(0), le(20_000)])
    text_share: float = field(default=0.0, validator=[ge(0), le(1)])
    game: str = "wizards_arena"
    choices: Literal["random", "scripted"] = field(default="random", validator=in_(("random", "scripted")))
    script: tuple[str, ...] = ()
    mode: Literal["open", "closed"] = field(default="open", validator=in_(("open", "closed")))
    rate: float = field(default=50.0, validator=gt(0))
    burst_every_s: float = field(default=0.0, validator=ge(0))
    duration_s: float = field(default=10.0, validator=gt(0))
    warm_up_s: float = field(default=3.0, validator=ge(0))
    connects_per_s: float = field(default=500.0, validator=gt(0))
    reconnects_per_s: float = field(default=0.0, validator=ge(0))
    away_s: float = field(default=0.3, validator=ge(0))
    kill_every_s: float = field(default=0.0, validator=ge(0))
    journal: bool = True
    processes: int = field(default=0, validator=[ge(0), le(64)])
    steps: tuple[int, ...] = ()
    step_s: float = field(default=2.0, validator=gt(0))
    p50_limit_ms: float = field(default=25.0, validator=ge(0))
    p99_limit_ms: float = field(default=0.0, validator=ge(0))
    seed: int = 1

    def __attrs_post_init__(self) -> None:
        """Look at what belongs together."""
        if self.kill_every_s and not self.journal:
            raise ValueError("a server that is killed needs a journal (journal = true)")
        if self.expects_losses and self.text_share:
            raise ValueError("people can't be checked when they come back: text_share = 0 where connections are lost")
        if self.choices == "scripted" and not self.script:
            raise ValueError("scripted choices need a script")
        if self.mode == "open" and self.burst_every_s and self.matches / self.burst_every_s > self.rate:
            raise ValueError(f"bursts of {self.matches} choices every {self.burst_every_s:g} s are more than the rate")

    @property
    def matches(self) -> int:
        """How many matches are on at a time."""
        return self.clients // 2

    @property
    def expects_losses(self) -> bool:
        """Whether connections are lost on purpose."""
        return bool(self.kill_every_s or self.reconnects_per_s)


def names() -> list[str]:
    """Return the names of the profiles that come with the bench, sorted."""
    return sorted(file.stem for file in FOLDER.glob("*.toml"))


def load(name_or_file: str) -> Profile:
    """Return a profile by its name, or from a file.

    Raises:
        ProfileError: there is none, or it says what can't be.
    """
    file = FOLDER / f"{name_or_file}.toml" if name_or_file in names() else Path(name_or_file)
    try:
        text = file.read_text(encoding="utf-8")
    except OSError:
        raise ProfileError(f"There is no profile {name_or_file}. There are: {', '.join(names())}.") from None
    try:
        facts = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ProfileError(f"{file}: {error}.") from None
    return from_facts({"name": file.stem, **facts})


def from_facts(facts: dict[str, object]) -> Profile:
    """Return a profile of plain values.

    Raises:
        ProfileError: it says what can't be.
    """
    try:
        return _CONVERTER.structure(facts, Profile)
    except (cattrs.ClassValidationError, cattrs.ForbiddenExtraKeysError) as error:
        where = str(facts.get("name", "profile"))
        raise ProfileError("; ".join(cattrs.transform_error(error, where, _what_is_wrong))) from None


def _what_is_wrong(error: BaseException, kind: type | None) -> str:
    """Return the sentence of a validator, where there is one: cattrs says only that a value is invalid."""
    if isinstance(error, ValueError) and error.args:
        return str(error.args[0])
    return format_exception(error, kind)


def facts_of(profile: Profile) -> dict[str, object]:
    """Return a profile as plain values."""
    facts: dict[str, object] = _CONVERTER.unstructure(profile)
    return facts


def changed(profile: Profile, **changes: object) -> Profile:
    """Return a profile with other values for what is not None.

    Raises:
        ProfileError: they say what can't be.
    """
    known = fields_dict(Profile)
    given = {key: value for key, value in changes.items() if value is not None and key in known}
    return from_facts({**facts_of(profile), **given})
