#!/bin/sh
# SPDX-License-Identifier: MIT
# Checks that each source file names its license.  usage: check_licenses.sh [--add]
#
#     --add   adds the line to files without it, as their first, or second after #!
cd "$(dirname "$0")/.." || exit 1
line='SPDX-License-Identifier: MIT'

sources() {
    find . -name build -prune -o -name .git -prune -o -type f \( -name '*.[ch]' -o -name '*.sh' -o -name '*.py' \
        -o -name '*.mjs' -o -name '*.java' -o -name '*.rs' -o -name Makefile -o -path ./.ci/run \) -print
}

unmarked=$(sources | xargs grep -L "$line" | sort)
if [ "$1" != --add ]; then
    [ -z "$unmarked" ] || echo "$unmarked" | sed 's/$/: no line SPDX-License-Identifier (unit-tests\/check_licenses.sh --add)/'
    n=$(echo "$unmarked" | grep -c .)
    echo "licenses: $(($(sources | wc -l) - n)) passed, $n failed"
    [ "$n" -eq 0 ]
    exit
fi
for file in $unmarked; do
    case $file in
    *.[ch]) text="/* $line */" ;;
    *.mjs | *.java | *.rs) text="// $line" ;;
    *) text="# $line" ;;
    esac
    case $(head -c 2 "$file") in
    '#!') sed -i "1a\\
$text" "$file" ;;
    *) sed -i "1i\\
$text" "$file" ;;
    esac
done
