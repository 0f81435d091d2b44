import { read } from "qttt";
import { create } from "qttt/goff";

console.log(read(create(), "X1.1-9"));
