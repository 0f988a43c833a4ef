#!/bin/sh
# SPDX-License-Identifier: MIT
# fuzz/run.sh FUZZER... - runs each libFuzzer program for FUZZ_SECONDS (default 20), from
# the top of the source tree.
#
#     build/fuzz/seeds/<name>      first inputs, made here from testdata/ and from
#                                  PARQUET_VTAB_CORPUS (default ../shared/corpus)
#     build/fuzz/corpus/<name>     inputs that earlier runs kept
#     build/fuzz/artifacts         inputs that failed, <name>-crash-...; the program with
#                                  such a file as its argument repeats the failure
#     build/fuzz/log               output of the programs
#
# The last line is `fuzz: N passed, N failed`.
seconds=${FUZZ_SECONDS:-20}
sources="testdata ${PARQUET_VTAB_CORPUS:-../shared/corpus}"
out=build/fuzz
mkdir -p "$out/artifacts" "$out/log"

# Files of less than $1 KiB, small enough for mutations to be effective.
small_files() {
    for folder in $sources; do
        [ -d "$folder" ] && find "$folder" -name '*.parquet' -size "-${1}k"
    done
}

# The size of a file's footer, or 0.
footer_size() {
    size=$(wc -c <"$1")
    footer=0
    [ "$size" -ge 12 ] && footer=$(tail -c 8 "$1" | od -A n -t u4 -N 4 | tr -d ' ')
    [ "$footer" -gt $((size - 12)) ] && footer=0
    echo "$footer"
}

# part FILE SKIP SIZE prints SIZE bytes of the file after the first SKIP.
part() {
    tail -c +$(($2 + 1)) "$1" | head -c "$3"
}

# Each file twice: the second one is opened for salvage, with checksums (fuzz_file.c).
seeds_file() {
    small_files 48 | while read -r file; do
        cp "$file" "$1/$(basename "$file")"
        { printf '/'; tail -c +2 "$file"; } >"$1/salvage_$(basename "$file")"
    done
}

seeds_check() {
    small_files 48 | while read -r file; do
        cp "$file" "$1/$(basename "$file")"
    done
}

# With each magic number, and without the footer's key (fuzz_encrypted.c).
seeds_encrypted() {
    for file in testdata/encrypted/*.parquet; do
        for first in A D H; do
            { printf %s "$first"; tail -c +2 "$file"; } >"$1/${first}_$(basename "$file")"
        done
    done
}

# A byte of options, then the footer.
seeds_metadata() {
    small_files 200 | while read -r file; do
        footer=$(footer_size "$file")
        [ "$footer" -gt 0 ] && [ "$footer" -lt 20000 ] || continue
        { printf '\000'; tail -c $((footer + 8)) "$file" | head -c "$footer"; } \
            >"$1/$(basename "$file")"
    done
}

# The bytes after a file's magic begin with a page header.
seeds_page_header() {
    small_files 200 | while read -r file; do
        { printf '\000'; part "$file" 4 100; } >"$1/$(basename "$file")"
    done
}

seeds_thrift() {
    small_files 48 | while read -r file; do
        footer=$(footer_size "$file")
        part "$file" 4 100 >"$1/$(basename "$file").page"
        [ "$footer" -gt 0 ] && [ "$footer" -lt 4000 ] || continue
        tail -c $((footer + 8)) "$file" | head -c "$footer" >"$1/$(basename "$file")"
    done
}

# The names of the codecs, in the order of their numbers in fuzzers' inputs.
codecs() {
    sed -n 's/^CODEC([A-Z0-9_]*, *[0-9]*, *\([a-z0-9_]*\),.*/\1/p' src/codec/codec_list.h
}

# A number as an escape sequence of printf.
byte() {
    printf '\\%03o' "$1"
}

