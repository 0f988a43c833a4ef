-- Tables of 100 columns or more are copied column by column (write_copies.c).

CREATE TEMP TABLE c AS WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 119) SELECT i FROM n;
CREATE TEMP TABLE n AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1500) SELECT i FROM n;
-- Numbers, texts, nulls, lists.
CREATE TEMP TABLE q AS SELECT 'SELECT ' || group_concat(CASE i % 4 WHEN 0 THEN 'i * ' || (i + 1) WHEN 1 THEN '''text '' || (i % ' || (i * 50 + 1) || ')'
    WHEN 2 THEN 'CASE WHEN i % 3 THEN i / ' || (i + 1) || '.0 END' ELSE 'json_array(i, ' || i || ')' END || ' AS c' || i, ', ') || ' FROM n' AS text,
    'types=' || group_concat(CASE i % 4 WHEN 3 THEN 'c' || i || '=LIST<INT64>' END, ', ') AS types FROM c;
SELECT parquet_write('${TESTTMP}/t.parquet', text, types, 'row_group_size_bytes=300KB') FROM q;
SELECT parquet_attach('${TESTTMP}/t.parquet', 't');
SELECT count(*), min(row_group_num_rows), max(row_group_num_rows) FROM (SELECT DISTINCT row_group_id, row_group_num_rows FROM parquet_metadata('${TESTTMP}/t.parquet'));

-- The row groups of the copy end where those of the table do, where that is near.
SELECT parquet_write('${TESTTMP}/u.parquet', 't', 'row_group_size_bytes=300KB');
SELECT count(*) FROM parquet_check('${TESTTMP}/u.parquet');
SELECT parquet_attach('${TESTTMP}/u.parquet', 'u');
SELECT count(*) FROM (SELECT * FROM t EXCEPT SELECT * FROM u);
SELECT count(*) FROM (SELECT rowid, * FROM u EXCEPT SELECT rowid, * FROM t);
SELECT group_concat(DISTINCT row_group_num_rows) FROM parquet_metadata('${TESTTMP}/t.parquet');
SELECT group_concat(DISTINCT row_group_num_rows) FROM parquet_metadata('${TESTTMP}/u.parquet');

-- Others are as large as was asked for, in rows or about in bytes.
SELECT parquet_write('${TESTTMP}/v.parquet', 't', 'row_group_size=210', 'threads=1');
SELECT count(*) FROM parquet_check('${TESTTMP}/v.parquet');
SELECT parquet_attach('${TESTTMP}/v.parquet', 'v');
SELECT count(*) FROM (SELECT rowid, * FROM v EXCEPT SELECT rowid, * FROM t);
SELECT group_concat(DISTINCT row_group_num_rows) FROM parquet_metadata('${TESTTMP}/v.parquet');
SELECT parquet_write('${TESTTMP}/v.parquet', 'u', 'row_group_size_bytes=900KB', 'overwrite=on');
SELECT count(*), sum(rows > 350) FROM (SELECT DISTINCT row_group_id, row_group_num_rows AS rows FROM parquet_metadata('${TESTTMP}/v.parquet'));
SELECT count(*) FROM (SELECT rowid, * FROM v EXCEPT SELECT rowid, * FROM t);

-- Conditions, some of which leave few rows of a batch.
SELECT parquet_write('${TESTTMP}/w.parquet', 'SELECT * FROM t WHERE c0 % 1 = 0 AND c0 BETWEEN 200 AND 1300', 'row_group_size_bytes=300KB');
SELECT parquet_attach('${TESTTMP}/w.parquet', 'w');
SELECT count(*) FROM parquet_check('${TESTTMP}/w.parquet');
SELECT count(*), min(c0), max(c0), count(DISTINCT c0) FROM w;
SELECT count(*) FROM (SELECT * FROM w EXCEPT SELECT * FROM t);
SELECT parquet_write('${TESTTMP}/w.parquet', 'SELECT * FROM t WHERE c1 IN (''text 3'', ''text 30'') OR c1 = ''text 40''', 'row_group_size_bytes=300KB', 'overwrite=on');
SELECT parquet_write('${TESTTMP}/w.parquet', 'SELECT * FROM t WHERE c1 = ''text 30''', 'row_group_size_bytes=300KB', 'overwrite=on');
SELECT count(*), min(c0), max(c0) FROM w;
SELECT count(*) FROM (SELECT * FROM w EXCEPT SELECT * FROM t);
SELECT parquet_write('${TESTTMP}/w.parquet', 'SELECT * FROM t WHERE c0 < 0', 'overwrite=on');
SELECT parquet_write('${TESTTMP}/w.parquet', 'SELECT * FROM t LIMIT 70', 'overwrite=on');
SELECT parquet_write('${TESTTMP}/w.parquet', 'SELECT * FROM t WHERE c0 <= 64', 'overwrite=on');

