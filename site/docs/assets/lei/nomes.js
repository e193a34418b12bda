/* Names for what the theme leaves without one, where a screen reader would meet it.

   A section that has a page of its own is opened by a label beside its link, which is empty, and
   whose name is that of the list that it opens. And each tag of a search result is a landmark. */
(function () {
  "use strict";

  document.querySelectorAll("label.md-nav__link[id]").forEach(function (label) {
    var link = label.parentElement.querySelector("a");
    if (!link || label.textContent.trim()) return;
    var name = document.createElement("span");
    name.className = "sr";
    name.textContent = "Páginas de " + link.textContent.trim();
    label.append(name);
  });

  var results = document.querySelector(".md-search-result__list");
  if (results) {
    new MutationObserver(function () {
      results.querySelectorAll("nav").forEach(function (tags) { tags.setAttribute("role", "none"); });
    }).observe(results, { childList: true });
  }
})();
