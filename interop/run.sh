#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Compares random files of other Parquet writers with what other readers read; queries others
# with and without pushdown and as ordinary tables (differential.py); reads folders of other
# writers (folder_checks.py); writes random tables with parquet_write(), which all available
# readers then read (write_checks.py); and does both with encryption (encrypted_checks.py).  Reads
# random ORC files, and damaged ones (orc_checks.py); reads and writes buckets (bucket_checks.py).
#
#     interop/run.sh [--seed N] [--files N] [--only I] [FILE...]
#
#   --seed N    the seed, which is printed; the same seed makes the same files
#   --files N   the number of random files of each part
#   --only I    only the I-th file of the first part; leaves out the other parts
#   --spark     also Delta and Iceberg tables of Spark, which takes minutes
#   --lakes     only Delta and Iceberg tables
#   FILE...     check these files instead of random ones; those of ORC end in .orc
#
# Needs /usr/bin/python3 with venv (package python3-venv); pyarrow, duckdb, polars, fastparquet
# and geopandas come from the package registry into build/interop/venv.  With
# Maven or Cargo, parquet-java and arrow-rs also write the files of testdata/make, and
# parquet-java writes random records of schemas that no other writer still makes
# (random_messages.py); they and, with npm, hyparquet read what parquet_write() has written.  With
# Maven, ORC's Java library writes a third of the ORC files, pyarrow the others.  A file that is
# not read correctly is kept in build/interop/failed.
#
# Environment: WITHOUT_RUST (1: not arrow-rs), WRITE_FILES (the number of tables to write, 60),
# ENCRYPTED_FILES (of encrypted files of each writer, 20), EXTENSION (./parquet_vtab.so), INTEROP_PACKAGES (what pip installs
# instead of the versions of testdata/make/requirements.txt: "pyarrow duckdb polars fastparquet
# geopandas cryptography").
set -u

called_from=$PWD
cd "$(dirname "$0")/.." || exit 2
. interop/environment.sh

# made NAME SOURCE COMMAND...: runs COMMAND, which writes files into build/interop/NAME, once
# for each state of its SOURCE.
made() {
    local name=$1 source=$2 folder=$work/$1
    shift 2

    if [ ! -e "$folder/done" ] || [ "$source" -nt "$folder/done" ]; then
        rm -rf "$folder"
        mkdir -p "$folder" "build/testdata/$name"
        if ! "$@" >"$work/$name.log" 2>&1; then
            echo "skipped: $name: $(tail -n 1 "$work/$name.log")"
            skipped=$((skipped + 1))
            return
        fi
        touch "$folder/done"
    fi
    folders+=(--folder "$folder")
}

# Whether arrow-rs takes part.  Compiling it takes ten minutes.
has_rust() {
    [ -z "${WITHOUT_RUST:-}" ] && command -v cargo >/dev/null
}

make_java() {
    mvn --quiet --batch-mode --file testdata/make/java/pom.xml \
        -Dbuild.folder="$PWD/build/testdata/java" compile exec:java -Dexec.args="$work/java"
}

make_rust() {
    cp -r testdata/make/rust/. build/testdata/rust &&
        cargo run --quiet --release --manifest-path build/testdata/rust/Cargo.toml -- "$work/rust"
}

# reader NAME SOURCE COMMAND...: runs COMMAND, which builds in build/interop/readers/NAME, once
# for each state of its SOURCE, a file or a folder; fails if it cannot.
reader() {
    local name=$1 source=$2 folder=$work/readers/$1
    shift 2

    [ -e "$folder/done" ] && [ -z "$(find "$source" -newer "$folder/done")" ] && return
    mkdir -p "$folder"
    if ! "$@" "$folder" >"$work/readers/$name.log" 2>&1; then
        echo "skipped: reader $name: $(tail -n 1 "$work/readers/$name.log")"
        return 1
    fi
    touch "$folder/done"
}

build_java_reader() {
    mvn --quiet --batch-mode --file interop/readers/java/pom.xml -Dbuild.folder="$1" compile \
        dependency:build-classpath -Dmdep.outputFile="$1/classpath"
}

build_orc_writer() {
    mvn --quiet --batch-mode --file interop/readers/orc/pom.xml -Dbuild.folder="$1" compile \
        dependency:build-classpath -Dmdep.outputFile="$1/classpath"
}

build_rust_reader() {
    cp -r interop/readers/rust/. "$1" &&
        cargo build --quiet --release --manifest-path "$1/Cargo.toml"
}

install_node_reader() {
    echo '{"private": true}' >"$1/package.json" &&
        (cd "$1" && npm install --silent --no-audit --no-fund hyparquet@1.31.5 \
            hyparquet-compressors@1.1.2)
}

# Puts the options for the available readers into the arrays readers and copiers.
find_readers() {
    local folder=$work/readers

    if command -v mvn >/dev/null && command -v java >/dev/null &&
        reader java interop/readers/java build_java_reader; then
        java="java -cp $folder/java/classes:$(cat "$folder/java/classpath")"
        readers+=(--java "$java ReadParquet")
        copiers+=(--java "$java CopyEncrypted")
        writer=(--java-writer "$java WriteRecords")
    fi
    if command -v mvn >/dev/null && command -v java >/dev/null &&
        reader orc interop/readers/orc build_orc_writer; then
        java="java -cp $folder/orc/classes:$(cat "$folder/orc/classpath")"
        orc_writer=(--java-writer "$java WriteOrc")
    fi
    if has_rust &&
        reader rust interop/readers/rust build_rust_reader; then
        readers+=(--rust "$folder/rust/target/release/readers")
        copiers+=(--rust "$folder/rust/target/release/encrypted")
    fi
    if command -v node >/dev/null && command -v npm >/dev/null &&
        reader node interop/run.sh install_node_reader; then
        readers+=(--node "$folder/node")
    fi
}