-- A file ends after some rows, or row groups.
SELECT parquet_write('${TESTTMP}/f', 't', 'rows_per_file=450', 'row_group_size_bytes=300KB');
SELECT parquet_attach('${TESTTMP}/f', 'f');
SELECT count(*), (SELECT count(*) FROM (SELECT * FROM f EXCEPT SELECT * FROM t)) FROM f;
-- The last rows may fill a file.
SELECT parquet_write('${TESTTMP}/rows', 't', 'rows_per_file=500', 'row_group_size_bytes=300KB', 'filename_pattern=rows-{i}');
SELECT count(*), group_concat(num_rows) FROM (SELECT num_rows FROM parquet_file_metadata('${TESTTMP}/rows/*') ORDER BY file_name);
SELECT parquet_write('${TESTTMP}/one', 't', 'rows_per_file=1500', 'filename_pattern=only');
SELECT parquet_write('${TESTTMP}/groups', 't', 'row_groups_per_file=1', 'row_group_size=400');
SELECT count(*), sum(num_rows = 0), sum(num_rows) FROM parquet_file_metadata('${TESTTMP}/groups/*');
-- Many files become one.
SELECT parquet_write('${TESTTMP}/v.parquet', 'f', 'overwrite=on');
SELECT count(*) FROM (SELECT rowid, * FROM v EXCEPT SELECT rowid, * FROM t);

-- Rows that become large in the middle of the table: by batches, after all.
CREATE TEMP TABLE large AS SELECT 'SELECT ' || group_concat('CASE WHEN i < 300 THEN ''short'' ELSE hex(zeroblob(400 + i % 7)) END AS c' || i, ', ') || ' FROM n WHERE i <= 380' AS text FROM c;
SELECT parquet_write('${TESTTMP}/l.parquet', text) FROM large;
SELECT parquet_attach('${TESTTMP}/l.parquet', 'l');
SELECT parquet_write('${TESTTMP}/m.parquet', 'l', 'row_group_size_bytes=300KB');
SELECT count(*), max(row_group_num_rows) FROM (SELECT DISTINCT row_group_id, row_group_num_rows FROM parquet_metadata('${TESTTMP}/m.parquet'));
SELECT parquet_attach('${TESTTMP}/m.parquet', 'm');
SELECT count(*) FROM (SELECT rowid, * FROM m EXCEPT SELECT rowid, * FROM l);

-- The table's row groups are small: several parts become a row group.
SELECT parquet_write('${TESTTMP}/s.parquet', 't', 'row_group_size=30');
SELECT parquet_attach('${TESTTMP}/s.parquet', 's');
SELECT parquet_write('${TESTTMP}/m.parquet', 's', 'overwrite=on');
SELECT group_concat(DISTINCT row_group_num_rows) FROM parquet_metadata('${TESTTMP}/m.parquet');
SELECT parquet_attach('${TESTTMP}/m.parquet', 'm2');
SELECT count(*) FROM (SELECT rowid, * FROM m2 EXCEPT SELECT rowid, * FROM t);

-- A later file has NULL in a column that the first has not.
--! shell mkdir -p "${TESTTMP}/g"
SELECT parquet_write('${TESTTMP}/g/a.parquet', text, types || ', c0=INT64 NOT NULL', 'row_group_size_bytes=300KB') FROM q;
SELECT parquet_write('${TESTTMP}/g/b.parquet', replace(text, 'i * 1 ', 'nullif(i, 1200) '), types || ', c0=INT64', 'row_group_size_bytes=300KB') FROM q;
SELECT parquet_attach('${TESTTMP}/g', 'g');
SELECT parquet_write('${TESTTMP}/h.parquet', 'g', 'row_group_size_bytes=300KB');
SELECT parquet_attach('${TESTTMP}/h.parquet', 'h');
SELECT count(*), count(c0), count(c1) FROM h;

-- Pages are damaged: the message has the place.
SELECT parquet_write('${TESTTMP}/d.parquet', 't', 'row_group_size_bytes=300KB', 'compression=none');
--! shell printf '\377\377\377\377' | dd of="${TESTTMP}/d.parquet" bs=1 seek=600000 conv=notrunc 2>/dev/null
SELECT parquet_attach('${TESTTMP}/d.parquet', 'd');
SELECT parquet_write('${TESTTMP}/e.parquet', 'd');
