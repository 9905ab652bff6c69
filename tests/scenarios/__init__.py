"""Scenarios of each game, and their run through Python."""
