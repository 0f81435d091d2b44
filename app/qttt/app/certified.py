"""What certificates of games say, in words and for JSON. Nothing here imports the fast engine."""

from typing import Any

from qttt.reference.game import Actor
from qttt.reference.hybrid import Hybrid
from qttt.reference.tiqtaqtoe import TiqTaqToe
from qttt.verification.certificate.file import Certificate
from qttt.verification.hybrid.certificate import Certificate as OfHybrid
from qttt.verification.tiqtaqtoe.certificate import Certificate as OfTiqTaqToe

AnyCertificate = Certificate | OfTiqTaqToe | OfHybrid


def told(certificate: AnyCertificate) -> dict[str, Any]:
    """What the JSON object says of a certificate."""
    game = certificate.game
    return {
        "ruleset": game.ruleset,
        **({"level": game.level} if isinstance(game, TiqTaqToe) else {}),
        **({"switches": game.switches} if isinstance(game, TiqTaqToe | Hybrid) else {}),
        "player": certificate.player.value,
        "start": certificate.start,
        "value": str(certificate.value),
        "rows": len(certificate.rows),
    }


def bound(certificate: AnyCertificate) -> str:
    """Which side of the value a certificate proves."""
    return "at least" if certificate.player is Actor.X else "at most"
