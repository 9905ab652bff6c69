"""The clocks of a transcript: does each charge leave what was there before, less its amount?

What measured the time is nobody's to prove. But that no clock gained or lost anything that is not written down is.
Where an account begins is said by the time control for banks; for others, which the server's settings give, by their
first charge.
"""

from protocol import RemoteError
from server.clocks import TimeControl
from server.journal.records import Charged


class ChargeError(Exception):
    """A charge does not add up; the text says how."""


class Accounts:
    """What is left in each account of each seat.

    Args:
        time_control: as the header says it.
        seats: how many there are.
    """

    def __init__(self, time_control: str, seats: int) -> None:
        """Nothing was charged.

        Raises:
            ChargeError: there is no such time control.
        """
        try:
            control = TimeControl.parse(time_control)
        except RemoteError as error:
            raise ChargeError(f"there is no time control {time_control!r}") from error
        self._seats = seats
        self._left: dict[tuple[int, str], int] = {}
        for seat in range(seats):
            self._left[seat, "bank"] = control.bank_ms
            self._left[seat, "reaction"] = control.reaction_ms

    def take(self, charge: Charged) -> None:
        """Book a charge.

        Raises:
            ChargeError: it does not add up.
        """
        if not 0 <= charge.seat < self._seats:
            raise ChargeError(f"there is no seat {charge.seat + 1}")
        key = charge.seat, charge.account
        before = 0 if charge.account == "none" else self._left.get(key, charge.left + charge.millis)
        expected = 0 if charge.account == "none" else before - charge.millis
        if charge.left != expected or expected < 0:
            whose = f"{charge.account} of seat {charge.seat + 1}"
            raise ChargeError(f"{whose} had {before} ms, so {charge.millis} ms less is not {charge.left}")
        self._left[key] = charge.left
