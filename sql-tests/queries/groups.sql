-- parquet_query() groups and sums on vectors, with the rows of a view.
SELECT parquet_write('${TESTTMP}/t.parquet', 'WITH RECURSIVE r(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM r WHERE i < 9999)
  SELECT i AS id, i % 7 AS few, CASE WHEN i % 11 THEN printf(''word %d'', i * 7919 % 13) END AS word, i * 7919 % 10007 AS many, i % 100 * 0.25 AS price, i % 5 - 1.5 AS amount,
         CASE WHEN i % 9 THEN date(''2024-01-01'', (i * 7919 % 777) || '' days'') END AS day, datetime(''2024-01-01'', (i * 7919 % 10007) || '' minutes'') AS at,
         date(''2024-03-01'', (i % 777) || '' days'') AS due, CAST(printf(''%c'', 65 + i % 3) AS BLOB) AS code FROM r',
  'row_group_size=2500', 'types=day=DATE, due=DATE, at=TIMESTAMP(MILLIS), amount=DECIMAL(6,2), few=INTEGER NOT NULL');
CREATE VIRTUAL TABLE temp.t USING parquet('${TESTTMP}/t.parquet');

CREATE VIRTUAL TABLE temp.q1 USING parquet_query('SELECT few, count(*) AS n, sum(many), avg(price), total(amount), min(day), max(at), min(word), max(code) FROM t WHERE id >= 100 GROUP BY few');
EXPLAIN QUERY PLAN SELECT * FROM q1;
SELECT few, n, "min(day)" FROM q1 WHERE few < 2;
CREATE TEMP VIEW v1 AS SELECT few, count(*) AS n, sum(many), avg(price), total(amount), min(day), max(at), min(word), max(code) FROM t WHERE id >= 100 GROUP BY few;
SELECT count(*) FROM (SELECT * FROM q1 EXCEPT SELECT * FROM v1);
SELECT count(*) FROM (SELECT * FROM v1 EXCEPT SELECT * FROM q1);
SELECT (SELECT group_concat(quote(few)) FROM q1) = (SELECT group_concat(quote(few)) FROM v1);