# A compressed page begins at one of these offsets, after the first header.
seeds_codec() {
    number=0
    for codec in $(codecs); do
        # The pattern of lz4 must not match files of lz4_raw.
        for file in testdata/*_codec_"$codec".parquet testdata/*_codec_"${codec}"_v?.parquet; do
            [ -f "$file" ] || continue
            for skip in 18 20 22 24 26 28 30 32 34 36 38 40; do
                { printf "$(byte $number)"'\001\000\010\000'; part "$file" $((skip + 4)) 600; } \
                    >"$1/$(basename "$file").$skip"
            done
        done
        number=$((number + 1))
    done
}

# Codec, level, how often the rest is repeated, the rest.
seeds_compress() {
    number=0
    for codec in $(codecs); do
        for level in 0 8 17 20 38; do
            { printf "$(byte $number)$(byte $level)"'\000'; head -c 2000 ARCHITECTURE.md; } \
                >"$1/${codec}_$level"
        done
        printf "$(byte $number)"'\000\377a' >"$1/run_$codec"
        { printf "$(byte $number)"'\000\020'; head -c 3000 ARCHITECTURE.md; } \
            >"$1/blocks_$codec"
        number=$((number + 1))
    done
}

# 0 and a block, or how often the text is repeated and the text.
seeds_snappy() {
    for times in 1 3 200; do
        { printf "$(byte $times)"; head -c 2000 ARCHITECTURE.md; } >"$1/text_$times"
    done
    printf '\000\012\000a\025\001' >"$1/run"
}

seeds_rle() {
    printf '\000\003\000\000\020\005\003\001\002\003\002\007' >"$1/hybrid"
    printf '\001\011\000\0000123456789abcdef' >"$1/packed"
    printf '\002\003\000\000\020\002\003\125\252' >"$1/levels_v2"
    printf '\003\003\000\000\004\000\000\000\020\002\003\125\252' >"$1/levels_v1"
}

# What to decode, a seed, the examples of the specification.
seeds_orc_rle() {
    printf '\000\000\000\141\377\144\373\002\003\006\007\013' >"$1/v1"
    direct='\136\003\134\241\253\036\336\255\276\357'
    patched='\216\023\053\041\007\320\036\000\024\160\050\062\074\106\120\132'
    patched=$patched'\144\156\170\202\214\226\240\252\264\276\374\350'
    delta='\306\011\002\002\042\102\102\106'
    for what in 2 3; do
        printf '\00'$what'\000\000\012\047\020'"$direct$patched$delta" >"$1/v2_$what"
    done
    printf '\004\000\000\141\000\376\104\105' >"$1/bytes"
    printf '\006\003\0000123456789abcdef' >"$1/fields"
    printf '\007\003\000\201\202\203\204\205\206\207\210\211\212\001\002' >"$1/varints"
}

# Each file twice: with all options, and without, in place of the magic (fuzz_orc_file.c).
seeds_orc_file() {
    find testdata/orc -name '*.orc' -size -40k | while read -r file; do
        cp "$file" "$1/$(basename "$file")"
        { printf '\010'; tail -c +2 "$file"; } >"$1/plain_$(basename "$file")"
    done
}

seeds_orc_check() {
    seeds_orc_file "$1"
}

# A postscript and a footer as messages; all but the magic and the postscript of a file,
# after what the postscript says: the compression, a writer's version, the sizes of the
# footer and of the metadata.  The postscript begins with the footer's size, 08 and a
# varint of 1 or 2 bytes, and the compression.
seeds_orc_tail() {
    find testdata/orc -name '*.orc' -size -40k | while read -r file; do
        name=$(basename "$file")
        end=$(($(wc -c <"$file") - 1))
        size=$(tail -c 1 "$file" | od -A n -t u1 | tr -d ' ')
        { printf '\000'; part "$file" $((end - size)) "$size"; } >"$1/postscript_$name"
        set -- "$1" $(part "$file" $((end - size)) 5 | od -A n -t u1)
        low=$3 high=0 compression=$5
        [ "$3" -ge 128 ] && low=$(($3 - 128)) high=$4 compression=$6
        footer=$((low + high * 128))
        { printf '\001'; part "$file" $((end - size - footer)) "$footer"; } \
            >"$1/footer_$name"
        { printf '\377'"$(byte "$compression")"'\011'
          printf "$(byte $((footer % 256)))$(byte $((footer / 256)))"'\100\000'
          part "$file" 3 $((end - size - 3)); } >"$1/tail_$name"
    done
}

# Blocks of 128 values in 4 miniblocks, as of most writers, for 5 values and for 3.
delta='\200\001\004\005\016\002\003\000\000\000'
delta=$delta'\210\306\372\001\002\003\004\005\006\007\010\011'
strings='\200\001\004\003\000\000\000\000\000\000'
suffixes='\200\001\004\003\006\000\000\000\000\000abcdefghi'

# Two PLAIN numbers; five texts from a dictionary of two; pages of both versions; deltas.
seeds_pages() {
    numbers='\000\000\002\000\020\0000123456701234567'
    numbers_v2='\013\000\002\000\020\0000123456701234567'
    texts='\002\000\002\000\012\000\001\000\000\000a\001\000\000\000b'
    indexes='\010\010\005\000\003\000\001\012\001'
    plain='\010\000\001\000\007\000\003\000\000\000cde'
    printf '\000\000\001\000\000\002\000\000\000\000\000'"$numbers" >"$1/numbers"
    printf '\000\000\002\000\001\002\000\000\000\000\000'"$numbers_v2" >"$1/numbers_v2"
    printf '\000\000\003\000\001\006\000\001\000\000\000'"$texts$indexes$plain" \
        >"$1/texts"
    printf '\000\000\004\000\003\006\000\001\000\000\000'"$texts$indexes$indexes" \
        >"$1/texts_snappy"
    number_column='\000\000\005\000\000\002\000\000\000\000\000'
    text_column='\000\000\006\000\000\006\000\001\000\000\000'
    printf "$number_column"'\000\005\005\000\026\000'"$delta" >"$1/delta"
    printf "$text_column"'\000\006\003\000\023\000'"$suffixes" >"$1/delta_length"
    printf "$text_column"'\000\007\003\000\035\000'"$strings$suffixes" \
        >"$1/delta_strings"
}

seeds_values() {
    printf '\002\001\010\002\000\000'"$delta" >"$1/delta32"
    printf '\002\002\010\002\000\000'"$delta" >"$1/delta64"
    printf '\004\006\010\003\000\000'"$strings$suffixes" >"$1/delta_strings"
    printf '\005\006\010\003\000\000'"$suffixes" >"$1/delta_length"
    printf '\000\006\010\003\000\000\001\000\000\000a\002\000\000\000bc' >"$1/plain_bytes"
    printf '\001\000\000\003\000\000\005\000\000\000\010\001\003\125' >"$1/rle_booleans"
    printf '\003\005\000\003\000\0000123456701234567' >"$1/split"
}

# Type, encoding, width, which values to encode; then runs and values.
seeds_encoders() {
    text='\005\000hello\007\104s, hello\003\300\020abc\000\000\004\102wxyz'
    for encoding in 0 6 7; do
        printf '\006\00'"$encoding"'\000\000\000'"$text$text" >"$1/texts.$encoding"
    done
    numbers='\000\001\000\000\000\000\002\000\000\000\200\011\003\000\000\000'
    for encoding in 0 5 11; do
        printf '\001\0'"$encoding"'\000\000\000'"$numbers$numbers" >"$1/int32.$encoding"
    done
    printf '\000\003\000\000\000\000\001\200\020\000\000\001' >"$1/booleans"
    printf '\010\000\002\001\000\002\300\003\000\004\000' >"$1/levels"
}

# The number of columns; for each its type, a choice, an encoding (or, if 8 is added to the
# number, a choice and a shape); options, a codec and six limits; rows.
seeds_file_writer() {
    usual='\000\000\000\000\000\000\000\000'
    small='\010\003\062\000\007\000\000\000'
    for type in $(seq 0 33); do
        column='\'$(printf %03o $type)
        { printf '\000'"$column"'\000\000'"$usual"; head -c 900 ARCHITECTURE.md; } \
            >"$1/type_$type"
        { printf '\001'"$column"'\100\000\003\003\000'"$small"; head -c 900 README.md; } \
            >"$1/small_$type"
    done
    for encoding in 0 5 6 7 10 11; do
        fixed='\200\'$(printf %03o $encoding)
        columns='\004'"$fixed"'\017'"$fixed"'\030'"$fixed"'\013'"$fixed"
        { printf '\003'"$columns$small"; head -c 1500 ARCHITECTURE.md; } \
            >"$1/encoding_$encoding"
    done
    { printf '\000\004\000\000\200\000\050\000\005\000\000'; seq -s '' 1 300; } \
        >"$1/sorted"
    for kind in 2 3 4 5; do
        for inner in 0 2 3 5; do
            column='\000\00'$kind'\001\00'$inner'\001'
            { printf '\010'"$column"'\000\001\000'"$usual"; head -c 900 README.md; } \
                >"$1/nested_$kind$inner"
            { printf '\011'"$column$column"'\000\001\001'"$small"
              head -c 1500 ARCHITECTURE.md; } >"$1/nested_small_$kind$inner"
        done
    done
}

# LIKE or GLOB, a seed for cutting, the size of the pattern, the pattern, the values.
seeds_text_match() {
    text='a special case, Special%%requests* of XspecialX and [a-z]\303\251'
    printf '\000\001\000\011%%special%%'"$text$text" >"$1/contains"
    printf '\000\002\000\015%%special%%re_%%'"$text" >"$1/like"
    printf '\001\003\000\016*[^b-]?ec*[]]z'"$text" >"$1/glob"
}

# The size of the name, the name, the pattern or path.
seeds_paths() {
    printf '\005a.b=c*[!]a-z]?/{x,y{z,}}\\*/**/_k=%%20v/' >"$1/pattern"
    printf '\001ayear=2024/k=%%C3%%BC%%4/d=2024-01-31/n=__HIVE_DEFAULT_PARTITION__/f' >"$1/path"
}

