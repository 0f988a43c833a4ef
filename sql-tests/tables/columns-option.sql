-- The option columns exposes a subset.
CREATE VIRTUAL TABLE two USING parquet('sql-tests/data/fruits_a.parquet', columns='id,price');
SELECT * FROM two;
SELECT name, hidden FROM pragma_table_xinfo('two');
SELECT name FROM two;
SELECT id FROM two WHERE price > 0.3;
SELECT count(*) FROM two;
SELECT rowid, _file_row_number, _row_group, id FROM two WHERE rowid >= 2;

-- One column, unquoted; white space; double quotes; the order of the file or of the list.
CREATE VIRTUAL TABLE one USING parquet('sql-tests/data/fruits_a.parquet', columns=name);
SELECT * FROM one;
CREATE VIRTUAL TABLE spaced USING parquet('sql-tests/data/fruits_a.parquet', columns = ' name , id ');
SELECT name, id FROM spaced;
CREATE VIRTUAL TABLE doubled USING parquet('sql-tests/data/fruits_a.parquet', columns="name,ripe");
SELECT name, ripe FROM doubled;

-- Names are matched as SQLite matches them, even unusual ones.
CREATE VIRTUAL TABLE folded USING parquet('sql-tests/data/fruits_a.parquet', columns='ID,Picked');
SELECT id, picked FROM folded;
CREATE VIRTUAL TABLE odd USING parquet('sql-tests/data/names.parquet', columns='b c,select,it''s,x.y,über');
SELECT "b c", "select", "it's", "x.y", "über" FROM odd;

-- A selected group includes its hidden leaves; other groups' leaves are left out.
CREATE VIRTUAL TABLE grouped USING parquet('sql-tests/data/nested.parquet', columns='id,address');
SELECT id, address, "address.city" FROM grouped;
CREATE VIRTUAL TABLE ungrouped USING parquet('sql-tests/data/nested.parquet', columns='id');
SELECT ungrouped."address.city" FROM ungrouped;

-- With other options.
CREATE VIRTUAL TABLE mixed USING parquet('sql-tests/data/payments.parquet', decimals=text, columns='cost,exact', pushdown=off);
SELECT * FROM mixed;

-- Missing columns, and an empty list.
CREATE VIRTUAL TABLE x USING parquet('sql-tests/data/fruits_a.parquet', columns='id,weight');
CREATE VIRTUAL TABLE x USING parquet('sql-tests/data/fruits_a.parquet', columns='');
CREATE VIRTUAL TABLE x USING parquet('sql-tests/data/fruits_a.parquet', columns=);
SELECT count(*) FROM sqlite_master WHERE name = 'x';
