// A small library of Goff's game, as one may find it: squares from 0, new games from old ones, no notation.

const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
const SQUARES = [0, 1, 2, 3, 4, 5, 6, 7, 8];

// A game: `moves` are pairs of squares, `board` has the number of the move that is classical on each square, or null.
export const newGame = () => ({ moves: [], board: SQUARES.map(() => null), cycle: false });

const isOpen = (game, number) => !game.board.includes(number);
const freeSquares = (game) => SQUARES.filter((square) => game.board[square] === null);

// The moves that may be made.
export function legalMoves(game) {
  const free = freeSquares(game);
  if (isOver(game)) return [];
  return free.length === 1 ? [[free[0], free[0]]] : free.flatMap((a, i) => free.slice(i + 1).map((b) => [a, b]));
}

// Puts a mark on two squares, or on the last free one.
export function move(game, a, b) {
  const moves = [...game.moves, [a, b]];
  if (a === b) return { ...game, moves, board: game.board.map((number, at) => (at === a ? moves.length - 1 : number)) };
  const reached = new Set([a]);
  for (const at of reached) { // `reached` grows during the loop
    game.moves.forEach((pair, number) => {
      if (isOpen(game, number) && pair.includes(at)) pair.forEach((square) => reached.add(square));
    });
  }
  return { ...game, moves, cycle: reached.has(b) };
}

// Lets the last mark become classical on one of its squares, and all that hang on it.
export function collapse(game, square) {
  const board = [...game.board];
  const settle = (number, at) => {
    board[at] = number;
    game.moves.forEach(([a, b], other) => {
      if (!board.includes(other) && (a === at || b === at)) settle(other, a === at ? b : a);
    });
  };
  settle(game.moves.length - 1, square);
  return { ...game, board, cycle: false };
}

// The number of the move that completed the earliest line of player 0 or 1, or Infinity.
export function completed(game, player) {
  const plies = LINES.map((line) => line.map((square) => game.board[square]));
  const own = plies.filter((line) => line.every((number) => number !== null && number % 2 === player));
  return Math.min(...own.map((line) => Math.max(...line)));
}

export function isOver(game) {
  const isWon = [0, 1].some((player) => completed(game, player) < Infinity);
  return !game.cycle && (isWon || freeSquares(game).length === 0);
}
