-- A path at which there is no file: what the path is instead, and where a relative one begins.
CREATE VIRTUAL TABLE temp.t USING parquet('missing/trips.parquet');
SELECT parquet_attach('missing.parquet');
SELECT * FROM parquet_schema('missing.parquet');
SELECT * FROM read_parquet('missing*.parquet');
SELECT * FROM parquet_schema('missing.parquet' || char(10) || 'testdata/trips.parquet');
SELECT * FROM parquet_schema('${TESTTMP}/missing.parquet');
SELECT * FROM parquet_schema('~/trips.parquet');
SELECT * FROM parquet_schema('-');
SELECT * FROM parquet_schema('/dev/null');
--! shell mkfifo ${TESTTMP}/pipe
SELECT * FROM parquet_schema('${TESTTMP}/pipe');
--! shell mkdir ${TESTTMP}/hollow && : > ${TESTTMP}/hollow/readme.txt
SELECT * FROM parquet_schema('${TESTTMP}/hollow');

-- Standard output, pipes and devices are not written, and neither is a file that standard output is.
SELECT parquet_write('-', 'SELECT 1');
SELECT parquet_write('/dev/stdout', 'SELECT 1');
SELECT parquet_write('/dev/fd/1', 'SELECT 1', 'rows_per_file=1');
SELECT parquet_write('/proc/self/fd/1', 'SELECT 1');
SELECT parquet_write('/dev/null', 'SELECT 1');
SELECT parquet_write('${TESTTMP}/pipe', 'SELECT 1');
SELECT parquet_write('missing/x.parquet', 'SELECT 1');
SELECT parquet_write('missing/x', 'SELECT 1', 'rows_per_file=1');
SELECT parquet_write('~/x.parquet', 'SELECT 1');

-- A confined connection does not learn the current folder.
SELECT parquet_restrict('write=none');
SELECT * FROM parquet_schema('missing.parquet');
SELECT * FROM read_parquet('missing*.parquet');
SELECT parquet_restrict('read=.');
SELECT * FROM parquet_schema('missing.parquet');
SELECT * FROM parquet_schema('missing.parquet' || char(10) || 'testdata/trips.parquet');
