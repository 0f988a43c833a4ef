#!/bin/sh
# SPDX-License-Identifier: MIT
# demo.sh, make demo: installs what is missing, builds, and shows the extension in the sqlite3 shell.
# make deps (demo.sh --deps-only): installs and no more.
#
#     ./demo.sh [BUILD=FOLDER]    builds there, for a folder that is read-only
set -e
cd "$(dirname "$0")"

PACKAGES='gcc make sqlite3 libsqlite3-dev libzstd-dev liblz4-dev libbrotli-dev zlib1g-dev libdeflate-dev libxxhash-dev openssl tzdata'

root=
[ "$(id -u)" -eq 0 ] || root='sudo '
missing=
for package in $PACKAGES; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' ||
        missing="$missing $package"
done

if [ -n "$missing" ] && ! command -v apt-get >/dev/null; then
    echo "Not a Debian system: install the equivalents of$missing, then run 'make'." >&2
    [ "$1" != --deps-only ] || exit 1
elif [ -n "$missing" ]; then
    if [ -n "$root" ] && ! command -v sudo >/dev/null; then
        echo "Run as root, then try again:  apt-get install$missing" >&2
        exit 1
    fi
    if [ -t 0 ] && [ -z "$CI" ]; then # a person is there
        printf 'Missing:%s\nInstall with %sapt-get? [Y/n] ' "$missing" "$root"
        read -r answer || {
            printf '\nNo answer, so nothing is installed.  Answer with y, or run:  %sapt-get install%s\n' "$root" "$missing"
            exit 1
        }
        case $answer in
        [nN]*)
            echo "Then run:  ${root}apt-get install$missing"
            exit 1
            ;;
        esac
    fi
    export DEBIAN_FRONTEND=noninteractive
    $root apt-get update -q
    # shellcheck disable=SC2086
    $root apt-get install -y -q --no-install-recommends $missing
fi
[ "$1" != --deps-only ] || exit 0

build=build load=./parquet_vtab
case $1 in
BUILD=*) build=${1#BUILD=} load=$build/parquet_vtab ;;
esac
make --no-print-directory -j"$(nproc 2>/dev/null || echo 2)" "$@"

# Each statement is shown before its result.
echo
sqlite3 -batch -echo :memory: <<SQL
.load $load
.mode box
-- A file that another program wrote (pyarrow), as a table; nothing is imported.
CREATE VIRTUAL TABLE temp.trips USING parquet('testdata/trips.parquet');
SELECT * FROM trips LIMIT 3;
-- WHERE and GROUP BY
SELECT payment, count(*) AS trips, round(avg(fare), 1) AS fare
  FROM trips WHERE distance_km > 10 GROUP BY payment ORDER BY trips DESC;
-- A join with an ordinary table, on a field inside a struct
CREATE TABLE zones(zone TEXT PRIMARY KEY, city TEXT);
INSERT INTO zones VALUES ('Airport', 'Schiphol'), ('Harbour', 'Amsterdam');
SELECT city, count(*) AS trips FROM trips JOIN zones ON zones.zone = trips."dropoff.zone"
  GROUP BY city;
-- What is in the file
SELECT name, type, repetition_type, logical_type, sqlite_type
  FROM parquet_schema('testdata/trips.parquet') LIMIT 7;
SELECT created_by, num_rows, num_row_groups, file_size_bytes
  FROM parquet_file_metadata('testdata/trips.parquet');
SELECT path_in_schema, encodings, compression, stats_min_value, stats_max_value
  FROM parquet_metadata('testdata/trips.parquet') WHERE row_group_id = 0 LIMIT 6;
-- The rows of a query as a Parquet file, for every other program
SELECT parquet_write('$build/long_trips.parquet',
    'SELECT city, t.* FROM trips t JOIN zones ON zone = t."dropoff.zone" WHERE distance_km > 10')
  AS rows_written;
CREATE VIRTUAL TABLE temp.long_trips USING parquet('$build/long_trips.parquet');
SELECT city, count(*), max(distance_km) FROM long_trips GROUP BY city;
SELECT count(*) AS faults FROM parquet_check('$build/long_trips.parquet');
SQL

cat <<TEXT

That was all: $load is built.  Try it with files of your own:

    sqlite3
    .load $load
    SELECT parquet_attach('FILE.parquet');  -- makes a table with the file's name

Everywhere, not only in this folder:  ${root}make install${1:+ $1}, which says what to .load then
More examples:                        README.md, docs/recipes.md
Python, Node and other programs:      docs/hosts.md
The tests:                            ./test.sh
TEXT
