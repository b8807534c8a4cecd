// The keyboard of the desk. Every action is a link or a form that works without this file, too.
"use strict";

const place = document.body.dataset;
const scoring = document.getElementById("scoring");
const points = document.getElementById("points");
const comment = document.getElementById("comment");
const picks = scoring ? [...scoring.querySelectorAll("input[name=pick]")] : [];

function sumUp() {
  const total = picks.reduce((sum, box) => sum + (box.checked ? Number(box.dataset.points) : 0), 0);
  const most = Number(points.dataset.most);
  points.value = String(Math.round(Math.min(Math.max(total, 0), most) * 1e6) / 1e6);
}

function pick(box) {
  box.checked = !box.checked;
  sumUp();
}

function give(value) {
  points.value = value;
  picks.forEach((box) => { box.checked = false; });
}

function sayAgain(number) {
  const button = document.querySelectorAll("button.reuse")[number];
  if (button) say(button.dataset.text);
}

function say(text) {
  if (comment.value.includes(text)) return;
  comment.value = comment.value.trim() ? comment.value.trimEnd() + "\n" + text : text;
}

function save() {
  scoring.requestSubmit(scoring.querySelector("button[value=save]"));
}

function go(address) {
  if (address) window.location.assign(address);
}

function onKey(event) {
  const inField = event.target.matches("input:not([type=checkbox]), textarea, select");
  const digit = /^Digit([1-9])$/.exec(event.code);
  if (event.key === "Escape" && inField) return event.target.blur();
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) return event.preventDefault(), save();
  if (event.altKey && digit) return event.preventDefault(), sayAgain(Number(digit[1]) - 1);
  if (inField || event.ctrlKey || event.metaKey || event.altKey) return undefined;
  const act = {
    Enter: () => event.target.matches("a, button, summary") || (event.preventDefault(), save()),
    j: () => go(place.after), k: () => go(place.before), u: () => go(place.unread), r: () => go(place.rubric),
    p: () => (event.preventDefault(), points.select()), c: () => (event.preventDefault(), comment.focus()),
    f: () => give(String(Number(points.dataset.most))), z: () => give("0"),
    n: () => document.getElementById("names").requestSubmit(),
    "?": () => { const keys = document.querySelector(".keys details"); keys.open = !keys.open; },
  }[event.key];
  if (act) return act();
  const box = picks[Number(event.key) - 1];
  return box && pick(box);
}

if (scoring) {
  document.addEventListener("keydown", onKey);
  picks.forEach((box) => box.addEventListener("change", sumUp));
  document.querySelectorAll("button.reuse").forEach((b) => b.addEventListener("click", () => say(b.dataset.text)));
}
