import{a}from"./chunk-T3RMAAKH.js";import"./chunk-YILEHN7X.js";import"./chunk-G24KSZUN.js";import"./chunk-SODIBNMW.js";import"./chunk-OCZ3THGF.js";import"./chunk-RSLV5JQL.js";export{a as default};
