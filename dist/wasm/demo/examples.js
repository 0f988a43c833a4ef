// SPDX-License-Identifier: MIT
// Queries to begin with: of the sample, and of any table.
export const SAMPLE = "trips.parquet";

export const SAMPLE_EXAMPLES = {
  "Rides by payment": `SELECT payment, count(*) AS rides, round(avg(fare), 2) AS fare
  FROM trips
 GROUP BY payment
 ORDER BY rides DESC`,
  "Rides per day": `SELECT date(pickup_at) AS day, count(*) AS rides
  FROM trips
 GROUP BY day`,
  "A field of a group": `SELECT [dropoff.zone] AS zone, count(*) AS rides, round(avg(distance_km), 1) AS km
  FROM trips
 WHERE pickup_at >= '2024-01-03' AND [dropoff.zone] IS NOT NULL
 GROUP BY zone
 ORDER BY rides DESC`,
  "The dearest rides": `SELECT pickup_at, distance_km, fare, round(fare / distance_km, 2) AS per_km
  FROM trips
 ORDER BY fare DESC
 LIMIT 20`,
  "What a query skips": `-- Only one of the four row groups can have these rows.
SELECT count(*) FROM trips WHERE pickup_at < '2024-01-01 12:00';
SELECT plan, row_groups, row_groups_by_statistics AS skipped, pages_read, bytes_read
  FROM parquet_scan_stats
 ORDER BY seq DESC
 LIMIT 1`,
};

export const preview = ({ sql }) => `SELECT *\n  FROM ${sql}`;

export function examplesOf(table) {
  if (table.isSample) return { ...SAMPLE_EXAMPLES, Summary: summary(table) };
  const examples = { Preview: preview(table), "Count the rows": `SELECT count(*)\n  FROM ${table.sql}`, Summary: summary(table) };
  const text = table.columns.find(({ type }) => type === "TEXT");
  const time = table.columns.find(({ type }) => /^(TIMESTAMP|DATE)/.test(type));
  if (text) {
    examples[`Most frequent ${text.name}`] = `SELECT ${text.sql}, count(*) AS n
  FROM ${table.sql}\n GROUP BY 1\n ORDER BY 2 DESC\n LIMIT 20`;
  }
  if (time) {
    examples[`Rows per month of ${time.name}`] = `SELECT strftime('%Y-%m', ${time.sql}) AS month, count(*) AS n
  FROM ${table.sql}\n GROUP BY 1\n ORDER BY 1`;
  }
  return examples;
}

const summary = ({ source }) => `SELECT column_name, column_type, min, max, approx_unique, null_percentage
  FROM parquet_summarize('${source.replaceAll("'", "''")}')`;
