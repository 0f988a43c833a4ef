#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs what is missing, builds, and runs the tests.  `make test` does the same without
# installing.
set -e
cd "$(dirname "$0")"
./demo.sh --deps-only
exec make --no-print-directory -j2 test