-- Conditions of all kinds, columns with columns too.
CREATE VIRTUAL TABLE temp.q2 USING parquet_query('SELECT count(*), count(word), count(DISTINCT word), count(DISTINCT many) FILTER (WHERE few > 3), sum(length(word)), sum(many * 2 - few), max(-many) FROM t
  WHERE (day < due OR word LIKE ''%1%'') AND NOT (few IN (1, 2) AND price > 3) AND word IS NOT NULL AND at BETWEEN ''2024-01-02'' AND ''2024-01-06''');
EXPLAIN QUERY PLAN SELECT * FROM q2;
SELECT * FROM q2;
SELECT count(*), count(word), count(DISTINCT word), count(DISTINCT many) FILTER (WHERE few > 3), sum(length(word)), sum(many * 2 - few), max(-many) FROM t
  WHERE (day < due OR word LIKE '%1%') AND NOT (few IN (1, 2) AND price > 3) AND word IS NOT NULL AND at BETWEEN '2024-01-02' AND '2024-01-06';

-- Expressions as keys, aliases, ordinals, HAVING, ORDER BY and LIMIT.
CREATE VIRTUAL TABLE temp.q3 USING parquet_query('SELECT substr(day, 1, 7) AS month, few % 2, count(*) AS n, round(sum(price) / count(*), 2) AS mean FROM t GROUP BY month, 2 HAVING n > 100 ORDER BY n DESC, month LIMIT 5');
EXPLAIN QUERY PLAN SELECT * FROM q3;
SELECT * FROM q3;
SELECT substr(day, 1, 7) AS month, few % 2, count(*) AS n, round(sum(price) / count(*), 2) AS mean FROM t GROUP BY month, 2 HAVING n > 100 ORDER BY n DESC, month LIMIT 5;
CREATE VIRTUAL TABLE temp.q7 USING parquet_query('SELECT few - 1, few, few || '':'' || code, sum(many + 3), sum(few - 2), count(*) FROM t GROUP BY few - 1, code, few, few || '':'' || code HAVING few < 2');
SELECT * FROM q7;
SELECT few - 1, few, few || ':' || code, sum(many + 3), sum(few - 2), count(*) FROM t GROUP BY few - 1, code, few, few || ':' || code HAVING few < 2;
CREATE VIRTUAL TABLE temp.k1 USING parquet_query('SELECT 1, count(*), 2 + 3 FROM t WHERE id < 0 GROUP BY 1, 3');
SELECT * FROM k1;
SELECT 1, count(*), 2 + 3 FROM t WHERE id < 0 GROUP BY 1, 3;
CREATE VIRTUAL TABLE temp.k2 USING parquet_query('SELECT 1, count(*), 2 + 3 FROM t GROUP BY 1, 3');
SELECT * FROM k2;
CREATE VIRTUAL TABLE temp.q4 USING parquet_query('SELECT DISTINCT word FROM t WHERE few = 3;');
SELECT group_concat(ifnull(word, '-')) FROM (SELECT word FROM q4 ORDER BY word);

-- Functions of texts.
CREATE VIRTUAL TABLE temp.f1 USING parquet_query('SELECT substr(word, instr(word, '' '') + 1, 2) || ''!'' AS part, count(*), min(upper(word)), max(replace(word, ''word'', ''w'')), sum(length(trim(word, ''word ''))), count(DISTINCT lower(word))
  FROM t WHERE lower(word) <> ''word 2'' AND substr(word, -1) = ''2'' GROUP BY part');
EXPLAIN QUERY PLAN SELECT * FROM f1;
CREATE TEMP VIEW f2 AS SELECT substr(word, instr(word, ' ') + 1, 2) || '!' AS part, count(*), min(upper(word)), max(replace(word, 'word', 'w')), sum(length(trim(word, 'word '))), count(DISTINCT lower(word))
  FROM t WHERE lower(word) <> 'word 2' AND substr(word, -1) = '2' GROUP BY part;
SELECT count(*), min("max(replace(word, 'word', 'w'))") FROM f1;
SELECT count(*) FROM (SELECT * FROM f1 EXCEPT SELECT * FROM f2);
SELECT count(*) FROM (SELECT * FROM f2 EXCEPT SELECT * FROM f1);

-- Extremes of all rows are found by statistics.
CREATE VIRTUAL TABLE temp.q5 USING parquet_query('SELECT min(id), max(many), min(day), max(word), min(price), count(*) FROM t');
SELECT * FROM q5;
SELECT min(id), max(many), min(day), max(word), min(price), count(*) FROM t;
CREATE VIRTUAL TABLE temp.q6 USING parquet_query('SELECT max(id), max(many) - 1 FROM t');
SELECT * FROM q6;
--! host >= 3.38.0
SELECT plan, rows_tested < 5000 FROM parquet_scan_stats ORDER BY seq DESC LIMIT 2;
--! end

-- Of many groups, those that come first are enough.
--! host >= 3.38.0
CREATE VIRTUAL TABLE temp.first0 USING parquet_query('SELECT word, many, sum(price) AS s FROM t GROUP BY word, many ORDER BY s DESC, word LIMIT 7');
CREATE TEMP VIEW last0 AS SELECT word, many, sum(price) AS s FROM t GROUP BY word, many ORDER BY s DESC, word LIMIT 7;
CREATE VIRTUAL TABLE temp.first1 USING parquet_query('SELECT word, many FROM t GROUP BY word, many ORDER BY word, count(*) DESC LIMIT 12 OFFSET 3');
CREATE TEMP VIEW last1 AS SELECT word, many FROM t GROUP BY word, many ORDER BY word, count(*) DESC LIMIT 12 OFFSET 3;
CREATE VIRTUAL TABLE temp.first2 USING parquet_query('SELECT word, many, min(day) FROM t GROUP BY word, many ORDER BY 3 DESC, 1 DESC LIMIT 20');
CREATE TEMP VIEW last2 AS SELECT word, many, min(day) FROM t GROUP BY word, many ORDER BY 3 DESC, 1 DESC LIMIT 20;
CREATE VIRTUAL TABLE temp.first3 USING parquet_query('SELECT code, many FROM t GROUP BY code, many ORDER BY code DESC, many DESC LIMIT 5');
CREATE TEMP VIEW last3 AS SELECT code, many FROM t GROUP BY code, many ORDER BY code DESC, many DESC LIMIT 5;
CREATE VIRTUAL TABLE temp.first4 USING parquet_query('SELECT many, avg(amount) AS a FROM t GROUP BY many ORDER BY a, count(*) + many % 3 DESC LIMIT 8 OFFSET 2');
CREATE TEMP VIEW last4 AS SELECT many, avg(amount) AS a FROM t GROUP BY many ORDER BY a, count(*) + many % 3 DESC LIMIT 8 OFFSET 2;
CREATE VIRTUAL TABLE temp.first5 USING parquet_query('SELECT day, few, count(*) AS n FROM t GROUP BY day, few ORDER BY n DESC, day DESC LIMIT 9');
CREATE TEMP VIEW last5 AS SELECT day, few, count(*) AS n FROM t GROUP BY day, few ORDER BY n DESC, day DESC LIMIT 9;
CREATE VIRTUAL TABLE temp.first6 USING parquet_query('SELECT substr(day, 1, 7) AS m, many FROM t GROUP BY m, many ORDER BY m DESC LIMIT 6');
CREATE TEMP VIEW last6 AS SELECT substr(day, 1, 7) AS m, many FROM t GROUP BY m, many ORDER BY m DESC LIMIT 6;
CREATE VIRTUAL TABLE temp.first7 USING parquet_query('SELECT many, 7, count(*) FROM t GROUP BY many, 2 ORDER BY count(*) DESC LIMIT 4');
CREATE TEMP VIEW last7 AS SELECT many, 7, count(*) FROM t GROUP BY many, 2 ORDER BY count(*) DESC LIMIT 4;
CREATE VIRTUAL TABLE temp.first8 USING parquet_query('SELECT many FROM t GROUP BY many ORDER BY many DESC LIMIT 0');
CREATE TEMP VIEW last8 AS SELECT many FROM t GROUP BY many ORDER BY many DESC LIMIT 0;
CREATE VIRTUAL TABLE temp.nulls USING parquet_query('SELECT word, many FROM t GROUP BY word, many ORDER BY word DESC NULLS FIRST LIMIT 12');
SELECT (SELECT group_concat(quote(word) || many) FROM nulls) = (SELECT group_concat(quote(word) || many) FROM (SELECT word, many FROM t GROUP BY word, many ORDER BY word DESC NULLS FIRST LIMIT 12));
SELECT count(*), (SELECT group_concat(quote(word) || '/' || quote(many) || '/' || quote(s)) FROM first0) IS (SELECT group_concat(quote(word) || '/' || quote(many) || '/' || quote(s)) FROM last0) FROM first0;
SELECT count(*), (SELECT group_concat(quote(word) || '/' || quote(many)) FROM first1) IS (SELECT group_concat(quote(word) || '/' || quote(many)) FROM last1) FROM first1;
SELECT count(*), (SELECT group_concat(quote(word) || '/' || quote(many) || '/' || quote("min(day)")) FROM first2) IS (SELECT group_concat(quote(word) || '/' || quote(many) || '/' || quote("min(day)")) FROM last2) FROM first2;
SELECT count(*), (SELECT group_concat(quote(code) || '/' || quote(many)) FROM first3) IS (SELECT group_concat(quote(code) || '/' || quote(many)) FROM last3) FROM first3;
SELECT count(*), (SELECT group_concat(quote(many) || '/' || quote(a)) FROM first4) IS (SELECT group_concat(quote(many) || '/' || quote(a)) FROM last4) FROM first4;
SELECT count(*), (SELECT group_concat(quote(day) || '/' || quote(few) || '/' || quote(n)) FROM first5) IS (SELECT group_concat(quote(day) || '/' || quote(few) || '/' || quote(n)) FROM last5) FROM first5;
SELECT count(*), (SELECT group_concat(quote(m) || '/' || quote(many)) FROM first6) IS (SELECT group_concat(quote(m) || '/' || quote(many)) FROM last6) FROM first6;
SELECT count(*), (SELECT group_concat(quote(many) || '/' || quote("count(*)")) FROM first7) IS (SELECT group_concat(quote(many) || '/' || quote("count(*)")) FROM last7) FROM first7;
SELECT count(*), (SELECT group_concat(quote(many)) FROM first8) IS (SELECT group_concat(quote(many)) FROM last8) FROM first8;
--! end

-- Groups that ORDER BY does not tell apart come in the order of their keys.
CREATE VIRTUAL TABLE temp.o1 USING parquet_query('SELECT word, few, count(*) AS n FROM t WHERE id > 9000 GROUP BY word, few ORDER BY n % 3 DESC LIMIT 30 OFFSET 5');
EXPLAIN QUERY PLAN SELECT * FROM o1;
SELECT (SELECT group_concat(quote(word) || few || n) FROM o1) = (SELECT group_concat(quote(word) || few || n) FROM
  (SELECT word, few, count(*) AS n FROM t WHERE id > 9000 GROUP BY word, few ORDER BY n % 3 DESC LIMIT 30 OFFSET 5));
CREATE VIRTUAL TABLE temp.o2 USING parquet_query('SELECT word, few FROM t GROUP BY length(word), few, word');
SELECT (SELECT group_concat(quote(word) || few) FROM o2) = (SELECT group_concat(quote(word) || few) FROM (SELECT word, few FROM t GROUP BY length(word), few, word));
--! host >= 3.38.0
CREATE VIRTUAL TABLE temp.o3 USING parquet_query('SELECT many, count(*) AS n FROM t WHERE id > 9900 GROUP BY many ORDER BY n DESC LIMIT 9');
SELECT (SELECT group_concat(many) FROM o3) = (SELECT group_concat(many) FROM (SELECT many, count(*) AS n FROM t WHERE id > 9900 GROUP BY many ORDER BY n DESC LIMIT 9));
--! end

-- Conditions from outside go down to the scan where they are on a key.
--! host >= 3.38.0
EXPLAIN QUERY PLAN SELECT * FROM q1 WHERE few = 3 AND n > 5;
--! end
SELECT few, n FROM q1 WHERE few = 3 AND n > 5;
SELECT few, n FROM q1 WHERE few = '4';
SELECT count(*) FROM q3 WHERE month = '2024-05';
SELECT a.few, b.n FROM q1 AS a JOIN q1 AS b ON a.few = b.few - 5;

-- What vectors cannot do SQLite does.
CREATE VIRTUAL TABLE temp.r1 USING parquet_query('SELECT id, row_number() OVER (ORDER BY id DESC) AS n FROM t WHERE id < 3');
EXPLAIN QUERY PLAN SELECT * FROM r1;
SELECT * FROM r1;
CREATE VIRTUAL TABLE temp.r2 USING parquet_query('WITH c AS (SELECT few FROM t WHERE id < 5) SELECT max(few), ''a;b'' FROM c');
SELECT * FROM r2;
EXPLAIN QUERY PLAN SELECT * FROM r2;

-- Names, types and collations are those of a view.
CREATE TABLE native(Name TEXT COLLATE NOCASE, b);
INSERT INTO native VALUES ('a', 1), ('A', 2), ('b', 3);
CREATE VIRTUAL TABLE temp.r4 USING parquet_query('SELECT "NAME", b, b, ''text'' FROM native; ');
SELECT name, type FROM pragma_table_info('r4');
SELECT count(*), "b:1" FROM r4 WHERE name = 'A';
CREATE VIRTUAL TABLE temp.r7 USING parquet_query('SELECT name, count(*) AS n FROM native GROUP BY name ORDER BY n DESC NULLS FIRST, name COLLATE RTRIM LIMIT 2');
SELECT count(*) FROM r7 WHERE name = 'B';
CREATE VIRTUAL TABLE temp.r5 USING parquet_query('SELECT CAST(count(*) AS TEXT) AS n FROM t');
SELECT n > 2 FROM r5;

CREATE VIRTUAL TABLE temp.iso USING parquet('${TESTTMP}/t.parquet', timestamps=iso8601);
CREATE VIRTUAL TABLE temp.q8 USING parquet_query('SELECT count(*) FILTER (WHERE at > ''2024-01-05T00:00:00.000Z''), sum(length(at)), min(at), count(*) FROM iso WHERE few = 1 OR at < ''2024-01-03T00:01:00.000Z''');
SELECT * FROM q8;
SELECT count(*) FILTER (WHERE at > '2024-01-05T00:00:00.000Z'), sum(length(at)), min(at), count(*) FROM iso WHERE few = 1 OR at < '2024-01-03T00:01:00.000Z';
CREATE VIRTUAL TABLE temp.q9 USING parquet_query('SELECT few, FEW, count(*) FROM t GROUP BY 1');
SELECT group_concat(name) FROM pragma_table_info('q9');

