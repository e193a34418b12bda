/* Adds up fines and points of infractions that the reader picks.

   <div data-calculadora="id of the data" data-acima="way to the norm's folder"> … </div>
   <script type="application/json" id="…">what page_fines.calculator wrote</script>

   Amounts are whole numbers of a power of ten (BigInt), so nothing is lost; each single fine in reais
   is rounded to the cent, half up, and then multiplied, so that all the numbers shown add up. What the
   norm does not define is left out of the sum, which then says «ao menos». What was chosen stands in
   the address: ?i=<id>x<count>,…&g=<gravity.group>x<count>,…&ano=<year>&valor=<what was entered>. */
(function () {
  "use strict";

  /* The id that the address names, as it is where it is badly written. */
  function anchor() {
    try { return decodeURIComponent(location.hash.slice(1)); } catch (malformed) { return location.hash.slice(1); }
  }

  var MONEY = "BRL", MOST = 999;

  // ── exact numbers ────────────────────────────────────────────────────────────────────────

  /* "4.7508" → { digits: 47508n, places: 4 }; null where it is no positive number. */
  function decimal(text) {
    var found = /^(\d{1,9})(?:[.,](\d{1,40}))?$/.exec(text.trim());
    /* "1.000" is a thousand to one reader and one to another. */
    if (!found || /^\d{1,3}\.\d{3}$/.test(text.trim())) return null;
    var digits = BigInt(found[1] + (found[2] || ""));
    return digits > 0n ? { digits: digits, places: (found[2] || "").length } : null;
  }

  /* Cents of a quantity, times the value of its unit: rounded half up. */
  function cents(quantity, value) {
    var digits = quantity.digits * value.digits * 100n;
    var scale = 10n ** BigInt(quantity.places + value.places);
    return (2n * digits + scale) / (2n * scale);
  }

  function sum(a, b) {
    var places = Math.max(a.places, b.places);
    return { digits: widen(a, places) + widen(b, places), places: places };
  }

  function widen(one, places) { return one.digits * 10n ** BigInt(places - one.places); }

  function times(one, count) { return { digits: one.digits * BigInt(count), places: one.places }; }

  var ONE = { digits: 1n, places: 0 };

  // ── numbers in words ─────────────────────────────────────────────────────────────────────

  function thousands(digits) { return digits.replace(/\B(?=(\d{3})+$)/g, "."); }

  function reais(amount) {
    var text = amount.toString().padStart(3, "0");
    return "R$\u00a0" + thousands(text.slice(0, -2)) + "," + text.slice(-2);
  }

  /* A quantity without the zeros that say nothing. */
  function quantityText(one) {
    var text = one.digits.toString().padStart(one.places + 1, "0");
    var whole = one.places ? text.slice(0, -one.places) : text;
    var rest = one.places ? text.slice(-one.places).replace(/0+$/, "") : "";
    return thousands(whole) + (rest ? "," + rest : "");
  }

  function amountText(one, unit) {
    return unit === MONEY ? reais(cents(one, ONE)) : quantityText(one) + "\u00a0" + unit;
  }

  function points(count) { return thousands(String(count)) + (count === 1 ? "\u00a0ponto" : "\u00a0pontos"); }

  function infractions(count) { return count + (count === 1 ? " infração" : " infrações"); }

  function fold(text) {
    return text.toLowerCase().normalize("NFD").replace(/[\u0300-\u036f]/g, "");
  }

  function element(tag, attributes, children) {
    var made = document.createElement(tag);
    Object.entries(attributes || {}).forEach(function (pair) { made.setAttribute(pair[0], pair[1]); });
    (children || []).forEach(function (child) { made.append(child); });
    return made;
  }

  function field(control, id, label, className) {
    control.id = "calc-" + id;
    return element("div", { class: "campo " + (className || "") }, [element("label", { for: control.id }, [label]), control]);
  }

  function start(box) {
    var data = JSON.parse(document.getElementById(box.dataset.calculadora).textContent);
    var known = new Map();  // what can be picked, by its key in the address
    data.artigos.forEach(function (article) {
      article.infracoes.forEach(function (one) { known.set("i:" + one.id, one); });
    });
    data.pares.forEach(function (one) { known.set("g:" + one.id, one); });
    var lines = new Map();  // what was picked, in the order of picking

    function link(base) {
      return element("a", { href: box.dataset.acima + base[1] }, [base[0]]);
    }

    function gravityChip(gravity) {
      return element("span", { class: "chip g-" + (gravity || "nenhuma") }, [gravity ? data.gravidades[gravity] : "sem gravidade"]);
    }

    function groupText(one) { return one.grupos.length ? "grupo " + one.grupos.join(", ") : ""; }

    // ── 1. what can be picked ──────────────────────────────────────────────────────────────

    var words = element("input", { type: "search", autocomplete: "off", spellcheck: "false", "aria-describedby": "calc-achadas" });
    var found = element("p", { class: "nota", role: "status", id: "calc-achadas" });
    var list = element("div", { class: "escolha", role: "region", "aria-label": "Infrações que se podem escolher", tabindex: "0" });
    var toggles = new Map();
    var articles = data.artigos.map(function (article) {
      var items = element("ul");
      var count = element("span");
      var details = element("details", {}, [element("summary", {}, [element("strong", {}, [article.nome]), count])]);
      if (article.texto) details.append(element("p", { class: "contexto" }, [article.texto]));
      details.append(items);
      list.append(details);
      return {
        details: details, count: count,
        rows: article.infracoes.map(function (one) {
          var toggle = element("button", { type: "button" });
          toggle.addEventListener("click", function () {
            if (lines.has("i:" + one.id)) remove("i:" + one.id); else add("i:" + one.id, 1);
            update();
          });
          var mark = element("span", { class: "na-conta" }, ["✓ na conta"]);
          toggles.set("i:" + one.id, { button: toggle, mark: mark, name: one.nome });
          var row = element("li", {}, [
            element("div", {}, [
              element("span", { class: "qual" }, [one.nome]), gravityChip(one.gravidade), mark,
              element("span", { class: "conduta" }, [one.conduta])
            ]),
            toggle
          ]);
          items.append(row);
          var gravity = one.gravidade ? data.gravidades[one.gravidade] : "sem gravidade";
          return { row: row, text: fold([one.nome, article.texto, one.conduta, gravity, groupText(one)].join(" ")) };
        })
      };
    });

    function filter() {
      var typed = fold(words.value).split(/\s+/).filter(Boolean);
      var count = 0, all = 0;
      articles.forEach(function (article) {
        var shown = 0;
        article.rows.forEach(function (one) {
          var fits = typed.every(function (word) { return one.text.includes(word); });
          one.row.hidden = !fits;
          if (fits) shown += 1;
        });
        all += article.rows.length;
        count += shown;
        article.details.hidden = !shown;
        article.count.textContent = (shown < article.rows.length ? shown + " de " : "") + infractions(article.rows.length);
        article.details.open = typed.length > 0 && shown > 0;
      });
      found.textContent = typed.length
        ? count + " de " + infractions(all)
        : infractions(all) + ", por artigo. Escreva uma palavra da conduta, o artigo, a gravidade ou o grupo.";
    }
    words.addEventListener("input", filter);

    // Without an infraction: pairs of gravity and group that the norm has.
    var gravities = element("select"), groups = element("select");
    var addPair = element("button", { type: "button" }, ["Acrescentar"]);
    var pairs = new Map();
    data.pares.forEach(function (one) {
      var gravity = one.gravidade || "nenhuma";
      if (!pairs.has(gravity)) {
        pairs.set(gravity, []);
        gravities.append(element("option", { value: gravity }, [one.gravidade ? data.gravidades[one.gravidade] : "sem gravidade"]));
      }
      pairs.get(gravity).push(one);
    });
    function offerGroups() {
      groups.replaceChildren.apply(groups, pairs.get(gravities.value).map(function (one) {
        return element("option", { value: one.id }, [one.grupos.length ? "grupo " + one.grupos[0] : "não sei o grupo"]);
      }));
    }
    gravities.addEventListener("change", offerGroups);
    addPair.addEventListener("click", function () {
      var key = "g:" + groups.value;
      if (lines.has(key)) setCount(lines.get(key), Math.min(MOST, lines.get(key).count + 1)); else add(key, 1);
      update();
    });

    // ── 2. the value of the unit ───────────────────────────────────────────────────────────

    var units = data.unidades.map(function (unit, rank) {
      var suffix = rank ? String(rank + 1) : "";
      var select = element("select");
      unit.anos.forEach(function (year) {
        select.append(element("option", { value: String(year[0]) }, [
          "em " + year[0] + ": " + (year[1] ? "R$ " + year[1].replace(".", ",") : "sem fonte conferida")
        ]));
      });
      select.append(element("option", { value: "" }, ["outro valor, que vou informar"]));
      var latest = unit.anos.find(function (year) { return year[1]; });
      var entered = element("input", { type: "text", inputmode: "decimal", autocomplete: "off", size: "9" });
      var enteredField = field(entered, "valor" + suffix, "Valor de 1 " + unit.codigo + ", em reais", "inteiro");
      var fault = element("p", { class: "erro", id: "calc-erro" + suffix, hidden: "" }, ["Escreva um número maior que zero, com vírgula e sem ponto de milhar, como 1,2345."]);
      entered.setAttribute("aria-describedby", fault.id);
      [select, entered].forEach(function (one) { one.addEventListener("input", function () { update(); }); });
      return {
        code: unit.codigo, select: select, entered: entered, enteredField: enteredField, fault: fault,
        yearKey: "ano" + suffix, valueKey: "valor" + suffix, first: latest ? String(latest[0]) : "",
        node: element("div", { class: "campos-linha" }, [field(select, "ano" + suffix, "1 " + unit.codigo, "inteiro"), enteredField]),
        /* The value as the reader has it: of a year, or entered; null while there is none. */
        value: function () {
          var year = unit.anos.find(function (one) { return String(one[0]) === select.value; });
          return decimal(year && year[1] ? year[1] : entered.value);
        },
        needsValue: function () {
          return !unit.anos.some(function (one) { return String(one[0]) === select.value && one[1]; });
        }
      };
    });

    function valueOf(code) {
      if (code === MONEY) return ONE;
      var unit = units.find(function (one) { return one.code === code; });
      return unit ? unit.value() : null;
    }

    // ── 3. what was picked, and what it comes to ───────────────────────────────────────────

    var chosen = element("ol", { class: "linhas" });
    var empty = element("p", { class: "nota" }, ["Nada escolhido ainda."]);
    var brief = element("p", { class: "nota resumo" });
    var total = element("div", { class: "total", role: "status" });
    var reached = element("div");
    var left = element("p", { class: "erro", role: "alert", hidden: "" });
    var copied = element("span", { class: "nota", role: "status" });
    var copy = element("button", { type: "button" }, ["Copiar o endereço desta conta"]);
    var clear = element("button", { type: "button" }, ["Limpar"]);
    var actions = element("p", { class: "acoes" }, [copy, clear, copied]);

    function add(key, count) {
      var one = known.get(key);
      var name = one.nome || ("Infração " + (one.gravidade ? data.gravidades[one.gravidade] : "sem gravidade") + (one.grupos.length ? ", " + groupText(one) : ""));
      var input = element("input", { type: "number", min: "1", max: String(MOST), step: "1", inputmode: "numeric" });
      input.id = "calc-n-" + key.replace(/[^\w-]/g, "-");
      var less = element("button", { type: "button", class: "passo", "aria-label": "Menos um: " + name }, ["−"]);
      var more = element("button", { type: "button", class: "passo", "aria-label": "Mais um: " + name }, ["+"]);
      var drop = element("button", { type: "button", class: "retirar", "aria-label": "Retirar " + name }, ["Retirar"]);
      var sums = element("div");
      var head = element("p", { class: "cabeca" }, [one.href ? link([name, one.href]) : element("span", {}, [name]), gravityChip(one.gravidade)]);
      var node = element("li", { "data-linha": key }, [head]);
      if (one.conduta) node.append(element("span", { class: "conduta" }, [one.conduta]));
      node.append(element("div", { class: "quantas" }, [element("label", { for: input.id }, [one.contagem || "Quantas vezes"]), less, input, more, drop]), sums);
      var line = { one: one, key: key, count: count, input: input, less: less, sums: sums, node: node };
      less.addEventListener("click", function () { setCount(line, line.count - 1); update(); });
      more.addEventListener("click", function () { setCount(line, line.count + 1); update(); });
      input.addEventListener("input", function () {
        var typed = /^\d+$/.test(input.value) ? Number(input.value) : 0;
        if (typed < 1 || typed > MOST) return;
        line.count = typed;
        update();
      });
      input.addEventListener("change", function () { input.value = String(line.count); });
      drop.addEventListener("click", function () {
        var next = node.nextElementSibling || node.previousElementSibling;
        remove(key);
        update();
        (next ? next.querySelector("input") : words).focus();
      });
      lines.set(key, line);
      chosen.append(node);
      setCount(line, count);
    }

    function remove(key) {
      lines.get(key).node.remove();
      lines.delete(key);
    }

    function setCount(line, count) {
      line.count = Math.max(1, Math.min(MOST, count));
      line.input.value = String(line.count);
    }

    function fineWords(line) {
      var one = line.one;
      if (!one.multada) return ["a penalidade não é multa"];
      if (!one.multa) {
        if (one.base_multa) return ["o valor está em palavras, de que não se leu um número (", link(one.base_multa), ")"];
        if (!one.grupos.length && line.key.startsWith("g:")) return ["depende do grupo, que não foi escolhido"];
        return [one.grupos.length ? "o " + groupText(one) + " não tem valor definido " + data.na : "valor não definido " + data.na];
      }
      var quantity = decimal(one.multa[0]), unit = one.multa[1];
      var words = [String(line.count) + " × " + amountText(quantity, unit), " ("];
      if (one.grupos.length) words.push(groupText(one) + ", ");
      words.push(link(one.base_multa), ") = " + amountText(times(quantity, line.count), unit));
      return words;
    }

    /* The fine in reais; null where it is in reais already, or there is none. */
    function reaisWords(line) {
      var fine = line.one.multada && line.one.multa;
      if (!fine || fine[1] === MONEY) return null;
      var value = valueOf(fine[1]);
      if (!value) return ["falta o valor da unidade"];
      var each = cents(decimal(fine[0]), value);
      return [line.count + " × " + reais(each) + " = " + reais(each * BigInt(line.count))];
    }

    function pointWords(line) {
      var one = line.one;
      if (one.pontos === null) return [one.gravidade ? "não definidos " + data.na : "não definidos " + data.na + ", por falta da gravidade"];
      return [line.count + " × " + one.pontos + " (", link(one.base_pontos), ") = " + points(line.count * one.pontos)];
    }

    function sumLine(name, words) {
      return element("p", { class: "conta" }, [element("span", { class: "nome" }, [name]), " ", element("span", {}, words)]);
    }

    function showLine(line) {
      line.less.disabled = line.count === 1;
      line.sums.replaceChildren(sumLine("Multa:", fineWords(line)));
      var converted = reaisWords(line);
      if (converted) line.sums.append(sumLine("Em reais:", converted));
      if (data.pontua) line.sums.append(sumLine("Pontos:", pointWords(line)));
      if (!line.one.incidencia) return;
      var note = "O texto manda contar a penalidade " + line.one.incidencia + ".";
      if (line.count > 1 && data.pontua && line.one.pontos !== null) note += " Dos pontos não o diz: aqui foram contados do mesmo modo.";
      line.sums.append(element("p", { class: "nota" }, [note]));
    }

    function totals() {
      var result = { points: 0, pointless: [], units: new Map(), cents: 0n, converted: true, fineless: [], fined: false };
      lines.forEach(function (line) {
        var one = line.one;
        if (one.pontos === null) result.pointless.push(line); else result.points += one.pontos * line.count;
        if (!one.multada) return;
        if (!one.multa) { result.fineless.push(line); return; }
        var quantity = decimal(one.multa[0]), unit = one.multa[1], value = valueOf(unit);
        var amount = times(quantity, line.count);
        result.fined = true;
        result.units.set(unit, result.units.has(unit) ? sum(result.units.get(unit), amount) : amount);
        if (value) result.cents += cents(quantity, value) * BigInt(line.count); else result.converted = false;
      });
      return result;
    }

    function pair(name, key, words, isEmpty) {
      return element("div", {}, [
        element("dt", {}, [name]),
        element("dd", { "data-total": key }, [isEmpty ? element("span", { class: "vazio" }, [words]) : words])
      ]);
    }

    function lineName(line) {
      return line.one.nome || (line.one.gravidade ? data.gravidades[line.one.gravidade] : "sem gravidade") + (line.one.grupos.length ? ", " + groupText(line.one) : ", sem o grupo");
    }

    function showTotals(result) {
      var pairsOfTerms = element("dl");
      var least = result.fineless.length ? "ao menos " : "";
      if (data.pontua) {
        var allPointless = result.pointless.length === lines.size;
        pairsOfTerms.append(pair("Pontos", "pontos", allPointless
          ? "não definidos " + data.na : (result.pointless.length ? "ao menos " : "") + points(result.points), allPointless));
      }
      if (!result.fined) {
        var unset = result.fineless.length > 0;
        pairsOfTerms.append(pair("Multa", "multa", unset ? "não se sabe o valor" : "nenhuma", true));
      } else {
        var amounts = Array.from(result.units).map(function (one) { return amountText(one[1], one[0]); });
        var converts = Array.from(result.units.keys()).some(function (unit) { return unit !== MONEY; });
        pairsOfTerms.append(pair("Multa", "multa", least + amounts.join(" + ")));
        if (converts) {
          pairsOfTerms.append(pair("Em reais" + yearWords(result), "reais", result.converted ? least + reais(result.cents) : "falta o valor da unidade", !result.converted));
        }
      }
      total.replaceChildren(pairsOfTerms);
      var left = element("ul");
      if (result.fineless.length) left.append(element("li", {}, ["Fora da soma da multa, por não ter valor que se saiba: " + result.fineless.map(lineName).join("; ") + "."]));
      if (data.pontua && result.pointless.length) left.append(element("li", {}, ["Fora da soma dos pontos, por não terem pontos definidos " + data.na + ": " + result.pointless.map(lineName).join("; ") + "."]));
      if (left.children.length) total.append(left);
    }

    /* Of which year the value is, where it is of one. */
    function yearWords(result) {
      var used = units.filter(function (one) { return result.units.has(one.code); });
      return used.length === 1 && used[0].select.value ? ", em " + used[0].select.value : "";
    }

    function showLimits(result) {
      reached.replaceChildren();
      var over = data.limites.filter(function (one) { return result.points >= one.pontos; });
      if (!lines.size || !over.length) return;
      var quoted = new Map(), findings = new Map();
      over.forEach(function (one) { one.textos.slice(0, 1).forEach(function (text) { quoted.set(text[1], text); }); });
      over.forEach(function (one) { one.textos.forEach(function (text) { quoted.set(text[1], text); }); });
      over.forEach(function (one) { one.achados.forEach(function (finding) { findings.set(finding[0], finding); }); });
      var note = element("div", { class: "atingido", role: "note", "aria-label": "Limite de pontos" }, [
        element("p", {}, [element("strong", {}, ["A soma chega ao limite de " + points(over[over.length - 1].pontos) + "."]), " O texto diz, e aqui nada se interpreta:"])
      ]);
      quoted.forEach(function (text) {
        note.append(element("div", { class: "limite" }, [
          element("blockquote", {}, [element("p", {}, [text[2]])]),
          element("span", { class: "base" }, [link([text[0], text[1]])])
        ]));
      });
      if (findings.size) {
        var marks = element("ul", { class: "marcas" });
        findings.forEach(function (one) {
          marks.append(element("li", {}, [element("a", { href: box.dataset.acima + "inconsistencias.html#" + one[0] }, [one[1]])]));
        });
        note.append(element("p", {}, ["Neste ponto o texto tem falhas:"]), marks);
      }
      reached.append(note);
    }

    function update(keepAddress) {
      units.forEach(function (unit) {
        unit.enteredField.hidden = !unit.needsValue();
        var wrong = unit.needsValue() && unit.entered.value.trim() !== "" && !unit.value();
        unit.fault.hidden = !wrong;
        unit.entered.setAttribute("aria-invalid", String(wrong));
      });
      toggles.forEach(function (one, key) {
        var says = lines.has(key) ? "Retirar" : "Escolher";
        if (one.button.textContent === says) return;
        one.button.textContent = says;
        one.button.setAttribute("aria-label", says + " " + one.name);
        one.mark.hidden = !lines.has(key);
      });
      lines.forEach(showLine);
      empty.hidden = lines.size > 0;
      total.hidden = actions.hidden = lines.size === 0;
      copied.textContent = "";
      if (lines.size) {
        var result = totals();
        showTotals(result);
        showLimits(result);
        brief.replaceChildren("Na conta: " + Array.from(total.querySelectorAll("dd"), function (one) { return one.textContent; }).join(", ") + ". ", element("a", { href: "#conta" }, ["Ver a conta"]));
      } else {
        brief.replaceChildren();
        total.replaceChildren();
        reached.replaceChildren();
      }
      if (!keepAddress) remember();
    }

    // ── the address ────────────────────────────────────────────────────────────────────────

    function written(prefix) {
      return Array.from(lines.values()).filter(function (line) { return line.key.startsWith(prefix); })
        .map(function (line) { return line.key.slice(2) + "x" + line.count; }).join(",");
    }

    function remember() {
      var query = new URLSearchParams(location.search);
      var state = { i: written("i:"), g: written("g:") };
      units.forEach(function (unit) {
        state[unit.yearKey] = lines.size || unit.select.value !== unit.first ? unit.select.value || "outro" : "";
        state[unit.valueKey] = unit.needsValue() ? unit.entered.value.trim() : "";
      });
      Object.entries(state).forEach(function (one) { if (one[1]) query.set(one[0], one[1]); else query.delete(one[0]); });
      var tail = query.toString().replace(/%2C/g, ",");
      try { history.replaceState(history.state, "", location.pathname + (tail ? "?" + tail : "") + location.hash); } catch (refused) { /* a file's address may be closed to us */ }
    }

    function recall() {
      var query = new URLSearchParams(location.search), unknown = [];
      Array.from(lines.keys()).forEach(remove);
      ["i", "g"].forEach(function (prefix) {
        (query.get(prefix) || "").split(",").forEach(function (word) {
          var parts = /^(.+)x(\d{1,3})$/.exec(word);
          var key = prefix + ":" + (parts ? parts[1] : word);
          if (!word || lines.has(key)) return;
          if (known.has(key)) add(key, parts ? Math.max(1, Number(parts[2])) : 1); else unknown.push(word);
        });
      });
      left.textContent = unknown.length ? "Do endereço ficou de fora o que não se entendeu: " + unknown.join(", ") + "." : "";
      left.hidden = !unknown.length;
      units.forEach(function (unit) {
        var year = query.get(unit.yearKey);
        var offered = Array.from(unit.select.options).some(function (one) { return one.value === year; });
        unit.select.value = year === "outro" ? "" : offered ? year : unit.first;
        unit.entered.value = query.get(unit.valueKey) || "";
      });
      update(true);
    }

    copy.addEventListener("click", function () {
      function said(done) { copied.textContent = done ? "Endereço copiado." : "O navegador não deixou copiar: o endereço está na barra do navegador."; }
      if (!navigator.clipboard) { said(false); return; }
      navigator.clipboard.writeText(location.href).then(function () { said(true); }, function () { said(false); });
    });
    clear.addEventListener("click", function () {
      Array.from(lines.keys()).forEach(remove);
      update();
      words.focus();
    });

    // ── the form ───────────────────────────────────────────────────────────────────────────

    var form = element("form", { "aria-labelledby": "calculadora" });
    form.addEventListener("submit", function (event) { event.preventDefault(); });
    form.append(
      element("h3", {}, ["Quais infrações"]),
      element("div", { class: "escolhas" }, [
        field(words, "palavras", "Procurar", "largo"), found, list, brief,
        element("details", { class: "sem-infracao" }, [
          element("summary", {}, ["Sei só a gravidade"]),
          element("div", { class: "campos-linha" }, [field(gravities, "gravidade", "Gravidade"), field(groups, "grupo", "Grupo da multa"), addPair]),
          element("p", { class: "nota" }, ["A gravidade dá os pontos; a multa vem do grupo. Só se oferecem aqui os grupos que cada gravidade tem " + data.na + "."])
        ])
      ])
    );
    if (units.length) {
      form.append(element("h3", {}, ["Quanto vale a unidade"]));
      units.forEach(function (unit) { form.append(unit.node, unit.fault); });
    }
    form.append(element("h3", { id: "conta" }, ["A conta"]), left, empty, chosen, total, reached, actions);
    form.append(element("p", { class: "nota" }, [
      "Cada multa é convertida e arredondada ao centavo (meio centavo, para cima) antes de somar; o texto não diz como arredondar. " +
      "A conta não inclui reincidência, juros ou descontos, e não substitui o auto de infração."
    ]));
    box.replaceChildren(form);
    if (pairs.size) offerGroups(); else form.querySelector(".sem-infracao").remove();
    filter();
    window.addEventListener("popstate", recall);
    recall();
    /* Built after the browser went to the anchor, the form has moved what stands below it. Who comes
       with something picked wants the sum. */
    function arrive() {
      var name = anchor();
      var target = name && document.getElementById(name === "calculadora" && lines.size ? "conta" : name);
      if (target) target.scrollIntoView();
    }

    arrive();
    if (document.readyState !== "complete") window.addEventListener("load", arrive);
  }

  document.querySelectorAll("[data-calculadora]").forEach(start);
})();
