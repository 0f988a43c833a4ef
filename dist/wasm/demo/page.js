// SPDX-License-Identifier: MIT
// The page: what its parts do when something is clicked, dropped or typed.
import { Chart } from "./chart.js";
import { Client, Stopped } from "./client.js";
import { SAMPLE, SAMPLE_EXAMPLES, examplesOf, preview } from "./examples.js";
import { chosen, dropped } from "./files.js";
import { byId, count, duration, element } from "./format.js";
import { History, readLink, writeLink } from "./history.js";
import { Metadata } from "./metadata.js";
import { ResultView } from "./result.js";
import { Tree } from "./tree.js";

const editor = byId("sql");
let tables = [];
let linked = null; // a link's query, until the files that it needs are open

const showStatus = (text) => { byId("status").textContent = text; };

const client = new Client({
  onChange(isBusy) {
    document.body.classList.toggle("busy", isBusy);
    byId("stop").disabled = !isBusy;
  },
  onProgress: showStatus,
  onVersion: (text) => { byId("version").textContent = text; },
});

// Runs a function; an error is shown in a view, in the place of what that shows.
async function attempt(work, view) {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Stopped) view.clear();
    else view.fail(error.message);
    showStatus(error instanceof Stopped ? error.message : "");
    if (view === result && selectedTab() === "chart-panel") selectTab("result");
  }
}

const chart = new Chart();
const options = { client, attempt, onStatus: showStatus };
const result = new ResultView(byId("result-view"), "result", { ...options, onShow: (...rows) => chart.show(...rows) });
const metadata = new Metadata({ ...options, onEdit: (sql) => setSql(sql) });
const past = new History({ onChoose: setSql });
const tree = new Tree({
  onInsert: insert,
  onPreview: (table) => showPreview(table),
  onMetadata(table) {
    metadata.select(table.name);
    selectTab("metadata");
  },
  onClose: (table) => attempt(() => close(table), result),
});

// ---- Tabs --------------------------------------------------------------------------------------

const tabs = [...document.querySelectorAll("[role=tab]")];
const selectedTab = () => tabs.find((tab) => tab.ariaSelected === "true").value;

function selectTab(name) {
  for (const tab of tabs) {
    tab.ariaSelected = String(tab.value === name);
    tab.tabIndex = tab.value === name ? 0 : -1;
    byId(tab.value).hidden = tab.value !== name;
  }
  if (name === "metadata") metadata.show();
  if (name === "history") past.show();
}

for (const [i, tab] of tabs.entries()) {
  tab.onclick = () => selectTab(tab.value);
  tab.onkeydown = ({ key }) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
    if (!step) return;
    const next = tabs[(i + step + tabs.length) % tabs.length];
    selectTab(next.value);
    next.focus();
  };
}

// ---- The editor --------------------------------------------------------------------------------

let inserted = null; // where the last inserted column ends, and the text then

function setSql(sql) {
  editor.value = sql;
  editor.focus({ preventScroll: true });
}

// Columns that are inserted one after the other make a list.
function insert(sql) {
  const isNext = inserted !== null && inserted.text === editor.value && inserted.end === editor.selectionEnd;
  editor.setRangeText(isNext ? `, ${sql}` : sql, editor.selectionStart, editor.selectionEnd, "end");
  inserted = { end: editor.selectionEnd, text: editor.value };
  editor.focus({ preventScroll: true });
}

// ---- Queries -----------------------------------------------------------------------------------

// The files and folders of a table, as they were opened; of many files, some.
const namesOf = ({ files, url }) => (url ? [url] : [...new Set(files.map(({ path }) => path.split("/")[0]))].slice(0, 5));

function linkOf(sql) {
  const words = new Set(sql.match(/[\p{L}\p{N}_]+/gu));
  const used = tables.filter(({ name }) => words.has(name));
  const files = used.filter(({ isSample }) => !isSample).flatMap(namesOf);
  return { sql, sample: used.some(({ isSample }) => isSample), files };
}

const run = () => attempt(async () => {
  const sql = editor.value;
  if (sql.trim() === "") return;
  linked = null;
  if (selectedTab() !== "chart-panel") selectTab("result");
  byId("start").hidden = true;
  showStatus("Running…");
  writeLink(linkOf(sql));
  past.add(sql);
  const { columns, rows, total, milliseconds } = await result.run(sql);
  showStatus(columns.length === 0 ? `Done in ${duration(milliseconds)}`
    : `${total === null ? "The first " : ""}${count(rows.length, "row")} in ${duration(milliseconds)}`);
}, result);

function runSql(sql) {
  editor.value = sql;
  return run();
}

// The star is selected: a column that is clicked takes its place.
async function showPreview(table) {
  await runSql(preview(table));
  editor.setSelectionRange(7, 8);
}

