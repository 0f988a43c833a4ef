// SPDX-License-Identifier: MIT
//! Writes the tables of tables.txt (tables.py) with a version of the crate parquet:
//! TABLES FOLDER.  Before version 16 the writers are traits (feature "traits").  What the crate
//! refuses is a line in FOLDER/refused.
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::Arc;

use parquet::basic::{Compression, Encoding};
use parquet::column::writer::ColumnWriter;
use parquet::data_type::{ByteArray, FixedLenByteArray};
use parquet::file::properties::{WriterProperties, WriterVersion};
use parquet::file::writer::SerializedFileWriter;
#[cfg(feature = "traits")]
use parquet::file::writer::FileWriter;
use parquet::schema::parser::parse_message_type;

struct Column {
    name: String,
    kind: String,
    values: Vec<String>,
}

struct Table {
    name: String,
    rows: usize,
    columns: Vec<Column>,
}

fn digits(kind: &str) -> Vec<usize> {
    let words = kind.split(|c: char| !c.is_ascii_digit());
    words.filter(|w| !w.is_empty()).map(|w| w.parse().unwrap()).collect()
}

fn declared(column: &Column) -> String {
    let (name, kind) = (&column.name, column.kind.as_str());
    if kind.starts_with("decimal") {
        let found = digits(kind);
        let physical = match found[0] {
            0..=9 => "INT32",
            10..=18 => "INT64",
            _ => "FIXED_LEN_BYTE_ARRAY (16)",
        };
        return format!("OPTIONAL {} {} (DECIMAL({},{}));", physical, name, found[0], found[1]);
    }
    if kind.starts_with("int") || kind.starts_with("uint") {
        let bits = digits(kind)[0];
        let sign = if kind.starts_with('u') { "UINT" } else { "INT" };
        let physical = if bits == 64 { "INT64" } else { "INT32" };
        return format!("OPTIONAL {} {} ({}_{});", physical, name, sign, bits);
    }
    let (physical, converted) = match kind {
        "bool" => ("BOOLEAN", ""),
        "float" => ("FLOAT", ""),
        "double" => ("DOUBLE", ""),
        "binary" => ("BYTE_ARRAY", ""),
        "text" => ("BYTE_ARRAY", " (UTF8)"),
        "fixed(4)" => ("FIXED_LEN_BYTE_ARRAY (4)", ""),
        "date" => ("INT32", " (DATE)"),
        "time_ms" => ("INT32", " (TIME_MILLIS)"),
        "time_us" => ("INT64", " (TIME_MICROS)"),
        "timestamp_ms" => ("INT64", " (TIMESTAMP_MILLIS)"),
        "timestamp_us_utc" => ("INT64", " (TIMESTAMP_MICROS)"),
        _ => panic!("no such column: {}", kind),
    };
    format!("OPTIONAL {} {}{};", physical, name, converted)
}

fn integer(word: &str) -> i64 {
    word.parse::<u64>().map(|n| n as i64).unwrap_or_else(|_| word.parse().unwrap())
}

/// The bytes of a hexadecimal word, or of a decimal.
fn bytes(word: &str) -> Vec<u8> {
    if !word.starts_with('x') {
        return word.parse::<i128>().unwrap().to_be_bytes().to_vec();
    }
    (1..word.len()).step_by(2).map(|i| u8::from_str_radix(&word[i..i + 2], 16).unwrap()).collect()
}

/// Writes a column chunk in batches, after which pages end if they are large enough.
fn write_chunk(writer: &mut ColumnWriter, words: &[String], batch: usize) {
    macro_rules! write {
        ($writer:expr, $parse:expr) => {
            for part in words.chunks(batch) {
                let levels: Vec<i16> = part.iter().map(|w| (w != "~") as i16).collect();
                let values: Vec<_> = part.iter().filter(|w| *w != "~").map($parse).collect();
                $writer.write_batch(&values, Some(&levels), None).unwrap();
            }
        };
    }
    match writer {
        ColumnWriter::BoolColumnWriter(w) => write!(w, |s| s == "1"),
        ColumnWriter::Int32ColumnWriter(w) => write!(w, |s| integer(s) as i32),
        ColumnWriter::Int64ColumnWriter(w) => write!(w, |s| integer(s)),
        ColumnWriter::FloatColumnWriter(w) => write!(w, |s| s.parse::<f32>().unwrap()),
        ColumnWriter::DoubleColumnWriter(w) => write!(w, |s| s.parse::<f64>().unwrap()),
        ColumnWriter::ByteArrayColumnWriter(w) => write!(w, |s| ByteArray::from(bytes(s))),
        ColumnWriter::FixedLenByteArrayColumnWriter(w) => {
            write!(w, |s| FixedLenByteArray::from(ByteArray::from(bytes(s))))
        }
        _ => panic!("no such column"),
    }
}

