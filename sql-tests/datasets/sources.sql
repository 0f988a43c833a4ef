-- The files of a table: a folder, a pattern, a list of lines.
--! shell mkdir -p ${TESTTMP}/logs/2025 ${TESTTMP}/logs/2026/late ${TESTTMP}/logs/_old ${TESTTMP}/logs/.cache ${TESTTMP}/hollow
SELECT parquet_write('${TESTTMP}/logs/2025/b.parquet', 'SELECT ''2025/b'' AS name');
SELECT parquet_write('${TESTTMP}/logs/2025/a.parquet', 'SELECT ''2025/a'' AS name');
SELECT parquet_write('${TESTTMP}/logs/2026/a.PARQUET', 'SELECT ''2026/a'' AS name');
SELECT parquet_write('${TESTTMP}/logs/2026/late/z.parquet', 'SELECT ''2026/late/z'' AS name');
SELECT parquet_write('${TESTTMP}/logs/first.parquet', 'SELECT ''first'' AS name');
SELECT parquet_write('${TESTTMP}/logs/_old/hidden.parquet', 'SELECT ''hidden'' AS name');
SELECT parquet_write('${TESTTMP}/logs/.cache/hidden.parquet', 'SELECT ''hidden'' AS name');
SELECT parquet_write('${TESTTMP}/logs/_metadata.parquet', 'SELECT ''hidden'' AS name');
--! shell echo "not Parquet" > ${TESTTMP}/logs/readme.txt

-- A folder, at any depth; in bytewise order of the paths.
CREATE VIRTUAL TABLE folder USING parquet('${TESTTMP}/logs');
SELECT name FROM folder;
CREATE VIRTUAL TABLE slash USING parquet('${TESTTMP}/logs/');
SELECT group_concat(name) FROM slash;

-- Patterns.
CREATE VIRTUAL TABLE star USING parquet('${TESTTMP}/logs/*/*.parquet');
SELECT group_concat(name) FROM star;
CREATE VIRTUAL TABLE any_depth USING parquet('${TESTTMP}/logs/**/[az].*');
SELECT group_concat(name) FROM any_depth;
CREATE VIRTUAL TABLE braces USING parquet('${TESTTMP}/logs/{first,202[!5]/late/?}.parquet');
SELECT group_concat(name) FROM braces;
CREATE VIRTUAL TABLE folders USING parquet('${TESTTMP}/logs/20*/');
SELECT group_concat(name) FROM folders;
SELECT _file FROM folders;
CREATE VIRTUAL TABLE hidden USING parquet('${TESTTMP}/logs/_old/*.parquet');
SELECT name FROM hidden;

-- A list: in the order given, and a file that it names twice counts twice.
CREATE VIRTUAL TABLE listed USING parquet('
    ${TESTTMP}/logs/first.parquet
    ${TESTTMP}/logs/2025/*.parquet

    ${TESTTMP}/logs/first.parquet');
SELECT name, rowid FROM listed;
SELECT count(*) FROM listed WHERE name = 'first';

-- A path at which there is a file is that file.
--! shell cp ${TESTTMP}/logs/2025/a.parquet '${TESTTMP}/[1].parquet'; cp ${TESTTMP}/logs/2025/b.parquet ${TESTTMP}/1.parquet
CREATE VIRTUAL TABLE literal USING parquet('${TESTTMP}/[1].parquet');
SELECT name FROM literal;
SELECT _file = '${TESTTMP}/[1].parquet' FROM literal;
--! shell rm '${TESTTMP}/[1].parquet'
SELECT name FROM literal;

-- Nothing matches.
CREATE VIRTUAL TABLE x USING parquet('${TESTTMP}/hollow');
CREATE VIRTUAL TABLE x USING parquet('${TESTTMP}/logs/*.nothing');
CREATE VIRTUAL TABLE x USING parquet('${TESTTMP}/logs/20*');
CREATE VIRTUAL TABLE x USING parquet('${TESTTMP}/missing/*.parquet');
CREATE VIRTUAL TABLE x USING parquet('${TESTTMP}/logs/first.parquet
${TESTTMP}/logs/second.parquet');
CREATE VIRTUAL TABLE x USING parquet('${TESTTMP}/logs/first.parquet
${TESTTMP}/logs/second*.parquet');
CREATE VIRTUAL TABLE x USING parquet('gs://bucket/*.parquet');
CREATE VIRTUAL TABLE x USING parquet('${TESTTMP}/logs/*');
SELECT * FROM x;

-- Links: loops end, and a folder that is linked is read.
--! shell ln -s .. ${TESTTMP}/logs/2025/loop; ln -s ../logs/2025 ${TESTTMP}/hollow/link
CREATE VIRTUAL TABLE linked USING parquet('${TESTTMP}/hollow/');
SELECT group_concat(name) FROM linked WHERE _file NOT LIKE '%/loop/%';
