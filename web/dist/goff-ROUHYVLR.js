import{a}from"./chunk-6J3EYQPQ.js";import"./chunk-GK4OBPMW.js";import"./chunk-D4EJNDZO.js";import"./chunk-SODIBNMW.js";import"./chunk-OCZ3THGF.js";import"./chunk-RSLV5JQL.js";export{a as default};
