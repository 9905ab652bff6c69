"""The JSON Schema (draft 2020-12) of all messages, made from their classes, so that it can't differ from the codec.

Two things a schema can't say: `1.0` is an integer to JSON Schema and none to us, and keys must not be repeated.
"""

import types
from typing import Final, Literal, get_args, get_origin

from attrs import NOTHING, Attribute, Factory, fields, has, resolve_types

from .messages import CLIENT_CLASSES, LARGEST_INT, PROTOCOL_VERSION, SERVER_CLASSES, TAG
from .server_messages import RawJson

SchemaNode = dict[str, object]

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
_NO_CONTROL: Final = "^[^\\u0000-\\u001f\\u007f-\\u009f]*$"
_TAG: Final[SchemaNode] = {"type": ["string", "null"], "pattern": f"^{TAG.pattern}$"}
_ADDRESS: Final[SchemaNode] = {"type": ["integer", "null"], "minimum": 1, "maximum": LARGEST_INT}


def schema_document() -> SchemaNode:
    """Return the schema of both directions.

    `$defs.ClientMessage` and `$defs.ServerMessage` are the unions; a line is valid if it is one of either. What clients
    send has no unknown fields; what the server sends may have some, which clients must ignore.
    """
    definitions: SchemaNode = {}
    for side, classes, is_strict in (("client", CLIENT_CLASSES, True), ("server", SERVER_CLASSES, False)):
        for name, member in classes.items():
            definitions[f"{side}.{name}"] = _message(name, member, definitions, is_strict=is_strict)
    definitions["ClientMessage"] = _one_of("client", CLIENT_CLASSES)
    definitions["ServerMessage"] = _one_of("server", SERVER_CLASSES)
    return {
        "$schema": DIALECT,
        "title": f"Spellmoot, protocol {PROTOCOL_VERSION}",
        "anyOf": [{"$ref": "#/$defs/ClientMessage"}, {"$ref": "#/$defs/ServerMessage"}],
        "$defs": definitions,
    }


def _one_of(side: str, classes: dict[str, type]) -> SchemaNode:
    return {"oneOf": [{"$ref": f"#/$defs/{side}.{name}"} for name in classes]}


def _message(name: str, member: type, definitions: SchemaNode, *, is_strict: bool) -> SchemaNode:
    node = _class(member, definitions, is_strict=is_strict)
    own = node["properties"]
    envelope: SchemaNode = {"tag": _TAG, "match": _ADDRESS} if is_strict else {"tag": _TAG}
    properties: SchemaNode = {"type": {"const": name}, **envelope}
    required = ["type"]
    if isinstance(own, dict):
        properties |= own
    if isinstance(node["required"], list):
        required += node["required"]
    return node | {"properties": properties, "required": required}


def _class(member: type, definitions: SchemaNode, *, is_strict: bool) -> SchemaNode:
    node: SchemaNode = {
        "type": "object",
        "description": (member.__doc__ or "").partition("\n")[0],
        "properties": {field.name: _field(field, definitions, is_strict=is_strict) for field in _fields(member)},
        "required": [field.name for field in _fields(member) if field.default is NOTHING],
    }
    if is_strict:
        node["additionalProperties"] = False
    return node


def _fields(member: type) -> tuple["Attribute[object]", ...]:
    return tuple(fields(resolve_types(member)))


def _field(field: "Attribute[object]", definitions: SchemaNode, *, is_strict: bool) -> SchemaNode:
    if field.name == "match" and is_strict:
        return {"type": "integer", "minimum": 1, "maximum": LARGEST_INT}
    node = _type(field.type, definitions, is_strict=is_strict)
    default = field.default
    if default == Factory(list):
        default = []
    return node if default in (NOTHING, None) else node | {"default": default}


def _type(kind: object, definitions: SchemaNode, *, is_strict: bool) -> SchemaNode:
    if isinstance(kind, types.UnionType):
        members = [_type(member, definitions, is_strict=is_strict) for member in get_args(kind)]
        return {"anyOf": members}
    if get_origin(kind) is Literal:
        return {"enum": list(get_args(kind))}
    if get_origin(kind) is list:
        return {"type": "array", "items": _type(get_args(kind)[0], definitions, is_strict=is_strict)}
    if get_origin(kind) is dict:
        return {"type": "object", "additionalProperties": _type(get_args(kind)[1], definitions, is_strict=is_strict)}
    if isinstance(kind, type) and has(kind) and kind is not RawJson:
        definitions[kind.__name__] = _class(kind, definitions, is_strict=is_strict)
        return {"$ref": f"#/$defs/{kind.__name__}"}
    text: SchemaNode = {"type": "string", "pattern": _NO_CONTROL} if is_strict else {"type": "string"}
    simple: dict[object, SchemaNode] = {
        str: text,
        int: {"type": "integer", "minimum": -LARGEST_INT, "maximum": LARGEST_INT},
        float: {"type": "number"},
        bool: {"type": "boolean"},
        types.NoneType: {"type": "null"},
        RawJson: {"type": "object"},
    }
    return simple[kind]
