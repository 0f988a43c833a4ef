-- A path is quoted as in SQL; everything between the quotes belongs to the name.
--! shell mkdir -p "${TESTTMP}/a folder" && cp sql-tests/data/fruits_a.parquet "${TESTTMP}/a folder/two  spaces.parquet"
CREATE VIRTUAL TABLE spaces USING parquet('${TESTTMP}/a folder/two  spaces.parquet');
SELECT count(*) FROM spaces;

--! shell cp sql-tests/data/fruits_a.parquet "${TESTTMP}/it's.parquet"
CREATE VIRTUAL TABLE apostrophe USING parquet('${TESTTMP}/it''s.parquet');
SELECT count(*), min(_file = '${TESTTMP}/it''s.parquet') FROM apostrophe;
CREATE VIRTUAL TABLE in_quotes USING parquet("${TESTTMP}/it's.parquet");
SELECT count(*) FROM in_quotes;

--! shell cp sql-tests/data/fruits_a.parquet "${TESTTMP}/say \"hi\".parquet"
CREATE VIRTUAL TABLE quotes USING parquet('${TESTTMP}/say "hi".parquet');
SELECT count(*) FROM quotes;
CREATE VIRTUAL TABLE doubled_quotes USING parquet("${TESTTMP}/say ""hi"".parquet");
SELECT count(*) FROM doubled_quotes;

--! shell cp sql-tests/data/fruits_a.parquet "${TESTTMP}/a,b(c)=d;e%f--g.parquet"
CREATE VIRTUAL TABLE marks USING parquet('${TESTTMP}/a,b(c)=d;e%f--g.parquet');
SELECT count(*), min(_file = '${TESTTMP}/a,b(c)=d;e%f--g.parquet') FROM marks;

--! shell cp sql-tests/data/fruits_a.parquet "${TESTTMP}/übergröße 果物.parquet"
CREATE VIRTUAL TABLE letters USING parquet('${TESTTMP}/übergröße 果物.parquet');
SELECT count(*) FROM letters;

-- The file name's extension does not matter: the content decides.
--! shell cp sql-tests/data/fruits_a.parquet "${TESTTMP}/fruits" && cp sql-tests/data/fruits_a.parquet "${TESTTMP}/fruits.txt"
CREATE VIRTUAL TABLE plain USING parquet('${TESTTMP}/fruits');
SELECT count(*) FROM plain;
CREATE VIRTUAL TABLE text USING parquet('${TESTTMP}/fruits.txt');
SELECT count(*) FROM text;

-- Path and option together, both with quotes inside.
CREATE VIRTUAL TABLE both USING parquet('${TESTTMP}/it''s.parquet', columns='id');
SELECT * FROM both;

-- A symbolic link to a regular file is followed.
--! shell ln -s "${TESTTMP}/fruits" "${TESTTMP}/link.parquet"
CREATE VIRTUAL TABLE link USING parquet('${TESTTMP}/link.parquet');
SELECT count(*) FROM link;

-- Tables and columns of awkward names.
CREATE VIRTUAL TABLE "a ""strange"" table" USING parquet('sql-tests/data/names.parquet');
SELECT "b c", "select", "say ""hi""", "it's", "x.y", "über" FROM "a ""strange"" table";
