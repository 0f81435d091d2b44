/** What the person has chosen about the page, kept by the browser. */

const REMEMBERED = "qttt-explorer";
const DEFAULTS = {
  values: true,
  beside: false,
  tutor: true,
  theme: "auto",
  tab: "moves",
  X: "person",
  O: "person",
  nature: "choose",
};
/** What is remembered as long as the browser's tab is open. */
const OF_THIS_GAME = { values: true, X: "person", O: "person", nature: "choose" };

/** @typedef {typeof DEFAULTS} Settings */

/** @returns {Settings} */
export function remembered() {
  try {
    const [known, own] = [localStorage, sessionStorage].map((each) => JSON.parse(each.getItem(REMEMBERED) ?? "{}"));
    return { ...DEFAULTS, ...known, ...OF_THIS_GAME, ...own };
  } catch {
    return { ...DEFAULTS };
  }
}

/** @param {Settings} settings */
export function remember({ values, X, O, nature, ...others }) {
  try {
    localStorage.setItem(REMEMBERED, JSON.stringify(others));
    sessionStorage.setItem(REMEMBERED, JSON.stringify({ values, X, O, nature }));
  } catch {
    // a browser that keeps nothing still shows everything
  }
}
