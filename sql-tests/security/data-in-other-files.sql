-- Files whose column chunks are in other files are refused.
-- Written by testdata/make/expected.py.

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/handmade_file_path.parquet');
DROP TABLE IF EXISTS t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/handmade_metadata_only.parquet');
DROP TABLE IF EXISTS t;
