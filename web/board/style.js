/** How a board looks, as a style sheet: that of the page, too, whose colours and small pictures are the same. */

/** The colours on light and on dark ground: paper and ink, the players, and a scale from bad to good. Every colour is also a shape, a letter or a number. */
const COLOURS = {
  paper: ["#f6f5f1", "#131518"], card: ["#ffffff", "#1b1e23"], ink: ["#1d2126", "#e8eaed"], quiet: ["#5a626b", "#a2abb5"],
  line: ["#e2e0d9", "#2d3239"], grid: ["#9aa0a6", "#5d656e"], soft: ["#efeee9", "#24282e"], x: ["#1a5fbf", "#7db4ff"], o: ["#b83a0b", "#ff9f70"],
  accent: ["#1a5fbf", "#7db4ff"], good: ["#14704a", "#6fd19c"], bad: ["#a8231b", "#ff8d83"], warm: ["#8a5a00", "#f0c063"],
  amber: ["#f2b134", "#d99a1e"], "amber-soft": ["#fdf1d3", "#3a2f14"], "heat-5": ["#c8e7d3", "#1a4d34"], "heat-4": ["#deefd6", "#2c4829"],
  "heat-3": ["#f0f0cf", "#3c4222"], "heat-2": ["#f9ebc8", "#48391d"], "heat-1": ["#f8dfcb", "#4b3020"], "heat-0": ["#f6d3cd", "#4d2826"],
  "group-0": ["#37a35a", "#57c47b"], "group-1": ["#9a4fc0", "#c58be4"], "group-2": ["#c98512", "#eab04a"], "group-3": ["#1687a5", "#4fbbd8"],
};

/** What the names of colours stand for, each of which a page may set. */
const named = Object.entries(COLOURS).map(([name, [light, dark]]) => `--${name}: var(--qttt-${name}, light-dark(${light}, ${dark}));`);

/** Colours, fonts, and pictures of boards. */
export const PICTURES = `
:root, :host {
  ${named.join(" ")}
  --text: var(--qttt-text, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "DejaVu Sans", sans-serif);
  --mono: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
.picture { --small: 11px; display: block; width: 100%; height: 100%; font-family: var(--text); user-select: none; }
.picture text { fill: currentColor; }
.grid { fill: none; stroke: var(--grid); stroke-width: 1.6; stroke-linecap: round; }
.tint { fill: none; }
.tint.open { fill: var(--soft); }
.tint.heat-5 { fill: var(--heat-5); }
.tint.heat-4 { fill: var(--heat-4); }
.tint.heat-3 { fill: var(--heat-3); }
.tint.heat-2 { fill: var(--heat-2); }
.tint.heat-1 { fill: var(--heat-1); }
.tint.heat-0 { fill: var(--heat-0); }
.tint.pointed { stroke: var(--accent); stroke-width: 2; stroke-dasharray: 5 4; }
.ring { fill: none; stroke: var(--good); stroke-width: 4; stroke-dasharray: 2 6; stroke-linecap: round; }
.arc-line { fill: none; stroke: var(--good); stroke-width: 4.5; opacity: 0.62; }
.arc-end { fill: var(--good); }
.previewing .marks { opacity: 0.78; }
.tint.held { fill: var(--soft); stroke: var(--accent); stroke-width: 3.5; stroke-dasharray: none; }
.picture .number, .spooky tspan + tspan, .arrow .badge-letter { font-size: var(--small); }
.spooky tspan:first-child, .definite text { font-size: max(15px, var(--small)); }
.picture .number { fill: var(--quiet); }
.picture .worth, .picture .number { paint-order: stroke; stroke: var(--card); stroke-width: 4px; stroke-linejoin: round; stroke-opacity: 0.85; }
.picture .worth { font-size: var(--small); font-weight: 600; font-variant-numeric: tabular-nums; }
.X { color: var(--x); }
.O { color: var(--o); }
.mark { fill: none; stroke: currentColor; stroke-linecap: round; }
.spooky circle { fill: var(--card); stroke: currentColor; stroke-width: 1.4; }
.link { fill: none; stroke: currentColor; stroke-width: 2.2; stroke-linecap: round; }
.link.O, .O .link { stroke-dasharray: 6.5 4.5; }
.cycle { fill: none; stroke: var(--amber); stroke-width: 9; stroke-linecap: round; opacity: 0.75; }
.collapsing, .named { fill: var(--amber-soft); fill-opacity: 0.4; stroke: var(--amber); stroke-width: 2; stroke-dasharray: 3 4; }
.arrow .head { fill: currentColor; }
.arrow .link { stroke-width: 3; }
.picture .unknown { fill: var(--quiet); }
.struck { fill: none; stroke: var(--good); stroke-width: 5; stroke-linecap: round; opacity: 0.8; }
.success { fill: var(--good); }
.neutral { fill: var(--grid); }
.failure { fill: var(--bad); }
.picture .per-cent { font-size: var(--small); fill: var(--ink); }
.bar { fill: currentColor; }
.bar.none { fill: var(--line); }
.group { fill-opacity: 0.13; stroke-width: 2; }
.group-0 { fill: var(--group-0); stroke: var(--group-0); }
.group-1 { fill: var(--group-1); stroke: var(--group-1); stroke-dasharray: 7 4; }
.group-2 { fill: var(--group-2); stroke: var(--group-2); stroke-dasharray: 2 4; }
.group-3 { fill: var(--group-3); stroke: var(--group-3); stroke-dasharray: 9 3 2 3; }
.picture .group-letter { font-size: max(14px, var(--small)); font-weight: 600; }
.arrow .badge { fill: var(--card); stroke: currentColor; stroke-width: 1.6; }
.picture .badge-letter { font-weight: 700; fill: currentColor; }
.group-text-0 { --edge: var(--group-0); }
.group-text-1 { --edge: var(--group-1); }
.group-text-2 { --edge: var(--group-2); }
.group-text-3 { --edge: var(--group-3); }
.picture .group-letter { fill: color-mix(in srgb, var(--edge) 60%, var(--ink)); }
`;

