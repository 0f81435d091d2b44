import{a}from"./chunk-VIK2MDWP.js";import"./chunk-PM5XJSRK.js";import"./chunk-GPJKQYPK.js";import"./chunk-SODIBNMW.js";import"./chunk-OCZ3THGF.js";import"./chunk-RSLV5JQL.js";export{a as default};
