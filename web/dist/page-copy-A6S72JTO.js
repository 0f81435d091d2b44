import{a}from"./page-chunk-JSXODDPA.js";import"./page-chunk-VIHHD3ZC.js";import"./page-chunk-DUEGNKUN.js";export{a as copy};
