-- Timestamps as ISO 8601 and as numbers of a unit: the values, their types, their order, and comparisons, which
-- are those of an ordinary table.
CREATE VIRTUAL TABLE temp.t USING parquet('testdata/pyarrow_timestamps.parquet', timestamps=iso8601);
SELECT name, type FROM pragma_table_xinfo('t') WHERE hidden = 0;
SELECT * FROM t;
SELECT strftime('%s', us), julianday(ms_utc) FROM t WHERE "row" IN (3, 13);
CREATE VIRTUAL TABLE temp.i USING parquet('testdata/handmade_int96.parquet', timestamps=iso8601);
SELECT at FROM i ORDER BY at;
CREATE VIRTUAL TABLE temp.d USING parquet('testdata/pyarrow_dates.parquet', timestamps=iso8601);
SELECT * FROM d LIMIT 2;

-- Rounded down; reals beyond 64 bits.
CREATE VIRTUAL TABLE temp.s USING parquet('testdata/pyarrow_timestamps.parquet', timestamps=seconds);
CREATE VIRTUAL TABLE temp.ms USING parquet('testdata/pyarrow_timestamps.parquet', timestamps=milliseconds);
CREATE VIRTUAL TABLE temp.us USING parquet('testdata/pyarrow_timestamps.parquet', timestamps=microseconds);
CREATE VIRTUAL TABLE temp.ns USING parquet('testdata/pyarrow_timestamps.parquet', timestamps=nanoseconds);
SELECT name, type FROM pragma_table_xinfo('s') WHERE hidden = 0;
SELECT s.ms, s.us, s.ns, ms.us, ms.ns, us.ms, us.ns, ns.ms, ns.us FROM s JOIN ms USING ("row") JOIN us USING ("row") JOIN ns USING ("row");
CREATE VIRTUAL TABLE temp.ins USING parquet('testdata/handmade_int96.parquet', timestamps=nanoseconds);
SELECT at FROM ins ORDER BY at;
CREATE VIRTUAL TABLE temp.ims USING parquet('testdata/handmade_int96.parquet', timestamps=milliseconds);
SELECT at FROM ims ORDER BY at DESC;

-- Each with its copy in an ordinary table: no operand finds other rows, known before the query or not.
CREATE TABLE op(v);
INSERT INTO op VALUES (0), (-1), (0.5), (-0.5), (1), (500), (499.9), (1000), (1000000), (500000000), (1700000000), (1700000000000),
  (9223372036854775807), (-9223372036854775808), (9.3e18), (9.2e18), (-6.21355968e19), (-6.21672192e19), (2.534023008e20), (-9.223372036854776e+24),
  (9e999), (-9e999), (1e300), ('0'), (' 5 '), ('1e3'), ('abc'), (''), (X'00'), (NULL), ('-62135596800'), ('1970-01-01T00:00:00.000'),
  ('1970-01-01T00:00:00.000Z'), ('1970-01-01T00:00:00.000000Z'), ('1969-12-31T23:59:59.9999'), ('9999'), ('1970-01-01 00:00:00'), ('-000001'), ('+0'), ('0001-01-01T00:00:00.000000000');
