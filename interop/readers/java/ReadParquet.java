// SPDX-License-Identifier: MIT
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.column.impl.ColumnReadStoreImpl;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.example.data.simple.convert.GroupRecordConverter;
import org.apache.parquet.filter2.compat.FilterCompat;
import org.apache.parquet.filter2.predicate.FilterApi;
import org.apache.parquet.filter2.predicate.FilterPredicate;
import org.apache.parquet.filter2.predicate.Operators;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveComparator;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/**
 * Reads Parquet files with parquet-java.
 *
 * Each line of the standard input is PATH TAB OUTPUT.  The columns go to OUTPUT in the form
 * that dumps.py reads, with their values as stored; a leaf in groups has a value for each entry,
 * and its levels as another column, 1000 for each repetition.  The answer is a line: "ok", or
 * "error: " and why.  Checksums are verified.  The rows that satisfy some conditions are counted
 * with all of parquet-java's pruning, and without.
 */
public class ReadParquet {
    private static final int FILTERED_COLUMNS = 5;

    /** The values of a column's entries, null where there is none, and its levels if requested. */
    private static List<Object> values(PageReadStore pages, MessageType schema, String createdBy,
            ColumnDescriptor column, List<Object> levels) {
        ColumnReadStoreImpl store = new ColumnReadStoreImpl(pages,
                new GroupRecordConverter(schema).getRootConverter(), schema, createdBy);
        ColumnReader reader = store.getColumnReader(column);
        List<Object> values = new ArrayList<>();
        for (long i = reader.getTotalValueCount(); i > 0; i--) {
            int definition = reader.getCurrentDefinitionLevel();
            if (levels != null) {
                levels.add(reader.getCurrentRepetitionLevel() * 1000 + definition);
            }
            if (definition < column.getMaxDefinitionLevel()) {
                values.add(null);
            } else {
                values.add(value(reader, column.getPrimitiveType().getPrimitiveTypeName()));
            }
            reader.consume();
        }
        return values;
    }

    private static Object value(ColumnReader reader, PrimitiveTypeName type) {
        switch (type) {
        case BOOLEAN: return reader.getBoolean();
        case INT32: return reader.getInteger();
        case INT64: return reader.getLong();
        case FLOAT: return reader.getFloat();
        case DOUBLE: return reader.getDouble();
        default: return reader.getBinary().copy();
        }
    }

    private static void writeInt(ByteArrayOutputStream out, int n) {
        out.writeBytes(ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(n).array());
    }

    private static void dump(ByteArrayOutputStream out, String name, PrimitiveTypeName type,
            List<Object> values) {
        byte[] label = name.getBytes(StandardCharsets.UTF_8);
        writeInt(out, label.length);
        out.writeBytes(label);
        out.write(switch (type) {
            case BOOLEAN -> 1;
            case INT32 -> 2;
            case INT64 -> 3;
            case FLOAT -> 4;
            case DOUBLE -> 5;
            default -> 6;
        });
        writeInt(out, values.size());
        for (Object value : values) {
            out.write(value == null ? 0 : 1);
        }
        ByteBuffer number = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
        for (Object value : values) {
            number.clear();
            if (value instanceof Boolean b) {
                number.put((byte) (b ? 1 : 0));
            } else if (value instanceof Integer n) {
                number.putInt(n);
            } else if (value instanceof Long n) {
                number.putLong(n);
            } else if (value instanceof Float f) {
                number.putInt(Float.floatToRawIntBits(f));
            } else if (value instanceof Double d) {
                number.putLong(Double.doubleToRawLongBits(d));
            } else if (value instanceof Binary b) {
                number.putInt(b.length());
            }
            out.write(number.array(), 0, number.position());
        }
        for (Object value : values) {
            if (value instanceof Binary b) {
                out.writeBytes(b.getBytesUnsafe());
            }
        }
    }

    private static ParquetReadOptions options(FilterPredicate filter) {
        ParquetReadOptions.Builder builder = ParquetReadOptions.builder()
                .usePageChecksumVerification(true);
        if (filter != null) {
            builder.withRecordFilter(FilterCompat.get(filter)).useStatsFilter(true)
                    .useDictionaryFilter(true).useBloomFilter(true).useColumnIndexFilter(true);
        }
        return builder.build();
    }

    /** The column's values in the row groups and pages that the filter does not exclude. */
    private static List<Object> filtered(Path path, ColumnDescriptor column,
            FilterPredicate filter) throws IOException {
        List<Object> found = new ArrayList<>();
        try (ParquetFileReader reader =
                ParquetFileReader.open(new LocalInputFile(path), options(filter))) {
            MessageType schema = new MessageType("m", column.getPrimitiveType());
            String createdBy = reader.getFileMetaData().getCreatedBy();
            reader.setRequestedSchema(schema);
            for (PageReadStore pages = reader.readNextFilteredRowGroup(); pages != null;
                    pages = reader.readNextFilteredRowGroup()) {
                found.addAll(values(pages, schema, createdBy, column, null));
            }
        }
        return found;
    }

