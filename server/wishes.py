"""Stops and plans of a seat as a record, and back: they are secret to their seat, and outlive the server."""

from .journal import PlanLine, WindowStop, Wished
from .windows import Plan, Plans, Stops

_NO_TURN = -1


def wished(match: int, seat: int, stops: Stops, plans: Plans) -> Wished:
    """Return the record of what a seat wants in windows."""
    return Wished(
        match,
        seat,
        stops.is_on,
        tuple(WindowStop(window, is_on) for window, is_on in stops.windows),
        _NO_TURN if stops.passed_turn is None else stops.passed_turn,
        tuple(PlanLine(plan.number, plan.window, plan.line) for plan in plans.plans),
        plans.next_number,
    )


def stops_of(record: Wished) -> Stops:
    """Return the stops that were written down."""
    windows = tuple((stop.window, stop.is_on) for stop in record.windows)
    return Stops(record.is_on, windows, None if record.passed_turn == _NO_TURN else record.passed_turn)


def plans_of(record: Wished) -> Plans:
    """Return the plans that were written down."""
    return Plans(tuple(Plan(plan.number, plan.window, plan.line) for plan in record.plans), record.next_plan)