CREATE TABLE n(at INTEGER);
CREATE TABLE ni(at TEXT);
DELETE FROM n;
INSERT INTO n(rowid, at) SELECT rowid, ms FROM s;
SELECT sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE ms = op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM n WHERE at = op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE ms < op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM n WHERE at < op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE ms <= op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM n WHERE at <= op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE ms > op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM n WHERE at > op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE ms >= op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM n WHERE at >= op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE ms <> op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM n WHERE at <> op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE ms IS op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM n WHERE at IS op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE ms IS NOT op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM n WHERE at IS NOT op.v ORDER BY 1))) FROM op;
SELECT min(ms) IS (SELECT min(at) FROM n), max(ms) IS (SELECT max(at) FROM n), (SELECT group_concat(x) FROM (SELECT ms AS x FROM s ORDER BY 1)) = (SELECT group_concat(at) FROM (SELECT at FROM n ORDER BY 1)) FROM s;
DELETE FROM n;
INSERT INTO n(rowid, at) SELECT rowid, us FROM s;
SELECT sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE us = op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM n WHERE at = op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE us < op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM n WHERE at < op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE us <= op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM n WHERE at <= op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE us > op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM n WHERE at > op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE us >= op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM n WHERE at >= op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE us <> op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM n WHERE at <> op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE us IS op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM n WHERE at IS op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE us IS NOT op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM n WHERE at IS NOT op.v ORDER BY 1))) FROM op;
SELECT min(us) IS (SELECT min(at) FROM n), max(us) IS (SELECT max(at) FROM n), (SELECT group_concat(x) FROM (SELECT us AS x FROM s ORDER BY 1)) = (SELECT group_concat(at) FROM (SELECT at FROM n ORDER BY 1)) FROM s;
DELETE FROM n;
INSERT INTO n(rowid, at) SELECT rowid, ns FROM s;
SELECT sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE ns = op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM n WHERE at = op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE ns < op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM n WHERE at < op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE ns <= op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM n WHERE at <= op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE ns > op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM n WHERE at > op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE ns >= op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM n WHERE at >= op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE ns <> op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM n WHERE at <> op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE ns IS op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM n WHERE at IS op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM s WHERE ns IS NOT op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM n WHERE at IS NOT op.v ORDER BY 1))) FROM op;
SELECT min(ns) IS (SELECT min(at) FROM n), max(ns) IS (SELECT max(at) FROM n), (SELECT group_concat(x) FROM (SELECT ns AS x FROM s ORDER BY 1)) = (SELECT group_concat(at) FROM (SELECT at FROM n ORDER BY 1)) FROM s;
DELETE FROM n;
INSERT INTO n(rowid, at) SELECT rowid, us FROM ms;
SELECT sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM ms WHERE us = op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM n WHERE at = op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM ms WHERE us < op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM n WHERE at < op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM ms WHERE us <= op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM n WHERE at <= op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM ms WHERE us > op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM n WHERE at > op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM ms WHERE us >= op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM n WHERE at >= op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM ms WHERE us <> op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM n WHERE at <> op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM ms WHERE us IS op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM n WHERE at IS op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM ms WHERE us IS NOT op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM n WHERE at IS NOT op.v ORDER BY 1))) FROM op;
SELECT min(us) IS (SELECT min(at) FROM n), max(us) IS (SELECT max(at) FROM n), (SELECT group_concat(x) FROM (SELECT us AS x FROM ms ORDER BY 1)) = (SELECT group_concat(at) FROM (SELECT at FROM n ORDER BY 1)) FROM ms;
DELETE FROM n;
INSERT INTO n(rowid, at) SELECT rowid, ms_utc FROM us;
SELECT sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM us WHERE ms_utc = op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM n WHERE at = op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM us WHERE ms_utc < op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM n WHERE at < op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM us WHERE ms_utc <= op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM n WHERE at <= op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM us WHERE ms_utc > op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM n WHERE at > op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM us WHERE ms_utc >= op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM n WHERE at >= op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM us WHERE ms_utc <> op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM n WHERE at <> op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM us WHERE ms_utc IS op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM n WHERE at IS op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM us WHERE ms_utc IS NOT op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM n WHERE at IS NOT op.v ORDER BY 1))) FROM op;
SELECT min(ms_utc) IS (SELECT min(at) FROM n), max(ms_utc) IS (SELECT max(at) FROM n), (SELECT group_concat(x) FROM (SELECT ms_utc AS x FROM us ORDER BY 1)) = (SELECT group_concat(at) FROM (SELECT at FROM n ORDER BY 1)) FROM us;
DELETE FROM n;
INSERT INTO n(rowid, at) SELECT rowid, us_utc FROM ns;
SELECT sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE us_utc = op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM n WHERE at = op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE us_utc < op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM n WHERE at < op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE us_utc <= op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM n WHERE at <= op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE us_utc > op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM n WHERE at > op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE us_utc >= op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM n WHERE at >= op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE us_utc <> op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM n WHERE at <> op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE us_utc IS op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM n WHERE at IS op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE us_utc IS NOT op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM n WHERE at IS NOT op.v ORDER BY 1))) FROM op;
SELECT min(us_utc) IS (SELECT min(at) FROM n), max(us_utc) IS (SELECT max(at) FROM n), (SELECT group_concat(x) FROM (SELECT us_utc AS x FROM ns ORDER BY 1)) = (SELECT group_concat(at) FROM (SELECT at FROM n ORDER BY 1)) FROM ns;
DELETE FROM n;
INSERT INTO n(rowid, at) SELECT rowid, ns FROM ns;
SELECT sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE ns = op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM n WHERE at = op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE ns < op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM n WHERE at < op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE ns <= op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM n WHERE at <= op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE ns > op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM n WHERE at > op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE ns >= op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM n WHERE at >= op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE ns <> op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM n WHERE at <> op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE ns IS op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM n WHERE at IS op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM ns WHERE ns IS NOT op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM n WHERE at IS NOT op.v ORDER BY 1))) FROM op;
SELECT min(ns) IS (SELECT min(at) FROM n), max(ns) IS (SELECT max(at) FROM n), (SELECT group_concat(x) FROM (SELECT ns AS x FROM ns ORDER BY 1)) = (SELECT group_concat(at) FROM (SELECT at FROM n ORDER BY 1)) FROM ns;
DELETE FROM n;
INSERT INTO n(rowid, at) SELECT rowid, at FROM ins;
SELECT sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM ins WHERE at = op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM n WHERE at = op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM ins WHERE at < op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM n WHERE at < op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM ins WHERE at <= op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM n WHERE at <= op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM ins WHERE at > op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM n WHERE at > op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM ins WHERE at >= op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM n WHERE at >= op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM ins WHERE at <> op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM n WHERE at <> op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM ins WHERE at IS op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM n WHERE at IS op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM ins WHERE at IS NOT op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM n WHERE at IS NOT op.v ORDER BY 1))) FROM op;
SELECT min(at) IS (SELECT min(at) FROM n), max(at) IS (SELECT max(at) FROM n), (SELECT group_concat(x) FROM (SELECT at AS x FROM ins ORDER BY 1)) = (SELECT group_concat(at) FROM (SELECT at FROM n ORDER BY 1)) FROM ins;
DELETE FROM n;
INSERT INTO n(rowid, at) SELECT rowid, at FROM ims;
SELECT sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM ims WHERE at = op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM n WHERE at = op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM ims WHERE at < op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM n WHERE at < op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM ims WHERE at <= op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM n WHERE at <= op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM ims WHERE at > op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM n WHERE at > op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM ims WHERE at >= op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM n WHERE at >= op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM ims WHERE at <> op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM n WHERE at <> op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM ims WHERE at IS op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM n WHERE at IS op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM ims WHERE at IS NOT op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM n WHERE at IS NOT op.v ORDER BY 1))) FROM op;
SELECT min(at) IS (SELECT min(at) FROM n), max(at) IS (SELECT max(at) FROM n), (SELECT group_concat(x) FROM (SELECT at AS x FROM ims ORDER BY 1)) = (SELECT group_concat(at) FROM (SELECT at FROM n ORDER BY 1)) FROM ims;
DELETE FROM ni;
INSERT INTO ni(rowid, at) SELECT rowid, ms FROM t;
SELECT sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM t WHERE ms = op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ni WHERE at = op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM t WHERE ms < op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ni WHERE at < op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM t WHERE ms <= op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ni WHERE at <= op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM t WHERE ms > op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ni WHERE at > op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM t WHERE ms >= op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ni WHERE at >= op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM t WHERE ms <> op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ni WHERE at <> op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM t WHERE ms IS op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ni WHERE at IS op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM t WHERE ms IS NOT op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ni WHERE at IS NOT op.v ORDER BY 1))) FROM op;
SELECT min(ms) IS (SELECT min(at) FROM ni), max(ms) IS (SELECT max(at) FROM ni), (SELECT group_concat(x) FROM (SELECT ms AS x FROM t ORDER BY 1)) = (SELECT group_concat(at) FROM (SELECT at FROM ni ORDER BY 1)) FROM t;
DELETE FROM ni;
INSERT INTO ni(rowid, at) SELECT rowid, ms_utc FROM t;
SELECT sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM t WHERE ms_utc = op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ni WHERE at = op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM t WHERE ms_utc < op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ni WHERE at < op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM t WHERE ms_utc <= op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ni WHERE at <= op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM t WHERE ms_utc > op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ni WHERE at > op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM t WHERE ms_utc >= op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ni WHERE at >= op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM t WHERE ms_utc <> op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ni WHERE at <> op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM t WHERE ms_utc IS op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ni WHERE at IS op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM t WHERE ms_utc IS NOT op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ni WHERE at IS NOT op.v ORDER BY 1))) FROM op;
SELECT min(ms_utc) IS (SELECT min(at) FROM ni), max(ms_utc) IS (SELECT max(at) FROM ni), (SELECT group_concat(x) FROM (SELECT ms_utc AS x FROM t ORDER BY 1)) = (SELECT group_concat(at) FROM (SELECT at FROM ni ORDER BY 1)) FROM t;
DELETE FROM ni;
INSERT INTO ni(rowid, at) SELECT rowid, us FROM t;
SELECT sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM t WHERE us = op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ni WHERE at = op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM t WHERE us < op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ni WHERE at < op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM t WHERE us <= op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ni WHERE at <= op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM t WHERE us > op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ni WHERE at > op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM t WHERE us >= op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ni WHERE at >= op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM t WHERE us <> op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ni WHERE at <> op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM t WHERE us IS op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ni WHERE at IS op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM t WHERE us IS NOT op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ni WHERE at IS NOT op.v ORDER BY 1))) FROM op;
SELECT min(us) IS (SELECT min(at) FROM ni), max(us) IS (SELECT max(at) FROM ni), (SELECT group_concat(x) FROM (SELECT us AS x FROM t ORDER BY 1)) = (SELECT group_concat(at) FROM (SELECT at FROM ni ORDER BY 1)) FROM t;
DELETE FROM ni;
INSERT INTO ni(rowid, at) SELECT rowid, us_utc FROM t;
SELECT sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM t WHERE us_utc = op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ni WHERE at = op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM t WHERE us_utc < op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ni WHERE at < op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM t WHERE us_utc <= op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ni WHERE at <= op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM t WHERE us_utc > op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ni WHERE at > op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM t WHERE us_utc >= op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ni WHERE at >= op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM t WHERE us_utc <> op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ni WHERE at <> op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM t WHERE us_utc IS op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ni WHERE at IS op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM t WHERE us_utc IS NOT op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ni WHERE at IS NOT op.v ORDER BY 1))) FROM op;
SELECT min(us_utc) IS (SELECT min(at) FROM ni), max(us_utc) IS (SELECT max(at) FROM ni), (SELECT group_concat(x) FROM (SELECT us_utc AS x FROM t ORDER BY 1)) = (SELECT group_concat(at) FROM (SELECT at FROM ni ORDER BY 1)) FROM t;
DELETE FROM ni;
INSERT INTO ni(rowid, at) SELECT rowid, ns FROM t;
SELECT sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM t WHERE ns = op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ni WHERE at = op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM t WHERE ns < op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ni WHERE at < op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM t WHERE ns <= op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ni WHERE at <= op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM t WHERE ns > op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ni WHERE at > op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM t WHERE ns >= op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ni WHERE at >= op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM t WHERE ns <> op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ni WHERE at <> op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM t WHERE ns IS op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ni WHERE at IS op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM t WHERE ns IS NOT op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ni WHERE at IS NOT op.v ORDER BY 1))) FROM op;
SELECT min(ns) IS (SELECT min(at) FROM ni), max(ns) IS (SELECT max(at) FROM ni), (SELECT group_concat(x) FROM (SELECT ns AS x FROM t ORDER BY 1)) = (SELECT group_concat(at) FROM (SELECT at FROM ni ORDER BY 1)) FROM t;
DELETE FROM ni;
INSERT INTO ni(rowid, at) SELECT rowid, ns_utc FROM t;
SELECT sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM t WHERE ns_utc = op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ni WHERE at = op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM t WHERE ns_utc < op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ni WHERE at < op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM t WHERE ns_utc <= op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ni WHERE at <= op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM t WHERE ns_utc > op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ni WHERE at > op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM t WHERE ns_utc >= op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ni WHERE at >= op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM t WHERE ns_utc <> op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ni WHERE at <> op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM t WHERE ns_utc IS op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ni WHERE at IS op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM t WHERE ns_utc IS NOT op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ni WHERE at IS NOT op.v ORDER BY 1))) FROM op;
SELECT min(ns_utc) IS (SELECT min(at) FROM ni), max(ns_utc) IS (SELECT max(at) FROM ni), (SELECT group_concat(x) FROM (SELECT ns_utc AS x FROM t ORDER BY 1)) = (SELECT group_concat(at) FROM (SELECT at FROM ni ORDER BY 1)) FROM t;
DELETE FROM ni;
INSERT INTO ni(rowid, at) SELECT rowid, at FROM i;
SELECT sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM i WHERE at = op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ni WHERE at = op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM i WHERE at < op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ni WHERE at < op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM i WHERE at <= op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ni WHERE at <= op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM i WHERE at > op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ni WHERE at > op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM i WHERE at >= op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ni WHERE at >= op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM i WHERE at <> op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ni WHERE at <> op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM i WHERE at IS op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ni WHERE at IS op.v ORDER BY 1))),
  sum((SELECT group_concat(r) FROM (SELECT rowid AS r FROM i WHERE at IS NOT op.v ORDER BY 1)) IS NOT (SELECT group_concat(r) FROM (SELECT rowid AS r FROM ni WHERE at IS NOT op.v ORDER BY 1))) FROM op;