    private static <T extends Comparable<T>, C extends Operators.Column<T> & Operators.SupportsLtGt>
            List<FilterPredicate> conditions(C column, T value) {
        return List.of(FilterApi.eq(column, value), FilterApi.lt(column, value),
                FilterApi.gtEq(column, value), FilterApi.eq(column, null));
    }

    private static List<FilterPredicate> conditions(ColumnDescriptor column, Object value) {
        String name = column.getPath()[0];
        if (value instanceof Integer n) {
            return conditions(FilterApi.intColumn(name), n);
        } else if (value instanceof Long n) {
            return conditions(FilterApi.longColumn(name), n);
        } else if (value instanceof Float f) {
            return conditions(FilterApi.floatColumn(name), f);
        } else if (value instanceof Double d) {
            return conditions(FilterApi.doubleColumn(name), d);
        } else if (value instanceof Binary b) {
            return conditions(FilterApi.binaryColumn(name), b);
        }
        return List.of();
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static int compare(PrimitiveComparator order, Object a, Object b) {
        return order.compare(a, b);
    }

    /** The number of values that satisfy the i-th condition. */
    private static long count(List<Object> values, PrimitiveType type, int i, Object value) {
        PrimitiveComparator<?> order = type.comparator();
        return values.stream().filter(v -> switch (i) {
            case 0 -> v != null && v.equals(value);
            case 1 -> v != null && compare(order, v, value) < 0;
            case 2 -> v != null && compare(order, v, value) >= 0;
            default -> v == null;
        }).count();
    }

    private static void checkFilters(Path path, ColumnDescriptor column, List<Object> values)
            throws IOException {
        Object value = values.stream().filter(Objects::nonNull)
                .skip(values.stream().filter(Objects::nonNull).count() / 3).findFirst()
                .orElse(null);
        if (value == null || column.getPath().length > 1 || column.getPath()[0].contains(".")) {
            return;
        }
        List<FilterPredicate> conditions = conditions(column, value);
        PrimitiveType type = column.getPrimitiveType();
        for (int i = 0; i < conditions.size(); i++) {
            long found = count(filtered(path, column, conditions.get(i)), type, i, value);
            long expected = count(values, type, i, value);
            if (found != expected) {
                throw new IOException(
                        conditions.get(i) + ": " + found + " rows, " + expected + " without filters");
            }
        }
    }

    private static void run(Path path, Path output) throws IOException {
        List<ColumnDescriptor> columns;
        List<List<Object>> values = new ArrayList<>();
        List<List<Object>> levels = new ArrayList<>();
        try (ParquetFileReader reader =
                ParquetFileReader.open(new LocalInputFile(path), options(null))) {
            MessageType schema = reader.getFileMetaData().getSchema();
            String createdBy = reader.getFileMetaData().getCreatedBy();
            columns = schema.getColumns();
            columns.forEach(c -> values.add(new ArrayList<>()));
            columns.forEach(c -> levels.add(c.getPath().length > 1 ? new ArrayList<>() : null));
            for (PageReadStore pages = reader.readNextRowGroup(); pages != null;
                    pages = reader.readNextRowGroup()) {
                for (int i = 0; i < columns.size(); i++) {
                    values.get(i).addAll(values(pages, schema, createdBy, columns.get(i), levels.get(i)));
                }
            }
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        writeInt(out, columns.size() + (int) levels.stream().filter(Objects::nonNull).count());
        for (int i = 0; i < columns.size(); i++) {
            PrimitiveType type = columns.get(i).getPrimitiveType();
            String name = String.join(".", columns.get(i).getPath());
            dump(out, name, type.getPrimitiveTypeName(), values.get(i));
            if (levels.get(i) != null) {
                dump(out, name + "\0levels", PrimitiveTypeName.INT32, levels.get(i));
            }
        }
        Files.write(output, out.toByteArray());
        int step = Math.max(1, columns.size() / FILTERED_COLUMNS);
        for (int i = 0; i < columns.size(); i += step) {
            checkFilters(path, columns.get(i), values.get(i));
        }
    }

    public static void main(String[] arguments) throws IOException {
        BufferedReader lines =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            String[] paths = line.split("\t");
            try {
                run(Path.of(paths[0]), Path.of(paths[1]));
                System.out.println("ok");
            } catch (Exception | Error error) {
                System.out.println("error: " + error.toString().replace('\n', ' '));
            }
            System.out.flush();
        }
    }
}
