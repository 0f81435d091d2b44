/** What the page shows, which its address says, and what the person has chosen about the page. */

import { Questions } from "../board/ask.js";
import { Session } from "../board/session.js";
import { onPage } from "./games.js";
import * as address from "../board/place.js";
import { remember, remembered } from "./settings.js";

/** @import {Settings} from "./settings.js" */
/** @import {Node} from "../engine/tree.js" */

export class Page extends Session {
  /** @param {Questions} questions */
  constructor(questions) {
    super(questions);
    /** @type {Settings} */
    this.settings = remembered();
    addEventListener("popstate", () => {
      this.stepping = true;
      void this.begin(location, false);
    });
  }

  /** Show the place that an address names, or the nearest one and what is wrong. @param {Location | URL} location @param {boolean} [pushed] */
  async begin(location, pushed = true) {
    const { place, unknown, query } = address.read(location);
    if (!(await this.open(place, pushed))) return;
    if (query.has("X")) this.set((await import("./sides.js")).sides(query));
    if (unknown) this.fail(`There is no game ${unknown.slice(0, 40)}. A new game of ${onPage[this.place.game].short} is shown instead.`);
  }

  /** @override @param {boolean | null} pushed */
  placed(pushed) {
    const there = address.write(this.place);
    try {
      if (pushed !== null && there !== location.search) history[pushed ? "pushState" : "replaceState"](null, "", there);
    } catch {
      // such as in a frame without an address, where the page plays on
    }
  }

  /** Go on from an earlier position, against whoever plays. @param {Node} node */
  tryFrom(node) {
    this.go(node);
    this.stepping = false;
    this.tell("settings");
  }

  /** The same moves under other options. @param {Record<string, string>} options @param {boolean} [kept] whether the address and the browser's history have them, too */
  setOptions(options, kept = true) {
    return this.attempt({ ...this.place, options }, kept || null, true);
  }

  /** @override @param {Partial<Settings>} changed */
  set(changed) {
    super.set(changed);
    remember(this.settings);
  }
}
