// SPDX-License-Identifier: MIT
// The tab that shows what files consist of: queries of the extension's functions.
import { byId, element } from "./format.js";
import { ResultView } from "./result.js";

const GROUPS = `SELECT FILErow_group_id AS row_group, max(row_group_num_rows) AS rows, sum(total_compressed_size) AS bytes,
       sum(total_uncompressed_size) AS uncompressed, count(*) AS columns, group_concat(DISTINCT compression) AS compression
  FROM parquet_metadata(PATH)
 GROUP BY file_name, row_group_id`;
const COLUMNS = `SELECT path_in_schema AS column_name, type, sum(total_compressed_size) AS bytes,
       sum(total_uncompressed_size) AS uncompressed, sum(num_values) AS num_values, sum(stats_null_count) AS nulls,
       group_concat(DISTINCT compression) AS compression, encodings, max(has_bloom_filter) AS bloom_filter
  FROM parquet_metadata(PATH)
 GROUP BY path_in_schema
 ORDER BY min(column_id)`;
const STATISTICS = `SELECT FILEpath_in_schema AS column_name, row_group_id AS row_group, stats_min_value AS min,
       stats_max_value AS max, stats_null_count AS nulls, num_values, has_column_index AS page_index
  FROM parquet_metadata(PATH)
 ORDER BY column_id, file_name, row_group_id`;
const SCHEMA = `SELECT FILEname, type, logical_type, repetition_type, num_children, sqlite_type
  FROM parquet_schema(PATH)`;
const STRIPES = `SELECT FILEstripe_id AS stripe, max(stripe_num_rows) AS rows, max(stripe_bytes) AS bytes
  FROM orc_metadata(PATH)
 GROUP BY file_name, stripe_id`;
const ORC_STATISTICS = `SELECT FILEpath_in_schema AS column_name, stripe_id AS stripe, type, encoding, column_bytes AS bytes,
       stats_min AS min, stats_max AS max, stats_num_values AS num_values, has_bloom_filter AS bloom_filter
  FROM orc_metadata(PATH)
 ORDER BY column_id, file_name, stripe_id`;

// PATH is the table's path; FILE the name of the file, if there are several.
const SECTIONS = {
  parquet: {
    File: "SELECT * FROM parquet_file_metadata(PATH)",
    Schema: SCHEMA,
    "Row groups": GROUPS,
    Columns: COLUMNS,
    Statistics: STATISTICS,
    Summary: "SELECT * FROM parquet_summarize(PATH)",
    Pages: "SELECT * FROM parquet_pages(PATH)",
    Indexes: "SELECT * FROM parquet_indexes(PATH)",
    "Key-value": "SELECT * FROM parquet_kv_metadata(PATH)",
    Check: "SELECT * FROM parquet_check(PATH)",
  },
  orc: {
    File: "SELECT * FROM orc_file_metadata(PATH)",
    Schema: "SELECT * FROM orc_schema(PATH)",
    Stripes: STRIPES,
    Statistics: ORC_STATISTICS,
    Summary: "SELECT * FROM parquet_summarize(PATH)",
    "Key-value": "SELECT * FROM orc_kv_metadata(PATH)",
    Check: "SELECT * FROM orc_check(PATH)",
  },
};

const text = (value) => `'${value.replaceAll("'", "''")}'`;

// A row for each column of a single row.
function transposed(answer) {
  if (answer.rows.length !== 1) return answer;
  const rows = answer.columns.map(({ name }, i) => [name, answer.rows[0][i]]);
  return { ...answer, columns: [{ name: "property", type: "" }, { name: "value", type: "" }], rows,
    total: rows.length, isQuery: false };
}

export class Metadata {
  #tables = [];
  #section = "File";
  #sql = "";
  #isFresh = false; // what is shown is that of the chosen table and section

  // onEdit(sql): the query goes to the editor
  constructor(options) {
    this.attempt = options.attempt;
    this.onStatus = options.onStatus;
    this.view = new ResultView(byId("metadata-view"), "metadata", options);
    byId("metadata-table").onchange = () => this.#change();
    byId("metadata-edit").onclick = () => options.onEdit(this.#sql);
  }

  setTables(tables) {
    const selected = byId("metadata-table").value;
    this.#tables = tables;
    byId("metadata-table").replaceChildren(...tables.map(({ name }) => element("option", { textContent: name })));
    if (tables.some(({ name }) => name === selected)) byId("metadata-table").value = selected;
    byId("metadata-empty").hidden = tables.length > 0;
    byId("metadata-choice").hidden = tables.length === 0;
    if (tables.length === 0) this.view.clear();
    this.#isFresh = false;
  }

  select(name) {
    if (byId("metadata-table").value === name) return;
    byId("metadata-table").value = name;
    this.#isFresh = false;
  }

  #change() {
    this.#isFresh = false;
    this.show();
  }

  // Only what is looked at is read.
  show() {
    const table = this.#tables.find(({ name }) => name === byId("metadata-table").value);
    if (!table || this.#isFresh) return;
    this.#isFresh = true;
    const sections = SECTIONS[table.format];
    if (!sections[this.#section]) this.#section = "File";
    byId("metadata-sections").replaceChildren(...Object.keys(sections).map((name) => this.#button(name)));
    this.#sql = sections[this.#section].replace("PATH", () => text(table.source))
      .replace("FILE", table.files.length > 1 ? "file_name, " : "");
    return this.attempt(async () => {
      this.onStatus("Reading…");
      const answer = await this.view.run(this.#sql);
      if (this.#section === "File") this.view.show(transposed(answer));
      this.onStatus(this.#section === "Check" && answer.rows.length === 0 ? "The file is sound" : "");
    }, this.view);
  }

  #button(name) {
    return element("button", {
      textContent: name,
      ariaPressed: String(name === this.#section),
      onclick: () => {
        this.#section = name;
        this.#change();
      },
    });
  }
}
