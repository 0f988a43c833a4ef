#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs what is missing, builds, and runs the tests: all of them, whichever fail.  The last
# line adds up.  `make test` does the same without installing.
#
#     ./test.sh [SETTING...]      as for make: TESTS=check-sql, BUILD=/tmp/x
set -e
cd "$(dirname "$0")"
./demo.sh --deps-only
exec unit-tests/sum_up.sh make --no-print-directory --keep-going -j"$(nproc 2>/dev/null || echo 2)" \
    "$@" all-tests
