"""What the project says about itself, and the checks that establish it.

A *claim* is a row of `claims.toml`: a statement, its strength, its bound and its check. A *check* is a function that
returns a sentence about what it did, and raises `Refuted` with a counterexample if the claim does not hold. It takes
the one thing it is about as an argument, the real one unless another is given; a *mutant* is another one, with a
deliberate error, which the check must refute. `qttt.verification.runner` runs claims with their mutants.

The checks need the extra `verify`; reading the claims does not.
"""

from __future__ import annotations


class Refuted(Exception):
    """A check found that its claim does not hold; the message is the counterexample."""