async function stop() {
  client.stop();
  result.clear();
  metadata.view.clear();
  showTables();
  if (tables.length > 0) await attempt(async () => keepTables(await client.ask("restore", { tables })), result);
  showStatus("Stopped");
}

// ---- Tables ------------------------------------------------------------------------------------

function showTables() {
  tree.show(tables);
  metadata.setTables(tables);
  if (selectedTab() === "metadata") metadata.show();
  byId("drop").classList.toggle("small", tables.length > 0);
  byId("examples").replaceChildren(element("option", { value: "", textContent: "Examples" }), ...tables.map(exampleGroup));
  byId("examples").hidden = tables.length === 0;
}

const exampleGroup = (table) => element("optgroup", { label: table.name },
  ...Object.entries(examplesOf(table)).map(([textContent, value]) => element("option", { value, textContent })));

function keepTables({ tables: kept, errors }) {
  tables = kept;
  showTables();
  if (errors.length > 0) throw new Error(errors.join("\n"));
}

// Shows the first rows of tables that have been opened, or the rows of the link's query.
async function use({ tables: made, errors }) {
  tables.push(...made);
  showTables();
  if (made.length === 0) throw new Error(errors.join("\n"));
  await (linked === null ? showPreview(made[0]) : runSql(linked));
  if (errors.length > 0) result.note(errors.join("\n"));
}

const open = (files, isSample = false) => attempt(async () => {
  if (files.length === 0) return showStatus("");
  showStatus(`Opening ${files.length === 1 ? files[0].path : count(files.length, "file")}…`);
  const { tables: made, errors } = await client.ask("open", { files });
  for (const table of made) table.isSample = isSample && table.sql === "trips";
  await use({ tables: made, errors });
}, result);


const openUrl = (url) => attempt(async () => {
  showStatus(`Opening ${url}…`);
  await use(await client.ask("openUrl", { url }));
}, result);

const openSample = () => attempt(async () => {
  if (tables.some(({ isSample }) => isSample)) return;
  showStatus("Opening the sample…");
  const response = await fetch(SAMPLE);
  if (!response.ok) throw new Error(`The server does not have ${SAMPLE}`);
  await open([{ path: SAMPLE, file: new File([await response.blob()], SAMPLE) }], true);
}, result);

async function close(table) {
  await client.ask("close", { name: table.name });
  tables = tables.filter((other) => other !== table);
  showTables();
}

// ---- Links -------------------------------------------------------------------------------------

async function followLink() {
  const { sql, sample, files } = readLink();
  if (sql === null || sql === editor.value) return;
  editor.value = linked = sql;
  const opened = new Set(tables.flatMap(namesOf));
  const missing = files.filter((file) => !opened.has(file));
  if (missing.length > 0) return showStatus(`The query needs ${missing.join(", ")}`);
  if (sample) await openSample();
  if (linked !== null) await run();
}

// ---- What users do -----------------------------------------------------------------------------

for (const id of ["files", "folder"]) {
  byId(id).onchange = ({ target }) => {
    open(chosen(target));
    target.value = "";
  };
}
byId("folder-label").hidden = !("webkitdirectory" in byId("folder"));
byId("url-form").onsubmit = async (event) => {
  event.preventDefault();
  await openUrl(byId("url").value.trim());
  byId("url").value = "";
};
byId("sample").onclick = () => openSample();
byId("sample-examples").append(...Object.entries(SAMPLE_EXAMPLES).map(([textContent, sql]) => element("li", {}, element("button", {
  textContent,
  async onclick() {
    linked = sql;
    await openSample();
    if (linked !== null) await runSql(sql);
  },
}))));
byId("examples").onchange = ({ target }) => {
  runSql(target.value);
  target.value = "";
};
byId("run").onclick = run;
byId("stop").onclick = stop;
byId("link").onclick = async () => {
  writeLink(linkOf(editor.value));
  await navigator.clipboard?.writeText(location.href); // not there without https
  showStatus(navigator.clipboard ? "Link copied" : "The address of this page is the link");
};
editor.onkeydown = (event) => {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  run();
};
const hasFiles = ({ dataTransfer }) => dataTransfer.types.includes("Files");
document.ondragover = (event) => {
  if (!hasFiles(event)) return;
  event.preventDefault();
  document.body.classList.add("dragging");
};
document.ondragleave = ({ relatedTarget }) => {
  if (relatedTarget === null) document.body.classList.remove("dragging");
};
document.ondrop = (event) => {
  if (!hasFiles(event)) return;
  event.preventDefault();
  document.body.classList.remove("dragging");
  showStatus("Opening…");
  attempt(async () => open(await dropped(event.dataTransfer)), result);
};
addEventListener("hashchange", followLink);
selectTab("result");
followLink();
