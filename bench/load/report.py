"""What came of a run: plain values, as JSON and back."""

from pathlib import Path
from typing import Final

import cattrs
import orjson
from attrs import field, frozen

from .machine import Machine
from .profiles import Profile
from .samples import Distribution
from .transcripts import Compared

FORMAT: Final = 1
DRIVER_SHARE: Final = 0.2
"""More of a measured time than this may not be the driver's."""
DRIVER_BUSY: Final = 0.8
"""A driver that works for more of its time than this does not know any more how fast the server is."""
_CONVERTER: Final = cattrs.Converter(forbid_extra_keys=True)


@frozen
class Second:
    """A piece of the run: seconds from the start of measuring to its end, choices a second, and the longest time."""

    at: float
    choices: float
    worst_ms: float


@frozen
class Sample:
    """The server at a moment: seconds from the start of measuring, memory, processor share since the last one."""

    at: float
    memory_mib: float
    busy: float


@frozen
class Step:
    """What choices cost with so many matches on, as fast as the server can.

    Attributes:
        matches: how many.
        per_s: choices a second.
        cost_us: microseconds of the server's processor time a choice.
        memory_mib: that the server held at the end.
    """

    matches: int
    per_s: float
    cost_us: float
    memory_mib: float


@frozen
class DriverShare:
    """What the driver did to what it measured.

    Attributes:
        processes: how many there were.
        busy: how much of their time they worked.
        cost_us: processor time of theirs a choice.
        delay: how long, at most, an answer lay there before the driver looked.
        late: how much later than it could have been a choice was sent.
        share: both of them, on average, of the average time from due to told.
    """

    processes: int
    busy: float
    cost_us: float
    delay: Distribution
    late: Distribution
    share: float


@frozen
class EchoFigures:
    """The bare echo of the same run.

    Attributes:
        per_cpu_s: lines a second of its processor time.
        distribution: how long a line took, at the same rate.
        ratio: choices a second of the server's processor time, by that.
    """

    per_cpu_s: float
    distribution: Distribution
    ratio: float


@frozen
class Verdict:
    """Something that was looked at.

    Attributes:
        is_fine: whether it was as it must be; None: that could not be seen.
        text: a sentence.
    """

    is_fine: bool | None
    text: str


@frozen(kw_only=True)
class Report:
    """A run. Distributions are of milliseconds.

    Attributes:
        format: of this report.
        at: when it was made, UTC.
        version: of the server here.
        commit: of the source tree; "": unknown.
        machine: where the driver ran.
        is_own_server: whether the server was the harness's own.
        profile: what was played.
        seconds: how long was measured.
        choices: that were answered in that time.
        finished: matches that ended, warm-up included.
        kills: how often the server was killed.
        cost_us: microseconds of the server's processor time a choice; 0: unknown.
        times: by kind: `told` (due to the opponent hearing of it), `answer` (due to its sender hearing of it),
            `watched` (due to a watcher hearing of it), `back` (coming back to having heard everything), `arrived`
            (connecting to having a name).
        timeline: how it went.
        server: its memory and processor.
        steps: cost by number of matches.
        echo: the bare echo.
        driver: what the driver did to all this.
        unanswered: choices that were due a second before the end and not made, or made and not answered.
        stood_still_s: how long the whole machine did nothing, as far as that could be seen.
        compared: what was held beside the journal; None: it was not at hand.
        faults: by kind.
        examples: sentences about the first ones.
        verdicts: what all that means.
    """

    format: int = FORMAT
    at: str
    version: str
    commit: str
    machine: Machine
    is_own_server: bool
    profile: Profile
    seconds: float
    choices: int
    finished: int
    kills: int
    cost_us: float
    times: dict[str, Distribution]
    timeline: list[Second]
    server: list[Sample]
    steps: list[Step]
    echo: EchoFigures | None
    driver: DriverShare
    unanswered: int
    stood_still_s: float
    compared: Compared | None
    faults: dict[str, int]
    examples: list[str]
    verdicts: list[Verdict] = field(factory=list)

    @property
    def per_s(self) -> float:
        """Choices a second."""
        return self.choices / self.seconds

    @property
    def is_fine(self) -> bool:
        """Whether nothing was wrong with the server; what the driver cost is another matter."""
        return not self.faults


class ReportError(Exception):
    """A file is no report; the text says why."""


def to_json(report: Report) -> bytes:
    """Return a report as JSON."""
    return orjson.dumps(_CONVERTER.unstructure(report), option=orjson.OPT_INDENT_2) + b"\n"


def read(file: Path) -> Report:
    """Read a report.

    Raises:
        ReportError: the file is none.
    """
    try:
        facts = orjson.loads(file.read_bytes())
    except (OSError, ValueError) as error:
        raise ReportError(f"{file} is no report: {error}.") from None
    if not isinstance(facts, dict) or facts.get("format") != FORMAT:
        raise ReportError(f"{file} is no report of format {FORMAT}.")
    try:
        return _CONVERTER.structure(facts, Report)
    except (cattrs.ClassValidationError, cattrs.ForbiddenExtraKeysError) as error:
        raise ReportError(f"{file} is no report: {'; '.join(cattrs.transform_error(error))}.") from None
