-- A table reads one file: for a folder or a glob, the error says so.
--! shell mkdir "${TESTTMP}/folder" "${TESTTMP}/hollow" && cp sql-tests/data/fruits_a.parquet sql-tests/data/fruits_b.parquet "${TESTTMP}/folder"
CREATE VIRTUAL TABLE x USING parquet('${TESTTMP}/folder');
CREATE VIRTUAL TABLE x USING parquet('${TESTTMP}/folder/');
CREATE VIRTUAL TABLE x USING parquet('${TESTTMP}/folder/*.parquet');
CREATE VIRTUAL TABLE x USING parquet('${TESTTMP}/folder/fruits_?.parquet');
CREATE VIRTUAL TABLE x USING parquet('${TESTTMP}/folder/fruits_[ab].parquet');
CREATE VIRTUAL TABLE x USING parquet('${TESTTMP}/**');

-- A glob that matches nothing and an empty folder are errors, too.
CREATE VIRTUAL TABLE x USING parquet('${TESTTMP}/folder/*.nothing');
CREATE VIRTUAL TABLE x USING parquet('${TESTTMP}/hollow');

-- A file whose name contains glob characters can be opened by that name.
--! shell cp sql-tests/data/fruits_a.parquet "${TESTTMP}/fruits[1].parquet"
CREATE VIRTUAL TABLE literal USING parquet('${TESTTMP}/fruits[1].parquet');
SELECT count(*) FROM literal;
