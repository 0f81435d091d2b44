import{a,b}from"./page-chunk-4YXIWJFN.js";import"./page-chunk-6T6JMEDO.js";import"./page-chunk-DUEGNKUN.js";export{a as GRADES,b as moves};
