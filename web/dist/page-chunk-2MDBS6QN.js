import{d as e}from"./page-chunk-TPQY3A7E.js";var n=t=>new e(`call await solver.prepare(position) first, then solver.${t}(position)`);export{n as a};