/** The same with the squares to click on, and what stands below them. */
export const BOARD = `${PICTURES}
:host { display: block; min-width: 240px; color: var(--ink); font: 15px/1.5 var(--text); }
:host([hidden]) { display: none; }
:host([theme]) { background: var(--paper); }
:host([theme="light"]) { color-scheme: light; }
:host([theme="dark"]) { color-scheme: dark; }
:host([theme="auto"]) { color-scheme: light dark; }
* { box-sizing: border-box; }
.board {
  position: relative; aspect-ratio: 1; container-type: inline-size; background: var(--card); border: 1px solid var(--line);
  border-radius: 16px; box-shadow: var(--shadow, none);
}
button { font: inherit; color: inherit; border: 1px solid var(--line); border-radius: 8px; background: var(--card); padding: 2px 10px; min-height: 34px; cursor: pointer; }
button:hover { background: var(--soft); }
button[disabled] { opacity: 0.55; cursor: default; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.field { position: absolute; inset: 5%; display: grid; grid-template: repeat(3, 1fr) / repeat(3, 1fr); }
.described { position: absolute; width: 1px; height: 1px; margin: 0; overflow: hidden; clip-path: inset(50%); }
.square { border: 0; background: none; border-radius: 10px; padding: 0; cursor: not-allowed; touch-action: manipulation; }
.square.open { cursor: pointer; }
.square.open:hover { background: color-mix(in srgb, var(--accent) 9%, transparent); }
.square:not(.open):hover { background: none; }
.square:focus-visible { outline-offset: -4px; outline-width: 3px; }
.status { margin: 8px 0 0; min-height: 1.5em; overflow-wrap: anywhere; }
.status.wrong { color: var(--bad); }
.controls { display: flex; flex-wrap: wrap; align-items: center; gap: 6px; margin-top: 6px; }
.moves { flex-basis: 100%; margin: 0; }
.moves button { border-color: transparent; background: none; font: 600 0.86em var(--mono); padding: 2px 5px; min-height: 28px; }
.moves button[aria-current] { border-color: var(--line); background: var(--soft); }
.controls a { color: var(--accent); margin-left: auto; }
@container (max-width: 440px) { .picture { --small: 12.6px; } }
@container (max-width: 350px) { .picture { --small: 14.8px; } .worse { display: none; } }
@container (max-width: 298px) { .picture { --small: 17px; } }
@container (max-width: 258px) { .picture { --small: 18.6px; } }
@media (prefers-reduced-motion: no-preference) {
  .tint, .square { transition: fill 120ms, background-color 120ms; }
}
`;
