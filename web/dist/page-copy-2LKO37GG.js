import{a}from"./page-chunk-6I2FSRLB.js";import"./page-chunk-VCLZVO2C.js";import"./page-chunk-DUEGNKUN.js";export{a as copy};
