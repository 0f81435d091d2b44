import{a}from"./chunk-YDKVH4QJ.js";import"./chunk-ZGC6P4CU.js";import"./chunk-EB6EDHRH.js";import"./chunk-SODIBNMW.js";import"./chunk-OCZ3THGF.js";import"./chunk-RSLV5JQL.js";export{a as default};
