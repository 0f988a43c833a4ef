-- A commit just after a table was last listed is seen by the next statement, which runs on vectors.
--! shell mkdir -p ${TESTTMP}/t && cp -r testdata/lakes/orders_delta/. ${TESTTMP}/t && rm ${TESTTMP}/t/_delta_log/*[123].json
CREATE VIRTUAL TABLE orders USING parquet('${TESTTMP}/t');
CREATE VIRTUAL TABLE by_day USING parquet_query('SELECT day, count(*) AS n, sum(amount) AS total FROM orders GROUP BY day');
SELECT * FROM by_day;
--! shell cp testdata/lakes/orders_delta/_delta_log/*1.json ${TESTTMP}/t/_delta_log
SELECT * FROM by_day;
--! shell cp testdata/lakes/orders_delta/_delta_log/*2.json ${TESTTMP}/t/_delta_log
SELECT day, n FROM by_day WHERE day > '2025-11-01';
-- What was planned for other files is not counted.
SELECT count(*) FROM parquet_scan_stats;
