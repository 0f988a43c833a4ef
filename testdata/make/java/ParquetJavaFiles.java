// SPDX-License-Identifier: MIT
import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/** The files of testdata/ that parquet-java writes.  Argument: the folder. */
public class ParquetJavaFiles {
    private static Path folder;

    /** Fills one row. */
    interface Row {
        void fill(Group group, int i);
    }

    private static void write(String name, String schemaText, int rows, Row row,
            Consumer<ExampleParquetWriter.Builder> options) throws IOException {
        MessageType schema = MessageTypeParser.parseMessageType("message m {" + schemaText + "}");
        Path file = folder.resolve("java_" + name + ".parquet");
        Files.deleteIfExists(file);
        ExampleParquetWriter.Builder builder = ExampleParquetWriter.builder(new LocalOutputFile(file))
                .withConf(new Configuration())
                .withType(schema)
                .withCompressionCodec(CompressionCodecName.UNCOMPRESSED);
        options.accept(builder);
        try (ParquetWriter<Group> writer = builder.build()) {
            for (int i = 0; i < rows; i++) {
                Group group = new SimpleGroup(schema);
                row.fill(group, i);
                writer.write(group);
            }
        }
    }

    private static Binary text(String s) {
        return Binary.fromString(s);
    }

    private static Binary bytes(byte... b) {
        return Binary.fromConstantByteArray(b);
    }

    private static Binary hex(String digits) {
        return bytes(HexFormat.of().parseHex(digits));
    }

    /** An unscaled decimal in `width` bytes, or in the fewest if that is 0. */
    private static Binary unscaled(BigInteger n, int width) {
        byte[] few = n.toByteArray();
        if (width == 0) {
            return bytes(few);
        }
        byte[] all = new byte[width];
        Arrays.fill(all, (byte) (n.signum() < 0 ? -1 : 0));
        System.arraycopy(few, 0, all, width - few.length, few.length);
        return bytes(all);
    }

    private static Binary int96(long nanosOfDay, int julianDay) {
        return bytes(ByteBuffer.allocate(12).order(ByteOrder.LITTLE_ENDIAN)
                .putLong(nanosOfDay).putInt(julianDay).array());
    }

    private static Binary interval(int months, int days, int milliseconds) {
        return bytes(ByteBuffer.allocate(12).order(ByteOrder.LITTLE_ENDIAN)
                .putInt(months).putInt(days).putInt(milliseconds).array());
    }

