// SPDX-License-Identifier: MIT
//! Reads Parquet files with arrow-rs.
//!
//! Each line of the standard input is PATH TAB OUTPUT.  The rows go to OUTPUT as an Arrow IPC
//! file, without columns of intervals; the answer is a line: "ok FILTERS FALSE_NEGATIVES PROBES
//! FALSE_POSITIVES" about the Bloom filters, or "error: " and why.
//!
//! The same rows are read again in parts, with the page index; every value is looked up in its
//! chunk's Bloom filter, and so are some that do not occur.

use std::collections::HashSet;
use std::fs::File;
use std::io::BufRead;
use std::panic::{AssertUnwindSafe, catch_unwind};

use arrow_array::RecordBatch;
use arrow_ipc::writer::FileWriter;
use arrow_schema::DataType;
use parquet::arrow::arrow_reader::{
    ArrowReaderOptions, ParquetRecordBatchReaderBuilder, RowSelection, RowSelector,
};
use parquet::bloom_filter::Sbbf;
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::{AsBytes, DataType as ParquetType};
use parquet::file::metadata::PageIndexPolicy;
use parquet::file::reader::{FileReader, SerializedFileReader};

type Failure = Box<dyn std::error::Error>;
type Builder = ParquetRecordBatchReaderBuilder<File>;

const PROBES: u64 = 400;

fn builder(path: &str) -> Result<Builder, Failure> {
    let options = ArrowReaderOptions::new().with_page_index_policy(PageIndexPolicy::Optional);
    Ok(Builder::try_new_with_options(File::open(path)?, options)?)
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

/// Pseudo-random numbers that are the same each time.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        self.0 ^ (self.0 >> 29)
    }
}

/// Parts of the rows, read with the page index, equal those of the whole.
fn check_parts(path: &str, whole: &RecordBatch) -> Result<(), Failure> {
    let rows = whole.num_rows();
    for round in 1..=3u64 {
        let mut numbers = Numbers(rows as u64 * 31 + round);
        let (mut at, mut parts, mut selectors) = (0, Vec::new(), Vec::new());
        let longest = [3, rows as u64 / 20 + 2, rows as u64 / 3 + 2][round as usize - 1];
        while at < rows {
            let n = (1 + numbers.next() % longest).min((rows - at) as u64) as usize;
            if numbers.next() % 3 == 0 {
                parts.push((at, n));
                selectors.push(RowSelector::select(n));
            } else {
                selectors.push(RowSelector::skip(n));
            }
            at += n;
        }
        let builder = builder(path)?.with_row_selection(RowSelection::from(selectors));
        let selected = read(builder, rows)?;
        let mut done = 0;
        for (start, n) in parts {
            let found = selected.as_ref().ok_or("no rows selected")?.slice(done, n);
            if found != whole.slice(start, n) {
                return Err(format!("rows {start} to {} differ when selected", start + n).into());
            }
            done += n;
        }
        if selected.map_or(0, |batch| batch.num_rows()) != done {
            return Err("another number of rows selected".into());
        }
    }
    Ok(())
}

#[derive(Default)]
struct Blooms {
    filters: u64,
    false_negatives: u64,
    probes: u64,
    false_positives: u64,
}

impl Blooms {
    fn check<T: ParquetType>(
        &mut self,
        filter: &Sbbf,
        mut reader: ColumnReaderImpl<T>,
        rows: usize,
        absent: impl Fn(u64) -> Option<T::T>,
    ) -> Result<(), Failure> {
        let (mut values, mut levels, mut repetitions) = (Vec::new(), Vec::new(), Vec::new());
        let mut at = 0;
        while at < rows {
            let (n, _, _) = reader.read_records(
                rows - at, Some(&mut levels), Some(&mut repetitions), &mut values)?;
            if n == 0 {
                return Err("a column has fewer values than rows".into());
            }
            at += n;
        }
        self.filters += 1;
        let mut present = HashSet::new();
        for value in &values {
            self.false_negatives += u64::from(!filter.check(value.as_bytes()));
            present.insert(value.as_bytes().to_vec());
        }
        let mut numbers = Numbers(rows as u64);
        for _ in 0..PROBES {
            let Some(value) = absent(numbers.next()) else { break };
            if !present.contains(value.as_bytes()) {
                self.probes += 1;
                self.false_positives += u64::from(filter.check(value.as_bytes()));
            }
        }
        Ok(())
    }
}

fn check_blooms(path: &str) -> Result<Blooms, Failure> {
    let mut blooms = Blooms::default();
    let file = SerializedFileReader::new(File::open(path)?)?;
    let builder = builder(path)?;
    for g in 0..file.num_row_groups() {
        let group = file.get_row_group(g)?;
        let rows = group.metadata().num_rows() as usize;
        for c in 0..group.num_columns() {
            let Some(filter) = builder.get_row_group_column_bloom_filter(g, c)? else {
                continue;
            };
            match group.get_column_reader(c)? {
                ColumnReader::BoolColumnReader(r) => blooms.check(&filter, r, rows, |_| None)?,
                ColumnReader::Int32ColumnReader(r) => {
                    blooms.check(&filter, r, rows, |n| Some(n as i32))?
                }
                ColumnReader::Int64ColumnReader(r) => {
                    blooms.check(&filter, r, rows, |n| Some(n as i64))?
                }
                ColumnReader::Int96ColumnReader(r) => blooms.check(&filter, r, rows, |_| None)?,
                ColumnReader::FloatColumnReader(r) => {
                    blooms.check(&filter, r, rows, |n| Some(f32::from_bits(n as u32)))?
                }
                ColumnReader::DoubleColumnReader(r) => {
                    blooms.check(&filter, r, rows, |n| Some(f64::from_bits(n)))?
                }
                ColumnReader::ByteArrayColumnReader(r) => blooms
                    .check(&filter, r, rows, |n| Some(n.to_le_bytes().to_vec().into()))?,
                ColumnReader::FixedLenByteArrayColumnReader(r) => {
                    blooms.check(&filter, r, rows, |_| None)?
                }
            }
        }
    }
    Ok(blooms)
}

fn run(path: &str, output: &str) -> Result<Blooms, Failure> {
    let builder = builder(path)?;
    let rows = builder.metadata().file_metadata().num_rows() as usize;
    let schema = builder.schema().clone();
    let whole = read(builder, rows)?;
    // Not all readers support Arrow's intervals.
    let told: Vec<usize> = (0..schema.fields().len())
        .filter(|&i| !matches!(schema.field(i).data_type(), DataType::Interval(_)))
        .collect();
    let mut writer = FileWriter::try_new(File::create(output)?, &schema.project(&told)?)?;
    if let Some(whole) = &whole {
        writer.write(&whole.project(&told)?)?;
    }
    writer.finish()?;
    if let Some(whole) = &whole {
        check_parts(path, whole)?;
    }
    check_blooms(path)
}

fn main() {
    for line in std::io::stdin().lock().lines() {
        let line = line.expect("lines of UTF-8");
        let (path, output) = line.split_once('\t').expect("two paths");
        let answer = catch_unwind(AssertUnwindSafe(|| run(path, output)));
        match answer {
            Ok(Ok(b)) => println!(
                "ok {} {} {} {}",
                b.filters, b.false_negatives, b.probes, b.false_positives
            ),
            Ok(Err(error)) => println!("error: {}", error.to_string().replace('\n', " ")),
            Err(_) => println!("error: panic"),
        }
    }
}
