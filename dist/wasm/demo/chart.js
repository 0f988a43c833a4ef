// SPDX-License-Identifier: MIT
// A chart of the rows that are shown: bars or a line, of one column with labels and one with numbers.
import { byId, element, number, valueText } from "./format.js";

const HEIGHT = 320, LEFT = 64, RIGHT = 16, TOP = 12, BOTTOM = 30; // of lines, in pixels
const CHARACTER = 7; // the width of one, about
const DATE = /^\d{4}-\d\d(-\d\d|$)/;

const isNumber = (value) => typeof value === "number" || typeof value === "bigint";
const shown = (value) => (isNumber(value) ? number(value) : valueText(value, 60));

function svg(name, attributes, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

export class Chart {
  #rows = [];
  #names = "";

  constructor() {
    for (const id of ["chart-kind", "chart-label", "chart-value"]) byId(id).onchange = () => this.draw();
    new ResizeObserver(() => this.draw()).observe(byId("chart"));
  }

  show(columns, rows, first, total) {
    this.#rows = rows;
    const numeric = columns.map((_, i) => rows.some((row) => row[i] !== null) &&
      rows.every((row) => row[i] === null || isNumber(row[i])));
    const value = Math.max(numeric.lastIndexOf(true, 0), numeric.indexOf(true, 1)); // not the first one, if there is another
    const names = JSON.stringify(columns.map(({ name }) => name));
    if (names !== this.#names) this.#choose(columns, numeric, value);
    this.#names = names;
    byId("chart-empty").hidden = value >= 0;
    byId("chart-choice").hidden = byId("chart").hidden = value < 0;
    const isPart = rows.length > 0 && rows.length !== total;
    byId("chart-rows").textContent = isPart ? `Rows ${number(first + 1)}–${number(first + rows.length)}` : "";
    this.draw();
  }

  #choose(columns, numeric, value) {
    const options = (wanted) => columns.flatMap(({ name }, i) =>
      (wanted(i) ? [element("option", { value: i, textContent: name })] : []));
    const label = Math.max(numeric.findIndex((is) => !is), 0);
    byId("chart-label").replaceChildren(...options(() => true));
    byId("chart-value").replaceChildren(...options((i) => numeric[i]));
    byId("chart-label").value = label;
    byId("chart-value").value = value;
    const isOrdered = this.#rows.length > 2 && this.#rows.every((row) => DATE.test(row[label]) || isNumber(row[label]));
    byId("chart-kind").value = isOrdered ? "line" : "bars";
  }

  // Only when it can be seen: otherwise it has no width.
  draw() {
    const width = byId("chart").clientWidth;
    if (width === 0) return;
    const label = byId("chart-label").value, value = byId("chart-value").value;
    const points = this.#rows.filter((row) => row[value] !== null)
      .map((row) => ({ label: row[label], value: Number(row[value]) })).filter(({ value }) => Number.isFinite(value));
    const made = byId("chart-kind").value === "line" && points.length > 1 ? line(points, width) : bars(points);
    byId("chart").replaceChildren(made);
  }
}

// ---- Bars ------------------------------------------------------------------------------------

function bars(points) {
  const least = Math.min(0, ...points.map(({ value }) => value));
  const span = Math.max(0, ...points.map(({ value }) => value)) - least || 1;
  return element("div", { className: "bars", role: "list" }, ...points.flatMap(({ label, value }) => {
    const bar = element("div", { className: value < 0 ? "bar-fill negative" : "bar-fill" });
    bar.style.marginLeft = `${100 * (Math.min(value, 0) - least) / span}%`;
    bar.style.width = `${100 * Math.abs(value) / span}%`;
    return [element("div", { className: "label", role: "listitem", textContent: shown(label), title: shown(label) }),
      element("div", { className: "track" }, bar), element("div", { className: "number", textContent: number(value) })];
  }));
}

// ---- A line ----------------------------------------------------------------------------------

// Round numbers from below the least value to above the greatest one.
function ticks(least, greatest) {
  const rough = (greatest - least || Math.abs(greatest) || 1) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * [1, 2, 5, 10].find((factor) => factor * power >= rough);
  const first = Math.floor(least / step), last = Math.ceil(greatest / step);
  return Array.from({ length: last - first + 1 }, (_, i) => Number(((first + i) * step).toPrecision(12)));
}

// Dates and numbers are where they belong; other labels at equal distances.
function placed(points) {
  const place = points.every(({ label }) => isNumber(label)) ? ({ label }) => Number(label)
    : points.every(({ label }) => DATE.test(label)) ? ({ label }) => Date.parse(label) : null;
  if (place === null || points.some((point) => Number.isNaN(place(point))))
    return points.map((point, x) => ({ ...point, x }));
  return points.map((point) => ({ ...point, x: place(point) })).sort((a, b) => a.x - b.x);
}

function line(unplaced, width) {
  const points = placed(unplaced), values = points.map(({ value }) => value);
  const marks = ticks(Math.min(...values), Math.max(...values));
  const [from, to] = [points[0].x, points.at(-1).x], [low, high] = [marks[0], marks.at(-1)];
  const xOf = ({ x }) => LEFT + (x - from) / (to - from || 1) * (width - LEFT - RIGHT);
  const yOf = (value) => TOP + (high - value) / (high - low || 1) * (HEIGHT - TOP - BOTTOM);
  const made = svg("svg", { width, height: HEIGHT, role: "img", "aria-label": `A line of ${points.length} points` });
  for (const mark of marks) {
    made.append(svg("line", { class: "mark", x1: LEFT, x2: width - RIGHT, y1: yOf(mark), y2: yOf(mark) }),
      svg("text", { x: LEFT - 8, y: yOf(mark) + 4, "text-anchor": "end" }, number(mark)));
  }
  labelPoints(made, points, xOf, width);
  made.append(svg("polyline", { points: points.map((point) => `${xOf(point)},${yOf(point.value)}`).join(" ") }));
  showPoint(made, points, xOf, yOf, width);
  return made;
}

// As many labels as there is room for.
function labelPoints(made, points, xOf, width) {
  let end = -Infinity; // of the last one
  for (const point of points) {
    const x = xOf(point), label = shown(point.label).slice(0, 16), room = label.length * CHARACTER;
    const left = Math.min(Math.max(x - room / 2, LEFT), width - RIGHT - room);
    if (left < end) continue;
    end = left + room + CHARACTER;
    made.append(svg("text", { x: left + room / 2, y: HEIGHT - 8, "text-anchor": "middle" }, label));
  }
}

// The nearest point under the pointer, with its label and value.
function showPoint(made, points, xOf, yOf, width) {
  const dot = svg("circle", { r: 0, class: "point" }), note = svg("text", { class: "note", y: TOP + 4 });
  made.append(dot, note);
  made.onpointermove = ({ offsetX }) => {
    const distance = (point) => Math.abs(xOf(point) - offsetX);
    const point = points.reduce((best, other) => (distance(other) < distance(best) ? other : best));
    const x = xOf(point);
    dot.setAttribute("r", 4);
    dot.setAttribute("cx", x);
    dot.setAttribute("cy", yOf(point.value));
    note.setAttribute("x", x);
    note.setAttribute("text-anchor", x > width / 2 ? "end" : "start");
    note.textContent = ` ${shown(point.label)}: ${number(point.value)} `;
  };
}
