-- Converted types alone, logical types alone, neither.
-- Written by testdata/make/expected.py.

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/handmade_converted_only.parquet');
SELECT name, type, "notnull" FROM pragma_table_xinfo('t') WHERE hidden = 0;
SELECT * FROM t;
SELECT typeof("int8"), typeof("uint8"), typeof("int16"), typeof("uint16"), typeof("int32"), typeof("uint32"), typeof("int64"), typeof("uint64"), typeof("date"), typeof("time_ms"), typeof("time_us"), typeof("ts_ms"), typeof("ts_us"), typeof("text"), typeof("enum"), typeof("json"), typeof("bson"), typeof("interval") FROM t LIMIT 4;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/handmade_logical_only.parquet');
SELECT name, type, "notnull" FROM pragma_table_xinfo('t') WHERE hidden = 0;
SELECT "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64", "date", "time_ms", "time_us", "ts_ms", "ts_us", "text", "enum", "json", "bson", "time_ms_local", "time_us_local", "time_ns", "ts_ms_local", "ts_us_local", "ts_ns_local", "ts_ns", "uuid", "half" + 0.0, "unknown", "geometry", "geography" FROM t;
SELECT typeof("int8"), typeof("uint8"), typeof("int16"), typeof("uint16"), typeof("int32"), typeof("uint32"), typeof("int64"), typeof("uint64"), typeof("date"), typeof("time_ms"), typeof("time_us"), typeof("ts_ms"), typeof("ts_us"), typeof("text"), typeof("enum"), typeof("json"), typeof("bson"), typeof("time_ms_local"), typeof("time_us_local"), typeof("time_ns"), typeof("ts_ms_local"), typeof("ts_us_local"), typeof("ts_ns_local"), typeof("ts_ns"), typeof("uuid"), typeof("half"), typeof("unknown"), typeof("geometry"), typeof("geography") FROM t LIMIT 4;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/handmade_physical.parquet');
SELECT name, type, "notnull" FROM pragma_table_xinfo('t') WHERE hidden = 0;
SELECT * FROM t;
SELECT typeof("bytes"), typeof("fixed"), typeof("flag"), typeof("i"), typeof("l"), typeof("f"), typeof("d"), typeof("bytes_must"), typeof("fixed_must"), typeof("flag_must"), typeof("i_must"), typeof("l_must"), typeof("f_must"), typeof("d_must") FROM t LIMIT 4;
DROP TABLE t;

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/handmade_unknown_annotations.parquet');
SELECT name, type, "notnull" FROM pragma_table_xinfo('t') WHERE hidden = 0;
SELECT * FROM t;
SELECT typeof("text"), typeof("raw"), typeof("number"), typeof("ms"), typeof("strange_unit"), typeof("both_int8"), typeof("beyond_int8"), typeof("converted_24") FROM t LIMIT 4;
DROP TABLE t;
