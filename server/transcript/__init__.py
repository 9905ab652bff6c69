"""Transcripts: a match in a file that anybody can check, without the server that it was played on."""

from .export import TranscriptError, export
from .verify import OK, Fault, verify

__all__ = ["OK", "Fault", "TranscriptError", "export", "verify"]
