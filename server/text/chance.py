"""What is told of dice: how often each number came, and whether fair dice look like that."""

from protocol.server_messages import DiceCount, DiceReport

from .viewer import Viewer, paragraphs


def dice_lines(report: DiceReport, viewer: Viewer) -> list[str]:
    """Return the public rolls of a match, and what its chance was made of as far as that is public."""
    number = str(report.match)
    lines = [viewer.say("dice-title" if report.rolls else "dice-none", match=number)]
    for count in report.rolls:
        lines += _count(count, viewer)
    if report.commitment:
        lines.append(viewer.say("sealed", commitment=report.commitment))
    if report.part is not None:
        lines.append(viewer.say("dice-part", part=report.part))
    lines += [
        viewer.say("dice-nonce", seat=str(seat), nonce=nonce) for seat, nonce in enumerate(report.nonces, 1) if nonce
    ]
    return paragraphs("\n".join(lines), viewer.style)


def _count(count: DiceCount, viewer: Viewer) -> list[str]:
    rolls = sum(count.counts)
    faces = ", ".join(f"{face}: {times}" for face, times in enumerate(count.counts, 1))
    kind = count.kind.replace("-", " ")
    lines = ["  " + viewer.say("dice-count", kind=kind, sides=str(count.sides), count=rolls, faces=faces)]
    if count.chance is None:
        return [*lines, "    " + viewer.say("dice-few")]
    words = {"square": f"{count.chi_square:.2f}", "freedom": str(count.sides - 1), "often": f"{count.chance:.1%}"}
    return [*lines, "    " + viewer.say("dice-fair", **words)]
