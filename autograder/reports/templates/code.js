"use strict";
// Colours in listings. Text only ever goes into text nodes.
(() => {
  const KEYWORDS = new Set(("False None True and as assert async await break class continue def del elif else except finally for " +
    "from global if import in is lambda nonlocal not or pass raise return try while with yield match case").split(" "));
  const TOKEN = /("""|''')|("(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?)|(#.*)|(\b\d[\w.]*)|([A-Za-z_]\w*)/g;
  const span = (kind, text) => { const s = document.createElement("span"); s.className = kind; s.textContent = text; return s; };
  for (const listing of document.querySelectorAll(".listing")) {
    let open = null; // the quotes of a string that runs over several lines
    for (const cell of listing.querySelectorAll("td:last-child")) {
      if (cell.parentNode.classList.contains("dim")) { open = null; continue; } // lines left out, their quotes with them
      const text = cell.textContent, parts = [];
      if (text.length > 2000) continue;
      let at = 0;
      const plain = (to) => { if (to > at) parts.push(document.createTextNode(text.slice(at, to))); at = to; };
      while (at < text.length) {
        if (open) {
          const end = text.indexOf(open, at), to = end < 0 ? text.length : end + 3;
          parts.push(span("s", text.slice(at, to)));
          at = to;
          if (end >= 0) open = null;
          continue;
        }
        TOKEN.lastIndex = at;
        const found = TOKEN.exec(text);
        if (!found) { plain(text.length); break; }
        plain(found.index);
        const [token, triple, string, comment, digit, word] = found;
        if (triple) {
          const end = text.indexOf(triple, at + 3), to = end < 0 ? text.length : end + 3;
          parts.push(span("s", text.slice(at, to)));
          at = to;
          if (end < 0) open = triple;
          continue;
        }
        const kind = string ? "s" : comment ? "c" : digit ? "m" : KEYWORDS.has(word) ? "k" : "";
        parts.push(kind ? span(kind, token) : document.createTextNode(token));
        at += token.length;
      }
      cell.replaceChildren(...parts);
    }
  }
  // On paper nothing can be opened.
  let closed = [];
  addEventListener("beforeprint", () => { closed = [...document.querySelectorAll("details:not([open])")]; for (const d of closed) d.open = true; });
  addEventListener("afterprint", () => { for (const d of closed) d.open = false; });
})();
