/* «Citar»: a button beside the place of each device, which copies its text, its legal citation and
   its address. The words are those on the page; nothing is sent anywhere.

   <p class="linha"> … <span class="texto">…</span> … <a class="ref" href="#id" data-citacao="art. 1º, I">…</a>
   <aside data-norma="…">: the norm, as a citation names it. */
(function () {
  "use strict";

  var norm = document.querySelector("[data-norma]");
  if (!norm) return;

  var status = document.createElement("p");
  status.className = "sr";
  status.setAttribute("role", "status");
  norm.before(status);

  function canonical() {
    return document.querySelector('link[rel="canonical"]');
  }

  /* Where the page is published, if that is known; else where it was opened. */
  function address(link) {
    var page = canonical() ? canonical().href : location.href;
    return page.split(/[?#]/)[0] + link.hash;
  }

  function citation(link, text) {
    var words = "«" + text.textContent.trim() + "» (" + norm.dataset.norma + ", " + link.dataset.citacao + ").";
    // A folder on the reader's machine is no address for others.
    return location.protocol === "file:" && !canonical() ? words : words + " " + address(link);
  }

  /* Pages opened as files may have no clipboard of their own. */
  function copy(text) {
    if (navigator.clipboard && window.isSecureContext) return navigator.clipboard.writeText(text).catch(function () { return copyBySelection(text); });
    return copyBySelection(text);
  }

  function copyBySelection(text) {
    var field = document.createElement("textarea");
    var focused = document.activeElement;
    field.value = text;
    field.className = "sr";
    document.body.append(field);
    field.select();
    var done = document.execCommand("copy");
    field.remove();
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
    return done ? Promise.resolve() : Promise.reject(new Error("no clipboard"));
  }

  document.querySelectorAll("a.ref[data-citacao]").forEach(function (link) {
    var line = link.closest(".linha");
    var text = line && line.querySelector(".texto");
    if (!text) return;
    var button = document.createElement("button");
    button.type = "button";
    button.className = "citar";
    button.textContent = "Citar";
    button.setAttribute("aria-label", "Citar: copiar " + link.dataset.citacao);
    button.addEventListener("click", function () {
      copy(citation(link, text)).then(function () {
        button.textContent = "Copiado";
        status.textContent = "Citação copiada: " + link.dataset.citacao;
      }, function () {
        button.textContent = "Não copiou";
        status.textContent = "O navegador não deixou copiar.";
      });
    });
    button.addEventListener("blur", function () { button.textContent = "Citar"; });
    var place = document.createElement("span");
    place.className = "lugar";
    link.before(place);
    place.append(link, button);
  });
})();
