// Steps through the positions of a board. A frame of the picture is named by the fragment of its address.
function play(board) {
  const image = board.querySelector("img");
  const steps = JSON.parse(board.dataset.steps);
  if (steps.length === 0 || board.querySelector(".controls")) return;
  const source = image.getAttribute("src");
  let at = steps.length;

  const button = (text, label, to) => {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = text;
    if (label) made.setAttribute("aria-label", label);
    made.addEventListener("click", () => show(to()));
    return made;
  };
  const group = (name, buttons) => {
    const made = document.createElement("div");
    made.className = name;
    made.append(...buttons);
    return made;
  };
  const first = button("«", "start", () => 0);
  const back = button("‹", "back", () => at - 1);
  const forward = button("›", "forward", () => at + 1);
  const last = button("»", "end", () => steps.length);
  const link = document.createElement("a");
  link.title = "Open this position in the explorer";
  if (board.dataset.query) image.replaceWith(link), link.append(image);
  const moves = steps.map((step, number) => button(step, "", () => number + 1));

  function show(frame) {
    at = Math.min(Math.max(frame, 0), steps.length);
    image.src = `${source}#${at}`;
    link.href = `${explorer}?${board.dataset.query}&moves=${encodeURIComponent(steps.slice(0, at).join(" "))}`;
    image.alt = `The board after ${steps.slice(0, at).join(" ") || "the start"}`;
    first.disabled = back.disabled = at === 0;
    last.disabled = forward.disabled = at === steps.length;
    moves.forEach((move, number) => number === at - 1 ? move.setAttribute("aria-current", "step") : move.removeAttribute("aria-current"));
  }
  board.append(group("controls", [first, back, forward, last]), group("moves", moves));
  show(at);
}

// Fills the parts below a rule when one of them is opened, from the page on which they stand without scripts.
async function fill(tied) {
  if (!tied || !tied.dataset.parts) return;
  const answer = await fetch(tied.dataset.parts);
  if (!answer.ok || !tied.dataset.parts) return;
  delete tied.dataset.parts;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const part of tied.querySelectorAll("details[data-part]")) {
    const found = page.querySelector(`#${part.dataset.part} > div`);
    if (found) part.replaceChildren(part.querySelector("summary"), found);
    part.querySelectorAll(".board").forEach(play);
  }
}

// A link to what stands in a closed part opens the part, and one to a row of a table the row's parts.
async function reveal() {
  const id = decodeURIComponent(location.hash.slice(1));
  const target = id && document.getElementById(id);
  if (!target) return;
  for (const part of target.closest("tr")?.querySelectorAll("details") ?? []) part.open = true;
  for (let part = target.closest("details"); part; part = part.parentElement.closest("details")) part.open = true;
  const tied = target.closest(".tied");
  if (tied) await fill(tied).catch(() => {});
  document.getElementById(id)?.scrollIntoView();
}

// A game that a page names opens in the explorer.
const explorer = new URL("../play/page/", document.currentScript.src);
document.querySelectorAll("[data-play]").forEach((game) => {
  const link = document.createElement("a");
  link.href = `${explorer}?game=${game.dataset.play}&moves=${encodeURIComponent(game.textContent)}`;
  game.replaceWith(link);
  link.append(game);
});

// "Play" beside a board opens what the board does.
document.querySelectorAll("[data-game] a[href$='explorer/']").forEach((link) => {
  link.href = link.closest("[data-game]").querySelector(".picture").href;
});

// A table that is too wide for its place is set tight. If that is not enough, each row becomes a paragraph, each cell with
// the name of its column.
function fit() {
  for (const table of document.querySelectorAll("article table:not(.highlighttable)")) {
    const isWide = () => Math.max(table.scrollWidth - table.clientWidth, table.offsetWidth - table.closest("article").clientWidth) > 1;
    delete table.dataset.fit;
    if (isWide()) table.dataset.fit = "tight";
    if (!isWide()) continue;
    table.dataset.fit = "folded";
    const names = [...table.querySelectorAll("thead th")].map((name) => name.textContent.trim());
    for (const cell of table.querySelectorAll("tbody td")) {
      cell.dataset.name = names[cell.cellIndex] ?? "";
      cell.classList.toggle("long", cell.textContent.length > 30 || cell.querySelector("details, br, ul") !== null);
    }
  }
}
fit();
let wide = innerWidth;
addEventListener("resize", () => innerWidth !== wide && ((wide = innerWidth), fit()));

document.querySelectorAll(".board").forEach(play);
document.querySelectorAll(".tied details[data-part]").forEach((part) => {
  part.addEventListener("toggle", () => part.open && fill(part.closest(".tied")).catch(() => {}));
});
addEventListener("hashchange", reveal);
reveal();
