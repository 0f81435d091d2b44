/** Questions to the worker that holds the solvers. One is asked at a time, so that those about a position that was left never are. */

import { NotSolved } from "../engine/index.js";
import { released } from "./dom.js";
import { inside } from "./files.js";
import { UNKEPT } from "./unkept.js";

/** @typedef {{what: string, game: string, options: Record<string, string>, given: any}} Question */
/**
 * @typedef {{id: number, question: Question, wanted: () => boolean, report?: (progress: any) => void,
 *   resolve: (found: any) => void, reject: (error: Error) => void, since: number, again: boolean}} Asked
 */

/** The person has gone on before the answer came. */
export class Left extends Error {}

/** Milliseconds after which work for a game that nobody wants any more is broken off. */
const ABANDONED = 200;

/** Milliseconds between signs of life that the worker is asked for, and how many it may owe while it is busy. */
const [PULSE, OWED] = [5000, 6];

export class Questions {
  /** @param {(words: string) => void} trouble what is said when the worker has ended */
  constructor(trouble) {
    this.trouble = trouble;
    /** @type {Asked[]} */
    this.waiting = [];
    /** @type {Asked | null} */
    this.asked = null;
    this.last = 0;
    /** @type {Worker | null} */
    this.worker = null;
    this.owed = 0;
    setInterval(() => this.pulse(), PULSE);
  }

  /** A worker that the system ends says nothing. */
  pulse() {
    if (!this.asked) return;
    this.worker?.postMessage({});
    if (++this.owed > OWED) this.died();
  }

  /**
   * @param {Question} question
   * @param {() => boolean} wanted whether the answer still matters
   * @param {(progress: any) => void} [report]
   * @returns {Promise<any>} rejected with `Left` if it does not, with `NotSolved` and its reason where there are no values
   */
  ask(question, wanted, report) {
    return new Promise((resolve, reject) => {
      if (this.asked && !this.asked.wanted()) this.abandon(this.asked, question);
      this.waiting.push({ id: ++this.last, question, wanted, report, resolve, reject, since: 0, again: false });
      this.next();
    });
  }

  next() {
    while (!this.asked && this.waiting.length) {
      const asked = /** @type {Asked} */ (this.waiting.shift());
      if (!asked.wanted()) {
        asked.reject(new Left());
        continue;
      }
      this.asked = asked;
      asked.since = performance.now();
      this.owed = 0;
      this.worker ??= this.begun();
      this.worker.postMessage({ id: asked.id, ...asked.question });
    }
  }

  /** Give up a question whose answer nobody wants, for another one. @param {Asked} asked @param {Question} question */
  abandon(asked, question) {
    if (other(asked.question, question) && performance.now() - asked.since > ABANDONED) return this.end();
    this.worker?.postMessage({ stop: asked.id });
    asked.reject(new Left());
    this.asked = null;
  }

  begun() {
    const worker = started();
    worker.addEventListener("message", ({ data }) => void released().then(() => this.answered(data)));
    worker.addEventListener("error", (event) => this.died(event instanceof ErrorEvent));
    worker.addEventListener("messageerror", () => this.died());
    return worker;
  }

  /** @param {{id?: number, found?: any, progress?: any, unsolved?: string, failed?: string}} answer */
  answered({ id, found, progress, unsolved, failed }) {
    const { asked } = this;
    this.owed = 0;
    if (!asked || asked.id !== id) return;
    if (progress) return asked.report?.(progress);
    this.asked = null;
    if (!asked.wanted()) asked.reject(new Left());
    else if (unsolved !== undefined) asked.reject(new NotSolved(unsolved));
    else if (failed !== undefined) asked.reject(new Error(failed));
    else asked.resolve(found);
    this.next();
  }

  /** Start a worker again for the question that has no answer; only once for each question. @param {boolean} [started] whether its files were loaded */
  died(started = true) {
    const { asked } = this;
    this.end();
    if (!asked?.wanted()) return;
    if (asked.again) return void asked.reject(new Error(started ? "The solver has stopped twice. Load the page again: the address keeps your game." : UNKEPT));
    this.trouble("The solver had stopped and was started again. Your game is kept.");
    this.waiting.unshift({ ...asked, again: true });
    this.next();
  }

  end() {
    this.worker?.terminate();
    this.worker = null;
    if (this.asked && !this.asked.wanted()) this.asked.reject(new Left());
    this.asked = null;
  }
}

/** The worker's script: inside the page, on another host, from which a page may only import it, or on the page's own. */
function started() {
  const written = (/** @type {string[]} */ ...parts) => URL.createObjectURL(new Blob(parts, { type: "text/javascript" }));
  if (inside) return new Worker(written(`qtttFiles = ${JSON.stringify(inside)};`, inside.worker));
  const { protocol, origin, href } = new URL(import.meta.url); // for which webpack writes that of a file
  if (/^http/.test(protocol) && origin !== location.origin) return new Worker(written(`import "${href.replace(/[^/]*$/, "worker.js")}";`), { type: "module" });
  return new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
}

/** Whether a question is about another game than the one before, or about other options. @param {Question} before @param {Question} now */
const other = (before, now) => before.game !== now.game || JSON.stringify(before.options) !== JSON.stringify(now.options);