# For a column of texts and one of numbers, two pages each: choices, an OffsetIndex, a
# ColumnIndex, Statistics.
seeds_page_index() {
    offsets='\031\054\026\310\001\025\144\026\000\000\026\254\002\025\144'
    offsets=$offsets'\026\024\000\000'
    column='\031\042\002\002\031\050\001a\001b\031\050\001c\001d\025\002\031\046\000\002\000'
    one='\001\000\000\000' two='\002\000\000\000'
    numbers='\031\042\002\001\031\050\004'$one'\000\031\050\004'$two'\000\025\000\000'
    statistics='\066\002\050\001d\030\001a\000'
    printf '\002\001\006\003\023'"$offsets"'\027'"$column"'\011'"$statistics" >"$1/texts"
    printf '\002\001\001\000\023'"$offsets"'\027'"$numbers"'\011'"$statistics" >"$1/numbers"
}

# The size of the metadata, the metadata, the value.
seeds_variant() {
    names='\021\003\000\001\002\004abcc'
    printf '\012'"$names"'\002\003\000\001\002\003\002\000\013\005x\010\003\002\000\001\003\004\014\005' \
        >"$1/object"
    for type in $(seq 0 20); do
        header='\'$(printf %03o $((type * 4)))
        printf '\003\001\000\000'"$header"'\002\000\000\0001234567890123' \
            >"$1/primitive_$type"
    done
    for file in "${PARQUET_VTAB_CORPUS:-../shared/corpus}"/parquet-testing/variant/*.value; do
        [ -f "$file" ] || continue
        metadata=${file%.value}.metadata
        { printf '\'"$(printf %03o "$(wc -c <"$metadata")")"; cat "$metadata" "$file"; } \
            >"$1/$(basename "$file")"
    done
}

seeds_value_text() {
    for what in 0 1 2 3 4 5 6 7 10 11; do
        printf '\0'"$what"'\00312345678901234567890' >"$1/$what"
    done
}

# What to parse, a choice of unit and shape, the text.
seeds_value_from_text() {
    printf '\000\002\0002024-02-29 12:34:56.789012' >"$1/timestamp"
    printf '\000\006\000+012024-02-29T12:34:56.789-01:30' >"$1/timestamp_utc"
    printf '\000\003\00023:59:59.000000001' >"$1/time"
    printf '\000\000\000-000044-03-15' >"$1/date"
    printf '\001\000\000{01234567-89ab-cdef-0123-456789ABCDEF}' >"$1/uuid"
    printf '\001\000\000P14M3DT4.005S' >"$1/interval"
    printf '\001\000\000P1Y2M3W4DT5H6M7.8S' >"$1/duration"
    printf '\002\000\000-9223372036854775808' >"$1/integer"
    printf '\003\000\000-1.7976931348623157e+308' >"$1/double"
    printf '\003\000\000-Infinity' >"$1/infinity"
    printf '\004\045\001-123456789012345678901234567890.123' >"$1/decimal"
    printf '\005\000\000a\303\244\344\270\255\360\237\230\2000123456789abcdef' >"$1/utf8"
    printf '\006\045\0011234567890123456' >"$1/number"
    printf '\007\021\001\232\231\231\231\231\231\271\077' >"$1/real"
}

# A seed for skipping, the text.
# One commit of each kind of column, and the small ones of the corpus.
seeds_delta_log() {
    cat >"$1/commit" <<'END'
{"protocol":{"minReaderVersion":2,"minWriterVersion":5}}
{"metaData":{"id":"t","format":{"provider":"parquet"},"schemaString":"{\"type\":\"struct\",\"fields\":[{\"name\":\"i\",\"type\":\"integer\",\"metadata\":{\"delta.columnMapping.id\":1,\"delta.columnMapping.physicalName\":\"i\"}},{\"name\":\"t\",\"type\":\"string\",\"metadata\":{\"delta.columnMapping.id\":2,\"delta.columnMapping.physicalName\":\"t\"}},{\"name\":\"at\",\"type\":\"timestamp\",\"metadata\":{\"delta.columnMapping.id\":3,\"delta.columnMapping.physicalName\":\"at\"}},{\"name\":\"n\",\"type\":\"decimal(30,2)\",\"metadata\":{\"delta.columnMapping.id\":4,\"delta.columnMapping.physicalName\":\"n\"}},{\"name\":\"d\",\"type\":\"double\",\"metadata\":{\"delta.columnMapping.id\":5,\"delta.columnMapping.physicalName\":\"d\"}}]}","partitionColumns":[],"configuration":{"delta.columnMapping.mode":"id"}}}
{"add":{"path":"p=%2F/a","partitionValues":{"i":"007","t":"x","at":"2024-01-01 00:00:00","n":"1E+2","d":"NaN"},"size":1,"modificationTime":2,"stats":"{\"numRecords\":3,\"minValues\":{\"i\":1,\"t\":\"a\",\"at\":\"2024-01-01T00:00:00.001-08:00\",\"n\":-1.5,\"d\":0.1},\"maxValues\":{\"i\":2,\"t\":\"01234567890123456789012345678901\",\"at\":\"2024-01-01T00:00:00.001Z\",\"n\":2.25,\"d\":0.7},\"nullCount\":{\"i\":0,\"t\":3}}","deletionVector":{"storageType":"u","pathOrInlineDv":"x","offset":1,"sizeInBytes":3,"cardinality":1}}}
{"remove":{"path":"file:///lake/t/a"}}
{"commitInfo":{"timestamp":1,"operation":"WRITE"}}
END
    for folder in $sources; do
        [ -d "$folder" ] && find "$folder" -path '*/_delta_log/*.json' -size -12k
    done | while read -r file; do
        cp "$file" "$1/$(echo "$file" | tail -c 80 | tr / _)"
    done
}

seeds_json_reader() {
    printf '\001{"a":[1,-2.5e3,{"b":null}],"c":"x\\u00e9\\ud83d\\ude00\\n","":{}}' >"$1/object"
    printf '\002 [ true , false , "\303\244\344\270\255 and more text" , 9e999 ] ' >"$1/array"
}

seeds_select_parser() {
    printf '%s' "SELECT DISTINCT a x, t.\"b\", [c], \`d\` FROM main.t AS u WHERE a = 'it''s' AND NOT b IS NOT NULL
        OR c NOT IN (1, -2.5, x'00ff') GROUP BY a, b COLLATE nocase HAVING count(*) > 1
        ORDER BY 2 DESC NULLS LAST, a LIMIT 10 OFFSET 5; -- end" >"$1/clauses"
    printf '%s' "SELECT sum(DISTINCT a) FILTER (WHERE b LIKE '%x' ESCAPE '!'), CAST(a AS DECIMAL(5, 2)) FROM t
        WHERE a NOT BETWEEN b AND ~c || d AND CASE a WHEN 0x1F THEN b ELSE - 9223372036854775808 END" >"$1/operators"
    printf '%s' "SELECT a << 1 >> b & c | d, e IS DISTINCT FROM f /* x */, g GLOB h NOTNULL, (i == j) <> k != l % 3
        FROM t LIMIT 1, 2" >"$1/signs"
}

