-- field_ids=on: columns are matched by the numbers that the files give them.
--! shell mkdir -p ${TESTTMP}/f ${TESTTMP}/s
SELECT parquet_write('${TESTTMP}/f/1.parquet', 'SELECT 1 AS id, ''one'' AS name, 10 AS gone', 'field_ids=id=1, name=2, gone=3');
SELECT parquet_write('${TESTTMP}/f/2.parquet', 'SELECT ''two'' AS title, 2 AS id, 20 AS gone', 'field_ids=title=2, id=1, gone=4');
CREATE VIRTUAL TABLE by_name USING parquet('${TESTTMP}/f/');
SELECT id, gone FROM by_name;
SELECT name FROM by_name;
CREATE VIRTUAL TABLE by_id USING parquet('${TESTTMP}/f/', field_ids=on);
SELECT id, name FROM by_id;
SELECT id FROM by_id WHERE name = 'two';
SELECT gone FROM by_id;
CREATE VIRTUAL TABLE united USING parquet('${TESTTMP}/f/', field_ids=on, union_by_name=on);
SELECT * FROM united;
SELECT name FROM pragma_table_xinfo('united') WHERE hidden = 0;
SELECT row FROM read_parquet('${TESTTMP}/f/', 'field_ids=on', 'union_by_name=on');

-- A file without ids: by name.
SELECT parquet_write('${TESTTMP}/f/3.parquet', 'SELECT ''three'' AS name, 3 AS id, 30 AS gone');
SELECT id, name, gone FROM united;
SELECT id, name FROM by_id;
CREATE VIRTUAL TABLE x USING parquet('${TESTTMP}/f/', field_ids=maybe);
