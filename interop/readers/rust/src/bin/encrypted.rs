// SPDX-License-Identifier: MIT
//! Copies Parquet files with arrow-rs, which decrypts what it reads and encrypts what it writes.
//!
//! Each line of the standard input has fields NAME=VALUE between tabs, as encrypted_programs.py
//! writes them; the answer is a line: "ok", or "error: " and why.  Bytes are in hexadecimal.
//!
//!     from, to                      paths
//!     footer_key, column_key        to read with: KEY, and KEY:PATH for each column
//!     aad_prefix
//!     to_footer_key, to_column_key  to write with: KEY:METADATA, and KEY:METADATA:PATH
//!     to_aad_prefix, store_aad_prefix, plaintext_footer
//!     group_rows, page_rows, dictionary, version, codec, bloom
//!
//! The rows are read twice, the second time in parts with the page index.  Bloom filters are left
//! alone: this version of arrow-rs neither encrypts nor decrypts them.

use std::collections::HashMap;
use std::fs::File;
use std::io::BufRead;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use arrow_array::RecordBatch;
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_reader::{
    ArrowReaderOptions, ParquetRecordBatchReaderBuilder, RowSelection, RowSelector,
};
use parquet::basic::{Compression, ZstdLevel};
use parquet::encryption::decrypt::FileDecryptionProperties;
use parquet::encryption::encrypt::FileEncryptionProperties;
use parquet::file::metadata::PageIndexPolicy;
use parquet::file::properties::{EnabledStatistics, WriterProperties, WriterVersion};

type Failure = Box<dyn std::error::Error>;
type Builder = ParquetRecordBatchReaderBuilder<File>;

/// The fields of a line; a name may occur more than once.
struct Request(HashMap<String, Vec<String>>);

impl Request {
    fn new(line: &str) -> Self {
        let mut fields: HashMap<String, Vec<String>> = HashMap::new();
        for field in line.split('\t') {
            let (name, value) = field.split_once('=').expect("NAME=VALUE");
            fields.entry(name.to_string()).or_default().push(value.to_string());
        }
        Self(fields)
    }

    fn all(&self, name: &str) -> &[String] {
        self.0.get(name).map_or(&[], |values| values.as_slice())
    }

    fn get(&self, name: &str) -> Option<&str> {
        self.all(name).first().map(|value| value.as_str())
    }

    fn is(&self, name: &str) -> bool {
        self.get(name) == Some("true")
    }

    fn number(&self, name: &str) -> Result<usize, Failure> {
        Ok(self.get(name).ok_or(format!("no {name}"))?.parse()?)
    }
}

fn bytes(hexadecimal: &str) -> Result<Vec<u8>, Failure> {
    let digits = |i| u8::from_str_radix(&hexadecimal[i..i + 2], 16);
    Ok((0..hexadecimal.len()).step_by(2).map(digits).collect::<Result<_, _>>()?)
}

/// KEY:METADATA or KEY:METADATA:PATH; without metadata, None.
fn key_and_metadata(text: &str) -> Result<(Vec<u8>, Option<Vec<u8>>, &str), Failure> {
    let mut parts = text.splitn(3, ':');
    let key = bytes(parts.next().unwrap_or(""))?;
    let metadata = parts.next().filter(|m| !m.is_empty()).map(bytes).transpose()?;
    Ok((key, metadata, parts.next().unwrap_or("")))
}

fn decryption(request: &Request) -> Result<Option<Arc<FileDecryptionProperties>>, Failure> {
    let Some(footer_key) = request.get("footer_key") else { return Ok(None) };
    let mut builder = FileDecryptionProperties::builder(bytes(footer_key)?);
    for column in request.all("column_key") {
        let (key, path) = column.split_once(':').ok_or("no path")?;
        builder = builder.with_column_key(path, bytes(key)?);
    }
    if let Some(prefix) = request.get("aad_prefix") {
        builder = builder.with_aad_prefix(bytes(prefix)?);
    }
    Ok(Some(builder.build()?))
}

fn encryption(request: &Request) -> Result<Option<Arc<FileEncryptionProperties>>, Failure> {
    let Some(footer_key) = request.get("to_footer_key") else { return Ok(None) };
    let (key, metadata, _) = key_and_metadata(footer_key)?;
    let mut builder = FileEncryptionProperties::builder(key)
        .with_plaintext_footer(request.is("plaintext_footer"));
    if let Some(metadata) = metadata {
        builder = builder.with_footer_key_metadata(metadata);
    }
    for column in request.all("to_column_key") {
        builder = match key_and_metadata(column)? {
            (key, Some(metadata), path) => builder.with_column_key_and_metadata(path, key, metadata),
            (key, None, path) => builder.with_column_key(path, key),
        };
    }
    if let Some(prefix) = request.get("to_aad_prefix") {
        builder = builder
            .with_aad_prefix(bytes(prefix)?)
            .with_aad_prefix_storage(request.is("store_aad_prefix"));
    }
    Ok(Some(builder.build()?))
}