-- So it does where a value shows that vectors cannot.
CREATE VIRTUAL TABLE temp.floats USING parquet('testdata/pyarrow_floats_required.parquet');
CREATE VIRTUAL TABLE temp.r3 USING parquet_query('SELECT length(d), sum(d), avg(d) FROM floats GROUP BY 1');
SELECT * FROM r3;
SELECT length(d), sum(d), avg(d) FROM floats GROUP BY 1;

-- A damaged page is reported as by the view, and what needs too much memory, too.
CREATE VIRTUAL TABLE temp.damaged USING parquet('testdata/bad/delta_truncated.parquet');
CREATE VIRTUAL TABLE temp.r6 USING parquet_query('SELECT max(c + 1) FROM damaged WHERE c NOT NULL');
SELECT * FROM r6;
SELECT max(c + 1) FROM damaged WHERE c NOT NULL;

-- As a function, rows are JSON objects.
SELECT * FROM parquet_query('SELECT few, count(*) AS n, avg(price), max(code) FROM t WHERE few < 2 GROUP BY 1');
SELECT row FROM parquet_query('VALUES (1, NULL), (''"'', 0.5)');
SELECT * FROM parquet_query('SELECT 1; SELECT 2');
SELECT * FROM parquet_query('SELECT absent');
SELECT * FROM parquet_query('/* ; */ PRAGMA user_version');
SELECT * FROM parquet_query;