    /** Annotations in the words of old files and in those of new ones; four rows, row 2 NULL. */
    private static void types() throws IOException {
        String schema = """
                required int32 row;
                optional int32 i8 (INT_8);
                optional int32 i16 (INT_16);
                optional int32 i32 (INT_32);
                optional int64 i64 (INT_64);
                optional int32 u8 (UINT_8);
                optional int32 u16 (UINT_16);
                optional int32 u32 (UINT_32);
                optional int64 u64 (UINT_64);
                optional int32 d (DATE);
                optional int32 t_ms (TIME_MILLIS);
                optional int64 t_us (TIME_MICROS);
                optional int64 t_ns (TIME(NANOS,false));
                optional int64 ts_ms (TIMESTAMP_MILLIS);
                optional int64 ts_us (TIMESTAMP_MICROS);
                optional int64 ts_ns (TIMESTAMP(NANOS,true));
                optional int64 ts_us_local (TIMESTAMP(MICROS,false));
                optional int96 ts_96;
                optional binary s (UTF8);
                optional binary e (ENUM);
                optional binary j (JSON);
                optional binary b (BSON);
                optional binary raw;
                optional fixed_len_byte_array(3) f3;
                optional fixed_len_byte_array(12) span (INTERVAL);
                optional fixed_len_byte_array(16) id (UUID);
                optional fixed_len_byte_array(2) half (FLOAT16);
                optional boolean flag;
                optional float f;
                optional double g;
                optional int32 nothing (UNKNOWN);
                """;
        Row row = (g, i) -> {
            g.add("row", i);
            if (i == 2) {
                return;
            }
            int sign = i == 1 ? -1 : 1;
            g.add("i8", i == 0 ? 127 : -128 + i);
            g.add("i16", i == 0 ? 32767 : -32768 + i);
            g.add("i32", i == 0 ? Integer.MAX_VALUE : Integer.MIN_VALUE + i);
            g.add("i64", i == 0 ? Long.MAX_VALUE : Long.MIN_VALUE + i);
            g.add("u8", i == 0 ? 255 : i);
            g.add("u16", i == 0 ? 65535 : i);
            g.add("u32", i == 0 ? -1 : i);
            g.add("u64", i == 0 ? -1L : i);
            g.add("d", sign * 12_345);
            g.add("t_ms", 45_296_789 + i);
            g.add("t_us", 45_296_789_123L + i);
            g.add("t_ns", 45_296_789_123_456L + i);
            g.add("ts_ms", sign * 1_700_000_000_123L);
            g.add("ts_us", sign * 1_700_000_000_123_456L);
            g.add("ts_ns", sign * 1_700_000_000_123_456_789L);
            g.add("ts_us_local", sign * 62_000_000_000_000_000L);
            g.add("ts_96", int96(sign * 1_000_000_007L, i == 0 ? 2_440_588 : 2_400_000));
            g.add("s", text(i == 0 ? "" : "naïve 日本 " + i));
            g.add("e", text("RED"));
            g.add("j", text("{\"i\": " + i + "}"));
            g.add("b", hex("0500000000"));
            g.add("raw", hex("00ff0" + i));
            g.add("f3", hex("0" + i + "0203"));
            g.add("span", interval(i, 2 * i, 86_400_000 + i));
            g.add("id", hex("00112233445566778899aabbccddeef" + i));
            g.add("half", hex(i == 0 ? "003c" : "00c0"));
            g.add("flag", i == 0);
            g.add("f", sign * 0.5f);
            g.add("g", sign * 1e300);
        };
        write("types", schema, 4, row, b -> b.withDictionaryEncoding(false));
        write("types_dictionary_v2", schema, 4, row, b -> b.withWriterVersion(WriterVersion.PARQUET_2_0)
                .withCompressionCodec(CompressionCodecName.ZSTD));
    }

    /** INT96 far outside 1677..2262, and with nanoseconds before and after the day. */
    private static void int96() throws IOException {
        long day = 86_400_000_000_000L;
        Object[][] pairs = {{0L, 2_440_588}, {day - 1, 2_440_587}, {0L, 0}, {-1L, 2_440_588},
            {day, 2_440_588}, {0L, Integer.MAX_VALUE}, {0L, Integer.MIN_VALUE},
            {Long.MAX_VALUE, 2_440_588}, {Long.MIN_VALUE, 2_440_588}, {12 * 3_600_000_000_000L, 108_362_000}};
        write("int96", "required int32 row; required int96 at;", pairs.length, (g, i) -> {
            g.add("row", i);
            g.add("at", int96((Long) pairs[i][0], (Integer) pairs[i][1]));
        }, b -> { });
    }

    private static void decimals() throws IOException {
        StringBuilder schema = new StringBuilder("required int32 i32 (DECIMAL(9,4)); "
                + "optional int64 i64 (DECIMAL(18,9)); optional binary b (DECIMAL(30,5)); ");
        int[] precisions = new int[21];
        for (int width = 1; width <= 20; width++) {
            BigInteger top = BigInteger.ONE.shiftLeft(8 * width - 1);
            precisions[width] = top.toString().length() - 1;
            schema.append("optional fixed_len_byte_array(" + width + ") f" + width + " (DECIMAL("
                    + precisions[width] + "," + precisions[width] / 3 + ")); ");
        }
        write("decimals", schema.toString(), 6, (g, i) -> {
            int sign = i % 2 == 0 ? 1 : -1;
            g.add("i32", sign * (999_999_999 >> (4 * i)));
            if (i == 3) {
                return;
            }
            g.add("i64", sign * (999_999_999_999_999_999L >> (9 * i)));
            g.add("b", unscaled(BigInteger.TEN.pow(6 * i).negate(), 0));
            for (int width = 1; width <= 20; width++) {
                BigInteger n = BigInteger.TEN.pow(precisions[width]).subtract(BigInteger.ONE);
                n = n.divide(BigInteger.valueOf(1 + 2 * i)).multiply(BigInteger.valueOf(sign));
                g.add("f" + width, unscaled(n, width));
            }
        }, b -> { });
    }

