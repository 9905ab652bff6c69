"""PROTOCOL.md shows the states of decisions and clocks as the code has them."""

from collections.abc import Sequence
from pathlib import Path

import pytest

import protocol
from server.clocks import CLOCK_STATES, DECISION_STATES, WARNINGS_MS, StateRow, markdown_table

TEXT = (Path(protocol.__file__).parent / "PROTOCOL.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("heading", "table"), [("The states of a decision", DECISION_STATES), ("The states of a clock", CLOCK_STATES)]
)
def test_document_has_the_table_of_the_code(heading: str, table: Sequence[StateRow]) -> None:
    section = TEXT.partition(f"### {heading}\n")[2].partition("\n## ")[0].partition("\n### ")[0]
    rows = "".join(f"{line}\n" for line in section.splitlines() if line.startswith("|"))
    assert rows == markdown_table(table)


def test_document_names_the_warnings_that_come() -> None:
    first, second = (left_ms // 1000 for left_ms in WARNINGS_MS)
    assert f"Warnings come at {first} and {second} seconds." in TEXT
