import{a,b}from"./page-chunk-PURHFKLS.js";import"./page-chunk-4QT7TXH2.js";import"./page-chunk-WUJZ622R.js";export{a as GRADES,b as moves};
