// SPDX-License-Identifier: MIT
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TimeZone;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.common.type.HiveDecimal;
import org.apache.hadoop.hive.ql.exec.vector.BytesColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.ColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.DateColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.DecimalColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.DoubleColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.ListColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.MapColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.MultiValuedColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.StructColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.TimestampColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.UnionColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.CompressionKind;
import org.apache.orc.OrcFile;
import org.apache.orc.StripeInformation;
import org.apache.orc.TypeDescription;
import org.apache.orc.Writer;

/**
 * Writes rows of any schema with the ORC project's Java library.
 *
 * Each line of the standard input is ROWS TAB OUTPUT; the answer is a line: "ok", the seconds of
 * the zone's standard time, and the number of rows of each stripe, or "error: " and why.  ROWS is
 * what orc_writers.py writes, numbers in little-endian: the options and the schema as text, the
 * number of rows, and the rows.  A value is a byte, 0 for null, and what put() reads.
 */
public class WriteOrc {
    private final ByteBuffer input;
    private boolean proleptic;

    private WriteOrc(byte[] bytes) {
        input = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private byte[] bytes() {
        byte[] bytes = new byte[input.getInt()];
        input.get(bytes);
        return bytes;
    }

    private String text() {
        return new String(bytes(), StandardCharsets.UTF_8);
    }

    /** Reserves the elements of a list or map in the given vectors and fills them. */
    private void putAll(MultiValuedColumnVector vector, int row, ColumnVector... children) {
        int n = input.getInt();
        vector.offsets[row] = vector.childCount;
        vector.lengths[row] = n;
        for (ColumnVector child : children) {
            child.ensureSize(vector.childCount + n, true);
        }
        for (; n > 0; n--) {
            for (ColumnVector child : children) {
                fill(child, vector.childCount);
            }
            vector.childCount++;
        }
    }

    private void putUnion(UnionColumnVector vector, int row) {
        int tag = input.get();
        vector.tags[row] = tag;
        fill(vector.fields[tag], row);
    }

    private void put(ColumnVector vector, int row) {
        if (vector instanceof LongColumnVector longs) {
            longs.vector[row] = input.getLong();
        } else if (vector instanceof DoubleColumnVector doubles) {
            doubles.vector[row] = input.getDouble();
        } else if (vector instanceof BytesColumnVector blobs) {
            blobs.setVal(row, bytes());
        } else if (vector instanceof DecimalColumnVector decimals) {
            decimals.set(row, HiveDecimal.create(text()));
        } else if (vector instanceof TimestampColumnVector timestamps) {
            long seconds = input.getLong();
            int nanoseconds = input.getInt();
            timestamps.time[row] = seconds * 1000 + nanoseconds / 1_000_000;
            timestamps.nanos[row] = nanoseconds;
        } else if (vector instanceof ListColumnVector lists) {
            putAll(lists, row, lists.child);
        } else if (vector instanceof MapColumnVector maps) {
            putAll(maps, row, maps.keys, maps.values);
        } else if (vector instanceof UnionColumnVector unions) {
            putUnion(unions, row);
        } else {
            for (ColumnVector field : ((StructColumnVector) vector).fields) {
                fill(field, row);
            }
        }
    }

    private void fill(ColumnVector vector, int row) {
        vector.ensureSize(row + 1, true);
        vector.isNull[row] = input.get() == 0;
        if (vector.isNull[row]) {
            vector.noNulls = false;
        } else {
            put(vector, row);
        }
    }

    /** Declares the vectors to be of the calendar that the file states, as their values are. */
    private void useCalendar(ColumnVector... vectors) {
        for (ColumnVector vector : vectors) {
            if (vector instanceof DateColumnVector dates) {
                dates.changeCalendar(proleptic, false);
            } else if (vector instanceof TimestampColumnVector timestamps) {
                timestamps.changeCalendar(proleptic, false);
            } else if (vector instanceof ListColumnVector lists) {
                useCalendar(lists.child);
            } else if (vector instanceof MapColumnVector maps) {
                useCalendar(maps.keys, maps.values);
            } else if (vector instanceof UnionColumnVector unions) {
                useCalendar(unions.fields);
            } else if (vector instanceof StructColumnVector structs) {
                useCalendar(structs.fields);
            }
        }
    }

    private OrcFile.WriterOptions options(Map<String, String> given) {
        Configuration configuration = new Configuration();
        given.forEach((name, value) -> {
            if (name.startsWith("orc.")) {
                configuration.set(name, value);
            }
        });
        TimeZone.setDefault(TimeZone.getTimeZone(given.get("zone")));
        proleptic = given.get("proleptic").equals("true");
        return OrcFile.writerOptions(configuration)
                .compress(CompressionKind.valueOf(given.get("codec")))
                .version(OrcFile.Version.valueOf(given.get("version")))
                .bloomFilterVersion(OrcFile.BloomFilterVersion.valueOf(given.get("bloom")))
                .setProlepticGregorian(proleptic)
                .enforceBufferSize()
                .overwrite(true);
    }

    private String write(Path output) throws IOException {
        Map<String, String> given = new HashMap<>();
        for (String option : text().split("\n")) {
            String[] parts = option.split("=", 2);
            given.put(parts[0], parts[1]);
        }
        TypeDescription schema = TypeDescription.fromString(text());
        Writer writer = OrcFile.createWriter(new org.apache.hadoop.fs.Path(output.toUri()),
                options(given).setSchema(schema));
        int most = Integer.parseInt(given.get("batch"));
        for (int left = input.getInt(); left > 0;) {
            VectorizedRowBatch batch = schema.createRowBatch(most);
            useCalendar(batch.cols);
            for (; left > 0 && batch.size < most; left--, batch.size++) {
                for (ColumnVector vector : batch.cols) {
                    fill(vector, batch.size);
                }
            }
            writer.addRowBatch(batch);
        }
        writer.close();
        return stripes(writer.getStripes());
    }

    private static String stripes(List<StripeInformation> stripes) {
        StringBuilder answer = new StringBuilder("ok ");
        answer.append(TimeZone.getDefault().getRawOffset() / 1000);
        for (StripeInformation stripe : stripes) {
            answer.append(' ').append(stripe.getNumberOfRows());
        }
        return answer.toString();
    }

    public static void main(String[] arguments) throws IOException {
        BufferedReader lines =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            String[] paths = line.split("\t");
            try {
                System.out.println(new WriteOrc(Files.readAllBytes(Path.of(paths[0])))
                        .write(Path.of(paths[1])));
            } catch (Exception | Error error) {
                System.out.println("error: " + error.toString().replace('\n', ' '));
            }
            System.out.flush();
        }
    }
}
