#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Makes a Debian package of the extension as `make` has built it, with the libraries of the
# distribution, and loads the extension out of it.  `make deb` calls it.
#
#     dist/deb.sh parquet_vtab.so       build/dist/libsqlite3-ext-parquet_VERSION_MACHINE.deb
#
# Needs dpkg-dev, for the names of the packages that have the libraries.
set -eu

cd "$(dirname "$0")/.."
library=$1
name=libsqlite3-ext-parquet
version=$(sed -n 's/^#define PARQUET_VTAB_VERSION "\(.*\)"/\1/p' src/version.h)
machine=$(dpkg --print-architecture)
work=build/dist/deb
tree=$work/$name
package=build/dist/${name}_${version}_$machine.deb
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || echo 0)}

rm -rf "$work"
mkdir -p "$work/debian" "$tree/DEBIAN" "$tree/usr/share/doc/$name"
${MAKE:-make} -s install DESTDIR="$tree" PREFIX=/usr
# Where the dynamic linker looks, so that `.load parquet_vtab` finds it.
triplet=$(dpkg-architecture -q DEB_HOST_MULTIARCH)
mkdir -p "$tree/usr/lib/$triplet"
ln -s "../sqlite3/$(basename "$library")" "$tree/usr/lib/$triplet/"
cp README.md SECURITY.md "$tree/usr/share/doc/$name/"
cp -r docs "$tree/usr/share/doc/$name/"
gzip -9n <CHANGELOG.md >"$tree/usr/share/doc/$name/changelog.gz"
{
    printf 'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n\n'
    printf 'Files: *\nCopyright: %s\nLicense: MIT\n' "$(sed -n 's/^Copyright (c) //p' LICENSE)"
    sed -n '/^Permission/,$ { s/^$/./; s/^/ /; p }' LICENSE
} >"$tree/usr/share/doc/$name/copyright"

# dpkg-shlibdeps wants to be called in a source package.
printf 'Source: %s\n\nPackage: %s\nArchitecture: any\n' "$name" "$name" >"$work/debian/control"
depends=$(cd "$work" && dpkg-shlibdeps -O -e"$name/usr/lib/sqlite3/$(basename "$library")" |
    sed -n 's/^shlibs:Depends=//p')
# libcrypto is loaded when a file is encrypted.
cat >"$tree/DEBIAN/control" <<CONTROL
Package: $name
Version: $version
Architecture: $machine
Maintainer: the authors of parquet_vtab <parquet_vtab@localhost>
Installed-Size: $(du -sk "$tree" | cut -f 1)
Depends: $depends
Recommends: libssl3
Enhances: sqlite3
Section: database
Priority: optional
Description: SQLite extension that reads Parquet and ORC files as tables
 Queries of Parquet and ORC files read only what they need, and write their
 results as Parquet files. In the sqlite3 shell:
 .load parquet_vtab
CONTROL
(cd "$tree" && find usr -type f -print0 | sort -z | xargs -0 md5sum >DEBIAN/md5sums)
find "$tree" -newermt "@$SOURCE_DATE_EPOCH" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
dpkg-deb --root-owner-group --build "$tree" "$package" >/dev/null

# What is in the package must load, and read a file.
rm -rf "$work/unpacked"
dpkg -x "$package" "$work/unpacked"
rows=$(LD_LIBRARY_PATH=$PWD/$work/unpacked/usr/lib/$triplet sqlite3 :memory: '.load parquet_vtab' \
    "SELECT count(*) > 0 FROM read_parquet('testdata/trips.parquet')")
[ "$rows" = 1 ] || { echo 'deb: 0 passed, 1 failed'; exit 1; }
echo "$package: $(wc -c <"$package") bytes, needs $depends"
echo 'deb: 1 passed, 0 failed'
