import{a,b}from"./page-chunk-Z3ORBCBS.js";import"./page-chunk-VCLZVO2C.js";import"./page-chunk-DUEGNKUN.js";export{a as GRADES,b as moves};
