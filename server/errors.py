"""What the server itself refuses, beside the protocol (a line can't be read) and the rules (a choice is illegal)."""

from collections.abc import Mapping
from typing import Final

from protocol import RemoteError

ERROR_CODES: Final[Mapping[str, str]] = {
    "already-at-table": "You sit at an open table. Leave it first: `leave`.",
    "already-logged-in": "This connection has a name. Leave with `quit` to take another one.",
    "ambiguous-name": "Several could be meant. Say which.",
    "bad-plan": "A line in advance is `if WINDOW then LINE`.",
    "bad-series": "A series is best of 3, 5, 7 or 9.",
    "bad-stop": "A stop is `stop all`, `stop none`, `stop WINDOW on` or `stop WINDOW off`.",
    "bad-time-control": "A time control is a name, or looks like `10m+15s/20s:60s`. See the suggestions.",
    "bad-pattern": "The Pattern can't be played: `params.reason` says why. `pattern` lists the ready ones.",
    "bad-setup": "The match can't be set up like that: `params.reason` says why.",
    "bad-setting": "There is no such setting, or it does not take that value. `set` lists them.",
    "house-declines": "The house agrees to no draw.",
    "match-adjourned": "The match was adjourned meanwhile. `resume ID` goes on with it.",
    "match-busy": "The match has more lines waiting than it takes. Send the line again in a moment.",
    "name-taken": "Somebody here has that name. Choose another one, or come back with the word told at login.",
    "no-challenge": "Nobody has challenged you (or not that player). `who` lists the players.",
    "no-house": "The house has no seat at your table. `house` gives it one.",
    "no-such-card": "No card has that name or letter.",
    "no-such-game": "There is no such game. `games` lists them.",
    "no-such-match": "No match that is on has that number. `games` lists them.",
    "no-such-option": "The game has no such option. See the suggestions, or `games`.",
    "no-such-number": "Nothing of that number was listed. Take a number from the list shown last.",
    "no-such-plan": "No line in advance has that number. `if` lists yours.",
    "no-such-player": "Nobody of that name is here. `who` lists the players.",
    "no-such-record": "No match of that number was written down here. `history` lists them.",
    "no-such-rule": "No rule has that number. `rules` lists the chapters.",
    "no-such-stored": "You have no such adjourned match. `stored` lists yours.",
    "no-such-table": "No open table has that number; it may have begun. `games` lists them.",
    "no-such-topic": "There is no help on that. `help` lists the topics.",
    "not-at-table": "You sit at no open table. `table` opens one, `join` sits down at one.",
    "not-confirmed": "The match stopped before the line was confirmed. Look whether it counts, once you are back.",
    "not-host": "Who opened the table says when it begins and where the house sits.",
    "not-in-match": "You play in no match now. `bot` or `match` starts one.",
    "not-logged-in": "Take a name first: `login NAME`.",
    "not-over": "The match is not over, so it keeps its secrets until then. If it is on, it can be watched.",
    "not-reading": "You read no match now. `replay ID` begins.",
    "not-watching": "You are not watching a match.",
    "not-here": "Somebody who plays the match is not here: `params.name`. Try again when all are.",
    "nothing-to-play": "The match is over at that step. Take an earlier one.",
    "nothing-to-claim": "Nobody has been gone for long enough. `clock` shows how long they may.",
    "nothing-asked": "Nothing was asked, so there is nothing to say yes or no to.",
    "options-clash": "Two of the options decide the same. Take one of the suggestions.",
    "other-rules": "The match was played by other rules than those of today, so it can't be played again.",
    "server-full": "The server has as many connections or matches as it takes. Try again later.",
    "server-stuck": "The server can't write to its disk, so nothing new begins. Try again later.",
    "stale-decision": "The line named a decision that is not the open one. Read the last `decide`.",
    "stale-window": "The line was typed for a decision that has closed meanwhile. Look at the new one.",
    "too-few-seated": "The game takes more players than sit at the table. Wait for others, or fill seats: `house`.",
    "too-many-plans": "More lines in advance are not kept. Take one back: `if off N`.",
    "too-many-stored": "One of you has as many adjourned matches as are kept, or all have. Go on with one first.",
    "unreadable-record": "The journal can't be read. Tell who runs the server.",
    "wrong-seats": "So many can't play that. `params.takes` says how many can; see the suggestions.",
    "yourself": "That would be you. Choose somebody else; `bot` duels the house.",
}
"""Every code that this layer refuses with: what it means, and what the client should do."""


def refuse(code: str, message: str, suggestions: tuple[str, ...] = (), **params: str) -> RemoteError:
    """Return the refusal `code` (of `ERROR_CODES`), with a sentence in English for programs' logs."""
    return RemoteError(code, message, params, suggestions)
