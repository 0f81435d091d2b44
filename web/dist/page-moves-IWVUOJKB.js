import{a,b}from"./page-chunk-57GFEQPK.js";import"./page-chunk-2AL6GGDH.js";import"./page-chunk-DUEGNKUN.js";export{a as GRADES,b as moves};
