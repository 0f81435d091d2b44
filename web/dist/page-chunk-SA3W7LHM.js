import{a}from"./page-chunk-Y6EPTIZ2.js";var e=globalThis.qtttFiles;a(t=>e?new URL(`data:;base64,${e[t]}`):new URL(`../data/${t}.gz`,import.meta.url));export{e as a};
