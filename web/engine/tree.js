/** The history of a game: what was played, with all branches, and where in it a reader stands. */

/**
 * @typedef {object} Node
 * @property {string} token empty for the root
 * @property {Node | null} parent
 * @property {Node[]} children the first one continues the main line
 * @property {string} [grade] how bad a loss it was: slip, mistake, blunder
 * @property {string} [cost] what it lost, in writing
 */

/** @param {string} token @param {Node | null} parent @returns {Node} */
const node = (token, parent) => ({ token, parent, children: [] });

export class Tree {
  constructor() {
    /** @type {Node} */
    this.root = node("", null);
    /** @type {Node} */
    this.current = this.root;
  }

  /** The tokens from the start to a node. */
  path(to = this.current) {
    return this.nodes(to).map(({ token }) => token);
  }

  /** The nodes from the first move to a node. */
  nodes(to = this.current) {
    /** @type {Node[]} */
    const found = [];
    for (let each = to; each.parent; each = each.parent) found.push(each);
    return found.reverse();
  }

  /** Play a token after the current node: along a branch that is there, or a new one. @param {string} token */
  play(token) {
    const known = this.current.children.find((child) => child.token === token);
    const next = known ?? node(token, this.current);
    if (!known) this.current.children.push(next);
    this.current = next;
    return next;
  }

  /** Whether there is something in a direction. @param {"back" | "forward" | "toStart" | "toEnd" | "up" | "down"} way */
  can(way) {
    const { parent, children } = this.current;
    if (way === "back" || way === "toStart") return parent !== null;
    return way === "up" || way === "down" ? this.beside(way === "up" ? -1 : 1) !== undefined : children.length > 0;
  }

  back() {
    this.current = this.current.parent ?? this.root;
  }

  forward() {
    this.current = this.current.children[0] ?? this.current;
  }

  toStart() {
    this.current = this.root;
  }

  toEnd() {
    while (this.current.children.length) this.forward();
  }

  /** To the branch before. */
  up() {
    this.current = this.beside(-1) ?? this.current;
  }

  /** To the next branch. */
  down() {
    this.current = this.beside(1) ?? this.current;
  }

  /** The node so many branches further on. @param {number} far @returns {Node | undefined} */
  beside(far) {
    const all = this.current.parent?.children ?? [];
    return all[all.indexOf(this.current) + far];
  }

  /** Forget a node and all that follows it. @param {Node} gone */
  remove(gone) {
    const { parent } = gone;
    if (!parent) return;
    if (this.nodes().includes(gone)) this.current = parent;
    parent.children = parent.children.filter((child) => child !== gone);
  }

  /** Whether there is more than the way to the current node. */
  get hasMore() {
    for (let each = this.root; ; [each] = each.children) {
      if (each.children.length > 1) return true;
      if (each.children.length === 0) return each !== this.current;
    }
  }

  /** The whole tree in writing: a branch stands in parentheses after the token that it replaces. @param {Node} [from] @returns {string} */
  write(from = this.root) {
    /** @type {string[]} */
    const parts = [];
    for (let each = from; each.children.length; [each] = each.children) {
      const [main, ...others] = each.children;
      parts.push(main.token, ...others.map((other) => `(${[other.token, this.write(other)].filter(Boolean).join(" ")})`));
    }
    return parts.join(" ");
  }

  /**
   * The tree that `write` has written; the current node is the start. A parenthesis that has no other is a token of its own.
   * @param {string} text
   */
  static read(text) {
    const tree = new Tree();
    /** @type {Node[]} */
    const waiting = [];
    let last = tree.root;
    const add = (/** @type {string} */ token) => {
      tree.current = last;
      return tree.play(token);
    };
    for (const token of text.match(/[()]|[^ \t\n\r()]+/g) ?? []) {
      if (token === "(" && last.parent) {
        waiting.push(last);
        last = last.parent;
      } else last = (token === ")" && waiting.pop()) || add(token);
    }
    if (waiting.length) add(")");
    tree.current = tree.root;
    return tree;
  }
}
