/**
 * What positions of Goff's game and of the stochastic game are worth, by search to the end. A settled position is an array of
 * numbers: of each open square its tree, and the squares that the marks of this tree take if the next one settles there
 * (LEMMA rooted-collapse); and the squares of the definite marks. To join two trees, or to settle one, takes a few
 * operations on sets of squares.
 */

import { LINES_IN, SQUARES, kept } from "../game.js";

/** @typedef {Int16Array} State sets of squares: bit r for square r + 1 */
/**
 * What outcomes are worth: numbers that stand for values, in an order of which the search knows nothing.
 * @typedef {object} Worths
 * @property {number[]} ends of the outcomes in their order
 * @property {(a: number, b: number) => number} larger
 * @property {(a: number, b: number) => number} smaller
 * @property {(a: number, b: number, closer: "X" | "O") => number} selected of a closed cycle whose selections are worth a and b
 */

/** Where an array has the sets of each square: its tree, the marks of X, of O and of ply 7 in it, and what it is linked with. */
const [TREE, X, O, SEVENTH, NEAR] = [0, 9, 18, 27, 36];
/** Where it has those of the definite marks. */
const [XS, OS, SEVEN, SIZE] = [45, 46, 47, 48];
export const NONE = -1;

/** The squares of each set. */
const MEMBERS = Array.from({ length: 512 }, (_, set) => SQUARES.map((x) => x - 1).filter((r) => (set >> r) & 1));

/** The outcomes in their order for X (LEMMA outcomes-in-order), with `both=narrow` and the double win on. */
export const [O_WINS, O_FIRST, DRAW, X_FIRST, X_WINS, X_TWICE] = [0, 1, 2, 3, 4, 5];

/**
 * The outcome of definite marks, NONE without a line. Rules: GOFF-END-2, GOFF-END-3, GOFF-END-4, GOFF-END-6
 * @param {number} xs @param {number} os @param {number} seven @param {number} eight @param {number} nine
 */
function outcome(xs, os, seven, eight, nine) {
  if (!LINES_IN[xs]) return LINES_IN[os] ? O_WINS : NONE;
  if (!LINES_IN[os]) return LINES_IN[xs] > 1 ? X_TWICE : X_WINS;
  if (LINES_IN[xs & ~(seven | nine)]) return X_FIRST;
  return LINES_IN[xs & ~nine] && !LINES_IN[os & ~eight] ? X_FIRST : O_FIRST;
}

/** The same of a full board. Rule: GOFF-END-5 @param {number} end */
const orDraw = (end) => (end === NONE ? DRAW : end);

/** A bit for each pair of outcomes, in either order. */
const BITS = Int32Array.from({ length: 36 }, (_, i) => {
  const [low, high] = [i % 6, Math.floor(i / 6)].sort();
  return 1 << ((high * (high + 1)) / 2 + low);
});

/** The state of a settled position of at most seven plies. @param {import("../goff/rules.js").Position} p @returns {State} */
export function stateOf({ definite, spooky }) {
  const state = new Int16Array(SIZE);
  definite.forEach((ply, r) => {
    if (!ply) state[TREE + r] = 1 << r;
    else state[ply % 2 ? XS : OS] |= 1 << r;
    if (ply === 7) state[SEVEN] |= 1 << r;
  });
  for (const [ply, a, b] of spooky) join(state, state.slice(), a - 1, b - 1, ply);
  return state;
}

/**
 * Make a copy of a state the one after: a mark joins the trees of a and b.
 * @param {State} to @param {State} from @param {number} a @param {number} b @param {number} ply
 */
function join(to, from, a, b, ply) {
  grow(to, from, a, b, ply);
  grow(to, from, b, a, ply);
}

/** @param {State} to @param {State} from @param {number} a @param {number} b @param {number} ply */
function grow(to, from, a, b, ply) {
  for (const r of MEMBERS[from[TREE + a]]) { // if the tree of a settles on r, the mark settles on b, and so does b's tree
    to[TREE + r] |= from[TREE + b];
    to[X + r] |= from[X + b];
    to[O + r] |= from[O + b];
    to[SEVENTH + r] |= from[SEVENTH + b];
    to[(ply % 2 ? X : O) + r] |= 1 << b;
    if (ply === 7) to[SEVENTH + r] |= 1 << b;
  }
  to[NEAR + a] |= 1 << b;
}

/**
 * Make a copy of a state the one after: a mark settles on r, and its tree with it.
 * @param {State} to @param {State} from @param {number} r @param {number} ply
 */
function settle(to, from, r, ply) {
  to[XS] |= from[X + r];
  to[OS] |= from[O + r];
  to[SEVEN] |= from[SEVENTH + r];
  to[ply % 2 ? XS : OS] |= 1 << r;
  if (ply === 7) to[SEVEN] |= 1 << r;
  for (const each of MEMBERS[from[TREE + r]]) to[TREE + each] = 0;
}

/** @param {State} state */
const open = (state) => 511 & ~(state[XS] | state[OS]);

/** The trees of a state. @param {State} state */
function trees(state) {
  const found = [];
  for (let left = open(state); left; left &= ~found[found.length - 1]) found.push(state[TREE + MEMBERS[left][0]]);
  return found;
}

/**
 * The worth of a settled position of at most seven plies that has not ended.
 * @param {{pair: string, last: string}} switches
 * @param {Worths} worths
 * @returns {(state: State, plies: number) => number}
 */
