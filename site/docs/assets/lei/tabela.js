/* Filters and order for a table that is complete without them.

   <div data-tabela data-um="linha" data-varios="linhas" data-filtros='[["chave","Nome",["palavra"]], …]'>
     <table> … <th data-coluna="chave"> … <tr data-valores='{"chave": ["palavra"]}' data-ordem='{"chave": 1}'>

   A filter offers its words in the order given, and any others behind them in that of the text.

   Adds a form before the table: a field for words (accents and case do not count) and a select for
   each filter that has a choice; buttons in the heads of columns that have an order; a count. What
   was chosen stands in the address, so that it can be sent to others. A row that the address names
   (#id) is never hidden. */
(function () {
  "use strict";

  /* The id that the address names, as it is where it is badly written. */
  function anchor() {
    try { return decodeURIComponent(location.hash.slice(1)); } catch (malformed) { return location.hash.slice(1); }
  }

  function fold(text) {
    return text.toLowerCase().normalize("NFD").replace(/[\u0300-\u036f]/g, "");
  }

  /* The same as `slug` of the site's generator: addresses made there are read here. */
  function slug(text) {
    return fold(text).replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "") || "-";
  }

  function element(tag, attributes, children) {
    var made = document.createElement(tag);
    Object.entries(attributes || {}).forEach(function (pair) { made.setAttribute(pair[0], pair[1]); });
    (children || []).forEach(function (child) { made.append(child); });
    return made;
  }

  function field(name, label, control, className) {
    control.id = "filtro-" + name;
    control.name = name;
    return element("div", { class: "campo " + (className || "") }, [element("label", { for: control.id }, [label]), control]);
  }

  function start(box) {
    var table = box.querySelector("table");
    var bodies = Array.from(table.tBodies);
    var rows = Array.from(table.querySelectorAll("tr[data-valores]")).map(function (row, rank) {
      var heading = row.parentNode.querySelector("tr.grupo");
      return {
        row: row, body: row.parentNode, rank: rank,
        text: fold((heading ? heading.textContent + " " : "") + row.textContent),
        values: JSON.parse(row.dataset.valores),
        order: JSON.parse(row.dataset.ordem || "{}")
      };
    });
    var flat = element("tbody", { role: "rowgroup" });
    var form = element("form", { class: "filtros", role: "search", "aria-label": "Filtros da tabela" });
    var words = element("input", { type: "search", autocomplete: "off", spellcheck: "false" });
    form.append(field("texto", "Palavras", words, "largo"));

    var selects = JSON.parse(box.dataset.filtros).map(function (pair) {
      var counts = new Map();
      rows.forEach(function (one) {
        (one.values[pair[0]] || []).forEach(function (word) { counts.set(word, (counts.get(word) || 0) + 1); });
      });
      if (counts.size < 2) return null;
      var select = element("select", {}, [element("option", { value: "" }, ["qualquer"])]);
      new Set((pair[2] || []).concat(Array.from(counts.keys()))).forEach(function (word) {
        if (counts.has(word)) select.append(element("option", { value: slug(word) }, [word + " (" + counts.get(word) + ")"]));
      });
      form.append(field(pair[0], pair[1], select));
      return { key: pair[0], select: select };
    }).filter(Boolean);

    var heads = Array.from(table.querySelectorAll("th[data-coluna]"));
    var order = element("select", {});
    if (heads.length) {
      order.append(element("option", { value: "" }, ["a do texto"]));
      heads.forEach(function (head) {
        var name = head.textContent.trim();
        var key = head.dataset.coluna;
        var steps = [key + "-desc", key + "-asc", ""];
        order.append(element("option", { value: steps[0] }, [name + ", da maior"]));
        order.append(element("option", { value: steps[1] }, [name + ", da menor"]));
        var button = element("button", { type: "button" }, [name]);
        button.addEventListener("click", function () {
          order.value = steps[(steps.indexOf(order.value) + 1) % steps.length];
          apply();
        });
        head.replaceChildren(button);
      });
      form.append(field("ordem", "Ordem", order, "so-celular"));
    }

    var status = element("p", { role: "status" });
    var reset = element("button", { type: "button", hidden: "" }, ["Limpar filtros"]);
    box.prepend(form, element("div", { class: "situacao" }, [status, reset]));

    function arrange() {
      var parts = order.value.split("-");
      var key = parts[0];
      table.classList.toggle("plana", Boolean(key));
      heads.forEach(function (head) {
        if (key && head.dataset.coluna === key) head.setAttribute("aria-sort", parts[1] === "asc" ? "ascending" : "descending");
        else head.removeAttribute("aria-sort");
      });
      if (!key) {
        flat.remove();
        rows.forEach(function (one) { one.body.append(one.row); });
        return;
      }
      var sign = parts[1] === "asc" ? 1 : -1;
      rows.slice().sort(function (a, b) {
        return sign * (a.order[key] - b.order[key]) || a.rank - b.rank;
      }).forEach(function (one) { flat.append(one.row); });
      table.append(flat);
    }

    function apply(keepAddress) {
      var typed = fold(words.value).split(/\s+/).filter(Boolean);
      var shown = 0;
      rows.forEach(function (one) {
        var fits = typed.every(function (word) { return one.text.includes(word); }) &&
          selects.every(function (filter) {
            return !filter.select.value || (one.values[filter.key] || []).some(function (word) { return slug(word) === filter.select.value; });
          });
        one.row.hidden = !fits;
        if (fits) shown += 1;
      });
      arrange();
      bodies.forEach(function (body) {
        var heading = body.querySelector("tr.grupo");
        if (heading) heading.hidden = !body.querySelector("tr[data-valores]:not([hidden])");
      });
      var active = typed.length > 0 || selects.some(function (filter) { return filter.select.value; });
      reset.hidden = !active && !order.value;
      status.textContent = active
        ? shown + " de " + rows.length + " " + box.dataset.varios
        : rows.length + " " + (rows.length === 1 ? box.dataset.um : box.dataset.varios);
      if (!keepAddress) remember();
    }

    function controls() {
      return [words, order].concat(selects.map(function (filter) { return filter.select; })).filter(function (one) { return one.name; });
    }

    function remember() {
      var query = new URLSearchParams(location.search);
      controls().forEach(function (control) {
        if (control.value) query.set(control.name, control.value); else query.delete(control.name);
      });
      var tail = query.toString();
      try { history.replaceState(history.state, "", location.pathname + (tail ? "?" + tail : "") + location.hash); } catch (refused) { /* a file's address may be closed to us */ }
    }

    function recall() {
      var query = new URLSearchParams(location.search);
      controls().forEach(function (control) {
        var value = query.get(control.name) || "";
        control.value = control === words || Array.from(control.options).some(function (one) { return one.value === value; }) ? value : "";
      });
      apply(true);
    }

    function reveal() {
      var target = location.hash && document.getElementById(anchor());
      if (target && table.contains(target) && target.hidden) {
        controls().forEach(function (control) { control.value = ""; });
        apply();
        target.scrollIntoView();
      }
    }

    form.addEventListener("submit", function (event) { event.preventDefault(); });
    form.addEventListener("input", function () { apply(); });
    reset.addEventListener("click", function () {
      controls().forEach(function (control) { control.value = ""; });
      apply();
      words.focus();
    });
    window.addEventListener("hashchange", reveal);
    window.addEventListener("popstate", recall);
    recall();
    reveal();
  }

  document.querySelectorAll("[data-tabela]").forEach(start);
})();
