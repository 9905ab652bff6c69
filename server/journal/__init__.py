"""The journal: what happened in each match, on the disk before anybody sees it.

async with SqliteJournal.open(folder, on_stuck=tell_operator) as journal:
    for stored in await journal.unfinished(): ...         # a restart
    number = journal.take_number()
    journal.submit(Created(number, ...), lambda: ...)     # returns at once; the callback runs once it is durable
"""

from .backup import Checked, backup, check, read_history, read_match, restore
from .batch import Then
from .errors import JOURNAL_CODES, JournalError
from .folder import DEFAULT_FOLDER
from .interface import Journal, OnDurable, OnStuck, Progress, Statistics
from .memory import MemoryJournal, Shelf
from .records import (
    Aborted,
    Adjourned,
    Charged,
    Chosen,
    Created,
    DrawAgreed,
    Ended,
    PlanLine,
    Record,
    Resumed,
    Retired,
    Revealed,
    Rewound,
    Seat,
    Series,
    Spoke,
    Stored,
    StoredMatch,
    Summary,
    WindowStop,
    Wished,
)
from .sqlite import SqliteJournal

__all__ = [
    "DEFAULT_FOLDER",
    "JOURNAL_CODES",
    "Aborted",
    "Adjourned",
    "Charged",
    "Checked",
    "Chosen",
    "Created",
    "DrawAgreed",
    "Ended",
    "Journal",
    "JournalError",
    "MemoryJournal",
    "OnDurable",
    "OnStuck",
    "PlanLine",
    "Progress",
    "Record",
    "Resumed",
    "Retired",
    "Revealed",
    "Rewound",
    "Seat",
    "Series",
    "Shelf",
    "Spoke",
    "SqliteJournal",
    "Statistics",
    "Stored",
    "StoredMatch",
    "Summary",
    "Then",
    "WindowStop",
    "Wished",
    "backup",
    "check",
    "read_history",
    "read_match",
    "restore",
]
