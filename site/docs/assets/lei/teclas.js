/* WCAG 2.1.4: the theme acts on single letters ("n" leaves the page), also when a reader dictates
   or hits a key by chance. Outside of fields such keys go no further than here; the browser's own
   use of them stays. */
window.addEventListener("keydown", function (event) {
  var target = event.target;
  var isField = target instanceof Element && (target.isContentEditable || target.closest("input, textarea, select"));
  if (event.key.length === 1 && !isField && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.stopImmediatePropagation();
  }
}, true);
