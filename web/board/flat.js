/** Part of the bundles only, where all scripts are in one folder, beside that of the tables. */

import { tablesFrom } from "../engine/table.js";

tablesFrom((name) => new URL(`../data/${name}.gz`, import.meta.url));
