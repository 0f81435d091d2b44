"""Cases that hypothesis chooses: always the same ones, and one that refutes is shrunk."""

from __future__ import annotations

from hypothesis import HealthCheck, Phase, settings


def sampled(cases: int) -> settings:
    """The settings of a check that runs on so many cases."""
    return settings(
        max_examples=cases,
        derandomize=True,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        phases=(Phase.generate, Phase.shrink),
        print_blob=False,
    )
