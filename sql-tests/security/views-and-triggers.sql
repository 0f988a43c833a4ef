-- Views and triggers over Parquet tables, with the module's default risk level.
CREATE VIRTUAL TABLE fruits USING parquet('sql-tests/data/fruits_b.parquet');
CREATE VIEW cheap AS SELECT id, name, price * 100 AS cents FROM fruits WHERE price < 10;
SELECT * FROM cheap;
SELECT name FROM cheap WHERE cents > 100 ORDER BY cents DESC;
SELECT count(*) FROM cheap WHERE id = 14;
CREATE VIEW per_ripeness AS SELECT ripe, count(*) AS n, max(price) AS dearest FROM fruits GROUP BY ripe;
SELECT * FROM per_ripeness ORDER BY ripe;
CREATE TEMP VIEW both AS SELECT name FROM cheap UNION ALL SELECT upper(name) FROM fruits WHERE ripe;
SELECT count(*), min(name), max(name) FROM both;
SELECT name, (SELECT count(*) FROM cheap c WHERE c.id <= fruits.id) FROM fruits;

-- A view remains when its table is dropped, and works again when the table is back.
DROP TABLE fruits;
SELECT * FROM cheap;
CREATE VIRTUAL TABLE fruits USING parquet('sql-tests/data/fruits_a.parquet');
SELECT * FROM cheap;

-- Triggers on ordinary tables that read a Parquet table.
CREATE TABLE orders(fruit INTEGER, pieces INTEGER, price REAL);
CREATE TABLE log(line);
CREATE TRIGGER priced AFTER INSERT ON orders BEGIN
    UPDATE orders SET price = (SELECT price FROM fruits WHERE id = NEW.fruit) * NEW.pieces WHERE rowid = NEW.rowid;
    INSERT INTO log SELECT NEW.pieces || ' ' || name FROM fruits WHERE id = NEW.fruit;
END;
INSERT INTO orders(fruit, pieces) VALUES(1, 10), (2, 4), (3, 1), (4, 1);
SELECT * FROM orders;
SELECT * FROM log;
CREATE TRIGGER known BEFORE INSERT ON orders WHEN NOT EXISTS (SELECT 1 FROM fruits WHERE id = NEW.fruit) BEGIN
    SELECT RAISE(ABORT, 'no such fruit');
END;
INSERT INTO orders(fruit, pieces) VALUES(1, 1), (9, 1);
SELECT count(*) FROM orders;
CREATE TEMP TRIGGER emptied AFTER DELETE ON orders BEGIN
    INSERT INTO log SELECT 'no ' || name FROM fruits WHERE id = OLD.fruit;
END;
DELETE FROM orders WHERE pieces = 4;
SELECT line FROM log WHERE line LIKE 'no %';

-- With trusted_schema off, the schema's views and triggers cannot use the table; direct use
-- and the session's own objects in temp still can.
PRAGMA trusted_schema = OFF;
SELECT * FROM cheap;
INSERT INTO orders(fruit, pieces) VALUES(1, 1);
SELECT count(*) FROM orders;
SELECT id, name FROM fruits;
WITH f AS (SELECT name FROM fruits) SELECT * FROM f LIMIT 1;
CREATE TEMP VIEW mine AS SELECT name FROM fruits WHERE ripe;
SELECT * FROM mine;
DELETE FROM orders WHERE pieces = 1;
SELECT line FROM log WHERE line LIKE 'no %';
PRAGMA trusted_schema = ON;
SELECT * FROM cheap;
