"""The protocol: bytes to lines, lines to messages, messages to lines."""

from protocol import Connection, Request, decode_client, decode_server, encode_client, encode_server, parse_any
from protocol import server_messages as told
from protocol.client_messages import Choose

from .timing import Figure, timed

_LINE = "attack B1 foe:C1"
_VERBS = frozenset({"attack", "done", "summon"})


def figures(round_s: float) -> list[Figure]:
    """Return what the protocol costs."""
    connection = Connection()
    packet = f"{_LINE}\r\n".encode()
    choose = Request(Choose(_LINE, 8), "t7", 12)
    json_line = encode_client(choose).decode()
    decide = told.Decide(12, 0, 8, "summoning", "turn", "done", ["done", "summon K1"], complete=True, millis=None)
    decide_line = encode_server(decide).decode()
    return [
        timed("a packet with one line, split", lambda: connection.receive_data(packet), round_s),
        timed("the same, the short way of a choice", lambda: connection.whole_line(packet), round_s),
        timed("a choice line of text, parsed", lambda: parse_any(_LINE, _VERBS), round_s),
        timed("a command of text, parsed", lambda: parse_any("observe 12", _VERBS), round_s),
        timed("a request of JSON, parsed", lambda: decode_client(json_line), round_s),
        timed("a request, written", lambda: encode_client(choose), round_s),
        timed("a decision, written", lambda: encode_server(decide), round_s),
        timed("a decision, read by a client", lambda: decode_server(decide_line), round_s),
    ]
