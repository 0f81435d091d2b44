"""Cases chosen by hypothesis: the same in every run, and shrunk if they refute a claim."""

from hypothesis import HealthCheck, Phase, settings


def sampled(cases: int) -> settings:
    """The settings of a check that runs on `cases` cases."""
    return settings(
        max_examples=cases,
        derandomize=True,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        phases=(Phase.generate, Phase.shrink),
        print_blob=False,
    )
