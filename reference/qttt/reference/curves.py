"""Curves of pictures: from one point to another, clear of the marks and numbers between them."""

from collections.abc import Iterable, Iterator, Sequence
from math import hypot, inf
from typing import NamedTuple

Point = tuple[float, float]

CLEAR = 5.0
"""How far a curve keeps from obstacles."""
APART = 9.0
"""How far two curves between the same squares keep from each other."""
STEPS = 40
"""Steps of a curve at which its distances are taken."""
BENDS = tuple(bend / 100 for bend in (8, -8, 16, -16, 25, -25, 36, -36, 50, -50, 70, -70, 95, -95, 0))
"""How far a curve bends aside, for its length, in the order of preference."""


class Disc(NamedTuple):
    """A round obstacle, such as a mark."""

    x: float
    y: float
    radius: float

    def distance(self, point: Point) -> float:
        """How far a point is from the disc; negative inside."""
        return hypot(point[0] - self.x, point[1] - self.y) - self.radius


class Box(NamedTuple):
    """An obstacle with four sides, such as a number."""

    left: float
    top: float
    right: float
    bottom: float

    def distance(self, point: Point) -> float:
        """How far a point is from the box; negative inside."""
        across = max(self.left - point[0], point[0] - self.right)
        down = max(self.top - point[1], point[1] - self.bottom)
        return hypot(max(across, 0), max(down, 0)) if max(across, down) > 0 else max(across, down)


Obstacle = Disc | Box


class Curve(NamedTuple):
    """A cubic Bézier curve by its four points."""

    start: Point
    first: Point
    second: Point
    end: Point

    def at(self, t: float) -> Point:
        """The point at t, from 0 to 1."""
        a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
        x, y = (a * p + b * q + c * r + d * s for p, q, r, s in zip(*self, strict=True))
        return x, y

    def points(self, low: float = 0, high: float = 1) -> list[Point]:
        """Points along the curve."""
        return [self.at(low + (high - low) * step / STEPS) for step in range(STEPS + 1)]

    def part(self, low: float, high: float) -> "Curve":
        """The part from `low` to `high`, by de Casteljau."""
        left = self._until(high)
        return Curve(*reversed(Curve(*reversed(left))._until(1 - low / high))) if low else left

    def _until(self, t: float) -> "Curve":
        rows: list[list[Point]] = [[*self]]
        while len(rows[-1]) > 1:
            pairs = zip(rows[-1], rows[-1][1:], strict=False)
            rows.append([(x + t * (to_x - x), y + t * (to_y - y)) for (x, y), (to_x, to_y) in pairs])
        return Curve(*(row[0] for row in rows))

    def clearance(self, obstacles: Iterable[Obstacle], enough: float = inf, least: float = -inf) -> float:
        """How far the curve keeps from the nearest obstacle, negative if it crosses one; `enough` if it is farther.
        Less than `least` stands for any such number."""
        points, distance = self.points(), enough
        for obstacle in obstacles:
            distance = min(distance, *map(obstacle.distance, points))
            if distance < least:
                break
        return distance

    def separation(self, other: "Curve") -> float:
        """How far the middles of two curves keep from each other."""
        points = other.points(0.25, 0.75)
        return min(hypot(x - u, y - v) for x, y in self.points(0.25, 0.75)[::4] for u, v in points)

    @property
    def path(self) -> str:
        """The curve as the data of an SVG path."""
        start, *rest = (f"{x:.1f} {y:.1f}" for x, y in self)
        return f"M {start} C {', '.join(rest)}"


def curves(start: Point, end: Point, side: int) -> Iterator[Curve]:
    """Curves between two points: arcs first, bent to `side` (1 or -1) before the other, then curves with two bends."""
    yield from (bent(start, end, side * bend, side * bend) for bend in BENDS)
    for size in range(1, len(BENDS)):
        for other in range(size):
            yield bent(start, end, side * BENDS[size], side * BENDS[other])
            yield bent(start, end, side * BENDS[other], side * BENDS[size])


def bent(start: Point, end: Point, first: float, second: float) -> Curve:
    """A curve that bends aside near its start and near its end."""
    (x, y), (to_x, to_y) = start, end
    across, down = to_x - x, to_y - y
    ahead, behind = 0.3, 0.7
    return Curve(
        start,
        (x + ahead * across - first * down * 4 / 3, y + ahead * down + first * across * 4 / 3),
        (x + behind * across - second * down * 4 / 3, y + behind * down + second * across * 4 / 3),
        end,
    )


def routed(
    start: Point,
    end: Point,
    obstacles: Sequence[Obstacle],
    beside: Sequence[Curve] = (),
    side: int = 1,
    inside: Box | None = None,
) -> Curve:
    """The first of `curves` that keeps clear of the obstacles, inside a frame, and apart from the curves beside it.

    Not guaranteed: that there is one; otherwise the clearest.
    """
    best, most = None, -inf
    for curve in curves(start, end, side):
        if inside and max(inside.distance(point) for point in curve.points()) > 0:
            continue
        missing = min(0, *(curve.separation(each) - APART for each in beside)) if beside else 0
        missing = min(missing, curve.clearance(obstacles, CLEAR, most + CLEAR) - CLEAR)
        if missing > most:
            best, most = curve, missing
        if missing >= 0:
            break
    return best or bent(start, end, 0, 0)
