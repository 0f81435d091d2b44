import{g as t}from"./page-chunk-DUEGNKUN.js";var r=e=>new t(`call await solver.prepare(position) first, then solver.${e}(position)`);export{r as a};
