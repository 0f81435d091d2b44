/** What `qttt/board` exports, and its element by its tag. */

import { QtttBoard } from "../types/board/element.js";

declare global {
  interface HTMLElementTagNameMap {
    "qttt-board": QtttBoard;
  }
}

export * from "../types/board/element.js";
