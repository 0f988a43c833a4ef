# SPDX-License-Identifier: MIT
# A formula for Homebrew.  Never tried: it was written without a Mac.  For a release, set the
# url and its sha256.
class ParquetVtab < Formula
  desc "SQLite extension that reads Parquet and ORC files as tables"
  homepage "https://example.org/parquet_vtab"
  url "https://example.org/parquet_vtab-0.1.0.tar.gz"
  sha256 "0000000000000000000000000000000000000000000000000000000000000000"
  license "MIT"

  depends_on "pkgconf" => :build
  depends_on "brotli"
  depends_on "libdeflate"
  depends_on "lz4"
  depends_on "openssl@3"
  depends_on "sqlite" # the system's cannot load extensions
  depends_on "xxhash" => :build
  depends_on "zstd"

  uses_from_macos "zlib"

  def install
    packages = %w[libbrotlidec libbrotlienc libdeflate liblz4 libzstd libxxhash sqlite3]
    cflags = Utils.safe_popen_read("pkg-config", "--cflags", *packages).chomp
    ldflags = Utils.safe_popen_read("pkg-config", "--libs-only-L", *packages).chomp
    system "make", "install", "PREFIX=#{prefix}", "CC=#{ENV.cc}", "CFLAGS=-O2 #{cflags} #{ldflags}"
  end

  test do
    query = "SELECT parquet_write('one.parquet', 'SELECT 42 AS n'); CREATE VIRTUAL TABLE temp.one USING parquet('one.parquet'); SELECT n FROM one;"
    output = pipe_output("#{Formula["sqlite"].opt_bin}/sqlite3 :memory:",
                         ".load #{lib}/sqlite3/parquet_vtab\n#{query}\n")
    assert_match "42", output
  end
end
