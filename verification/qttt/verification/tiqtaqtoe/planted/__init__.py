"""Errors planted in implementations of TiqTaqToe."""
