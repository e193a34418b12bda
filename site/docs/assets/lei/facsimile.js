/* A page beside its text: what is pointed at, reached by keyboard or named by the address on one
   side is marked on the other too. Without this the links between them do.

   <a id="art1"> in the image, <li data-caixa="art1"> in the list. */
(function () {
  "use strict";

  /* The id that the address names, as it is where it is badly written. */
  function anchor() {
    try { return decodeURIComponent(location.hash.slice(1)); } catch (malformed) { return location.hash.slice(1); }
  }

  var pairs = Array.from(document.querySelectorAll("[data-caixa]")).map(function (item) {
    return [item, document.getElementById(item.dataset.caixa)];
  });

  /* Where the list has a window of its own, brings an item into it; the page itself stays. */
  function show(item) {
    var list = item.closest(".lido");
    var inside = item.getBoundingClientRect();
    var frame = list.getBoundingClientRect();
    if (inside.top < frame.top || inside.bottom > frame.bottom) {
      list.scrollTop += inside.top - frame.top - list.clientHeight / 3;
    }
  }

  pairs.forEach(function (pair) {
    pair.forEach(function (one, side) {
      [["mouseenter", true], ["mouseleave", false], ["focusin", true], ["focusout", false]].forEach(function (way) {
        one.addEventListener(way[0], function () {
          pair.forEach(function (half) { half.classList.toggle("par", way[1]); });
          if (way[1] && side === 1) show(pair[0]);
        });
      });
    });
  });

  function mark() {
    var name = anchor();
    pairs.forEach(function (pair) {
      var isNamed = pair[0].dataset.caixa === name;
      pair[0].classList.toggle("alvo", isNamed);
      if (isNamed) show(pair[0]);
    });
  }

  window.addEventListener("hashchange", mark);
  mark();
})();