    private static final String MIXED = """
            required int64 id;
            optional int32 n;
            optional binary s (UTF8);
            optional double d;
            optional boolean flag;
            optional binary color (ENUM);
            optional fixed_len_byte_array(4) fixed;
            optional float f;
            """;

    private static void mixed(Group g, int i) {
        g.add("id", (long) i);
        if (i % 5 != 4) {
            g.add("n", i % 2 == 0 ? Integer.MAX_VALUE - i : Integer.MIN_VALUE + i);
        }
        if (i % 11 != 5) {
            g.add("s", text("row " + String.format("%05d", i) + "ab".repeat(i % 4)));
        }
        if (i % 6 != 1) {
            g.add("d", i / 4.0);
        }
        if (i % 9 != 8) {
            g.add("flag", i % 3 == 0);
        }
        g.add("color", text(new String[] {"RED", "GREEN", "BLUE"}[i % 3]));
        g.add("fixed", bytes(ByteBuffer.allocate(4).putInt(i * 7).array()));
        g.add("f", i / 2.0f);
    }

    private static void pages() throws IOException {
        for (WriterVersion version : new WriterVersion[] {WriterVersion.PARQUET_1_0, WriterVersion.PARQUET_2_0}) {
            String v = version == WriterVersion.PARQUET_1_0 ? "v1" : "v2";
            write("pages_" + v, MIXED, 500, ParquetJavaFiles::mixed, b -> b.withWriterVersion(version)
                    .withPageSize(400).withPageRowCountLimit(60).withMinRowCountForPageSizeCheck(20)
                    .withDictionaryPageSize(900).withPageWriteChecksumEnabled(true)
                    .withCompressionCodec(CompressionCodecName.SNAPPY));
            write("no_dictionary_" + v, MIXED, 300, ParquetJavaFiles::mixed, b -> b.withWriterVersion(version)
                    .withDictionaryEncoding(false).withPageWriteChecksumEnabled(false)
                    .withCompressionCodec(CompressionCodecName.ZSTD));
        }
        write("split", MIXED, 300, ParquetJavaFiles::mixed, b -> b.withDictionaryEncoding(false)
                .withByteStreamSplitEncoding("id", true).withByteStreamSplitEncoding("n", true)
                .withByteStreamSplitEncoding("d", true).withByteStreamSplitEncoding("f", true)
                .withByteStreamSplitEncoding("fixed", true)
                .withCompressionCodec(CompressionCodecName.ZSTD));
        write("row_groups", MIXED, 400, ParquetJavaFiles::mixed, b -> b.withRowGroupRowCountLimit(90)
                .withCompressionCodec(CompressionCodecName.ZSTD).withStatisticsEnabled(false));
        write("bloom", MIXED, 300, ParquetJavaFiles::mixed, b -> b.withBloomFilterEnabled(true)
                .withBloomFilterNDV("id", 300L).withBloomFilterNDV("s", 300L).withBloomFilterNDV("d", 300L)
                .withBloomFilterNDV("n", 300L).withBloomFilterNDV("color", 3L).withBloomFilterNDV("fixed", 300L)
                .withBloomFilterNDV("f", 300L).withBloomFilterEnabled("flag", false)
                .withDictionaryEncoding(false).withCompressionCodec(CompressionCodecName.ZSTD));
        write("truncated_bounds", MIXED, 120, ParquetJavaFiles::mixed, b -> b.withColumnIndexTruncateLength(4)
                .withStatisticsTruncateLength(4).withCompressionCodec(CompressionCodecName.GZIP));
        write("zero_rows", MIXED, 0, ParquetJavaFiles::mixed, b -> { });
    }

