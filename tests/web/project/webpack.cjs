const [, , entry, folder] = process.argv;
const output = { path: `${__dirname}/${folder}`, filename: "main.js" };
require("webpack")({ mode: "production", entry, output }, (error, stats) => {
  if (error || stats.hasErrors() || stats.hasWarnings()) console.log(error ?? stats.toString());
});
