import{a}from"./page-chunk-O2PPPNR2.js";import"./page-chunk-4QT7TXH2.js";import"./page-chunk-WUJZ622R.js";export{a as copy};