# Choices, a type, and rows of JSON.
seeds_write_nested() {
    printf '\001LIST<STRUCT<a INT32, b STRING NOT NULL>>\n[{"a":1,"b":"x"},null]\n[]\nnull\n[{"b":""}]' >"$1/list"
    printf '\006MAP<INT16, DECIMAL(30,2)[]> NOT NULL\n{"1":[1.5,null],"-2":[]}\n{}\n{"7":null}' >"$1/map"
    printf '\003STRUCT<d DATE, t TIMESTAMP(ms, UTC), f FLOAT[], "o o" BLOB>\n{"d":"2024-02-29","f":[0.1,9e999],"o o":"00FF"}\n{"t":"2024-02-29 12:00:00"}' >"$1/struct"
    printf '\000VARIANT\n{"a":[1,2.50,"x",{"b":null}]}\n1e300\n"s"' >"$1/variant"
    printf '\002VARIANT<STRUCT<a INT64, b LIST<STRING>, c STRUCT<d DOUBLE>>>\n{"a":1,"b":["x",2],"c":{"d":1.5,"e":0}}\n{"a":"x","z":1}\n[]' >"$1/shredded"
    printf '\370\020LIST<LIST<UUID>>\n[["00112233-4455-6677-8899-aabbccddeeff"],[]]\n[null,[null]]' >"$1/nomem"
}

