-- A Parquet table cannot be written to.
CREATE VIRTUAL TABLE fruits USING parquet('sql-tests/data/fruits_a.parquet');
INSERT INTO fruits(id, name) VALUES(4, 'cherry');
INSERT INTO fruits DEFAULT VALUES;
INSERT OR REPLACE INTO fruits SELECT * FROM fruits;
UPDATE fruits SET name = 'cherry' WHERE id = 1;
UPDATE fruits SET name = 'cherry' WHERE id = 99;
DELETE FROM fruits WHERE id = 1;
DELETE FROM fruits;
CREATE INDEX by_name ON fruits(name);
CREATE TRIGGER on_insert AFTER INSERT ON fruits BEGIN SELECT 1; END;
ALTER TABLE fruits ADD COLUMN extra;
SELECT count(*), max(name) FROM fruits;

-- Nor inside a transaction, which continues; nor where the connection may not write.
BEGIN;
CREATE TABLE notes(t);
INSERT INTO notes VALUES('kept');
DELETE FROM fruits;
COMMIT;
SELECT * FROM notes;
PRAGMA query_only = ON;
SELECT id FROM fruits WHERE name = 'banana';
PRAGMA query_only = OFF;

-- Nor through a view, except by the view's own trigger.
CREATE VIEW ripe AS SELECT id, name FROM fruits WHERE ripe;
INSERT INTO ripe VALUES(5, 'x');
CREATE TRIGGER instead INSTEAD OF INSERT ON ripe BEGIN
    INSERT INTO notes SELECT NEW.name || ' like ' || name FROM fruits WHERE id = NEW.id;
END;
INSERT INTO ripe VALUES(2, 'plantain');
SELECT * FROM notes;
