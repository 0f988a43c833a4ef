#!/bin/sh
# SPDX-License-Identifier: MIT
# Checks that the library exports exactly two symbols, the entry points.
symbols=$(nm -D --defined-only "$1" 2>/dev/null | awk '$2 ~ /[A-Z]/ {print $3}' | sort)
[ -n "$symbols" ] || symbols=$(nm -gU "$1" | awk '{print $3}' | sed 's/^_//' | sort)
wanted='sqlite3_parquetvtab_init
sqlite3_parquetvtab_readonly_init'
if [ "$symbols" = "$wanted" ]; then
    echo 'symbols: 1 passed, 0 failed'
else
    echo "exported by $1:"
    echo "$symbols"
    echo 'but these should be:'
    echo "$wanted"
    exit 1
fi
