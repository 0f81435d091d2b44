/** What only TiqTaqToe shows. */

import { boards } from "./boards.js";
import { levels } from "./levels.js";

export default [levels, boards];
