import{b as t}from"./page-chunk-DUEGNKUN.js";var e=globalThis.qtttFiles;e&&t(i=>new URL(`data:;base64,${e[i]}`));export{e as a};
