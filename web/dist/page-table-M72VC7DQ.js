import{b as a,c as b}from"./page-chunk-DUEGNKUN.js";export{b as table,a as tablesFrom};
