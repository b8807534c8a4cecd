"use strict";
(() => {
  const $ = (id) => document.getElementById(id);
  const table = $("table"), body = table.tBodies[0], rows = [...body.rows];
  const heads = [...table.tHead.rows[0].cells].filter((th) => th.querySelector("button"));
  const fields = ["name", "flag", "lost", "mistake"];
  const texts = rows.map((row) => row.cells[0].textContent.toLowerCase());
  const lists = rows.map((row) => ["f", "l", "m"].map((key) => new Set(row.dataset[key].split(" "))));
  const collator = new Intl.Collator();
  const numbers = new Map(); // column -> values, read once
  const values = (column) => {
    if (!numbers.has(column)) numbers.set(column, rows.map((row) => Number(row.cells[column].dataset.v)));
    return numbers.get(column);
  };
  let sorted = { column: 0, down: false };

  // Only the first rows stand in the page: however large the class, sorting and filtering are done at once.
  const LISTED = 200;
  let order = rows.map((_, i) => i), listed = LISTED;
  const show = () => {
    const [name, flag, lost, mistake] = fields.map((id) => $(id).value);
    const wanted = name.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = order.filter((i) => {
      const [flags, open, mistakes] = lists[i];
      return wanted.every((w) => texts[i].includes(w)) && (!flag || flags.has(flag)) && (!lost || open.has(lost)) && (!mistake || mistakes.has(mistake));
    });
    body.replaceChildren(...fits.slice(0, listed).map((i) => rows[i]));
    const left = fits.length - Math.min(fits.length, listed);
    const words = { shown: fits.length, all: rows.length, listed };
    const said = left ? $("shown").dataset.cut : $("shown").dataset.shown;
    $("shown").textContent = said.replace(/\{(\w+)\}/g, (_, name) => words[name]);
    $("more").hidden = !left;
  };

  const sort = () => {
    const { column, down } = sorted, sign = down ? -1 : 1;
    const key = column === 0 ? texts : values(column);
    const compare = column === 0 ? (a, b) => collator.compare(key[a], key[b]) : (a, b) => key[a] - key[b];
    order = rows.map((_, i) => i).sort((a, b) => sign * compare(a, b) || a - b);
    heads.forEach((th, i) => { if (i === column) th.setAttribute("aria-sort", down ? "descending" : "ascending"); else th.removeAttribute("aria-sort"); });
  };

  // What was chosen stands behind the # of the address, so that it survives an update and can be sent on.
  const remember = () => {
    const state = new URLSearchParams(fields.filter((id) => $(id).value).map((id) => [id, $(id).value]));
    if (sorted.column || sorted.down) state.set("sort", `${sorted.column}${sorted.down ? "-" : ""}`);
    const text = state.toString();
    if (text || location.hash.includes("=")) history.replaceState(null, "", text ? `#${text}` : "#students");
  };
  const recall = () => {
    if (!location.hash.includes("=")) return;
    const state = new URLSearchParams(location.hash.slice(1));
    for (const id of fields) if (state.has(id)) $(id).value = state.get(id);
    const found = /^(\d)(-?)$/.exec(state.get("sort") || "");
    if (found && heads[found[1]]) sorted = { column: Number(found[1]), down: found[2] === "-" };
  };

  heads.forEach((th, column) => th.querySelector("button").addEventListener("click", () => {
    sorted = { column, down: sorted.column === column ? !sorted.down : column > 0 };
    sort(); show(); remember();
  }));
  const form = table.closest("section").querySelector("form");
  form.addEventListener("input", () => { show(); remember(); });
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(() => { show(); remember(); }));
  for (const button of document.querySelectorAll("button[data-mistake]")) button.addEventListener("click", () => {
    form.reset();
    setTimeout(() => { $("mistake").value = button.dataset.mistake; show(); remember(); $("students").scrollIntoView(); });
  });
  const all = () => { listed = Infinity; show(); };
  $("more").addEventListener("click", all);
  addEventListener("beforeprint", all);
  recall();
  if (sorted.column || sorted.down) sort();
  show();

  // A page from a disk cannot ask for news; it is loaded again, but never under somebody's hands.
  if ($("content").hasAttribute("data-running")) {
    let touched = 0;
    for (const kind of ["input", "keydown", "pointerdown"]) addEventListener(kind, () => { touched = Date.now(); });
    setInterval(() => { if (!document.hidden && Date.now() - touched > 4000 && !document.querySelector("details[open]")) location.reload(); }, 3000);
  }
})();
