/* Says why the page does not start: no module, so that it runs where modules do not. */
(function () {
  "use strict";
  function say(/** @type {string} */ words, /** @type {string} */ kind) {
    var box = document.getElementById("unready");
    if (!box) return;
    box.textContent = words;
    box.className = "unready " + kind;
    box.hidden = false;
  }
  if (location.protocol === "file:" && !("qtttFiles" in window)) {
    say("Browsers load this page from a server only. Run  python -m http.server  in the folder above this one and open http://localhost:8000/page/ or run  qttt explore.", "");
  } else if (!("noModule" in HTMLScriptElement.prototype) || typeof DecompressionStream === "undefined" || !window.Worker || !CSS.supports("color", "light-dark(red, red)")) {
    say("This browser is too old for the page, which needs Firefox 120, Safari 17.5, Chrome or Edge 123.", "old");
  } else {
    setTimeout(function () { say("The page has not started yet. If it does not, load it again when you are connected.", ""); }, 12000);
  }
})();
