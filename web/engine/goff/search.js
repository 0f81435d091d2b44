/**
 * Outcomes under best play, by search. Two facts of the rule page make it short: the plies of a player's marks matter
 * only from ply 7 on (LEMMA ply-labels), and a collapse depends only on the square on which the last mark settles (LEMMA
 * rooted-collapse).
 *
 * A settled position is nine codes. An open square is the root of its tree or has a link to its parent in the tree, which
 * carries a mark. If the last mark settles on a square r, each mark of the tree settles on the end of its link that is
 * farther from r: with r as the root, each mark falls on the square whose code has it.
 */

import { LINES } from "../game.js";

/** The outcomes in the order of LEMMA outcomes-in-order, a double win of X the last. */
export const [O_COMPLETE, O_NARROW, DRAW, X_NARROW, X_COMPLETE, X_DOUBLE] = [0, 1, 2, 3, 4, 5];

// Codes of a square: below ROOT a definite mark of this class, from LINK on LINK + 4 · parent + class of the mark.
const X_EARLY = 0, O_EARLY = 1, X7 = 2, O8 = 3, X9 = 4, ROOT = 5, LINK = 6, CODES = 42;

/** @param {number} ply */
const classOf = (ply) => (ply < 7 ? (ply % 2 ? X_EARLY : O_EARLY) : ply - 5);

/** How many lines a set of squares has, a bit for each square. */
const LINE_COUNT = Uint8Array.from({ length: 512 }, (_, set) => LINES.filter((line) => line.every((x) => (set >> (x - 1)) & 1)).length);

const ENTRIES = 1 << 19;

/** @param {Int8Array} at @param {number} s */
function rootOf(at, s) {
  while (at[s] !== ROOT) s = (at[s] - LINK) >> 2;
  return s;
}

/** Turn the links of a tree so that r is its root. @param {Int8Array} at @param {number} r */
function reroot(at, r) {
  for (let s = r, code = ROOT; ; ) {
    const was = at[s];
    at[s] = code;
    if (was === ROOT) return;
    code = LINK + 4 * s + ((was - LINK) & 3);
    s = (was - LINK) >> 2;
  }
}

/** Link two trees by a mark; the smallest square of a tree is its root. @param {Int8Array} at @param {number} a @param {number} b @param {number} mark */
function link(at, a, b, mark) {
  if (rootOf(at, a) > rootOf(at, b)) [a, b] = [b, a];
  reroot(at, b);
  at[b] = LINK + 4 * a + mark;
}

/** The outcome of a position with a line, else -1. @param {Int8Array} at */
function decided(at) {
  const sets = [0, 0, 0, 0, 0];
  for (let s = 0; s < 9; s++) if (at[s] < ROOT) sets[at[s]] |= 1 << s;
  const x7 = sets[X_EARLY] | sets[X7], x = x7 | sets[X9], o = sets[O_EARLY] | sets[O8];
  if (!LINE_COUNT[o]) return LINE_COUNT[x] > 1 ? X_DOUBLE : LINE_COUNT[x] ? X_COMPLETE : -1;
  if (!LINE_COUNT[x]) return O_COMPLETE;
  const plyX = LINE_COUNT[sets[X_EARLY]] ? 5 : LINE_COUNT[x7] ? 7 : 9; // GOFF-END-3
  return plyX < (LINE_COUNT[sets[O_EARLY]] ? 6 : 8) ? X_NARROW : O_NARROW;
}

/**
 * The search of a game.
 * @param {{collapse: string, pair: string, last: string}} options
 */
