"""Clocks: how much time a match gives, who uses it, and a record of each millisecond. Pure: time is an argument."""

from .charges import CREDIT_KINDS, REASONS, TIME_KINDS, Charge, Reason, check_charges, log_line
from .control import PRESETS, UNTIMED, Terms, TimeControl, milliseconds, seconds
from .events import WARNINGS_MS, ClockEvent
from .match_clock import MatchClock
from .pools import OpenDecision
from .standing import SeatStanding, State
from .states import CLOCK_STATES, DECISION_STATES, StateRow, markdown_table, next_row
from .stored import charge_from_json, charge_of, charge_to_json, clock_from_json, clock_to_json

__all__ = [
    "CLOCK_STATES",
    "CREDIT_KINDS",
    "DECISION_STATES",
    "PRESETS",
    "REASONS",
    "TIME_KINDS",
    "UNTIMED",
    "WARNINGS_MS",
    "Charge",
    "ClockEvent",
    "MatchClock",
    "OpenDecision",
    "Reason",
    "SeatStanding",
    "State",
    "StateRow",
    "Terms",
    "TimeControl",
    "charge_from_json",
    "charge_of",
    "charge_to_json",
    "check_charges",
    "clock_from_json",
    "clock_to_json",
    "log_line",
    "markdown_table",
    "milliseconds",
    "next_row",
    "seconds",
]
