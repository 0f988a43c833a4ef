-- CREATE fails for a file that cannot be opened, names its path, and leaves no table.
CREATE VIRTUAL TABLE x USING parquet('${TESTTMP}/missing.parquet');
CREATE VIRTUAL TABLE x USING parquet('no/such/folder/missing.parquet');
CREATE VIRTUAL TABLE temp.x USING parquet('missing.parquet');

-- Only regular files are opened: a device or a pipe is refused without waiting for data.
CREATE VIRTUAL TABLE x USING parquet('/dev/null');
CREATE VIRTUAL TABLE x USING parquet('/dev/zero');
--! shell mkfifo "${TESTTMP}/pipe.parquet"
CREATE VIRTUAL TABLE x USING parquet('${TESTTMP}/pipe.parquet');
--! shell ln -s missing.parquet "${TESTTMP}/dangling.parquet"
CREATE VIRTUAL TABLE x USING parquet('${TESTTMP}/dangling.parquet');

-- Files that can be opened but are not Parquet files.
--! shell : > "${TESTTMP}/empty.parquet"; echo "id,name" > "${TESTTMP}/text.parquet"; printf 'PAR1' > "${TESTTMP}/four.parquet"; printf 'PAR1\000\000\000\000PAR1' > "${TESTTMP}/twelve.parquet"
CREATE VIRTUAL TABLE x USING parquet('${TESTTMP}/empty.parquet');
CREATE VIRTUAL TABLE x USING parquet('${TESTTMP}/text.parquet');
CREATE VIRTUAL TABLE x USING parquet('${TESTTMP}/four.parquet');
CREATE VIRTUAL TABLE x USING parquet('${TESTTMP}/twelve.parquet');
--! shell head -c 1000 sql-tests/data/fruits_a.parquet > "${TESTTMP}/cut.parquet"
CREATE VIRTUAL TABLE x USING parquet('${TESTTMP}/cut.parquet');

SELECT count(*) FROM sqlite_master;
SELECT count(*) FROM sqlite_temp_master;

-- Once the file exists, the same statement works.
--! shell cp sql-tests/data/fruits_a.parquet "${TESTTMP}/missing.parquet"
CREATE VIRTUAL TABLE x USING parquet('${TESTTMP}/missing.parquet');
SELECT count(*) FROM x;
