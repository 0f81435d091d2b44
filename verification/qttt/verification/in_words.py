"""Claims in words, for people: their mutants, and what is assumed."""

from qttt.verification.mutants import ARROW
from qttt.verification.records import whole
from qttt.verification.registry import RUNS_ON, Claim

ASSUMED = {
    ("proved", "page"): "that z3 is right, and that the formal text means what the prose of the page says",
    ("proved", "kernel"): "that z3 is right, and that the compiler keeps the meaning of the kernel",
    ("proved", "reference"): "that z3 is right",
    ("proved", "model"): "that z3 is right, and that the model is faithful to the rule",
    ("exhausted", ""): "nothing beyond the bound",
    ("certified", ""): "that the reference plays by the rules",
    ("searched", ""): "that the inputs outside the search are like those in it",
    ("tested", ""): "that the cases outside the sample are like those in it",
    ("argued", ""): "that the argument is right",
}


def mutant_in_words(name: str) -> str:
    """A mutant's name as a phrase, without its module; of an error that is spelt out, the change.

    >>> mutant_in_words("tiqtaqtoe.matches.losses_of_o_are_gains"), mutant_in_words("page.goff:GOFF-BOARD-2: 7 -> 8")
    ('losses of O are gains', '`8` for `7` in GOFF-BOARD-2')
    """
    if ARROW in name:
        where, _, change = name.partition(": ")
        before, _, after = change.partition(ARROW)
        instead = f"`{after}`" if after else "nothing"
        return f"{instead} for `{before}` in {function_in_words(where)}"
    return " ".join(word.upper() if word in ("x", "o") else word for word in name.rpartition(".")[2].split("_"))


def function_in_words(name: str) -> str:
    """What a claim is about, one of its names, as Markdown.

    >>> function_in_words("page.goff:GOFF-END-1"), function_in_words("-reference.board:image")
    ('GOFF-END-1', 'not `reference.board:image`')
    """
    if name.startswith("-"):
        return f"not {function_in_words(name[1:])}"
    if not name.startswith("page."):
        return f"`{name}`"
    page, _, rule = name.removeprefix("page.").partition(":")
    return rule or f"the page {page}"


def assumed(claim: Claim) -> str:
    """What one has to believe, besides the check itself, to take the claim for true: a clause."""
    return ASSUMED[claim.strength, claim.on]


def established_by(claim: Claim) -> str:
    """The strength of a claim with what its check runs on, and whether its whole bound was never run.

    >>> from qttt.verification.registry import claims
    >>> established_by(claims()[1])
    'proved on the formal text of the rule page'
    """
    if claim.test:
        return "a test; here run its mutants"
    return f"{claim.strength}{f' on {RUNS_ON[claim.on]}' if claim.on else ''}{'' if whole(claim) else ', not yet run'}"
