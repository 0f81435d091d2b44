/** The frame around the board: games, tabs, switches, messages, and the panels of the game that is shown. */

import { copy } from "./copy.js";
import { at, h, released } from "../board/dom.js";
import { inside } from "../board/files.js";
import { names } from "../board/games.js";
import { onPage } from "./games.js";
import { link } from "./rules.js";
import { Tree } from "../engine/tree.js";

/** @import {PageForViews, Panel} from "./types.js" */
/** @import {Page} from "./page.js" */

/** Milliseconds after which a message goes by itself, unless somebody reads it with pointer or keyboard. */
const READ = 9000;

/** @param {Page} page */
export function panels(page) {
  games(page);
  tabs(page);
  switches(page);
  messages(page);
  page.on("position", () => {
    document.title = `${onPage[page.place.game].short}${page.tree.current.token ? ` ${page.tree.current.token}` : ""} – qttt`;
  });
  own(page);
}

/** @param {Page} page */
function messages(page) {
  const box = at("problem");
  let timer = 0;
  const wait = () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => (box.matches(":hover, :focus-within") ? wait() : page.fail("")), READ);
  };
  page.on("problem", () => {
    const { words, rule } = page.problem;
    at("problem-words").replaceChildren(words, ...(rule ? [" ", link(rule)] : []));
    box.hidden = !words;
    if (words) wait();
  });
  page.on("said", () => (at("said").textContent = page.said));
  at("problem-close").addEventListener("click", () => page.fail(""));
}

/** @param {Page} page */
function games(page) {
  const links = names.map((name) =>
    h(
      "a",
      {
        href: `?game=${name}`,
        "data-game": name,
        click: (/** @type {MouseEvent} */ event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          void page.attempt({ game: name, options: {}, start: "", tree: new Tree() });
        },
      },
      onPage[name].short,
    ),
  );
  at("games").replaceChildren(...links);
  page.on("game", () => {
    for (const each of links) each.toggleAttribute("aria-current", false);
    const current = links[names.indexOf(page.place.game)];
    current.setAttribute("aria-current", "page");
    const [box, there] = [at("games"), current].map((each) => each.getBoundingClientRect());
    at("games").scrollLeft += there.left - box.left - (box.width - there.width) / 2;
    at("beside-switch").hidden = !onPage[page.place.game].beside;
  });
}

/** @param {Page} page */
function tabs(page) {
  const list = at("tabs");
  const all = () => /** @type {HTMLElement[]} */ ([...list.querySelectorAll("[role=tab]")]);
  list.addEventListener("click", (event) => {
    const tab = event.target instanceof Element ? event.target.closest("[role=tab]") : null;
    if (tab instanceof HTMLElement) page.set({ tab: tab.dataset.tab ?? "moves" });
  });
  list.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const from = all().findIndex((each) => each === document.activeElement);
    if (!step || from < 0) return;
    const next = all()[(from + step + all().length) % all().length];
    page.set({ tab: next.dataset.tab ?? "moves" });
    next.focus();
    event.preventDefault();
    event.stopPropagation();
  });
  page.on(["settings", "game"], () => {
    const chosen = all().find((each) => each.dataset.tab === page.settings.tab) ?? all()[0];
    for (const each of all()) {
      each.setAttribute("aria-selected", String(each === chosen));
      each.tabIndex = each === chosen ? 0 : -1;
      at(`tab-${each.dataset.tab}`).hidden = each !== chosen;
    }
  });
}

/** @param {Page} page */
function switches(page) {
  for (const name of /** @type {const} */ (["values", "tutor", "beside"])) {
    const box = /** @type {HTMLInputElement} */ (at(`show-${name}`));
    box.addEventListener("change", () => page.set({ [name]: box.checked }));
    page.on("settings", () => (box.checked = page.settings[name]));
  }
  const ways = /** @type {const} */ (["toStart", "back", "forward", "toEnd"]);
  for (const way of ways) at(`go-${way}`).addEventListener("click", () => page.step(way));
  at("board").addEventListener("wheel", (event) => {
    const way = event.deltaY < 0 ? "back" : "forward";
    if (event.ctrlKey || !event.deltaY || !page.tree.can(way)) return;
    event.preventDefault();
    page.step(way);
  }, { passive: false });
  at("new-game").addEventListener("click", () => void page.restart());
  page.on(["position", "tree"], () => {
    for (const way of ways) at(`go-${way}`).setAttribute("aria-disabled", String(!page.tree.can(way)));
  });
  at("theme").addEventListener("click", () => {
    const dark = page.settings.theme === "dark" || (page.settings.theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
    page.set({ theme: dark ? "light" : "dark" });
  });
  page.on("settings", () => (document.documentElement.dataset.theme = page.settings.theme));
}

/** The panels of the game: below the board, or as tabs of their own. @param {Page} page */
function own(page) {
  /** @type {Panel[]} */
  let shown = [];
  /** The style of the game's panels, without which they would be too wide. @type {Promise<unknown>} */
  let styled = Promise.resolve();
  const forViews = /** @type {PageForViews} */ ({
    info: () => page.info,
    values: () => page.settings.values,
    options: () => page.place.options,
    setOptions: (options, kept) => page.setOptions(options, kept),
    play: (action) => page.play(action),
    ask: (asked, ...own) => page.ask("own", { position: page.shown.position, asked, own }),
    rule: link,
    say: (text, tone) => (tone === "bad" ? page.fail(text) : page.say(text)),
    copy,
  });
  page.on("game", () => {
    for (const gone of document.querySelectorAll("[data-own]")) gone.remove();
    for (const each of /** @type {NodeListOf<HTMLStyleElement>} */ (document.querySelectorAll("style[data-game]"))) each.media = each.dataset.game === page.place.game ? "" : "not all";
    styled = new Promise((load) => {
      if (!onPage[page.place.game].styled || inside) return load(null);
      document.head.append(h("link", { rel: "stylesheet", href: new URL(`../page/${page.place.game}/view.css`, import.meta.url).href, "data-own": "", load, error: load }));
    });
    shown = [];
    page.tell("settings");
  });
  page.on("values", () => {
    const { place: { game }, shown: { solved } } = page;
    if (shown.length || (solved.state === "working" && !solved.words)) return; // still loading
    Promise.all([onPage[game].panels?.(), styled]).then(async ([loaded]) => {
      await released();
      if (loaded && page.place.game === game) mount(loaded.default);
    }).catch((error) => page.explain(error));
  });
  /** @param {Panel[]} panels */
  const mount = (panels) => {
    if (shown.length) return;
    for (const panel of panels) {
      const root = h("section", { class: "panel", "data-own": "", "aria-label": panel.title });
      if (panel.place === "tab") {
        at("tabs").append(h("button", { role: "tab", type: "button", "data-own": "", "data-tab": panel.id, id: `tab-of-${panel.id}`, "aria-controls": `tab-${panel.id}` }, panel.title));
        at("sheets").append(h("div", { role: "tabpanel", id: `tab-${panel.id}`, "data-own": "", "aria-labelledby": `tab-of-${panel.id}`, tabindex: 0 }, root));
      } else at("below").append(root);
      panel.mount(root, forViews);
    }
    shown = panels;
    page.tell("settings");
  };
  page.on(["position", "values", "settings"], () => {
    if (page.shown) for (const panel of shown) panel.update(page.shown);
  });
}
