"""Agents against each other: `qttt arena`."""