    private static void codecs() throws IOException {
        for (CompressionCodecName codec : new CompressionCodecName[] {CompressionCodecName.SNAPPY,
            CompressionCodecName.GZIP, CompressionCodecName.ZSTD, CompressionCodecName.LZ4_RAW,
            CompressionCodecName.LZ4}) {
            write("codec_" + codec.name().toLowerCase(), MIXED, 200, ParquetJavaFiles::mixed,
                    b -> b.withCompressionCodec(codec));
        }
    }

    /** Groups: optional in required and the reverse, four deep, and with a repeated field beside. */
    private static void groups() throws IOException {
        write("groups", """
                required int32 id;
                required group must { optional int32 a; required binary b (UTF8); }
                optional group may { required int32 a; optional group in { required double x; optional int64 y; } }
                optional group one { optional group two { optional group three { optional int32 four; } } }
                """, 16, (g, i) -> {
            g.add("id", i);
            Group must = g.addGroup("must");
            if (i % 3 != 0) {
                must.add("a", i);
            }
            must.add("b", text("b" + i));
            if (i % 4 != 1) {
                Group may = g.addGroup("may");
                may.add("a", i * 10);
                if (i % 2 == 0) {
                    Group in = may.addGroup("in");
                    in.add("x", i / 2.0);
                    if (i % 8 == 0) {
                        in.add("y", -(long) i);
                    }
                }
            }
            if (i % 5 > 0) {
                Group one = g.addGroup("one");
                if (i % 5 > 1) {
                    Group two = one.addGroup("two");
                    if (i % 5 > 2) {
                        Group three = two.addGroup("three");
                        if (i % 5 > 3) {
                            three.add("four", i);
                        }
                    }
                }
            }
        }, b -> b.withWriterVersion(WriterVersion.PARQUET_2_0));
        write("repeated_beside", "required int32 id; repeated int32 r; optional binary s (UTF8);", 4, (g, i) -> {
            g.add("id", i);
            for (int k = 0; k < i; k++) {
                g.add("r", k);
            }
            if (i != 2) {
                g.add("s", text("s" + i));
            }
        }, b -> { });
    }

    private static void addAll(Group group, String repeated, Object... values) {
        for (Object value : values) {
            if (value instanceof Integer n) {
                group.add(repeated, n);
            } else {
                group.add(repeated, text((String) value));
            }
        }
    }

    /** Each row is of as many elements as its number says, the last one missing. */
    private static void wrapped(Group list, String repeated, String element, int n) {
        for (int k = 0; k < n; k++) {
            Group entry = list.addGroup(repeated);
            if (k < n - 1) {
                entry.add(element, text("e" + k));
            }
        }
    }

