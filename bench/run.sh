#!/bin/sh
# SPDX-License-Identifier: MIT
# Builds what the benchmark needs below build/bench and runs it; see README.md.
set -e
cd "$(dirname "$0")/.."
mkdir -p build/bench
if [ ! -e build/bench/venv/ready ]; then
    "$(command -p -v python3)" -m venv build/bench/venv # the system's own
    build/bench/venv/bin/pip install -q duckdb pyarrow
    touch build/bench/venv/ready
fi
if [ ! -e build/bench/venv/peers ]; then
    build/bench/venv/bin/pip install -q polars datafusion || # only the suite query asks them
        echo "skipped: Polars and DataFusion: pip cannot install them"
    touch build/bench/venv/peers
fi
if [ ! -e build/bench/venv/lakes ]; then
    build/bench/venv/bin/pip install -q deltalake numpy polars chdb polars_iceberg 'pyiceberg[sql-sqlite]' || # only the suite lakes asks them
        echo "skipped: peers of lake tables: pip cannot install them"
    touch build/bench/venv/lakes
fi
for name in null_vtab null_write; do
    ${CC:-cc} -std=c11 -D_GNU_SOURCE -O2 -g -Wall -Wextra -fPIC -shared \
        -o build/bench/$name.so bench/$name.c
done
${CC:-cc} -std=c11 -D_GNU_SOURCE -O2 -g -Wall -Wextra \
    -o build/bench/bench bench/bench.c -lsqlite3
exec build/bench/venv/bin/python -B bench/run.py "$@"
