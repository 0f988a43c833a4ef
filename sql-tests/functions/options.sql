-- All options, from which come the parser and what messages list.
SELECT name, valid_in, kind, allowed_values, default_value, synonyms FROM parquet_options WHERE kind <> 'size' OR valid_in = 'parquet_write';
-- The greatest size of memory depends on the machine.
SELECT name, valid_in, allowed_values LIKE '1048576 to %', default_value FROM parquet_options WHERE kind = 'size' AND valid_in <> 'parquet_write';
-- Each has a line of help, and a name only once in each place.
SELECT name FROM parquet_options WHERE help IS NULL OR length(help) > 150 OR help LIKE '%.';
SELECT a.name FROM parquet_options AS a JOIN parquet_options AS b ON a.name = b.name AND a.rowid < b.rowid WHERE b.valid_in <> 'parquet_write';
