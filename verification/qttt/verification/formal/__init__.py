"""The formal text of the rule pages, held against the vectors, the reference and itself."""

from qttt.verification.formal.game import FormalGame

__all__ = ["FormalGame"]
