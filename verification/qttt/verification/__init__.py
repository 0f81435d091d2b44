"""The statements of the project about itself, and the checks that establish them.

A *claim* is a row of `claims.toml`: a statement, its strength, its bound and its check. A *check* is a function that
raises `Refuted` with a counterexample if the claim does not hold, and returns a sentence about what it did, or nothing
if it did what the bound says. It takes the thing it is about as an argument, by default the real one; a *mutant* is the
same thing with a deliberate error, which the check must refute. `qttt.verification.runner` runs a claim with its
mutants, `qttt.verification.runner` many claims side by side.

The checks need the extra `verify`; reading the claims does not.
"""


class Refuted(Exception):
    """A check found that its claim does not hold; the message is the counterexample."""


def expect(what: str, found: object, expected: object) -> None:
    """Raise `Refuted` unless what was found is what is expected."""
    if found != expected:
        raise Refuted(f"{what}: {found}, expected {expected}")
