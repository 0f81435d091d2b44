import{a}from"./page-chunk-VWOG6RXJ.js";import"./page-chunk-UJ2KKZ6B.js";import"./page-chunk-DUEGNKUN.js";export{a as copy};
