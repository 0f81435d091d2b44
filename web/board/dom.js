/** Elements of the page, made in one call. Text is always text: nothing here reads HTML. */

/** @typedef {string | number | boolean | null | undefined | ((event: any) => void)} Attribute */
/** @typedef {Node | string | null | undefined | false} Child */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, Attribute>} [attributes] a function is a listener, `class` and others are set as they are
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  dress(made, attributes, children);
  return made;
}

/**
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, Attribute>} [attributes]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function s(tag, attributes = {}, ...children) {
  const made = /** @type {SVGElementTagNameMap[T]} */ (document.createElementNS(SVG, tag));
  dress(made, attributes, children);
  return made;
}

/** @param {Element} made @param {Record<string, Attribute>} attributes @param {Child[]} children */
function dress(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name, value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value != null) made.setAttribute(name, String(value));
  }
  for (const child of children) if (child !== null && child !== undefined && child !== false) made.append(child);
}

/** The element with an id, which the page has. @param {string} id @returns {HTMLElement} */
export function at(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found;
}

/**
 * Replace what an element holds. The keyboard's focus stays on the element with the same `data-key`, or else at the same place
 * among those that can have it. A list stays scrolled, since there is no layout between its two contents: none is asked for here.
 * @param {Element} root
 * @param {...Child} children
 */
export function fill(root, ...children) {
  const { activeElement } = /** @type {Document | ShadowRoot} */ (root.getRootNode());
  const focused = activeElement instanceof HTMLElement && root.contains(activeElement) && root !== activeElement ? activeElement : null;
  const place = focused ? focusable(root).indexOf(focused) : -1;
  root.replaceChildren(...children.filter((child) => child !== null && child !== undefined && child !== false));
  if (!focused) return;
  const all = focusable(root);
  const same = focused.dataset.key && all.find((each) => each.dataset.key === focused.dataset.key);
  (same || all[Math.min(place, all.length - 1)] || root.closest("[tabindex]"))?.focus({ preventScroll: true });
}

/** @param {Element} root @returns {HTMLElement[]} */
const focusable = (root) => [...root.querySelectorAll("button:not([disabled]), a[href], input, select, textarea, summary")].flatMap((each) => (each instanceof HTMLElement ? [each] : []));

/** @type {(() => void) | null} what to do when a button is let go; null while none is pressed */
let letGo = null;
let free = Promise.resolve();
for (const type of ["pointerdown", "pointermove", "pointerup", "pointercancel", "keydown", "keyup"]) {
  globalThis.document?.addEventListener(type, (event) => {
    const pressed = event instanceof PointerEvent ? event.buttons > 0 : type === "keydown" && /** @type {KeyboardEvent} */ (event).key === " ";
    if (pressed && !letGo) free = new Promise((done) => (letGo = done));
    if (!pressed && letGo) setTimeout(() => { // after the click
      letGo?.();
      letGo = null;
    });
  }, true);
}

/** Once nothing is pressed, by a pointer or the space bar; at once if nothing is. What is replaced while it is pressed is not clicked. */
export const released = () => free;
