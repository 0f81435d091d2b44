"""How many positions the hybrid game has: sets of boxes, ranks of links, and classes, by looking at each."""

from itertools import product

import pytest

from qttt.fast.hybrid import boxes, ranking
from qttt.fast.hybrid.count import positions
from qttt.fast.hybrid.rules import Setting, State, outcome


@pytest.mark.parametrize("setting", [Setting(), Setting("single"), Setting(targets="one"), Setting("two", "one")])
@pytest.mark.parametrize("measured", [0, 1, 2, 5, 6, 7, 8, 9])
def test_no_two_sets_of_links_have_one_rank(setting: Setting, measured: int) -> None:
    this = ranking.layer(setting, measured)
    assert len(set(this.rows.tolist())) == len({tuple(row) for row in this.links.tolist()}) == this.starts[-1]
    assert this.rows.min() >= 0
    assert this.rows.max() < this.ranks
    links = (this.links != ranking.NO_LINK).sum(1)
    for number, (start, stop) in enumerate(zip(this.starts, this.starts[1:], strict=False)):
        assert (links[start:stop] == number).all()


def by_hand(setting: Setting, measured: int) -> int:
    """How many classes of undecided positions there are, by looking at each."""
    classes = set()
    for mask in (mask for mask in range(boxes.ALL + 1) if mask.bit_count() == measured):
        inside, outside = boxes.members(mask), boxes.members(boxes.ALL & ~mask)
        kinds = [None, *product(inside, "XO")]
        for x in (x for x in range(boxes.ALL + 1) if x & ~mask == 0 and outcome(State(x, mask & ~x)) is None):
            for choice in product(kinds, repeat=len(outside)):
                links = [(control, *kind) for control, kind in zip(outside, choice, strict=True) if kind]
                targets = [target for _, target, _ in links]
                if setting.links == "single" and len(links) > 1:
                    continue
                if setting.targets == "one" and len(set(targets)) < len(targets):
                    continue
                images = (
                    (
                        boxes.image(x, s),
                        boxes.image(mask, s),
                        *sorted((to[control], to[target], owner) for control, target, owner in links),
                    )
                    for s, to in enumerate(boxes.SYMMETRIES)
                )
                classes.add(min(images))
    return len(classes)


@pytest.mark.parametrize(
    ("setting", "measured"),
    [(Setting(), 8), (Setting("single"), 1), (Setting(targets="one"), 1), (Setting(targets="one"), 8)],
)
def test_classes_of_positions(setting: Setting, measured: int) -> None:
    assert positions(setting)[measured] == by_hand(setting, measured)
