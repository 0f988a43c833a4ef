-- Tables of many files while each allocation fails in turn: NOMEM or the right rows.
--! shell mkdir -p ${TESTTMP}/f/k=1 ${TESTTMP}/f/k=2
SELECT parquet_write('${TESTTMP}/f/k=1/a.parquet', 'SELECT value AS i, ''a'' || value AS t FROM json_each(''[1,2,3,4,5,6]'')', 'row_group_size=2', 'types=i=INT32, t=STRING', 'bloom_filter=i');
SELECT parquet_write('${TESTTMP}/f/k=1/b.parquet', 'SELECT value AS i, ''b'' || value AS t FROM json_each(''[7,8]'')', 'types=i=INT32, t=STRING');
SELECT parquet_write('${TESTTMP}/f/k=2/c.parquet', 'SELECT value AS i, ''c'' || value AS t, 0.5 AS x FROM json_each(''[9,10,11]'')', 'types=i=INT64, t=STRING');
CREATE VIRTUAL TABLE f USING parquet('${TESTTMP}/f/k=1/');
CREATE VIRTUAL TABLE u USING parquet('${TESTTMP}/f/', union_by_name=on);
--! reopen

--! lost_memory
SELECT count(*) FROM f;
--! lost_memory
SELECT count(*), sum(i), max(t), max(_file) LIKE '%/b.parquet' FROM f;
--! lost_memory
SELECT count(*) FROM u;
--! lost_memory
SELECT i, t, x, k FROM u WHERE i IN (2, 8, 10) ORDER BY k DESC, i;
--! lost_memory
SELECT t FROM u WHERE i = 3 AND k < 2;
--! lost_memory
SELECT count(*), count(x) FROM u WHERE t > 'b';
--! lost_memory
SELECT k, count(*), sum(i) FROM u GROUP BY k;
--! lost_memory
CREATE VIRTUAL TABLE made USING parquet('${TESTTMP}/{f,none}/k=*/*.parquet', union_by_name=on);
--! lost_memory
SELECT count(*), sum(num_rows) FROM parquet_file_metadata('${TESTTMP}/f/k=1/');

-- The files that a summary file names.
--! shell mkdir -p ${TESTTMP}/d/part-0; cp testdata/handmade_metadata_only.parquet ${TESTTMP}/d/_metadata; cp ${TESTTMP}/f/k=1/b.parquet ${TESTTMP}/d/part-0/pyarrow_types.parquet
--! lost_memory
SELECT row FROM read_parquet('${TESTTMP}/d/_metadata');