-- Errors are those of the SELECT.
CREATE VIRTUAL TABLE temp.e1 USING parquet_query('SELECT sum(absent) FROM t');
CREATE VIRTUAL TABLE temp.e2 USING parquet_query('DELETE FROM t');
CREATE VIRTUAL TABLE temp.e3 USING parquet_query('SELECT 1; SELECT 2');
CREATE VIRTUAL TABLE temp.e4 USING parquet_query(SELECT 1, 2);
CREATE VIRTUAL TABLE temp.e5 USING parquet_query('SELECT sum(9223372036854775807 - few) FROM t');
SELECT * FROM e5;
SELECT sum(9223372036854775807 - few) FROM t;

-- A table of a database file runs on vectors, or not at all.
CREATE VIRTUAL TABLE main.t2 USING parquet('${TESTTMP}/t.parquet');
CREATE VIRTUAL TABLE main.m1 USING parquet_query('SELECT few, round(sum(many)) FROM t2 GROUP BY few');
SELECT count(*) FROM m1;
CREATE VIRTUAL TABLE main.m2 USING parquet_query('SELECT id FROM t2');
CREATE VIRTUAL TABLE main.m3 USING parquet_query('SELECT load_extension(max(word)) FROM t2');
CREATE VIRTUAL TABLE main.m4 USING parquet_query('SELECT count(*) FROM temp.t');
SELECT * FROM _parquet_query_rows;

-- Where all dates of a row group are null, its dictionary may be empty.
CREATE VIRTUAL TABLE temp.undated USING parquet('testdata/pyarrow_all_null.parquet', types='c1=DATE, c2=TIMESTAMP_MS');
CREATE VIRTUAL TABLE temp.q_undated USING parquet_query('SELECT min(c1), max(c1), count(c1), min(c2), min(c3), max(c5), count(*) FROM undated');
SELECT * FROM q_undated;
SELECT min(c1), max(c1), count(c1), min(c2), min(c3), max(c5), count(*) FROM undated;
