"""Reports: as JSON, on a terminal, as a page, beside each other, and what their figures mean."""

import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from attrs import evolve
from click.testing import CliRunner

from bench.load.cli import bench
from bench.load.compare import compare, unlike
from bench.load.machine import Machine, this_machine
from bench.load.page import page
from bench.load.profiles import load
from bench.load.report import DriverShare, EchoFigures, Report, ReportError, Sample, Second, Step, read, to_json
from bench.load.samples import Distribution, Samples
from bench.load.terminal import lines
from bench.load.transcripts import Compared
from bench.load.verdicts import limits, verdicts


def distribution(*values_ms: float) -> Distribution:
    samples = Samples()
    for value in values_ms:
        samples.add(value / 1000)
    return Distribution.of(samples.encode())


@pytest.fixture
def report() -> Report:
    """Return a report in which nothing was wrong."""
    nothing = distribution()
    times = [number / 100 for number in range(1, 1001)]
    return Report(
        at="2026-01-02 03:04 UTC",
        version="0.1.0",
        commit="abc",
        machine=Machine(2, "A processor", 4.0, "A system", "3.11.0"),
        is_own_server=True,
        profile=load("lan-evening"),
        seconds=10.0,
        choices=600,
        finished=3,
        kills=0,
        cost_us=200.0,
        times={
            "told": distribution(*times),
            "answer": distribution(*times),
            "watched": nothing,
            "back": nothing,
            "arrived": distribution(1.0, 2.0),
        },
        timeline=[Second(number / 2, 60.0, 3.0) for number in range(1, 21)],
        server=[Sample(float(number), 60.0 + number, 0.1) for number in range(10)],
        steps=[Step(1, 500.0, 900.0, 60.0), Step(32, 4000.0, 200.0, 66.0)],
        echo=EchoFigures(40_000.0, distribution(0.1, 0.2), 0.125),
        driver=DriverShare(1, 0.05, 40.0, distribution(0.01), distribution(0.02), 0.006),
        unanswered=0,
        stood_still_s=0.0,
        compared=Compared(32, 32, 3, 32, 1000),
        faults={},
        examples=[],
    )


def told(report: Report) -> list[tuple[bool | None, str]]:
    return [(one.is_fine, one.text) for one in verdicts(report)]


def test_report_survives_a_trip_through_json(report: Report, tmp_path: Path) -> None:
    file = tmp_path / "report.json"
    whole = evolve(report, verdicts=list(verdicts(report)))
    file.write_bytes(to_json(whole))
    assert read(file) == whole


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"format": 2}', '{"format": 1, "at": "today"}'])
def test_file_that_is_no_report_is_refused(text: str, tmp_path: Path) -> None:
    file = tmp_path / "report.json"
    file.write_text(text)
    with pytest.raises(ReportError, match="is no report"):
        read(file)


def test_sound_report_says_that_all_was_fine(report: Report) -> None:
    assert all(is_fine for is_fine, _ in told(report))
    assert list(limits(report)) == []


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"faults": {"event-lost": 3}}, r"Events never reached .* \(event-lost: 3\)"),
        ({"faults": {"not-as-written": 1}}, "something else than the journal says"),
        ({"faults": {"new-kind": 1}}, "New-kind"),
        ({"stood_still_s": 51.6}, "stood still for 51.6 s"),
        ({"unanswered": 12}, "12 choices were due and not made"),
    ],
)
def test_each_fault_is_told(report: Report, changes: dict[str, object], words: str) -> None:
    assert any(not is_fine and re.search(words, text) for is_fine, text in told(evolve(report, **changes)))


def test_slow_server_and_heavy_driver_are_told(report: Report) -> None:
    strict = evolve(report, profile=evolve(report.profile, p50_limit_ms=1.0, p99_limit_ms=2.0))
    assert len(list(limits(strict))) == 2
    heavy = evolve(report, driver=evolve(report.driver, share=0.3, busy=0.9))
    assert [is_fine for is_fine, text in told(heavy) if "driver" in text] == [False, False]


