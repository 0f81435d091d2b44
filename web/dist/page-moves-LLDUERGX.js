import{a,b}from"./page-chunk-D3KLLMF2.js";import"./page-chunk-UJ2KKZ6B.js";import"./page-chunk-DUEGNKUN.js";export{a as GRADES,b as moves};