export function search({ collapse, pair, last }) {
  const stack = Array.from({ length: 10 }, () => new Int8Array(9));
  const keys = new Float64Array(ENTRIES).fill(-1);
  const bounds = new Uint8Array(ENTRIES); // 8 · upper + lower
  const forbidden = pair === "forbidden";

  /** @param {Int8Array} at @param {number} a @param {number} b */
  const isLinked = (at, a, b) => at[a] >= LINK && (at[a] - LINK) >> 2 === b || at[b] >= LINK && (at[b] - LINK) >> 2 === a;

  /**
   * The outcome after a move of ply n that closed a cycle has settled on r; exact within the window.
   * @param {Int8Array} at before the move @param {number} n @param {number} r @param {number} low @param {number} high
   * @returns {number}
   */
  function settled(at, n, r, low, high) {
    const next = stack[n];
    next.set(at);
    reroot(next, r);
    let open = 0, inside = 0;
    for (let s = 0; s < 9; s++) {
      if (at[s] < ROOT) continue;
      if (rootOf(next, s) === r) inside |= 1 << s;
      else open++;
    }
    for (let s = 0; s < 9; s++) if ((inside >> s) & 1) next[s] = next[s] === ROOT ? classOf(n) : (next[s] - LINK) & 3;
    const found = decided(next);
    return found >= 0 ? found : open === 0 || (open === 1 && last === "draw") ? DRAW : valued(next, n, low, high);
  }

  /**
   * The outcome of a settled position after ply n that has not ended by a line or a full board, under best play: exact
   * within the window, else a bound on the side where it lies.
   * @param {Int8Array} at @param {number} n @param {number} low @param {number} high
   * @returns {number}
   */
  function valued(at, n, low, high) {
    let key = 0, hash = n;
    for (let s = 0; s < 9; s++) {
      key = key * CODES + at[s];
      hash = Math.imul(hash ^ at[s], 0x9e3779b1);
      hash ^= hash >>> 15;
    }
    const entry = hash & (ENTRIES - 1);
    let lower = 0, upper = 5;
    if (keys[entry] === key) {
      lower = bounds[entry] & 7;
      upper = bounds[entry] >> 3;
      if (lower >= high || lower === upper) return lower;
      if (upper <= low) return upper;
    }
    const found = moved(at, n + 1, Math.max(low, lower), Math.min(high, upper));
    if (found > low) lower = found;
    if (found < high) upper = found;
    keys[entry] = key;
    bounds[entry] = 8 * upper + lower;
    return found;
  }

  /** The best outcome of the moves of ply n, as in `valued`. @param {Int8Array} at @param {number} n @param {number} low @param {number} high */
  function moved(at, n, low, high) {
    const isX = n % 2 === 1;
    let best = -1;
    for (const joins of [false, true]) { // moves that close a cycle first, which makes the search ten times faster
      for (let a = 0; a < 9; a++) {
        if (at[a] < ROOT) continue;
        for (let b = a + 1; b < 9; b++) {
          if (at[b] < ROOT || (rootOf(at, a) !== rootOf(at, b)) !== joins) continue;
          const found = joins ? joined(at, n, a, b, low, high) : closed(at, n, a, b, low, high);
          if (found < 0) continue;
          if (best < 0 || (isX ? found > best : found < best)) best = found;
          if (isX ? best >= high : best <= low) return best;
          if (isX) low = Math.max(low, best);
          else high = Math.min(high, best);
        }
      }
    }
    return best >= 0 ? best : final(at);
  }

  /** The outcome after a move of ply n between two trees. @param {Int8Array} at @param {number} n @param {number} a @param {number} b @param {number} low @param {number} high */
  function joined(at, n, a, b, low, high) {
    const next = stack[n];
    next.set(at);
    link(next, a, b, classOf(n));
    return valued(next, n, low, high);
  }

  /** The outcome after a move of ply n that closes a cycle, -1 if it is forbidden. @param {Int8Array} at @param {number} n @param {number} a @param {number} b @param {number} low @param {number} high */
  function closed(at, n, a, b, low, high) {
    if (forbidden && isLinked(at, a, b)) return -1;
    const one = settled(at, n, a, low, high);
    const selectsX = (n % 2 === 1) === (collapse === "self");
    if (selectsX ? one >= high : one <= low) return one;
    const other = settled(at, n, b, low, high);
    return selectsX ? Math.max(one, other) : Math.min(one, other);
  }

  /** The outcome without a usual move: by the final one (GOFF-FINAL-1), or by none (GOFF-PAIR-2). @param {Int8Array} at */
  function final(at) {
    if (at.some((code) => code >= LINK)) return DRAW;
    const next = stack[9];
    next.set(at);
    next[next.indexOf(ROOT)] = X9;
    const found = decided(next);
    return found < 0 ? DRAW : found;
  }

  return {
    /** The outcome of a position that has not ended and in which a player is to move. @param {import("./rules.js").Position} p */
    outcome(p) {
      const at = Int8Array.from(p.definite, (ply) => (ply ? classOf(ply) : ROOT));
      for (const [ply, a, b] of p.spooky) link(at, a - 1, b - 1, classOf(ply));
      return valued(at, p.plies, 0, 5);
    },
  };
}