# Spark also reads and writes folders, where there is Java.
install_spark() {
    command -v java >/dev/null || return
    "$python" -c 'import pyspark' 2>/dev/null && return
    "$python" -m pip --require-virtualenv install --quiet pyspark==4.3.0 \
        >"$work/spark.log" 2>&1 || echo "skipped: pip install pyspark: $(tail -n 1 "$work/spark.log")"
}

# Spark 4.0 with Delta and Iceberg, which is not the one that writes folders.
install_lake_writer() {
    mvn --quiet --batch-mode --file interop/readers/lakes/pom.xml dependency:copy-dependencies \
        -DexcludeTransitive=true -DoutputDirectory="$1/jars" &&
        "$python" -m pip --require-virtualenv install --quiet --upgrade --target "$1/python" \
            pyspark==4.0.1
}

# check_lakes OPTION...
check_lakes() {
    local folder=$work/readers/lakes

    install_lakes || return 0
    if [ -n "$with_spark" ] && ! command -v mvn >/dev/null; then
        echo "skipped: lakes of Spark: no Maven"
    elif [ -n "$with_spark" ] && reader lakes interop/readers/lakes install_lake_writer; then
        export LAKE_JARS=$folder/jars PYTHONPATH=$folder/python
    fi
    "$python" -W ignore interop/lake_checks.py --extension "$extension" "$@" \
        2> >(grep -v ' WARN \|log4j\|setLogLevel' >&2)
}

# check_buckets OPTION...: the folders and lake tables of a bucket.
check_buckets() {
    install_lakes || return 0
    "$python" -W ignore interop/bucket_checks.py --extension "$extension" "$@"
}

folders=()
readers=()
copiers=()
writer=()
orc_writer=()
orc_files=()
skipped=0
has_files=
options=()
with_spark=
if [ "${1:-}" = --lakes ]; then
    shift
    [ "${1:-}" = --spark ] && with_spark=1 && shift
    install_packages
    check_lakes "$@"
    exit
fi
while [ $# -gt 0 ]; do
    case $1 in
    --spark) with_spark=1 && shift ;;
    --seed | --files | --only) options+=("$1" "${2:-}") && shift $(($# < 2 ? 1 : 2)) ;;
    -*) options+=("$1") && shift ;;
    /*.orc) orc_files+=("$1") && shift ;;
    *.orc) orc_files+=("$called_from/$1") && shift ;;
    /*) options+=("$1") && has_files=1 && shift ;;
    *) options+=("$called_from/$1") && has_files=1 && shift ;;
    esac
done

install_packages
if [ ${#orc_files[@]} -gt 0 ]; then
    "$python" interop/orc_checks.py --extension "$extension" "${orc_files[@]}"
    exit
fi
case " ${options[*]:-} " in *" --only"*) has_files=1 ;; esac
if [ -z "$has_files" ]; then
    if command -v mvn >/dev/null && command -v java >/dev/null; then
        made java testdata/make/java/ParquetJavaFiles.java make_java
    else
        echo "skipped: java: no Maven"
        skipped=$((skipped + 1))
    fi
    if has_rust; then
        made rust testdata/make/rust/src/main.rs make_rust
    else
        echo "skipped: rust: no Cargo, or not its turn"
        skipped=$((skipped + 1))
    fi
    find_readers
    install_spark
fi
# compare_files; check_writes: the parts, which need not wait for each other.
compare_files() {
    local status=0
    "$python" interop/interop.py --extension "$extension" --skipped "$skipped" \
        ${writer[@]+"${writer[@]}"} ${folders[@]+"${folders[@]}"} ${options[@]+"${options[@]}"} || status=1
    [ -z "$has_files" ] || return $status
    "$python" interop/differential.py --extension "$extension" --folder testdata \
        ${folders[@]+"${folders[@]}"} ${options[@]+"${options[@]}"} || status=1
    return $status
}

check_writes() {
    local status=0
    "$python" interop/folder_checks.py --extension "$extension" \
        ${options[@]+"${options[@]}"} || status=1
    "$python" interop/write_checks.py --extension "$extension" \
        ${readers[@]+"${readers[@]}"} ${options[@]+"${options[@]}"} || status=1
    "$python" interop/encrypted_checks.py --extension "$extension" \
        ${copiers[@]+"${copiers[@]}"} ${options[@]+"${options[@]}"} || status=1
    "$python" interop/orc_checks.py --extension "$extension" \
        ${orc_writer[@]+"${orc_writer[@]}"} ${options[@]+"${options[@]}"} || status=1
    check_lakes ${options[@]+"${options[@]}"} || status=1
    check_buckets ${options[@]+"${options[@]}"} || status=1
    return $status
}

if [ -n "$has_files" ]; then
    compare_files
    exit
fi
check_writes >"$work/check_writes.log" 2>&1 &
compare_files
status=$?
wait $! || status=1
cat "$work/check_writes.log"
exit $status
