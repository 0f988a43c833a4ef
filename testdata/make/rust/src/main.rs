// SPDX-License-Identifier: MIT
//! The files of testdata/ that arrow-rs's `parquet` crate writes.  Argument: the folder.

use std::fs::File;
use std::path::PathBuf;
use std::sync::Arc;

use parquet::basic::{BrotliLevel, Compression, Encoding, GzipLevel, ZstdLevel};
use parquet::data_type::{
    BoolType, ByteArray, ByteArrayType, DataType, DoubleType, FixedLenByteArray,
    FixedLenByteArrayType, FloatType, Int32Type, Int64Type, Int96, Int96Type,
};
use parquet::errors::Result;
use parquet::file::properties::{
    BloomFilterPosition, EnabledStatistics, WriterProperties, WriterPropertiesBuilder,
    WriterVersion,
};
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;
use parquet::schema::types::ColumnPath;

type RowGroup<'a> = SerializedRowGroupWriter<'a, File>;

struct Maker {
    folder: PathBuf,
}

impl Maker {
    /// Writes one file; `fill` is called for each row group and writes its columns.
    fn write(
        &self,
        name: &str,
        schema: &str,
        properties: WriterPropertiesBuilder,
        row_groups: &[usize],
        fill: impl Fn(&mut RowGroup, usize, usize) -> Result<()>,
    ) -> Result<()> {
        let schema = Arc::new(parse_message_type(&format!("message m {{ {schema} }}"))?);
        let file = File::create(self.folder.join(format!("rust_{name}.parquet")))?;
        let mut writer = SerializedFileWriter::new(file, schema, Arc::new(properties.build()))?;
        let mut first = 0;
        for &rows in row_groups {
            let mut group = writer.next_row_group()?;
            fill(&mut group, first, rows)?;
            group.close()?;
            first += rows;
        }
        writer.close()?;
        Ok(())
    }
}

/// Writes the next column of the row group: the present values, levels from the absent ones.
fn column<T: DataType>(group: &mut RowGroup, values: &[Option<T::T>]) -> Result<()> {
    let levels: Vec<i16> = values.iter().map(|v| v.is_some() as i16).collect();
    let present: Vec<T::T> = values.iter().flatten().cloned().collect();
    leveled::<T>(group, &present, &levels)
}

fn leveled<T: DataType>(group: &mut RowGroup, present: &[T::T], levels: &[i16]) -> Result<()> {
    let mut writer = group.next_column()?.expect("a column is left");
    writer.typed::<T>().write_batch(present, Some(levels), None)?;
    writer.close()
}

fn required<T: DataType>(group: &mut RowGroup, values: &[T::T]) -> Result<()> {
    let mut writer = group.next_column()?.expect("a column is left");
    writer.typed::<T>().write_batch(values, None, None)?;
    writer.close()
}

fn text(s: String) -> ByteArray {
    ByteArray::from(s.into_bytes())
}

fn fixed(bytes: &[u8]) -> FixedLenByteArray {
    FixedLenByteArray::from(bytes.to_vec())
}

fn plain_properties() -> WriterPropertiesBuilder {
    WriterProperties::builder().set_created_by("parquet-rs version 60.1.0".into())
}

const MIXED: &str = "
    required int64 id;
    optional int32 n;
    optional binary s (STRING);
    optional double d;
    optional boolean flag;
    optional fixed_len_byte_array(4) fixed;
    optional float f;
    optional binary color (ENUM);";

