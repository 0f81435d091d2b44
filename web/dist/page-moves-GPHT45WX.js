import{a,b}from"./page-chunk-EPR4CJ3P.js";import"./page-chunk-VIHHD3ZC.js";import"./page-chunk-DUEGNKUN.js";export{a as GRADES,b as moves};
