"""The language of Spellmoot: bytes and lines to messages and back. It does no I/O and knows no rule of a game.

From the socket inwards, each module knowing only those before it:

    errors, sanitize    what is refused and why; text made harmless
    telnet, lines       bytes without telnet; complete lines
    connection          both of them together: bytes to lines, telnet answers
    client_messages, server_messages, messages    what can be said, in two closed unions
    codec, commands     lines to messages: JSON for programs, words for people
    schema              the JSON Schema of the messages

What goes over the wire is described in PROTOCOL.md, beside this file.
"""

from .client_messages import ClientMessage, Request
from .codec import (
    decide_frame,
    decode_client,
    decode_server,
    encode_client,
    encode_server,
    event_frame,
    event_line,
    parse_raw,
    raw_json,
    waiting_frame,
)
from .commands import COMMANDS, Command, addressed, command_named, parse_any, parse_line, shadowed_commands
from .connection import Connection, ConnectionEvent, LineReceived, LineRefused, encode_json, encode_lines
from .errors import ERROR_CODES, LocalError, RemoteError
from .lines import LINE_LIMIT
from .messages import PROTOCOL_VERSION, type_name
from .sanitize import clean_name, clean_nonce, clean_text
from .schema import schema_document
from .server_messages import RawJson, Refused, Response, ServerMessage

__all__ = [
    "COMMANDS",
    "ERROR_CODES",
    "LINE_LIMIT",
    "PROTOCOL_VERSION",
    "ClientMessage",
    "Command",
    "Connection",
    "ConnectionEvent",
    "LineReceived",
    "LineRefused",
    "LocalError",
    "RawJson",
    "Refused",
    "RemoteError",
    "Request",
    "Response",
    "ServerMessage",
    "addressed",
    "clean_name",
    "clean_nonce",
    "clean_text",
    "command_named",
    "decide_frame",
    "decode_client",
    "decode_server",
    "encode_client",
    "encode_json",
    "encode_lines",
    "encode_server",
    "event_frame",
    "event_line",
    "parse_any",
    "parse_line",
    "parse_raw",
    "raw_json",
    "schema_document",
    "shadowed_commands",
    "type_name",
    "waiting_frame",
]