/// The rows `first..first + rows` of the table that most files here share.
fn mixed(group: &mut RowGroup, first: usize, rows: usize) -> Result<()> {
    let each = || first..first + rows;
    let ids: Vec<i64> = each().map(|i| i as i64).collect();
    required::<Int64Type>(group, &ids)?;
    let n = |i: usize| match i % 5 {
        4 => None,
        _ if i % 2 == 0 => Some(i32::MAX - i as i32),
        _ => Some(i32::MIN + i as i32),
    };
    column::<Int32Type>(group, &each().map(n).collect::<Vec<_>>())?;
    let s = |i: usize| (i % 11 != 5).then(|| text(format!("row {i:05}{}", "ab".repeat(i % 4))));
    column::<ByteArrayType>(group, &each().map(s).collect::<Vec<_>>())?;
    let d = |i: usize| (i % 6 != 1).then_some(i as f64 / 4.0);
    column::<DoubleType>(group, &each().map(d).collect::<Vec<_>>())?;
    let flag = |i: usize| (i % 9 != 8).then_some(i % 3 == 0);
    column::<BoolType>(group, &each().map(flag).collect::<Vec<_>>())?;
    let bytes = |i: usize| Some(fixed(&(i as u32 * 7).to_be_bytes()));
    column::<FixedLenByteArrayType>(group, &each().map(bytes).collect::<Vec<_>>())?;
    let f = |i: usize| Some(i as f32 / 2.0);
    column::<FloatType>(group, &each().map(f).collect::<Vec<_>>())?;
    let color = |i: usize| Some(text(["red", "green", "blue"][i % 3].into()));
    column::<ByteArrayType>(group, &each().map(color).collect::<Vec<_>>())
}

fn codecs(maker: &Maker) -> Result<()> {
    let codecs = [
        ("snappy", Compression::SNAPPY),
        ("gzip", Compression::GZIP(GzipLevel::default())),
        ("brotli", Compression::BROTLI(BrotliLevel::default())),
        ("zstd", Compression::ZSTD(ZstdLevel::default())),
        ("lz4", Compression::LZ4),
        ("lz4_raw", Compression::LZ4_RAW),
    ];
    for (name, codec) in codecs {
        let properties = plain_properties().set_compression(codec);
        maker.write(&format!("codec_{name}"), MIXED, properties, &[200], mixed)?;
    }
    Ok(())
}

fn pages(maker: &Maker) -> Result<()> {
    for (name, version) in [("v1", WriterVersion::PARQUET_1_0), ("v2", WriterVersion::PARQUET_2_0)] {
        let properties = plain_properties()
            .set_writer_version(version)
            .set_data_page_row_count_limit(40)
            .set_write_batch_size(20)
            .set_dictionary_page_size_limit(600)
            .set_compression(Compression::SNAPPY)
            .set_statistics_enabled(EnabledStatistics::Page)
            .set_column_index_truncate_length(Some(4))
            .set_statistics_truncate_length(Some(4));
        maker.write(&format!("pages_{name}"), MIXED, properties, &[300, 110], mixed)?;
    }
    let quiet = plain_properties()
        .set_statistics_enabled(EnabledStatistics::None)
        .set_offset_index_disabled(true)
        .set_compression(Compression::ZSTD(ZstdLevel::default()));
    maker.write("no_statistics", MIXED, quiet, &[150], mixed)?;
    let bloom = plain_properties()
        .set_bloom_filter_enabled(true)
        .set_bloom_filter_max_ndv(200)
        .set_bloom_filter_position(BloomFilterPosition::AfterRowGroup)
        .set_dictionary_enabled(false)
        .set_compression(Compression::ZSTD(ZstdLevel::default()));
    maker.write("bloom", MIXED, bloom, &[200, 200], mixed)?;
    maker.write("zero_rows", MIXED, plain_properties(), &[0], mixed)?;
    maker.write("row_groups", MIXED, plain_properties()
        .set_compression(Compression::ZSTD(ZstdLevel::default())), &[1, 0, 7, 64, 3], mixed)
}

