-- A file that is neither Parquet nor ORC is named by what it looks like, with what to do instead.
--! shell printf 'id,name\n1,a\n2,b\n' > ${TESTTMP}/a.csv
--! shell printf 'id\tname\n1\ta\n' > ${TESTTMP}/a.tsv
--! shell printf '[{"id": 1}]' > ${TESTTMP}/a.json
--! shell printf '{"id": 1}\n{"id": 2}\n' > ${TESTTMP}/a.ndjson
--! shell printf 'too short' > ${TESTTMP}/short.parquet
--! shell : > ${TESTTMP}/empty.parquet
--! shell head -c 1000 testdata/trips.parquet > ${TESTTMP}/cut.parquet
--! shell head -c 1000 testdata/orc/pyarrow_lz4.orc > ${TESTTMP}/cut.orc
--! shell gzip -c testdata/trips.parquet > ${TESTTMP}/trips.parquet.gz
--! shell printf 'PK\003\004%26s[Content_Types].xml' '' > ${TESTTMP}/book.xlsx
--! shell printf '<!DOCTYPE html><html><body>secret</body></html>' > ${TESTTMP}/page.parquet
--! shell printf 'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n' > ${TESTTMP}/lfs.parquet
CREATE VIRTUAL TABLE temp.t USING parquet('${TESTTMP}/a.csv');
CREATE VIRTUAL TABLE temp.t USING parquet('${TESTTMP}/a.tsv');
CREATE VIRTUAL TABLE temp.t USING parquet('${TESTTMP}/a.json');
CREATE VIRTUAL TABLE temp.t USING parquet('${TESTTMP}/a.ndjson');
CREATE VIRTUAL TABLE temp.t USING parquet('${TESTTMP}/short.parquet');
CREATE VIRTUAL TABLE temp.t USING parquet('${TESTTMP}/empty.parquet');
CREATE VIRTUAL TABLE temp.t USING parquet('${TESTTMP}/cut.parquet');
CREATE VIRTUAL TABLE temp.t USING parquet('${TESTTMP}/cut.orc');
CREATE VIRTUAL TABLE temp.t USING parquet('${TESTTMP}/trips.parquet.gz');
CREATE VIRTUAL TABLE temp.t USING parquet('${TESTTMP}/book.xlsx');
CREATE VIRTUAL TABLE temp.t USING parquet('${TESTTMP}/page.parquet');
CREATE VIRTUAL TABLE temp.t USING parquet('${TESTTMP}/lfs.parquet');
CREATE VIRTUAL TABLE temp.t USING parquet('${TESTTMP}/p*.parquet');

-- The same in functions of both formats.
SELECT parquet_attach('${TESTTMP}/a.csv');
SELECT * FROM parquet_schema('${TESTTMP}/a.json');
SELECT * FROM read_parquet('${TESTTMP}/cut.parquet');
SELECT * FROM orc_schema('${TESTTMP}/a.csv');
SELECT * FROM orc_schema('${TESTTMP}/empty.parquet');

-- A confined connection learns the kind of the files that it may read, and nothing of others.
SELECT parquet_restrict('read=${TESTTMP}');
SELECT * FROM parquet_schema('${TESTTMP}/a.csv');
SELECT * FROM parquet_schema('unit-tests/unit_test.h');
SELECT * FROM parquet_schema('unit-tests/missing');
--! shell ln -s "$PWD/unit-tests/unit_test.h" ${TESTTMP}/link.parquet
SELECT * FROM parquet_schema('${TESTTMP}/link.parquet');
