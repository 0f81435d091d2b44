"""Goff's game in the registry."""