fn encodings(maker: &Maker) -> Result<()> {
    let choices: [(&str, [Encoding; 8]); 2] = [
        ("delta", [
            Encoding::DELTA_BINARY_PACKED, Encoding::DELTA_BINARY_PACKED,
            Encoding::DELTA_BYTE_ARRAY, Encoding::PLAIN, Encoding::RLE,
            Encoding::DELTA_BYTE_ARRAY, Encoding::PLAIN, Encoding::DELTA_LENGTH_BYTE_ARRAY]),
        ("split", [
            Encoding::BYTE_STREAM_SPLIT, Encoding::BYTE_STREAM_SPLIT, Encoding::PLAIN,
            Encoding::BYTE_STREAM_SPLIT, Encoding::PLAIN, Encoding::BYTE_STREAM_SPLIT,
            Encoding::BYTE_STREAM_SPLIT, Encoding::PLAIN]),
    ];
    let names = ["id", "n", "s", "d", "flag", "fixed", "f", "color"];
    for (name, encodings) in choices {
        let mut properties = plain_properties()
            .set_dictionary_enabled(false)
            .set_writer_version(WriterVersion::PARQUET_2_0)
            .set_compression(Compression::ZSTD(ZstdLevel::default()));
        for (column, encoding) in names.iter().zip(encodings) {
            properties = properties.set_column_encoding(ColumnPath::from(*column), encoding);
        }
        maker.write(&format!("encoding_{name}"), MIXED, properties, &[300], mixed)?;
    }
    Ok(())
}

/// The same numbers in PLAIN and ALP, side by side: decimals, exceptions, one number alone,
/// and numbers of all sizes.
fn alp(maker: &Maker) -> Result<()> {
    let schema = "
        required int64 row;
        optional double d;
        optional double d_alp;
        optional float f;
        optional float f_alp;";
    let number = |i: usize| match i % 1000 {
        990 => None,
        991 => Some(f64::NAN),
        992 => Some(f64::NEG_INFINITY),
        993 => Some(-0.0),
        994 => Some(f64::MIN_POSITIVE / 8.0),
        995 => Some(std::f64::consts::PI * i as f64),
        996 => Some(1e300),
        _ if i < 1100 => Some((i as f64 * 37.0 - 20_000.0) / 100.0),
        _ if i < 2200 => Some(12.5),
        _ => Some(f64::from_bits((i as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15))),
    };
    let fill = |group: &mut RowGroup, first: usize, rows: usize| -> Result<()> {
        let doubles: Vec<_> = (first..first + rows).map(number).collect();
        let floats: Vec<_> = doubles.iter().map(|d| d.map(|d| d as f32)).collect();
        let rows: Vec<i64> = (first..first + rows).map(|i| i as i64).collect();
        required::<Int64Type>(group, &rows)?;
        column::<DoubleType>(group, &doubles)?;
        column::<DoubleType>(group, &doubles)?;
        column::<FloatType>(group, &floats)?;
        column::<FloatType>(group, &floats)
    };
    let mut properties = plain_properties()
        .set_dictionary_enabled(false)
        .set_data_page_row_count_limit(1200)
        .set_write_batch_size(100)
        .set_compression(Compression::SNAPPY);
    for name in ["d_alp", "f_alp"] {
        properties = properties.set_column_encoding(ColumnPath::from(name), Encoding::ALP);
    }
    maker.write("encoding_alp", schema, properties, &[2500, 3], fill)
}