# Options, schema, and for each leaf levels (definition << 4 | repetition, 15 for the
# maximum) and values: a list of numbers; a list of texts, with a dictionary and then a PLAIN
# page; a map; a Variant with two shredded fields and others.
seeds_nested() {
    printf '\000\001\000\000\001\004\002\001\000\013\000\030\005\360\361\041\020\000%b' \
        '\001\000\000\002\000\000' >"$1/list"
    printf '\001\001\000\000\001\004\002\001\000\000\001\001a\001b\000\003cde%b' \
        '\025\003\360\361\361\044\000\030\003\361\041\360\001x\002yz' >"$1/texts"
    printf '\000\001\000\000\001\006\000\000\000\001\000\013%b%b' \
        '\000\030\003\360\361\000\001a\001b' '\000\030\003\360\041\000\007\000\000' >"$1/map"
    printf '\000\001\000\000\001\010\002\000\000\001\013%b%b%b%b%b' \
        '\000\030\002\360\360\001\001' '\000\030\002\020\360\004' '\000\030\002\040\040' \
        '\000\030\002\360\040\001x' '\000\030\002\040\360\005\000\000' >"$1/object"
}

# A header of 2 blocks; an INT32, a FLOAT16 and a 9-byte decimal, each before a block.
seeds_bloom() {
    block=0123456789abcdef0123456789abcdef
    printf '\000\025\200\001\034\034\000\000\034\034\000\000\034\034\000\000\000' >"$1/header"
    printf '\001\001\000\000\000\000\000\000\000\000\000\000\000\000\0001234'$block >"$1/int32"
    printf '\001\007\001\000\000\000\000\017\000\000\000\000\000\000\00012'$block >"$1/float16"
    printf '\001\007\010\000\000\000\006\000\000\000\000\011\002\000\000123456789'$block \
        >"$1/decimal"
}

