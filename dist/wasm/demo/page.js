// SPDX-License-Identifier: MIT
// The page: files and SQL go to the worker, its answers become tables.
const ROW_LIMIT = 1000;

const byId = (id) => document.getElementById(id);
const waiting = new Map(); // id of a message -> what to call with the answer
let worker, lastId = 0, opened = [];

function startWorker() {
  worker = new Worker("worker.js", { type: "module" });
  worker.onmessage = ({ data }) => {
    if (data.version) byId("version").textContent = data.version;
    waiting.get(data.id)?.(data);
    waiting.delete(data.id);
  };
  worker.onerror = (event) => showError(event.message || "The worker cannot be started.");
}

// Sends a message; resolves to the answer, or throws its error.
async function ask(message) {
  const id = ++lastId;
  document.body.classList.add("busy");
  byId("stop").disabled = false;
  try {
    const answer = await new Promise((resolve) => {
      waiting.set(id, resolve);
      worker.postMessage({ id, ...message });
    });
    if (answer.error) throw new Error(answer.error);
    return answer;
  } finally {
    document.body.classList.remove("busy");
    byId("stop").disabled = true;
  }
}

// Ends a query the only way there is: with its worker.  The files are opened again.
async function stop() {
  worker.terminate();
  const files = opened;
  opened = [];
  for (const answer of waiting.values()) answer({ error: "stopped" });
  waiting.clear();
  startWorker();
  byId("tables").replaceChildren();
  if (files.length > 0) await openFiles(files, false);
}

// ---- Showing ---------------------------------------------------------------------------

function element(name, text, className) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  if (className) made.className = className;
  return made;
}

function showStatus(text) {
  byId("status").textContent = text;
  byId("error").hidden = true;
}

function showError(message) {
  byId("error").textContent = message;
  byId("error").hidden = false;
  byId("status").textContent = "";
}

const duration = (ms) => (ms < 1000 ? `${ms.toFixed(ms < 10 ? 1 : 0)} ms` : `${(ms / 1000).toFixed(2)} s`);
const count = (n, what) => `${n.toLocaleString("en")} ${what}${n === 1 ? "" : "s"}`;

function size(bytes) {
  const units = ["bytes", "KB", "MB", "GB"];
  let unit = 0;
  for (; bytes >= 1000 && unit < 3; unit++) bytes /= 1000;
  return `${bytes.toFixed(unit === 0 || bytes >= 100 ? 0 : 1)} ${units[unit]}`;
}

function cell(value) {
  if (value === null) return element("td", "NULL", "null");
  if (value instanceof Uint8Array) {
    const shown = Array.from(value.subarray(0, 32), (byte) => byte.toString(16).padStart(2, "0")).join("");
    return element("td", `x'${shown}${value.length > 32 ? "…" : ""}'`, "blob");
  }
  return element("td", String(value), typeof value === "string" ? "" : "number");
}

function showRows({ columns, rows, more, milliseconds }) {
  const head = element("tr"), body = element("tbody");
  head.append(...columns.map((name) => element("th", name)));
  for (const row of rows) {
    const line = element("tr");
    line.append(...row.map(cell));
    body.append(line);
  }
  const top = element("thead");
  top.append(head);
  byId("result").replaceChildren(top, body);
  showStatus(`${more ? `The first ${count(rows.length, "row")}` : count(rows.length, "row")} in ${duration(milliseconds)}`);
}

function showTable({ name, size: bytes, rows, columns }) {
  const details = element("details"), summary = element("summary", name), list = element("ul");
  summary.append(element("small", `${count(rows, "row")}, ${size(bytes)}`));
  for (const column of columns) {
    const item = element("li", column.name);
    item.append(element("small", column.type));
    list.append(item);
  }
  details.append(summary, list);
  details.open = true;
  byId("tables").append(details);
}

// ---- Doing -----------------------------------------------------------------------------

async function attempt(work) {
  try {
    await work();
  } catch (error) {
    if (error.message !== "stopped") showError(error.message);
    else showStatus("Stopped");
  }
}

const quoted = (name) => (/^[a-z_]\w*$/i.test(name) ? name : `"${name.replaceAll('"', '""')}"`);

// An example: the most frequent values of the first text column, or the first rows.
function example({ name, columns }) {
  const text = columns.find(({ type }) => type === "TEXT");
  return text
    ? `SELECT ${quoted(text.name)}, count(*) AS n\n  FROM ${quoted(name)}\n GROUP BY 1 ORDER BY 2 DESC LIMIT 10`
    : `SELECT *\n  FROM ${quoted(name)}\n LIMIT 10`;
}

async function openFiles(files, withExample = true) {
  for (const file of files) {
    await attempt(async () => {
      showStatus(`Opening ${file.name}…`);
      const { tables, milliseconds } = await ask({ open: [file] });
      opened.push(file);
      tables.forEach(showTable);
      if (withExample) byId("sql").value = example(tables[0]);
      showStatus(`${file.name} opened in ${duration(milliseconds)}`);
    });
  }
}

const run = () => attempt(async () => {
  showStatus("Running…");
  showRows(await ask({ sql: byId("sql").value, limit: ROW_LIMIT }));
});

const save = () => attempt(async () => {
  showStatus("Writing…");
  const { bytes, milliseconds } = await ask({ save: byId("sql").value });
  const link = element("a");
  link.href = URL.createObjectURL(new Blob([bytes], { type: "application/vnd.apache.parquet" }));
  link.download = "result.parquet";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  showStatus(`result.parquet: ${size(bytes.length)}, written in ${duration(milliseconds)}`);
});

byId("files").onchange = ({ target }) => openFiles([...target.files]).then(() => { target.value = ""; });
byId("run").onclick = run;
byId("save").onclick = save;
byId("stop").onclick = () => attempt(stop);
byId("sql").onkeydown = (event) => {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  run();
};
document.ondragover = (event) => {
  event.preventDefault();
  document.body.classList.add("dragging");
};
document.ondragleave = ({ relatedTarget }) => {
  if (relatedTarget === null) document.body.classList.remove("dragging");
};
document.ondrop = (event) => {
  event.preventDefault();
  document.body.classList.remove("dragging");
  openFiles([...event.dataTransfer.files]);
};
startWorker();
