/** The signs of success, neutral and failure, which the board and its editor show. */
export const SIGNS = ["✓", "·", "✗"];
