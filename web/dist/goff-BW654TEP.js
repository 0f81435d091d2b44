import{a}from"./chunk-TF65WR43.js";import"./chunk-CX57IL5G.js";import"./chunk-3WYEM3RG.js";import"./chunk-SODIBNMW.js";import"./chunk-OCZ3THGF.js";import"./chunk-RSLV5JQL.js";export{a as default};