    /** The five rules by which a LIST's elements are found, with the names of many writers. */
    private static void lists() throws IOException {
        write("lists", """
                required int32 id;
                optional group rule1 (LIST) { repeated int32 element; }
                optional group rule2 (LIST) { repeated group element {
                    required binary str (UTF8); required int32 num; } }
                optional group rule3 (LIST) { repeated group array (LIST) { repeated int32 array; } }
                optional group rule3_group (LIST) { repeated group list { repeated int32 inner; } }
                optional group rule4 (LIST) { repeated group array { required binary str (UTF8); } }
                optional group rule4_tuple (LIST) { repeated group rule4_tuple_tuple {
                    required binary str (UTF8); } }
                optional group rule5 (LIST) { repeated group element { optional binary str (UTF8); } }
                required group rule5_must (LIST) { repeated group bag {
                    required group array_element { optional int32 a; } } }
                optional group standard (LIST) { repeated group list {
                    optional group element (LIST) { repeated group list { optional int32 element; } } } }
                """, 5, (g, i) -> {
            g.add("id", i);
            Group must = g.addGroup("rule5_must");
            if (i == 1) {
                return;
            }
            int n = i == 0 ? 0 : i - 1;
            addAll(g.addGroup("rule1"), "element", new Integer[][] {{}, {1}, {1, -2}, {1, 2, 3}}[n]);
            Group rule2 = g.addGroup("rule2");
            Group rule3 = g.addGroup("rule3");
            Group rule3Group = g.addGroup("rule3_group");
            Group rule4 = g.addGroup("rule4");
            Group rule4Tuple = g.addGroup("rule4_tuple");
            Group standard = g.addGroup("standard");
            for (int k = 0; k < n; k++) {
                Group pair = rule2.addGroup("element");
                pair.add("str", text("s" + k));
                pair.add("num", k);
                Integer[] few = k == 0 ? new Integer[] {} : new Integer[] {k, 10 * k};
                addAll(rule3.addGroup("array"), "array", (Object[]) few);
                addAll(rule3Group.addGroup("list"), "inner", (Object[]) few);
                rule4.addGroup("array").add("str", text("a" + k));
                rule4Tuple.addGroup("rule4_tuple_tuple").add("str", text("t" + k));
                Group element = must.addGroup("bag").addGroup("array_element");
                if (k != 1) {
                    element.add("a", k);
                }
                Group entry = standard.addGroup("list");
                if (k != 2) {
                    Group inner = entry.addGroup("element");
                    for (int m = 0; m < k; m++) {
                        inner.addGroup("list").add("element", m);
                    }
                    inner.addGroup("list");
                }
            }
            wrapped(g.addGroup("rule5"), "element", "str", n);
        }, b -> { });
    }

    /** Maps by all names, without values, with optional keys, with keys of many types. */
    private static void maps() throws IOException {
        write("maps", """
                required int32 id;
                optional group standard (MAP) { repeated group key_value {
                    required binary key (UTF8); optional int32 value; } }
                optional group old_name (MAP) { repeated group map (MAP_KEY_VALUE) {
                    required binary str (UTF8); required int32 num; } }
                optional group outer_key_value (MAP_KEY_VALUE) { repeated group map {
                    required binary key (UTF8); optional int32 value; } }
                optional group no_value (MAP) { repeated group key_value { required int32 key; } }
                optional group by_position (MAP) { repeated group entries {
                    required binary value (UTF8); required int32 key; } }
                required group by_date (MAP) { repeated group key_value { required int32 key (DATE);
                    optional group value (LIST) { repeated int32 array; } } }
                optional group by_bytes (MAP) { repeated group key_value { required binary key;
                    required group value (MAP) { repeated group key_value {
                        required boolean key; required double value; } } } }
                optional group by_decimal (MAP) { repeated group key_value {
                    required int64 key (DECIMAL(18,3)); required int64 value (UINT_64); } }
                """, 4, (g, i) -> {
            g.add("id", i);
            Group byDate = g.addGroup("by_date");
            if (i == 1) {
                return;
            }
            int n = i == 0 ? 0 : i - 1;
            Group standard = g.addGroup("standard");
            Group oldName = g.addGroup("old_name");
            Group outer = g.addGroup("outer_key_value");
            Group noValue = g.addGroup("no_value");
            Group byPosition = g.addGroup("by_position");
            Group byBytes = g.addGroup("by_bytes");
            Group byDecimal = g.addGroup("by_decimal");
            for (int k = 0; k < n; k++) {
                Group pair = standard.addGroup("key_value");
                pair.add("key", text(k == 0 ? "say \"hi\"" : "b"));
                if (k > 0) {
                    pair.add("value", -k);
                }
                pair = oldName.addGroup("map");
                pair.add("str", text("same"));
                pair.add("num", k);
                outer.addGroup("map").add("key", text("k" + k));
                noValue.addGroup("key_value").add("key", 7 * k);
                pair = byPosition.addGroup("entries");
                pair.add("value", text("the key " + k));
                pair.add("key", k);
                pair = byDate.addGroup("key_value");
                pair.add("key", 20_000 * k);
                if (k > 0) {
                    addAll(pair.addGroup("value"), "array", 1, 2);
                }
                pair = byBytes.addGroup("key_value");
                pair.add("key", hex("00ff0" + k));
                pair = pair.addGroup("value").addGroup("key_value");
                pair.add("key", k == 0);
                pair.add("value", k == 0 ? Double.POSITIVE_INFINITY : Double.NaN);
                pair = byDecimal.addGroup("key_value");
                pair.add("key", -1_500L * k);
                pair.add("value", -1L);
            }
        }, b -> b.withWriterVersion(WriterVersion.PARQUET_2_0));
        write("optional_keys", """
                required int32 id;
                optional group m (MAP) { repeated group map (MAP_KEY_VALUE) {
                    optional binary key (UTF8); optional int32 value; } }
                """, 3, (g, i) -> {
            g.add("id", i);
            Group map = g.addGroup("m");
            for (int k = 0; k < i; k++) {
                Group pair = map.addGroup("map");
                pair.add("key", text("k" + k));
                pair.add("value", k);
            }
        }, b -> { });
    }

