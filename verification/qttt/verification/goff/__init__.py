"""Goff's game: the translation between both implementations, the engines, and the checks of its claims."""