fn write_file(table: &Table, path: &str, properties: WriterProperties, groups: usize, batch: usize) {
    let fields: String = table.columns.iter().map(declared).collect();
    let schema = Arc::new(parse_message_type(&format!("message t {{ {} }}", fields)).unwrap());
    let file = File::create(path).unwrap();
    let mut writer = SerializedFileWriter::new(file, schema, Arc::new(properties)).unwrap();
    for start in (0..table.rows).step_by(groups) {
        let end = table.rows.min(start + groups);
        let mut group = writer.next_row_group().unwrap();
        for column in &table.columns {
            let mut chunk = group.next_column().unwrap().unwrap();
            #[cfg(feature = "traits")]
            {
                write_chunk(&mut chunk, &column.values[start..end], batch);
                group.close_column(chunk).unwrap();
            }
            #[cfg(not(feature = "traits"))]
            {
                write_chunk(chunk.untyped(), &column.values[start..end], batch);
                chunk.close().unwrap();
            }
        }
        #[cfg(feature = "traits")]
        writer.close_row_group(group).unwrap();
        #[cfg(not(feature = "traits"))]
        group.close().unwrap();
    }
    writer.close().unwrap();
}

fn attempt(table: &Table, folder: &str, variant: &str) {
    let part = format!("{}/{}.{}.part", folder, table.name, variant);
    let (groups, batch) = match variant {
        "default" => (1 << 20, 1024),
        "groups" => (table.rows / 4, 1024),
        _ => (table.rows / 4, table.rows / 32),
    };
    let mut builder = WriterProperties::builder().set_compression(Compression::UNCOMPRESSED);
    if batch < 1024 {
        builder = builder.PAGE_SIZE(std::cmp::max(8, table.rows / 8)).set_write_batch_size(batch);
    }
    if variant == "plain" {
        builder = builder.set_dictionary_enabled(false).set_encoding(Encoding::PLAIN);
    }
    if variant == "v2" {
        builder = builder.set_writer_version(WriterVersion::PARQUET_2_0);
    }
    let properties = builder.build();
    let written = catch_unwind(AssertUnwindSafe(|| {
        write_file(table, &part, properties, groups, batch)
    }));
    if let Err(why) = written {
        let why = why.downcast_ref::<String>().map(String::as_str)
            .or_else(|| why.downcast_ref::<&str>().copied()).unwrap_or("it panicked");
        let refused = OpenOptions::new().append(true).create(true).open(format!("{}/refused", folder));
        writeln!(refused.unwrap(), "{}.{}: {}", table.name, variant, why).unwrap();
        let _ = fs::remove_file(&part);
        return;
    }
    fs::rename(&part, part.replace(".part", ".parquet")).unwrap();
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let text = fs::read_to_string(&arguments[1]).unwrap();
    let mut tables: Vec<Table> = Vec::new();
    for line in text.lines() {
        let words: Vec<String> = line.split(' ').map(String::from).collect();
        if words[0] == "table" {
            let rows = words[2].parse().unwrap();
            tables.push(Table { name: words[1].clone(), rows, columns: Vec::new() });
            continue;
        }
        let (name, kind) = (words[1].clone(), words[2].clone());
        let column = Column { name, kind, values: words[3..].to_vec() };
        tables.last_mut().unwrap().columns.push(column);
    }
    std::panic::set_hook(Box::new(|_| {}));
    for table in &tables {
        for variant in ["default", "groups", "pages", "plain", "v2"] {
            if table.rows <= 100_000 || variant == "default" {
                attempt(table, &arguments[2], variant);
            }
        }
    }
}