# A sound or a changed file, its number, the predicate's seed, the changes.
seeds_predicate() {
    printf '\000\0771234' >"$1/right"
    printf '\001\0771234\020\000\001\377' >"$1/wrong"
}

# Where to cut the geometry, the geometry.
seeds_wkb() {
    xy='01234560abcdefg@' polygon='\001\003\000\000\000\001\000\000\000'
    printf '\003\000\001\001\000\000\000'$xy >"$1/point"
    printf '\003\000\000\000\000\000\001'$xy >"$1/big_endian"
    printf '\003\000\001\001\000\000\340\346\020\000\000'$xy$xy >"$1/ewkb"
    printf '\003\000\000\000\000\003\353'$xy'12345678' >"$1/point_m"
    printf '\003\000'"$polygon"'\002\000\000\000'$xy$xy >"$1/polygon"
    for type in 4 5 6 7 11 12 13 14 17 20; do
        printf '\003\000\001\0'$type'\000\000\000\001\000\000\000'"$polygon"'\002\000\000\000'$xy$xy \
            >"$1/parts_$type"
    done
}

seeds_geo_metadata() {
    box='{"xmin":["b","y"],"xmax":["x"],"ymin":["b","y"],"ymax":["x"]}'
    printf '{"columns":{"g":{"encoding":"WKB"},"h":{}}}' >"$1/column"
    printf '{"columns":{"h":{"covering":{"bbox":%s},"encoding":"WKB"}}}' "$box" >"$1/covering"
    printf '{"version":"1.1.0","columns":{"t":{"encoding":"WKB"},"b":[1,{}],"r":null}}' \
        >"$1/others"
}

# A table of version 2 with all that is read, and one of version 1.
seeds_iceberg_metadata() {
    nested='{"type":"struct","fields":[{"id":4,"name":"d","type":"decimal(20, 2)","initial-default":"1.50"}]}'
    list='{"type":"list","element-id":5,"element":"timestamptz_ns","element-required":true}'
    map='{"type":"map","key-id":6,"key":"string","value-id":7,"value":"fixed[2]"}'
    fields='{"id":1,"name":"a","type":"long","initial-default":7},{"id":2,"name":"s","type":'"$nested"',"initial-default":{}}'
    fields="$fields"',{"id":3,"name":"l","type":'"$list"'},{"id":8,"name":"m","type":'"$map"'}'
    fields="$fields"',{"id":9,"name":"t","type":"time","initial-default":"00:00:01.5"},{"id":10,"name":"u","type":"uuid"}'
    snapshots='{"snapshot-id":1,"timestamp-ms":3,"manifest-list":"s3://b/l","summary":{"operation":"append"}}'
    snapshots="$snapshots"',{"snapshot-id":2,"parent-snapshot-id":1,"timestamp-ms":9,"schema-id":4,"manifests":["x"],"key-id":"k"}'
    names='[{\"field-id\":1,\"names\":[\"b\"],\"fields\":[]}]'
    printf '{"format-version":2,"location":"s3:\/\/b","schemas":[{"schema-id":4,"fields":[%s]}],"current-schema-id":4,%s,%s,%s}' \
        "$fields" '"partition-specs":[{"spec-id":0,"fields":[{"source-id":1,"field-id":1000,"name":"p","transform":"bucket[4]"}]}]' \
        '"current-snapshot-id":2,"snapshots":['"$snapshots"'],"snapshot-log":[{"snapshot-id":1,"timestamp-ms":3}]' \
        '"refs":{"t":{"snapshot-id":1,"type":"tag"}},"properties":{"schema.name-mapping.default":"'"$names"'"}' >"$1/version_2"
    printf '{"format-version":1,"schema":{"fields":[%s]},"partition-spec":[{"source-id":1,"name":"p","transform":"day"}],%s}' \
        "$fields" '"current-snapshot-id":-1,"snapshots":['"$snapshots"']' >"$1/version_1"
}

