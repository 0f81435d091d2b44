"""Errors planted in Q3T: in its games, both engines, its circuits and the text used in proofs."""
