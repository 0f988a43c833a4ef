-- parquet_restrict() permanently narrows what a connection may read and write.
--! shell mkdir -p ${TESTTMP}/in/sub "${TESTTMP}/odd, name" ${TESTTMP}/inside ${TESTTMP}/out
--! shell cp sql-tests/data/fruits_a.parquet ${TESTTMP}/in/a.parquet; cp sql-tests/data/fruits_a.parquet ${TESTTMP}/in/sub/a.parquet
--! shell cp sql-tests/data/fruits_a.parquet ${TESTTMP}/inside/a.parquet; cp sql-tests/data/fruits_a.parquet ${TESTTMP}/out/a.parquet
--! shell cp sql-tests/data/fruits_a.parquet "${TESTTMP}/odd, name/a.parquet"
--! shell ln -s ../out/a.parquet ${TESTTMP}/in/link; ln -s .. ${TESTTMP}/in/up; ln -s ../out/missing ${TESTTMP}/in/dangling; ln -s ../out ${TESTTMP}/in/folder
SELECT parquet_write('${TESTTMP}/in/sub/big.parquet', 'SELECT zeroblob(8000000) AS b');
SELECT parquet_attach('${TESTTMP}/in/sub/big.parquet');
SELECT length(b) FROM big;
CREATE VIRTUAL TABLE early USING parquet('${TESTTMP}/out/a.parquet');
CREATE VIRTUAL TABLE fine USING parquet('${TESTTMP}/in/a.parquet');
SELECT count(*) FROM early, fine;

-- Bad requests change nothing.
SELECT parquet_restrict();
SELECT parquet_restrict(NULL);
SELECT parquet_restrict('read');
SELECT parquet_restrict('red=${TESTTMP}');
SELECT parquet_restrict('read=');
SELECT parquet_restrict('read=${TESTTMP}/missing');
SELECT parquet_restrict('read=${TESTTMP}/in/a.parquet');
SELECT parquet_restrict('read=none', 'write=');
SELECT parquet_restrict('read=none', 'memory=much');
SELECT parquet_restrict('read=none', 'final=perhaps');
SELECT parquet_restrict('read=${TESTTMP}', 'read=none');
SELECT parquet_restrict('memory=2MiB', 'memory=900GB');
SELECT parquet_restrict('final=on', 'final=off');
SELECT parquet_restrict('read=none', 'read=' || char(0));
SELECT count(*) FROM early, fine;

SELECT parquet_restrict('read = ${TESTTMP}/in, "${TESTTMP}/odd, name"', 'write=${TESTTMP}/out');
SELECT count(*) FROM fine;
SELECT count(*) FROM early;
SELECT count(*) FROM read_parquet('${TESTTMP}/in/sub/../a.parquet');
SELECT count(*) FROM read_parquet('${TESTTMP}/odd, name/a.parquet');
SELECT count(*) FROM read_parquet('${TESTTMP}/in/up/in/sub/a.parquet');

-- Links, "..", names with a common beginning, existing and missing files: everything outside
-- gives the same error.
SELECT count(*) FROM read_parquet('${TESTTMP}/out/a.parquet');
SELECT count(*) FROM read_parquet('${TESTTMP}/out/missing.parquet');
SELECT count(*) FROM read_parquet('${TESTTMP}/nowhere/missing.parquet');
SELECT count(*) FROM read_parquet('${TESTTMP}/in/folder/missing/missing.parquet');
SELECT count(*) FROM read_parquet('${TESTTMP}/in/dangling/missing.parquet');
SELECT count(*) FROM read_parquet('${TESTTMP}/inside/a.parquet');
SELECT count(*) FROM read_parquet('${TESTTMP}/in/link');
SELECT count(*) FROM read_parquet('${TESTTMP}/in/dangling');
SELECT count(*) FROM read_parquet('${TESTTMP}/in/../out/a.parquet');
SELECT count(*) FROM read_parquet('${TESTTMP}/in/up/out/a.parquet');
SELECT count(*) FROM read_parquet('/dev/null');
SELECT count(*) FROM read_parquet('sql-tests/data/fruits_a.parquet');
SELECT count(*) FROM read_parquet('${TESTTMP}/in/missing.parquet');

-- Everything that accepts a path.
--! each function
SELECT count(*) FROM ${FUNCTION}('${TESTTMP}/out/a.parquet'${MORE});
SELECT parquet_attach('${TESTTMP}/out/a.parquet', 'attached');
SELECT parquet_import('${TESTTMP}/out/a.parquet', 'imported');
SELECT parquet_create_table('${TESTTMP}/out/a.parquet', 'imported');
CREATE VIRTUAL TABLE t USING parquet('${TESTTMP}/out/a.parquet');
CREATE VIRTUAL TABLE t USING parquet('${TESTTMP}/in/link');
SELECT parquet_attach('${TESTTMP}/in/a.parquet', 'attached');
SELECT parquet_import('${TESTTMP}/in/a.parquet', 'imported');
SELECT count(*) FROM attached;

-- A file inside is replaced by a link to one outside.
--! shell rm ${TESTTMP}/in/a.parquet; ln -s ../out/a.parquet ${TESTTMP}/in/a.parquet
SELECT count(*) FROM attached;
SELECT count(*) FROM fine;
--! shell rm ${TESTTMP}/in/a.parquet; cp ${TESTTMP}/out/a.parquet ${TESTTMP}/in/a.parquet
SELECT count(*) FROM attached;

-- Writing.
SELECT parquet_write('${TESTTMP}/out/b.parquet', 'SELECT * FROM attached');
SELECT parquet_write('${TESTTMP}/in/b.parquet', 'SELECT * FROM attached');
SELECT parquet_write('${TESTTMP}/out/../in/b.parquet', 'SELECT * FROM attached');
SELECT parquet_write('${TESTTMP}/in/link', 'SELECT * FROM attached');
SELECT parquet_write('${TESTTMP}/nowhere/b.parquet', 'SELECT * FROM attached');
SELECT parquet_write('${TESTTMP}/out/b.parquet', 'SELECT * FROM early');
SELECT count(*) FROM read_parquet('${TESTTMP}/out/b.parquet');

-- Restrictions may become narrower, never wider.
SELECT parquet_restrict('read=${TESTTMP}');
SELECT parquet_restrict('read=${TESTTMP}/out');
SELECT parquet_restrict('read=${TESTTMP}/missing');
SELECT parquet_restrict('read=${TESTTMP}/in, /');
SELECT parquet_restrict('write=/', 'read=${TESTTMP}/in/sub');
SELECT count(*) FROM read_parquet('${TESTTMP}/in/a.parquet');
SELECT parquet_restrict('read=${TESTTMP}/in/up/in/sub', 'write=none');
SELECT count(*) FROM read_parquet('${TESTTMP}/in/a.parquet');
SELECT count(*) FROM read_parquet('${TESTTMP}/in/sub/a.parquet');
SELECT parquet_write('${TESTTMP}/out/c.parquet', 'SELECT 1 AS x');
SELECT parquet_restrict('write=${TESTTMP}/out');
SELECT parquet_restrict('memory=2MiB');
SELECT parquet_restrict('memory=1GiB');
SELECT length(b) FROM big;
SELECT count(*), sum(length(row)) FROM read_parquet('${TESTTMP}/in/sub/a.parquet');
SELECT parquet_restrict('final=on');
SELECT parquet_restrict('read=none');
SELECT count(*) FROM read_parquet('${TESTTMP}/in/sub/a.parquet');
SELECT count(*) FROM sqlite_temp_master;