    /** Repeated fields without annotation, of groups and in groups. */
    private static void repeated() throws IOException {
        write("repeated", """
                required int32 id;
                repeated binary names (UTF8);
                repeated group points { required double x; optional double y; repeated int32 tags; }
                optional group g { optional int32 a; repeated group in { repeated group deep {
                    optional boolean flag; } } required binary z (UTF8); }
                """, 4, (g, i) -> {
            g.add("id", i);
            for (int k = 0; k < i; k++) {
                g.add("names", text("n" + k));
                Group point = g.addGroup("points");
                point.add("x", k / 2.0);
                if (k != 1) {
                    point.add("y", -2.5);
                }
                addAll(point, "tags", new Integer[][] {{}, {1}, {2, 3}}[k]);
            }
            if (i != 2) {
                Group group = g.addGroup("g");
                group.add("z", text("z" + i));
                if (i == 3) {
                    group.add("a", 5);
                    group.addGroup("in");
                    Group in = group.addGroup("in");
                    in.addGroup("deep").add("flag", true);
                    in.addGroup("deep");
                }
            }
        }, b -> { });
    }

    /** Records that go on over pages: v1 with no index of them, and v2. */
    private static void longRecords() throws IOException {
        for (WriterVersion version : new WriterVersion[] {WriterVersion.PARQUET_1_0, WriterVersion.PARQUET_2_0}) {
            String v = version == WriterVersion.PARQUET_1_0 ? "v1" : "v2";
            write("long_lists_" + v, """
                    required int32 id;
                    optional group tags (LIST) { repeated group list { optional binary element (UTF8); } }
                    repeated int32 numbers;
                    """, 40, (g, i) -> {
                g.add("id", i);
                int n = i % 10 == 3 ? 400 : i % 4;
                if (i % 7 != 5) {
                    Group tags = g.addGroup("tags");
                    for (int k = 0; k < n; k++) {
                        Group entry = tags.addGroup("list");
                        if (k % 5 != 4) {
                            entry.add("element", text("tag " + (i + k) % 37));
                        }
                    }
                }
                for (int k = 0; k < n; k++) {
                    g.add("numbers", i * 1000 + k);
                }
            }, b -> b.withWriterVersion(version).withPageSize(200).withMinRowCountForPageSizeCheck(1)
                    .withMaxRowCountForPageSizeCheck(2).withPageRowCountLimit(6)
                    .withRowGroupRowCountLimit(25).withCompressionCodec(CompressionCodecName.SNAPPY));
        }
    }

    public static void main(String[] arguments) throws IOException {
        folder = Path.of(arguments[0]);
        types();
        int96();
        decimals();
        pages();
        codecs();
        groups();
        lists();
        maps();
        repeated();
        longRecords();
    }
}