fn writer_properties(request: &Request) -> Result<WriterProperties, Failure> {
    let codec = match request.get("codec") {
        Some("snappy") => Compression::SNAPPY,
        Some("zstd") => Compression::ZSTD(ZstdLevel::default()),
        _ => Compression::UNCOMPRESSED,
    };
    let version = match request.get("version") {
        Some("2") => WriterVersion::PARQUET_2_0,
        _ => WriterVersion::PARQUET_1_0,
    };
    let page_rows = request.number("page_rows")?;
    let mut builder = WriterProperties::builder()
        .set_compression(codec)
        .set_writer_version(version)
        .set_dictionary_enabled(request.is("dictionary"))
        .set_statistics_enabled(EnabledStatistics::Page)
        .set_max_row_group_row_count(Some(request.number("group_rows")?))
        .set_data_page_row_count_limit(page_rows)
        .set_write_batch_size(page_rows);
    if request.is("bloom") {
        builder = builder.set_bloom_filter_enabled(true).set_bloom_filter_max_ndv(100);
    }
    if let Some(properties) = encryption(request)? {
        builder = builder.with_file_encryption_properties(properties);
    }
    Ok(builder.build())
}

fn builder(request: &Request) -> Result<Builder, Failure> {
    let mut options = ArrowReaderOptions::new().with_page_index_policy(PageIndexPolicy::Optional);
    if let Some(properties) = decryption(request)? {
        options = options.with_file_decryption_properties(properties);
    }
    let file = File::open(request.get("from").ok_or("no from")?)?;
    Ok(Builder::try_new_with_options(file, options)?)
}

/// All rows that the builder selects, in at most one batch.
fn read(builder: Builder, rows: usize) -> Result<Option<RecordBatch>, Failure> {
    let mut reader = builder.with_batch_size(rows.max(1)).build()?;
    let batch = reader.next().transpose()?;
    match reader.next() {
        None => Ok(batch),
        Some(_) => Err("more rows than there are".into()),
    }
}

/// Every third group of five rows, found by way of the page index, is the same as in the whole.
fn check_parts(request: &Request, whole: &RecordBatch) -> Result<(), Failure> {
    let (rows, mut at, mut parts, mut selectors) = (whole.num_rows(), 0, vec![], vec![]);
    while at < rows {
        let n = 5.min(rows - at);
        if at / 5 % 3 == 1 {
            parts.push((at, n));
            selectors.push(RowSelector::select(n));
        } else {
            selectors.push(RowSelector::skip(n));
        }
        at += n;
    }
    let builder = builder(request)?.with_row_selection(RowSelection::from(selectors));
    let selected = read(builder, rows)?;
    let mut done = 0;
    for (start, n) in parts {
        let found = selected.as_ref().ok_or("no rows selected")?.slice(done, n);
        if found != whole.slice(start, n) {
            return Err(format!("rows {start} to {} differ when selected", start + n).into());
        }
        done += n;
    }
    Ok(())
}

fn copy(request: &Request) -> Result<(), Failure> {
    let reader = builder(request)?;
    let rows = reader.metadata().file_metadata().num_rows() as usize;
    let schema = reader.schema().clone();
    let whole = read(reader, rows)?;
    if let Some(whole) = &whole {
        check_parts(request, whole)?;
    }
    let output = File::create(request.get("to").ok_or("no to")?)?;
    let mut writer = ArrowWriter::try_new(output, schema, Some(writer_properties(request)?))?;
    if let Some(whole) = &whole {
        writer.write(whole)?;
    }
    writer.close()?;
    Ok(())
}

fn main() {
    std::panic::set_hook(Box::new(|_| ()));
    for line in std::io::stdin().lock().lines() {
        let request = Request::new(&line.expect("lines of UTF-8"));
        match catch_unwind(AssertUnwindSafe(|| copy(&request))) {
            Ok(Ok(())) => println!("ok"),
            Ok(Err(error)) => println!("error: {}", error.to_string().replace('\n', " ")),
            Err(_) => println!("error: panic"),
        }
    }
}