fn types(maker: &Maker) -> Result<()> {
    let schema = "
        required int32 row;
        optional int32 u8 (INTEGER(8,false));
        optional int32 i16 (INTEGER(16,true));
        optional int32 u32 (INTEGER(32,false));
        optional int64 u64 (INTEGER(64,false));
        optional int32 date (DATE);
        optional int32 t_ms (TIME(MILLIS,false));
        optional int64 t_ns (TIME(NANOS,true));
        optional int64 ts_ms (TIMESTAMP(MILLIS,false));
        optional int64 ts_us (TIMESTAMP(MICROS,true));
        optional int64 ts_ns (TIMESTAMP(NANOS,true));
        optional int96 ts_96;
        optional int32 d32 (DECIMAL(9,3));
        optional int64 d64 (DECIMAL(18,0));
        optional fixed_len_byte_array(9) d9 (DECIMAL(20,6));
        optional binary dbytes (DECIMAL(25,2));
        optional fixed_len_byte_array(12) span (INTERVAL);
        optional fixed_len_byte_array(16) id (UUID);
        optional fixed_len_byte_array(2) half (FLOAT16);
        optional binary j (JSON);
        optional binary b (BSON);
        optional int32 nothing (UNKNOWN);";
    maker.write("types", schema, plain_properties(), &[3], |group, _, _| {
        required::<Int32Type>(group, &[0, 1, 2])?;
        column::<Int32Type>(group, &[Some(255), None, Some(0)])?;
        column::<Int32Type>(group, &[Some(-32768), None, Some(32767)])?;
        column::<Int32Type>(group, &[Some(-1), None, Some(i32::MIN)])?;
        column::<Int64Type>(group, &[Some(-1), None, Some(i64::MIN)])?;
        column::<Int32Type>(group, &[Some(-719_529), None, Some(2_932_897)])?;
        column::<Int32Type>(group, &[Some(0), None, Some(86_399_999)])?;
        column::<Int64Type>(group, &[Some(1), None, Some(86_399_000_000_000)])?;
        column::<Int64Type>(group, &[Some(-1), None, Some(i64::MAX)])?;
        column::<Int64Type>(group, &[Some(i64::MIN), None, Some(1_000_000)])?;
        column::<Int64Type>(group, &[Some(i64::MIN), None, Some(i64::MAX)])?;
        let mut at = [Int96::new(), Int96::new()];
        at[0].set_data(1, 0, 2_440_588);
        at[1].set_data(0xffff_ffff, 0xffff_ffff, 2_440_587);
        column::<Int96Type>(group, &[Some(at[0]), None, Some(at[1])])?;
        column::<Int32Type>(group, &[Some(-1), None, Some(999_999_999)])?;
        column::<Int64Type>(group, &[Some(-1), None, Some(999_999_999_999_999_999)])?;
        let deep = [[0xff; 9], [0, 5, 0x6b, 0xc7, 0x5e, 0x2d, 0x63, 0x0f, 0xff]];
        column::<FixedLenByteArrayType>(group, &[Some(fixed(&deep[0])), None, Some(fixed(&deep[1]))])?;
        column::<ByteArrayType>(group, &[
            Some(ByteArray::from(vec![0xff, 0x85])), None,
            Some(ByteArray::from(vec![0, 0, 0, 0x30, 0x39]))])?;
        let span = [1, 0, 0, 0, 0, 0, 0, 0, 0xe8, 3, 0, 0];
        column::<FixedLenByteArrayType>(group, &[Some(fixed(&span)), None, Some(fixed(&[0; 12]))])?;
        column::<FixedLenByteArrayType>(group, &[Some(fixed(&[0xab; 16])), None, Some(fixed(&[0; 16]))])?;
        column::<FixedLenByteArrayType>(group, &[Some(fixed(&[0, 0x3c])), None, Some(fixed(&[0, 0x7c]))])?;
        column::<ByteArrayType>(group, &[Some(text("[]".into())), None, Some(text("{\"é\": 1}".into()))])?;
        column::<ByteArrayType>(group, &[Some(ByteArray::from(vec![5, 0, 0, 0, 0])), None, Some(ByteArray::from(vec![]))])?;
        column::<Int32Type>(group, &[None, None, None])
    })
}

fn groups(maker: &Maker) -> Result<()> {
    let schema = "
        required int32 id;
        optional group a { required group b { optional int32 c; required binary d (STRING); } }
        required group r { optional group s { required int64 t; } }";
    maker.write("groups", schema, plain_properties(), &[4], |group, _, _| {
        required::<Int32Type>(group, &[1, 2, 3, 4])?;
        leveled::<Int32Type>(group, &[10, 40], &[2, 0, 1, 2])?;
        leveled::<ByteArrayType>(group, &[text("x".into()), text("".into()), text("z".into())], &[1, 0, 1, 1])?;
        leveled::<Int64Type>(group, &[-5, 1 << 60], &[0, 1, 0, 1])
    })
}

fn main() -> Result<()> {
    let folder = std::env::args().nth(1).expect("usage: testdata FOLDER").into();
    let maker = Maker { folder };
    codecs(&maker)?;
    pages(&maker)?;
    encodings(&maker)?;
    alp(&maker)?;
    types(&maker)?;
    groups(&maker)
}
