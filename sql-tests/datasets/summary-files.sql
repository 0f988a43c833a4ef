-- A summary file (_metadata) stands for the files that it names in its folder.
--! shell mkdir -p ${TESTTMP}/d/part-0 ${TESTTMP}/e/part-0 ${TESTTMP}/up/part-0; cp testdata/handmade_metadata_only.parquet ${TESTTMP}/d/_metadata
SELECT parquet_write('${TESTTMP}/d/part-0/pyarrow_types.parquet', 'SELECT 1 AS i UNION ALL SELECT 2');
SELECT parquet_write('${TESTTMP}/d/part-0/other.parquet', 'SELECT 3 AS i');
CREATE VIRTUAL TABLE t USING parquet('${TESTTMP}/d/_metadata');
SELECT i, _file = '${TESTTMP}/d/part-0/pyarrow_types.parquet' FROM t;
SELECT row FROM read_parquet('${TESTTMP}/d/_metadata');
SELECT count(*) FROM parquet_pages('${TESTTMP}/d/_metadata');
-- The folder's other files are read through the folder.
CREATE VIRTUAL TABLE folder USING parquet('${TESTTMP}/d/');
SELECT count(*) FROM folder;
--! shell mv ${TESTTMP}/d/part-0/pyarrow_types.parquet ${TESTTMP}/
SELECT * FROM t;
-- The database is opened while that file is missing.
--! reopen
SELECT * FROM t;
--! shell mv ${TESTTMP}/pyarrow_types.parquet ${TESTTMP}/d/part-0/
SELECT * FROM t;
--! reopen
SELECT * FROM t;
--! shell rm ${TESTTMP}/d/part-0/pyarrow_types.parquet
-- Under another name it is not one; and a path that leads out of the folder.
CREATE VIRTUAL TABLE x USING parquet('testdata/handmade_metadata_only.parquet');
--! shell LC_ALL=C sed 's|part-0/pyarrow|../d-0/pyarrow|' testdata/handmade_metadata_only.parquet > ${TESTTMP}/up/_metadata
CREATE VIRTUAL TABLE x USING parquet('${TESTTMP}/up/_metadata');
--! shell LC_ALL=C sed 's|part-0/pyarrow|/etc/0/pyarrow|' testdata/handmade_metadata_only.parquet > ${TESTTMP}/up/_metadata
CREATE VIRTUAL TABLE x USING parquet('${TESTTMP}/up/_metadata');
-- A file with data of its own.
--! shell cp sql-tests/data/fruits_a.parquet ${TESTTMP}/e/_metadata
CREATE VIRTUAL TABLE x USING parquet('${TESTTMP}/e/_metadata');
SELECT count(*) FROM x;
