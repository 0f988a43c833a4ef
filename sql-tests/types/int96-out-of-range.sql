-- INT96 values of any day are never shown as another date, even with timestamps=integer.

CREATE VIRTUAL TABLE temp.t USING parquet('testdata/handmade_int96.parquet');
CREATE TABLE temp.native_t AS SELECT * FROM t;
SELECT "row", "at" FROM t ORDER BY "at", "row";
SELECT group_concat("row") FROM t WHERE "at" > '1970-01-01';
SELECT group_concat("row") FROM t WHERE "at" BETWEEN '0000' AND '9999-12-31 23:59:59.999999999';
SELECT group_concat("row") FROM t WHERE "at" < '0000';
SELECT group_concat("row") FROM t WHERE "at" IN ('+5874898-06-03 00:00:00', '-5884323-05-15 00:00:00');
SELECT min("at"), max("at"), count("at") FROM t;
SELECT count(*) FROM t a JOIN native_t b ON a."at" = b."at";

CREATE VIRTUAL TABLE temp.i USING parquet('testdata/handmade_int96.parquet', timestamps=integer);
CREATE TABLE temp.native_i("row" INTEGER, "at");
INSERT INTO native_i SELECT * FROM i;
SELECT name, type FROM pragma_table_xinfo('i') WHERE hidden = 0;
SELECT "row", "at", typeof("at") FROM i;
-- Each comparison is made on a table and on its copy in an ordinary table.
SELECT group_concat("row") FROM i WHERE "at" > 0;
SELECT group_concat("row") FROM native_i WHERE "at" > 0;
SELECT group_concat("row") FROM i WHERE "at" <= -1;
SELECT group_concat("row") FROM native_i WHERE "at" <= -1;
SELECT group_concat("row") FROM i WHERE "at" = -9223372036854775808;
SELECT group_concat("row") FROM i WHERE "at" = 9223372036854775807;
SELECT group_concat("row") FROM i WHERE "at" < '185';
SELECT group_concat("row") FROM native_i WHERE "at" < '185';
SELECT group_concat("row") FROM i WHERE "at" >= '-9223372036854775809';
SELECT group_concat("row") FROM native_i WHERE "at" >= '-9223372036854775809';
SELECT group_concat("row") FROM i WHERE "at" = '185331720297600000000000';
SELECT group_concat("row") FROM i WHERE "at" IN (0, -1, '-185753453990400000000000');
SELECT group_concat("row") FROM i WHERE "at" IS NULL;
SELECT group_concat("row") FROM (SELECT "row" FROM i ORDER BY "at", "row");
SELECT group_concat("row") FROM (SELECT "row" FROM native_i ORDER BY "at", "row");
SELECT group_concat("row") FROM (SELECT "row" FROM i ORDER BY "at" DESC, "row" LIMIT 5);
SELECT group_concat("row") FROM (SELECT "row" FROM native_i ORDER BY "at" DESC, "row" LIMIT 5);
SELECT min("at"), max("at") FROM i;
SELECT min("at"), max("at") FROM native_i;
SELECT count(*) FROM i a JOIN native_i b ON a."at" = b."at";

-- All values within 64 bits of nanoseconds are integers.
CREATE VIRTUAL TABLE temp.p USING parquet('testdata/pyarrow_int96.parquet', timestamps=integer);
SELECT count(*), count("at"), sum("ns" = "at"), sum(typeof("at") = 'integer') FROM p;
SELECT group_concat("ns") FROM (SELECT "ns" FROM p WHERE "at" >= 1000000000 ORDER BY "at");