def test_journal_that_is_not_at_hand_is_not_called_fine_or_wrong(report: Report) -> None:
    (verdict,) = [one for one in verdicts(evolve(report, compared=None)) if "Not looked at" in one.text]
    assert verdict.is_fine is None
    assert "--   Not looked at" in "\n".join(lines(evolve(report, verdicts=[verdict])))


def test_terminal_shows_all_that_was_timed(report: Report) -> None:
    text = "\n".join(lines(evolve(report, verdicts=list(verdicts(report)))))
    assert "600 choices in 10 s: 60 a second; 3 matches ended" in text
    assert "until the opponent hears of it" in text
    assert "a watcher" not in text
    assert "8.0 lines of a bare Trio echo" in text
    assert all(len(line) <= 200 for line in text.splitlines())


def test_page_stands_alone_and_its_pictures_can_be_drawn(report: Report) -> None:
    text = page(report)
    pictures = re.findall(r"<svg.*?</svg>", text, re.DOTALL)
    assert len(pictures) == 5
    for picture in pictures:
        assert ET.fromstring(picture).tag.endswith("svg")  # noqa: S314 (our own)
        assert "NaN" not in picture
        assert "Unnamed" not in picture
    assert not re.search(r"<script|<link|<img|src=|href=|@import", text)
    assert "How it was measured" in text


def test_page_of_next_to_nothing_has_no_pictures(report: Report) -> None:
    nothing = dict.fromkeys(report.times, distribution())
    bare = evolve(report, times=nothing, timeline=[], server=[], steps=[], echo=None, cost_us=0.0, compared=None)
    assert "<svg" not in page(bare)
    assert list(lines(bare))


def test_comparison_shows_changes_and_calls_small_ones_equal(report: Report) -> None:
    slower = evolve(report, cost_us=260.0, choices=610)
    text = "\n".join(compare(report, slower))
    assert re.search(r"processor a choice, us +200\.00 +260\.00 +\+30%", text)
    assert re.search(r"choices a second +60\.00 +61\.00 +=", text)
    assert "LOOK" not in text


def test_comparison_says_what_is_not_fair(report: Report) -> None:
    assert report.echo is not None
    other_machine = evolve(report, machine=evolve(report.machine, cores=64))
    busy_machine = evolve(report, echo=evolve(report.echo, per_cpu_s=20_000.0))
    other_load = evolve(report, profile=evolve(report.profile, clients=2))
    same_load = evolve(report, profile=evolve(report.profile, about="Other words"))
    assert "different machines" in "".join(unlike(report, other_machine))
    assert "0.50 times as fast" in "".join(unlike(report, busy_machine))
    assert "different things" in "".join(unlike(report, other_load))
    assert list(unlike(report, same_load)) == []


def test_commands_take_and_refuse_files(report: Report, tmp_path: Path) -> None:
    file, junk = tmp_path / "report.json", tmp_path / "junk.json"
    file.write_bytes(to_json(report))
    junk.write_text("junk")
    run = CliRunner().invoke
    assert run(bench, ["page", str(file)]).output == page(report)
    assert "change" in run(bench, ["compare", str(file), str(file)]).output
    assert "storm" in run(bench, ["profiles"]).output
    for command in (["page", str(junk)], ["compare", str(file), str(junk)]):
        result = run(bench, command)
        assert (result.exit_code, "is no report" in result.output) == (2, True)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nowhere"], "An address is HOST:PORT"),
        (["--profile", "none"], "There is no profile none"),
        (["--clients", "3"], "even number"),
        (["localhost:1", "--profile", "kill"], "leave the address out"),
    ],
)
def test_command_that_can_not_be_carried_out_says_why(arguments: list[str], words: str) -> None:
    result = CliRunner().invoke(bench, ["load", *arguments])
    assert result.exit_code == 2
    assert words in result.output


def test_machine_is_described_without_its_name() -> None:
    machine = this_machine()
    assert machine.cores >= 1
    assert machine.memory_gib > 0
    assert machine.processor
