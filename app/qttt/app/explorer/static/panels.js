/** The frame around the board: games, tabs, switches, messages, and the panels of the game that is shown. */

import * as address from "./address.js";
import { at, h } from "./dom.js";
import { link, open as openRule } from "./rules.js";
import { copy } from "./share.js";

/** @import {PageForViews, Panel} from "./types.js" */
/** @import {Page} from "./page.js" */
/** @import {Node} from "./tree.js" */

/** @param {Page} page */
export function panels(page) {
  games(page);
  tabs(page);
  switches(page);
  page.on("problem", () => {
    at("problem-words").replaceChildren(page.problem, ...(page.rule ? [" ", link(page.rule)] : []));
    at("problem").hidden = !page.problem;
  });
  at("problem-close").addEventListener("click", () => page.fail(""));
  /** @type {Node | null} */
  let said = null;
  page.on("position", () => {
    at("described").textContent = page.answer?.words ?? "";
    if (page.at !== said) at("said").textContent = "";
    said = page.at;
    document.title = `${page.info.short}${page.tree.current.token ? ` ${page.tree.current.token}` : ""} – qttt explorer`;
  });
  own(page);
}

/** @param {Page} page */
function games(page) {
  const links = page.index.games.map((game) =>
    h(
      "a",
      {
        href: `/${game.name}`,
        title: game.title,
        click: (/** @type {MouseEvent} */ event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          const place = address.read(new URL(`/${game.name}`, location.href), page.index.games);
          void page.open(place);
        },
      },
      game.short,
    ),
  );
  at("games").replaceChildren(...links);
  page.on("game", () => {
    page.index.games.forEach((game, i) => {
      if (game === page.info) links[i].setAttribute("aria-current", "page");
      else links[i].removeAttribute("aria-current");
    });
    const nav = at("games");
    const [box, current] = [nav, links[page.index.games.indexOf(page.info)]].map((each) => each.getBoundingClientRect());
    nav.scrollLeft += current.left - box.left - (box.width - current.width) / 2;
    at("beside-switch").hidden = !page.info.beside.length;
  });
}

/** @param {Page} page */
function tabs(page) {
  const list = at("tabs");
  list.addEventListener("click", (event) => {
    const tab = event.target instanceof Element ? event.target.closest("[role=tab]") : null;
    if (tab instanceof HTMLElement) page.set({ tab: tab.dataset.tab ?? "moves" });
  });
  list.addEventListener("keydown", (event) => {
    const all = /** @type {HTMLElement[]} */ ([...list.querySelectorAll("[role=tab]")]);
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    const from = all.findIndex((each) => each === document.activeElement);
    if (!step || from < 0) return;
    const next = all[(from + step + all.length) % all.length];
    page.set({ tab: next.dataset.tab ?? "moves" });
    next.focus();
    event.preventDefault();
    event.stopPropagation();
  });
  const render = () => {
    const all = /** @type {HTMLElement[]} */ ([...list.querySelectorAll("[role=tab]")]);
    const chosen = all.find((each) => each.dataset.tab === page.settings.tab) ?? all[0];
    for (const each of all) {
      each.setAttribute("aria-selected", String(each === chosen));
      each.tabIndex = each === chosen ? 0 : -1;
      at(`tab-${each.dataset.tab}`).hidden = each !== chosen;
    }
  };
  page.on(["settings", "game"], render);
}

/** @param {Page} page */
function switches(page) {
  for (const name of /** @type {const} */ (["values", "tutor", "beside"])) {
    const box = /** @type {HTMLInputElement} */ (at(`show-${name}`));
    box.addEventListener("change", () => page.set({ [name]: box.checked }));
    page.on("settings", () => {
      box.checked = page.settings[name];
    });
  }
  at("theme").addEventListener("click", () => {
    const dark = document.documentElement.dataset.theme === "dark" || (page.settings.theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
    page.set({ theme: dark ? "light" : "dark" });
  });
  page.on("settings", () => {
    document.documentElement.dataset.theme = page.settings.theme;
  });
}

/**
 * The panels of the view: below the board, or as tabs of their own.
 * @param {Page} page
 */
function own(page) {
  /** @type {Panel[]} */
  let shown = [];
  const forViews = /** @type {PageForViews} */ ({
    info: () => page.info,
    values: () => page.settings.values,
    options: () => page.goal.options,
    setOptions: (options, pushed) => page.setOptions(options, pushed),
    play: (token) => void page.play(token),
    ask: (what, given) => page.ask(what, given),
    rule: (rule) => void openRule(rule),
    say: (text, tone) => (tone === "bad" ? page.fail(text) : void (at("said").textContent = text)),
    copy,
  });
  page.on("game", () => {
    for (const gone of document.querySelectorAll("[data-own]")) gone.remove();
    shown = page.view.panels ?? [];
    for (const panel of shown) {
      const root = h("section", { class: "panel", "data-own": "", "aria-label": panel.title });
      if (panel.place === "tab") {
        at("tabs").append(h("button", { role: "tab", type: "button", "data-own": "", "data-tab": panel.id, id: `tab-of-${panel.id}`, "aria-controls": `tab-${panel.id}` }, panel.title));
        at("sheets").append(h("div", { role: "tabpanel", id: `tab-${panel.id}`, "data-own": "", "aria-labelledby": `tab-of-${panel.id}`, tabindex: 0 }, root));
      } else at("below").append(root);
      panel.mount(root, forViews);
    }
    page.tell("settings");
  });
  page.on(["position", "settings"], () => {
    if (page.answer) for (const panel of shown) panel.update(page.answer);
  });
}