# Is it a name, a seed for instants; a name, or a file: a first block without transitions, and
# a second one with one; or files of the system.
seeds_time_zone() {
    type='\000\000\000\000\000\000'
    counts='\000\000\000\000\000\000\000\000\000\000\000\000'
    zeros='\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000'
    none="$counts"'\000\000\000\000\000\000\000\001\000\000\000\001'"$type"'\000'
    one="$counts"'\000\000\000\001\000\000\000\001\000\000\000\001'
    one="$one"'\000\000\000\000\100\000\000\000\000'"$type"'\000'
    number=0
    for rule in '' 'EST5EDT,M3.2.0,M11.1.0' 'IST-1GMT0,M10.5.0,M3.5.0/1' \
        'XXX3EDT4,0/0,J365/23' '<+1030>-10:30<+11>-11,60,300/-167:59:59'; do
        number=$((number + 1))
        printf '\000\001\002\003\004TZif2'"$zeros$none"'TZif2'"$zeros$one"'\n'"$rule"'\n' \
            >"$1/rule_$number"
    done
    printf '\000\001\002\003\004TZif\000'"$zeros$none" >"$1/version_1"
    for zone in UTC+05:30 GMT-8 -093015 PST Europe/Paris ../x; do
        number=$((number + 1))
        printf '\001\001\002\003\004%s' "$zone" >"$1/name_$number"
    done
    for zone in Europe/Dublin America/Sao_Paulo Pacific/Apia Etc/GMT+5; do
        [ -f "/usr/share/zoneinfo/$zone" ] || continue
        number=$((number + 1))
        { printf '\000\001\002\003\004'; cat "/usr/share/zoneinfo/$zone"; } >"$1/system_$number"
    done
}

# Which form, whether with an end (5 bytes), a seed; the bitmap (fuzz_roaring.c).
seeds_roaring() {
    few='\073\060\000\000\001\000\000\013\000\002\000\012\000\011\000\036\000\001\000'
    printf '\000\000\000''\321\323\071\144\001\000\000\000\000\000\000\000\000\000\000\000\072\060\000\000\001\000\000\000\000\000\011\000\020\000\000\000\007\000\021\000\033\000\045\000\057\000\071\000\103\000\115\000\127\000\141\000' \
        >"$1/portable"
    printf '\000\000\000''\320\323\071\144\001\000\000\000\023\000\000\000'"$few" >"$1/native"
    printf '\003\000\000\000\001\000\000\000'"$few" >"$1/few_runs"
    printf '\002\000\000''\073\060\004\000\014\000\000\001\000\001\000\000\000\002\000\011\000\003\000\011\000\004\000\000\000\055\000\000\000\061\000\000\000\063\000\000\000\071\000\000\000\077\000\000\000\001\000\003\000\160\021\001\000\000\000\011\000\001\000\000\000\011\000\001\000' \
        >"$1/runs"
}

# Not repaired, the storage, offset + 2, size + 2, cardinality + 1; the file or the text.
seeds_deletion_vector() {
    printf '\001\000\003\046\000\003\000''\001\000\000\000\044\321\323\071\144\001\000\000\000\000\000\000\000\000\000\000\000\072\060\000\000\001\000\000\000\000\000\001\000\020\000\000\000\000\000\011\000\052\147\030\106' \
        >"$1/file"
    printf '\000\003\002\044\000\002\000''\000\000\000\042\321\323\071\144\001\000\000\000\000\000\000\000\000\000\000\000\072\060\000\000\001\000\000\000\000\000\000\000\020\000\000\000\001\000\356\275\205\364' \
        >"$1/blob"
    printf '\001\000\000\000\000\000\000ab^-aqEH.-t@S}K{vb[*k^' >"$1/path"
    printf '\001\002\001\012\000\000\000HelloWorld' >"$1/text"
}

# The size of a URL that redirects, URLs.
seeds_url() {
    printf '\000https://Host:8080/a/b%%20c?x=1' >"$1/url"
    printf '\000s3://bucket/a b/../c' >"$1/bucket"
    printf '\027https://host/a/../b/c?d../x/./y?z#f' >"$1/redirect"
}

# Where the answer is cut, the answer.
seeds_s3_answers() {
    root='ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"'
    object='<Key>a&amp;b</Key><Size>1</Size><ETag>&quot;e&#x22;</ETag>'
    {
        printf '\000\000<?xml version="1.0"?>'
        printf %s "<$root><IsTruncated>true</IsTruncated><EncodingType>url</EncodingType>" \
            "<NextContinuationToken>t</NextContinuationToken><Contents>$object" \
            '<LastModified>2009-10-12T17:50:30.500Z</LastModified></Contents>' \
            '<CommonPrefixes><Prefix>c%2B/</Prefix></CommonPrefixes></ListBucketResult>'
    } >"$1/listing"
    printf '\000\000<Error><Code>A</Code><Message><![CDATA[m]]></Message></Error>' >"$1/error"
    printf '\000\000%s<UploadId>u</UploadId></%s>' '<InitiateMultipartUploadResult>' \
        InitiateMultipartUploadResult >"$1/upload"
}

