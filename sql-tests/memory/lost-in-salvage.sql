-- Running out of memory is not damage: salvage=on and salvage=skip report it and lose no
-- value.  The tables connect again for each allocation.
CREATE VIRTUAL TABLE flat USING parquet('testdata/salvage/damaged_flat_v1_index.parquet', salvage=on);
CREATE VIRTUAL TABLE rest USING parquet('testdata/salvage/damaged_flat_v1_index.parquet', salvage=skip);
CREATE VIRTUAL TABLE nested USING parquet('testdata/salvage/damaged_nested_v1.parquet', salvage=on);
CREATE VIRTUAL TABLE variant USING parquet('testdata/salvage/damaged_variant.parquet', salvage=on);
--! reopen

--! lost_memory
SELECT count(*), count(id), count(text), count(n), count(real), count(word) FROM flat;
--! lost_memory
SELECT count(*), count(id), count(text) FROM rest;
--! lost_memory
SELECT count(*) FROM flat WHERE id > 60 AND text LIKE 'plain%';
--! lost_memory
SELECT max(id), min(real) FROM flat;
--! lost_memory
SELECT id FROM flat ORDER BY id DESC LIMIT 2;
--! lost_memory
SELECT count(*), count(list), count(item), count(map) FROM nested;
--! lost_memory
SELECT count(*) FROM variant;
--! lost_memory
SELECT severity, kind FROM parquet_check('testdata/salvage/damaged_flat_v1_index.parquet');
--! lost_memory
SELECT severity, kind FROM parquet_check('testdata/salvage/no_footer.parquet');