SELECT min(at) IS (SELECT min(at) FROM ni), max(at) IS (SELECT max(at) FROM ni), (SELECT group_concat(x) FROM (SELECT at AS x FROM i ORDER BY 1)) = (SELECT group_concat(at) FROM (SELECT at FROM ni ORDER BY 1)) FROM i;

-- Rows in the order of a rounded column and another one; row groups that are not read.
CREATE VIRTUAL TABLE temp.trips USING parquet('testdata/trips.parquet', timestamps=seconds);
CREATE VIRTUAL TABLE temp.iso USING parquet('testdata/trips.parquet', timestamps=iso8601);
SELECT count(*) FROM (SELECT pickup_at / 100 AS x, fare FROM trips ORDER BY pickup_at, fare);
SELECT group_concat(us) FROM (SELECT us FROM s ORDER BY us DESC, "row" LIMIT 8);
SELECT group_concat("row") FROM (SELECT "row" FROM s ORDER BY us, "row" DESC);
SELECT group_concat(us), group_concat(n) FROM (SELECT us, count(*) AS n FROM s GROUP BY us);
SELECT count(*) FROM trips WHERE pickup_at >= 1704240000;
SELECT count(*) FROM iso WHERE pickup_at >= '2024-01-03T00:00:00.000';
SELECT row_groups, row_groups_by_statistics FROM parquet_scan_stats ORDER BY seq DESC LIMIT 2;
SELECT count(*) FROM trips JOIN iso ON strftime('%Y-%m-%dT%H:%M:%S.000', trips.pickup_at, 'unixepoch') = iso.pickup_at;
