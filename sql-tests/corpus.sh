#!/bin/bash
# SPDX-License-Identifier: MIT
# Reads the files of an optional corpus of other projects' files, in the folder named by
# PARQUET_VTAB_CORPUS: sample/ has a checker that knows the right contents, parquet-testing/
# is the Apache project's collection, orc/ has ORC files.  usage: corpus.sh LIBRARY
cd "$(dirname "$0")/.." || exit 1
library=$1
corpus=${PARQUET_VTAB_CORPUS:-../shared/corpus}
if [ ! -e "$corpus/sample/check.py" ]; then
    echo "skipped: no corpus in $corpus (set PARQUET_VTAB_CORPUS)"
    exit 0
fi
# The checker cuts long messages, and these begin with the file's path: give it a short one.
short=$(mktemp -d /tmp/c.XXXX) || exit 1
trap 'rm -rf "$short"' EXIT
ln -s "$(realpath "$corpus")" "$short/s"
check=$short/s/sample/check.py
passed=0 failed=0 skipped=0

# count [PATTERN]: counts the lines of a checker.  Those that match the pattern are right, too.
count() {
    while IFS= read -r line; do
        if [[ $line = ok\ * || -n ${1:-} && $line =~ $1 ]]; then
            passed=$((passed + 1))
        elif [[ $line != total* ]]; then
            echo "$line"
            failed=$((failed + 1))
        fi
    done
}

# run COMMAND...: its output, and how it failed.
run() {
    "$@" 2>&1 || echo "$2: exit status $?"
}

python=$(command -p -v python3) # the system's own, whose sqlite3 loads extensions
"$python" -c 'import sqlite3; sqlite3.connect("").enable_load_extension(True)' 2>/dev/null || python=
if [ -n "$python" ]; then # copies of all files, and of those in testdata/, while the rest runs
    run "$python" sql-tests/copies.py "$library" "$corpus" testdata >"$short/copies" &
    copies=$!
fi

# Files that must be refused although readers without our checks read them: two have wrong
# checksums, one is encrypted, one begins within a record, one has a page of more than 1 GiB.
refused='datapage_v1-corrupt-checksum|rle-dict-uncompressed-corrupt-checksum|plaintext_footer_crypto'
refused+='|ARROW-GH-45185|large_string_map'
# Files that other readers show differently from the format's rules: Variants as the groups that
# store them (variants.py compares these), and list elements without their group where the
# repeated field is named after the list with "_tuple" appended.
otherwise='shredded_variant/|: want \{"metadata": "|ThriftSingleFieldGroupInList'
count "^FAIL.*($refused)|$otherwise" < <("$check" --ext "$library")

# Apart from their checksums, the two files are correct.
count < <("$check" --ext "$library" corrupt-checksum \
    --create "CREATE VIRTUAL TABLE temp.t USING parquet('{file}', checksums=off)")

# Files that all readers reject: an error or correct rows, no crash, no hang.
count '^READ ' < <("$check" --ext "$library" --must-fail)

# Every damaged file of parquet-testing gives an error, except one that has dictionary indices
# of no bits, which is legal.
for file in "$corpus"/parquet-testing/bad_data/*.parquet; do
    if sqlite3 -batch -bail :memory: ".load $library" \
        "CREATE VIRTUAL TABLE temp.t USING parquet('$file')" \
        'SELECT * FROM t' >/dev/null 2>&1; then
        case $file in
        *ARROW-GH-43605*) passed=$((passed + 1)) ;;
        *)
            echo "no error: $file"
            failed=$((failed + 1))
            ;;
        esac
    else
        passed=$((passed + 1))
    fi
done
# Its sound files can be read.
for file in "$corpus"/parquet-testing/data/*.parquet "$corpus"/parquet-testing/data/geospatial/*.parquet; do
    message=$(sqlite3 -batch -bail :memory: ".load $library" \
        "CREATE VIRTUAL TABLE temp.t USING parquet('$file')" \
        'SELECT * FROM t' 2>&1 >/dev/null)
    case $message in
    '') passed=$((passed + 1)) ;;
    *)
        if [[ $file =~ $refused ]]; then
            passed=$((passed + 1))
        else
            echo "$message"
            failed=$((failed + 1))
        fi
        ;;
    esac
done

# Some come with their contents as CSV with a header line.
for expected in "$corpus"/parquet-testing/data/*_expect.csv; do
    file=${expected%_expect.csv}.parquet
    if cmp -s <(tail -n +2 "$expected" | tr -d '"\r') \
        <(sqlite3 -batch -csv :memory: ".load $library" \
            "CREATE VIRTUAL TABLE temp.t USING parquet('$file')" 'SELECT * FROM t' | tr -d '"\r'); then
        passed=$((passed + 1))
    else
        echo "differs from its _expect.csv: $file"
        failed=$((failed + 1))
    fi
done
# One comes with a note: its microseconds exceed the range of 64-bit nanoseconds.
if [ "$(sqlite3 -batch :memory: ".load $library" \
    "CREATE VIRTUAL TABLE temp.t USING parquet('$corpus/parquet-testing/data/int96_from_spark.parquet')" \
    'SELECT * FROM t' | tail -n 1)" = '+290000-12-30 23:00:00' ]; then
    passed=$((passed + 1))
else
    echo 'int96_from_spark.parquet: the last timestamp is not of the year 290000'
    failed=$((failed + 1))
fi
if [ -n "$python" ]; then
    # Its shredded Variants must equal their binary forms.
    count < <(run "$python" sql-tests/variants.py --ext "$library" "$corpus")
    # New parts of the format, and encrypted files.
    count < <(run "$python" sql-tests/corpus_files.py "$library" "$corpus")
    if [ -d "$corpus/orc" ]; then
        count < <(run "$python" sql-tests/orc_corpus.py "$library" "$corpus/orc")
    else
        echo "skipped: ORC files: no $corpus/orc"
        skipped=$((skipped + 1))
    fi
    wait $copies
    count <"$short/copies"
else
    echo "skipped: copies, Variants, new, encrypted and ORC files: no Python whose sqlite3 loads extensions"
    skipped=$((skipped + 1))
fi
echo "corpus: $passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
