#!/bin/sh
# The library exports exactly one symbol.
symbols=$(nm -D --defined-only "$1" 2>/dev/null | awk '$2 ~ /[A-Z]/ {print $3}')
[ -n "$symbols" ] || symbols=$(nm -gU "$1" | awk '{print $3}' | sed 's/^_//')
if [ "$symbols" = sqlite3_parquetvtab_init ]; then
    echo 'symbols: 1 passed, 0 failed'
else
    echo "exported by $1, but only sqlite3_parquetvtab_init should be:"
    echo "$symbols"
    exit 1
fi