seeds_aws_profile() {
    printf '\001[default]\nregion = r ; c\ns3 =\n  x = y\n[profile "a b"]\n' >"$1/config"
    printf '\000# c\r\n[default]\r\n aws_access_key_id=i\r\n sso_session=s\r\n' >"$1/keys"
}

# The form, a seed, how many records or pairs; of records the codec, the size of the schema
# and the schema; then the records, or the file.
seeds_avro() {
    schema='{"type":"record","name":"r","fields":[{"name":"a","field-id":1,"type":["null","string"]},{"name":"b","field-id":2,"type":{"type":"array","element-id":3,"items":{"type":"map","key-id":4,"value-id":5,"values":"double"}}}]}'
    records='\002\006abc\002\002\002k12345678\000\000\000\000'
    for codec in 0 1 2 3; do
        { printf '\001\007\003\002\0'$codec'\'"$(printf %03o ${#schema})"'\000%s' "$schema"
          case $codec in
          0) printf "$records" ;;
          1) printf '\001\025\000\352\377'"$records" ;;
          2) printf '\025\120'"$records"'\371\274\360\314' ;;
          3) printf '\050\265\057\375\040\025\251\000\000'"$records" ;;
          esac; } >"$1/records.$codec"
    done
    metrics='\000\002\002\002\012\000\002\002\002\000\000\000\002\002\002\010\001\000\000\000\000\002\002\002\010\002\000\000\000\000'
    partition='\002\016\002\004ab'
    file='\004ab\016PARQUET'"$partition"'\012'"$metrics"
    printf '\002\001\002\002''\002\000\000\000'"$file"'\000\000\000\000\000\000''\000\002\002\002\002\000'"$file"'\000\000\000\000\000\000' \
        >"$1/data"
    vector='\004dv\014PUFFIN'"$partition"'\012\000\000\000\000\000\000\000\000\000\002\004ab\002\010\002\170'
    equal='\004eq\006orc'"$partition"'\012\000\000\000\000\000\000\000\002\002\002\000\000\000\000\000'
    printf '\002\002\002\002''\002\000\002\004\002'"$vector"'\002\000\002\004\004'"$equal" \
        >"$1/deletes"
    printf '\003\003\004\002''\004m1\002\000\006\004\000\002\012''\004m2\000\002\010\006\000\000' >"$1/list"
    for file in "${PARQUET_VTAB_CORPUS:-../shared/corpus}"/lakes/tables/iceberg/impala/*/metadata/*.avro; do
        [ -f "$file" ] || continue
        { printf '\000\001\002\000'; cat "$file"; } >"$1/$(basename "$file")"
    done
}

passed=0 failed=0
for fuzzer in "$@"; do
    name=$(basename "$fuzzer")
    what=${name#fuzz_}
    if [ "$what" = snappy ] && ! ldd "$fuzzer" | grep -q libsnappy; then
        echo "skipped: $name: libsnappy is not installed"
        continue
    fi
    seeds=$out/seeds/$name corpus=$out/corpus/$name log=$out/log/$name
    rm -rf "$seeds"
    mkdir -p "$seeds" "$corpus"
    "seeds_$what" "$seeds"
    case $what in
    file | check | orc_file | orc_check) most=60000 ;;
    metadata | orc_tail | avro) most=20000 ;;
    *) most=4096 ;;
    esac
    if "$fuzzer" -max_total_time="$seconds" -rss_limit_mb=3000 -timeout=10 \
        -max_len="$most" -print_final_stats=1 \
        -artifact_prefix="$out/artifacts/$name-" "$corpus" "$seeds" >"$log" 2>&1; then
        passed=$((passed + 1))
        runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
        speed=$(sed -n 's/^stat::average_exec_per_sec: *//p' "$log")
        covered=$(grep -o ' cov: [0-9]*' "$log" | tail -n 1)
        echo "$name: $runs inputs, $speed per second,$covered"
    else
        failed=$((failed + 1))
        echo "FAILED: $name: $(grep -m 1 -E 'REQUIRE|ERROR|runtime error' "$log")"
        sed -n 's/^artifact_prefix=.*written to /    /p' "$log"
        echo "    log: $log"
    fi
done
echo "fuzz: $passed passed, $failed failed"
[ "$failed" -eq 0 ]
