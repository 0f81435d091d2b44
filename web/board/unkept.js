/** Files that neither the network nor the browser has. */

export const UNKEPT = "A file of the page cannot be loaded, and is not kept offline. Your game is kept: try again when you are connected.";

/** What is said of a module that was not loaded; nothing of any other error. @param {unknown} error */
export const unkept = (error) => (error instanceof TypeError && /import|module|fetch/i.test(error.message) ? UNKEPT : "");
