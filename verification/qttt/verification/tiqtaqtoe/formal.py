"""The formal text of TiqTaqToe's page, held against the vectors and the reference."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import Any

from qttt.reference.tiqtaqtoe import TiqTaqToe, settings
from qttt.reference.tiqtaqtoe.notation import Action, Classical, Measurement, Superposition
from qttt.reference.tiqtaqtoe.position import Position
from qttt.verification.formal.game import FormalGame
from qttt.verification.formal.page import Page, Text
from qttt.verification.tiqtaqtoe.conformance import SUITE
from qttt.verification.tiqtaqtoe.engines import SOLVABLE, reference
