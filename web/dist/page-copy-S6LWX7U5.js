import{a}from"./page-chunk-SSGTDALK.js";import"./page-chunk-2AL6GGDH.js";import"./page-chunk-DUEGNKUN.js";export{a as copy};
