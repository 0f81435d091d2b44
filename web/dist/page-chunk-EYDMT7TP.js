import{g as e}from"./page-chunk-DUEGNKUN.js";var n=t=>new e(`call await solver.prepare(position) first, then solver.${t}(position)`);export{n as a};
