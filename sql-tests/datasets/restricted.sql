-- Restricted connections read only files inside their folders, also through patterns and links.
--! shell mkdir -p ${TESTTMP}/open/k=1 ${TESTTMP}/closed/k=9
SELECT parquet_write('${TESTTMP}/open/k=1/a.parquet', 'SELECT 1 AS i');
SELECT parquet_write('${TESTTMP}/closed/k=9/b.parquet', 'SELECT 2 AS i');
--! shell ln -s ../../closed/k=9/b.parquet ${TESTTMP}/open/k=1/link.parquet; ln -s ../closed ${TESTTMP}/open/linked
CREATE VIRTUAL TABLE before USING parquet('${TESTTMP}/**/*.parquet');
SELECT count(*) FROM before;
SELECT parquet_restrict('read=${TESTTMP}/open');
CREATE VIRTUAL TABLE inside USING parquet('${TESTTMP}/open/k=1/a*');
SELECT i FROM inside;
CREATE VIRTUAL TABLE outside USING parquet('${TESTTMP}/closed/');
CREATE VIRTUAL TABLE outside USING parquet('${TESTTMP}/closed/*/*');
CREATE VIRTUAL TABLE outside USING parquet('${TESTTMP}/closed/k=9/b.parquet
${TESTTMP}/open/k=1/a.parquet');
CREATE VIRTUAL TABLE outside USING parquet('${TESTTMP}/*/*/b.parquet');
CREATE VIRTUAL TABLE both USING parquet('${TESTTMP}/open/k=1/*.parquet', threads=4);
SELECT i FROM both;
SELECT count(*) FROM before;
SELECT * FROM parquet_schema('${TESTTMP}/closed/');
SELECT row FROM read_parquet('${TESTTMP}/closed/k=9/*');
