import "qttt/board";

document.body.innerHTML = '<qttt-board game="goff" moves="X1.1-9 O2.1-3" values></qttt-board>';
const board = document.querySelector("qttt-board");
const best = () => Math.max(...board.actions.map(({ value }) => Number(value)));
const print = () => board.dataset.state === "ready" && console.log(`${best()}`);
new MutationObserver(print).observe(board, { attributeFilter: ["data-state"] });
