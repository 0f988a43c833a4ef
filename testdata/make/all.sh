#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Makes every file of testdata/ again, then what the SQL tests expect of them.
#
#     testdata/make/all.sh            into testdata/, sql-tests/ and testdata/README.md
#     testdata/make/all.sh FOLDER     the Parquet files alone, into FOLDER
#
# Needs /usr/bin/python3 with venv (package python3-venv), Java 17 and Maven, Rust and
# Cargo.  Everything else comes from the package registries, into build/.
set -euo pipefail
cd "$(dirname "$0")/../.."

folder=$(realpath -m "${1:-testdata}")
work=$PWD/build/testdata
python=$work/venv/bin/python
export PYTHONDONTWRITEBYTECODE=1
mkdir -p "$folder/bad" "$work"

if [ ! -x "$python" ]; then
    /usr/bin/python3 -m venv "$work/venv"
fi
"$python" -m pip install --quiet --requirement testdata/make/requirements.txt

for writer in pyarrow duckdb fastparquet polars handmade geo broken; do
    echo "$writer"
    "$python" "testdata/make/${writer}_files.py" "$folder"
done

echo orc
"$python" testdata/make/orc_files.py "$folder/orc"

echo lakes
rm -rf "$folder/lakes"
"$python" testdata/make/lake_files.py "$folder/lakes"

echo pruning
"$python" testdata/make/pruning_files.py "$folder/pushdown"

echo encrypted
"$python" testdata/make/encrypted_files.py "$folder/encrypted"

echo writers
"$python" testdata/make/writer_files.py "$folder/writers"

echo java
# parquet-java lists a chunk's encodings in the order of their identity hash codes.
MAVEN_OPTS="-XX:+UnlockExperimentalVMOptions -XX:hashCode=2" mvn --quiet --file testdata/make/java/pom.xml -Dbuild.folder="$work/java" \
    compile exec:java -Dexec.args="$folder"

echo rust
mkdir -p "$work/rust"
cp -r testdata/make/rust/. "$work/rust"
cargo run --quiet --release --manifest-path "$work/rust/Cargo.toml" -- "$folder"

if [ $# -eq 0 ]; then
    echo expected
    "$python" testdata/make/expected.py
    "$python" testdata/make/readme.py
    "$python" testdata/make/encrypted_readme.py
    "$python" testdata/make/encrypted_expected.py
    "$python" testdata/make/writer_files.py
fi
