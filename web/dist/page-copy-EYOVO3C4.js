import{a}from"./page-chunk-APWIGOCP.js";import"./page-chunk-6T6JMEDO.js";import"./page-chunk-DUEGNKUN.js";export{a as copy};
