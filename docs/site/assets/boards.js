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

// A board can be played on once its script is here; until then its picture stands there.
import(new URL("../play/dist/board.js", document.currentScript.src));
document.querySelectorAll(".tied details[data-part]").forEach((part) => {
  part.addEventListener("toggle", () => part.open && fill(part.closest(".tied")).catch(() => {}));
});
addEventListener("hashchange", reveal);
reveal();
