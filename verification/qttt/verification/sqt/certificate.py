"""Certificates of SQT: those of Goff's game, with the System in place of the player who selects."""

from qttt.reference.sqt import Sqt
from qttt.verification.goff.certificate import OfGoff

GAME, FORM = Sqt, OfGoff
