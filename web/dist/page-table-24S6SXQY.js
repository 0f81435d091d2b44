import{a,b}from"./page-chunk-Y6EPTIZ2.js";import"./page-chunk-TPQY3A7E.js";import"./page-chunk-WUJZ622R.js";export{b as table,a as tablesFrom};
