"""What a report's figures mean, in sentences that somebody understands who never saw one."""

from collections.abc import Iterator

from .report import DRIVER_BUSY, DRIVER_SHARE, Report, Verdict

_MEANINGS = {
    "event-lost": "events never reached somebody who had to hear them",
    "event-twice": "events were told twice",
    "decision-twice": "decisions were asked for again though they had been answered",
    "other-match": "messages of a match came to somebody who is not at it",
    "not-as-written": "clients heard something else than the journal says",
    "transcript": "matches could not be played again from the journal",
    "late": "the server was slower than the profile allows",
    "refused": "the server refused what it had offered",
    "hung-up": "connections were lost though nobody cut them",
    "no-connection": "connections were refused",
    "not-ready": "matches did not begin",
    "left-out": "the server left lines out because a client read too slowly",
    "aborted": "matches ended without a result",
    "unreadable": "something could not be understood",
    "not-read": "the server does not read what it is sent",
}


def limits(report: Report) -> Iterator[str]:
    """Yield a sentence for each limit of the profile that was not kept: a fault of the kind `late`."""
    told = report.times["told"]
    for percentile, limit in ((50.0, report.profile.p50_limit_ms), (99.0, report.profile.p99_limit_ms)):
        found = told.at(percentile)
        if limit and found > limit:
            yield f"{percentile:g} % of choices were told within {found:.1f} ms; the profile allows {limit:g} ms"


def verdicts(report: Report) -> Iterator[Verdict]:
    """Yield all that was looked at."""
    told = report.times["told"]
    if (report.profile.p50_limit_ms or report.profile.p99_limit_ms) and "late" not in report.faults:
        yield Verdict(True, f"Fast enough: half of all choices were told within {told.at(50.0):.2f} ms.")
    for kind, count in sorted(report.faults.items()):
        yield Verdict(
            False, f"{_MEANINGS.get(kind, kind)[:1].upper()}{_MEANINGS.get(kind, kind)[1:]} ({kind}: {count:,})."
        )
    if not any(kind.startswith(("event", "decision", "other")) for kind in report.faults):
        yield Verdict(True, "No event was lost or told twice: each program checks the numbers of all that it hears.")
    compared = report.compared
    if compared is None:
        text = "Not looked at: whether that is what the journal says; none is at hand (--data FOLDER, where it is)."
        yield Verdict(None, text)
    elif not {"not-as-written", "transcript"} & set(report.faults):
        yield Verdict(
            True,
            f"As written: {compared.matches:,} of {compared.of:,} matches were played again from the journal,"
            f" {compared.over:,} of them to their end, and {compared.viewers:,} who were there had heard just that.",
        )
    if report.stood_still_s:
        text = f"The machine itself stood still for {report.stood_still_s:.1f} s: that is in the times. Measure again."
        yield Verdict(False, text)
    if report.unanswered:
        text = (
            f"{report.unanswered:,} choices were due and not made or not answered by the end; they count in all times."
        )
        yield Verdict(False, text)
    driver = report.driver
    is_light = driver.share < DRIVER_SHARE
    text = f"At most {driver.share:.1%} of the measured times are the driver's own doing"
    yield Verdict(is_light, f"{text}." if is_light else f"{text}: too much to trust them.")
    if driver.busy > DRIVER_BUSY:
        text = f"The driver worked {driver.busy:.0%} of its time: the server may be faster than this. More processes?"
        yield Verdict(False, text)