export function search({ pair, last }, { ends, larger, smaller, selected }) {
  const states = Array.from({ length: 8 }, () => new Int16Array(SIZE));
  const settled = Array.from({ length: 9 }, () => new Int32Array(9));
  /** What nothing can be better than, for each player. */
  const [O_BEST, X_BEST] = [ends[O_WINS], ends[X_TWICE]];
  /** What a cycle of ply 9 is worth, by the two outcomes. */
  const pairs = ends.map((a) => ends.map((b) => selected(a, b, "X")));
  /** The best cycle of ply 9 of some, by a bit for each pair of outcomes. */
  const bestOf = kept((/** @type {number} */ seen) => pairs.flat().filter((_, i) => BITS[i] & seen).reduce((a, b) => larger(a, b)));
  /** Of two trees: the outcome if ply 9 settles on a square of the one, and ply 8 on a square of the other. */
  const outcomes = new Int8Array(81);

  /** @param {boolean} forX @param {number} a @param {number} b */
  const better = (forX, a, b) => (a === NONE || a === b ? b : b === NONE ? a : forX ? larger(a, b) : smaller(a, b));

  /**
   * The best cycle in a tree, by what it is worth that the mark settles on each square; NONE if none is legal.
   * LEMMA two-roots @param {boolean} forX @param {State} state @param {number} tree @param {Int32Array} worth
   */
  function cycle(forX, state, tree, worth) {
    const squares = MEMBERS[tree];
    const closer = forX ? "X" : "O";
    let [first, second] = [NONE, NONE];
    if (pair === "legal") {
      for (const r of squares) {
        if (first !== NONE) second = better(forX, second, better(!forX, first, worth[r]));
        first = better(forX, first, worth[r]);
      }
      return second === NONE ? NONE : selected(first, second, closer);
    }
    for (const a of squares) {
      for (const b of squares) if (a < b && !((state[NEAR + a] >> b) & 1)) first = better(forX, first, selected(worth[a], worth[b], closer));
    }
    return first;
  }

  /** Rule: SQT-VALUE-1 @param {State} state @param {number} plies @returns {number} */
  function value(state, plies) {
    if (plies === 7) return eighth(state);
    const ply = plies + 1;
    const forX = ply % 2 === 1;
    const goal = forX ? X_BEST : O_BEST;
    const [to, worth] = [states[ply], settled[ply]];
    let most = NONE;
    for (const tree of trees(state)) {
      if (MEMBERS[tree].length < 2) continue;
      for (const r of MEMBERS[tree]) {
        to.set(state);
        settle(to, state, r, ply);
        const end = outcome(to[XS], to[OS], to[SEVEN], 0, 0);
        worth[r] = end === NONE ? value(to, ply) : ends[end];
      }
      most = better(forX, most, cycle(forX, state, tree, worth));
      if (most === goal) return most;
    }
    for (const a of MEMBERS[open(state)]) {
      for (const b of MEMBERS[open(state) & ~state[TREE + a] & (-2 << a)]) {
        to.set(state);
        join(to, state, a, b, ply);
        most = better(forX, most, value(to, ply));
        if (most === goal) return most;
      }
    }
    return most;
  }

  /** The same where O is to make ply 8, and two trees are left. @param {State} state */
  function eighth(state) {
    const [one, other] = trees(state);
    for (const a of MEMBERS[one]) {
      for (const b of MEMBERS[other]) {
        const xs = state[XS] | state[X + a] | state[X + b];
        const os = state[OS] | state[O + a] | state[O + b];
        const seven = state[SEVEN] | state[SEVENTH + a] | state[SEVENTH + b];
        outcomes[9 * a + b] = orDraw(outcome(xs | (1 << a), os | (1 << b), seven, 1 << b, 1 << a));
        outcomes[9 * b + a] = orDraw(outcome(xs | (1 << b), os | (1 << a), seven, 1 << a, 1 << b));
      }
    }
    let most = NONE;
    for (const a of MEMBERS[one]) {
      for (const b of MEMBERS[other]) {
        most = better(false, most, ninth(state, one, b, other, a));
        if (most === O_BEST) return most;
      }
    }
    for (const [tree, rest] of [[one, other], [other, one]]) {
      if (MEMBERS[tree].length < 2) continue;
      for (const r of MEMBERS[tree]) {
        const end = outcome(state[XS] | state[X + r], state[OS] | state[O + r] | (1 << r), state[SEVEN] | state[SEVENTH + r], 1 << r, 0);
        settled[8][r] = end === NONE ? ninth(state, rest, r, 0, 0) : ends[end];
      }
      most = better(false, most, cycle(false, state, tree, settled[8]));
    }
    return most;
  }

  /**
   * The same where X is to make ply 9 in the last tree: `one`, where ply 8 is on b if ply 9 settles in it, and `other`,
   * where it is on a.
   * @param {State} state @param {number} one @param {number} b @param {number} other @param {number} a
   */
  function ninth(state, one, b, other, a) {
    const squares = MEMBERS[one | other];
    if (squares.length === 1) return ends[last === "move" ? outcomes[9 * squares[0] + b] : DRAW]; // GOFF-FINAL-1, GOFF-LAST-1
    if (pair === "legal") {
      let first = NONE;
      let second = NONE;
      for (const r of squares) {
        const each = outcomes[9 * r + ((one >> r) & 1 ? b : a)];
        if (each > first) {
          second = first;
          first = each;
        } else if (each > second) second = each;
      }
      return pairs[first][second];
    }
    let seen = 0;
    for (const r of squares) {
      const linked = state[NEAR + r] | (other && r === a ? 1 << b : 0) | (other && r === b ? 1 << a : 0);
      const end = outcomes[9 * r + ((one >> r) & 1 ? b : a)];
      for (const t of MEMBERS[(one | other) & (-2 << r) & ~linked]) seen |= BITS[6 * end + outcomes[9 * t + ((one >> t) & 1 ? b : a)]];
    }
    return seen ? bestOf(seen) : ends[DRAW]; // GOFF-PAIR-2
  }
  return value;
}
