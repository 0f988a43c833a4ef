// SPDX-License-Identifier: MIT
import java.io.FileWriter;
import java.io.IOException;
import java.lang.reflect.Method;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.hadoop.example.GroupWriteSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.apache.parquet.schema.Type;

/**
 * Writes the tables of tables.txt (tables.py) with the version of parquet-java on the class
 * path: java -cp ... WriteTables.java TABLES FOLDER.  Options that it does not have are left
 * out; what it refuses is a line in FOLDER/refused.
 *
 * Versions before 1.12 look at the sizes of row groups and pages after 100 rows at the
 * earliest, so rows are repeated.
 */
public class WriteTables {
    private final String folder;
    private String table;
    private int rows;
    private List<String[]> columns = new ArrayList<>();

    private WriteTables(String folder) {
        this.folder = folder;
    }

    private static int[] decimal(String kind) {
        return Arrays.stream(kind.replaceAll("[a-z()]", "").split(",")).mapToInt(Integer::parseInt)
                .toArray();
    }

    private static String primitive(String kind, String name, boolean binaryDecimals) {
        if (kind.startsWith("decimal")) {
            int precision = decimal(kind)[0];
            String type = binaryDecimals ? "binary" : precision <= 9 ? "int32"
                    : precision <= 18 ? "int64" : "fixed_len_byte_array(16)";
            return type + " " + name + " (" + kind.toUpperCase() + ")";
        }
        if (kind.startsWith("int") || kind.startsWith("uint")) {
            int bits = Integer.parseInt(kind.replaceAll("[a-z]", ""));
            String type = kind.replaceAll("([0-9]+)", "_$1").toUpperCase();
            return (bits == 64 ? "int64 " : "int32 ") + name + " (" + type + ")";
        }
        switch (kind) {
        case "bool": return "boolean " + name;
        case "float": case "double": case "binary": return kind + " " + name;
        case "text": return "binary " + name + " (UTF8)";
        case "fixed(4)": return "fixed_len_byte_array(4) " + name;
        case "date": return "int32 " + name + " (DATE)";
        case "time_ms": return "int32 " + name + " (TIME_MILLIS)";
        case "time_us": return "int64 " + name + " (TIME_MICROS)";
        case "timestamp_ms": return "int64 " + name + " (TIMESTAMP_MILLIS)";
        case "timestamp_us_utc": return "int64 " + name + " (TIMESTAMP_MICROS)";
        case "timestamp_us": return "int64 " + name + " (TIMESTAMP(MICROS,false))";
        case "timestamp_ns": return "int64 " + name + " (TIMESTAMP(NANOS,false))";
        case "time_ns": return "int64 " + name + " (TIME(NANOS,false))";
        default: throw new IllegalArgumentException("no such column: " + kind);
        }
    }

    private static String field(String kind, String name, boolean binaryDecimals) {
        String[] parts = kind.split("/");
        if (parts[0].equals("struct"))
            return "optional group " + name + " { optional " + primitive(parts[1], "a", false)
                    + "; optional " + primitive(parts[2], "b", false) + "; }";
        if (parts[0].equals("list"))
            return "optional group " + name + " (LIST) { repeated group list { optional "
                    + primitive(parts[1], "element", false) + "; } }";
        return "optional " + primitive(kind, name, binaryDecimals) + ";";
    }

    private static byte[] bytes(String hex) {
        byte[] made = new byte[hex.length() / 2];
        for (int i = 0; i < made.length; i++)
            made[i] = (byte) Integer.parseInt(hex.substring(2 * i, 2 * i + 2), 16);
        return made;
    }

    private static byte[] decimalBytes(String word, boolean isFixed) {
        byte[] shortest = new BigInteger(word).toByteArray();
        if (!isFixed)
            return shortest;
        byte[] made = new byte[16];
        Arrays.fill(made, (byte) (shortest[0] < 0 ? -1 : 0));
        System.arraycopy(shortest, 0, made, 16 - shortest.length, shortest.length);
        return made;
    }

    private static double number(String word) {
        return word.endsWith("inf") ? Double.parseDouble(word.replace("inf", "Infinity"))
                : word.equals("nan") ? Double.NaN : Double.parseDouble(word);
    }

    private static void add(Group group, String name, String kind, String word) {
        if (word.equals("~"))
            return;
        String[] parts = kind.split("/");
        if (parts.length > 1) {
            String inside = word.substring(1, word.length() - 1);
            Group inner = group.addGroup(name);
            String[] words = inside.isEmpty() ? new String[0] : inside.split(",");
            for (int i = 0; i < words.length; i++) {
                if (parts[0].equals("list"))
                    add(inner.addGroup("list"), "element", parts[1], words[i]);
                else
                    add(inner, i == 0 ? "a" : "b", parts[i + 1], words[i]);
            }
            return;
        }
        Type type = group.getType().getType(name);
        switch (type.asPrimitiveType().getPrimitiveTypeName()) {
        case BOOLEAN: group.add(name, word.equals("1")); break;
        case INT32: group.add(name, (int) Long.parseLong(word)); break;
        case INT64: group.add(name, new BigInteger(word).longValue()); break;
        case FLOAT: group.add(name, (float) number(word)); break;
        case DOUBLE: group.add(name, number(word)); break;
        default:
            boolean isFixed = type.toString().contains("fixed");
            group.add(name, Binary.fromByteArray(
                    word.startsWith("x") ? bytes(word.substring(1)) : decimalBytes(word, isFixed)));
        }
    }

    /** Version 1.8 has none for groups. */
    private static class Builder extends ParquetWriter.Builder<Group, Builder> {
        private final MessageType type;

        Builder(Path path, MessageType type) {
            super(path);
            this.type = type;
            withCompressionCodec(CompressionCodecName.UNCOMPRESSED);
        }

        @Override
        protected Builder self() {
            return this;
        }

        @Override
        protected WriteSupport<Group> getWriteSupport(Configuration configuration) {
            GroupWriteSupport.setSchema(type, configuration);
            return new GroupWriteSupport();
        }
    }

    /** Calls the builder's methods of these names that there are. */
    private static void apply(Object builder, Map<String, Object> options) throws Exception {
        for (Map.Entry<String, Object> option : options.entrySet()) {
            for (Method method : builder.getClass().getMethods()) {
                if (!method.getName().equals(option.getKey()) || method.getParameterCount() != 1)
                    continue;
                Class<?> wanted = method.getParameterTypes()[0];
                Object value = option.getValue();
                if (value instanceof Integer && wanted == long.class)
                    value = ((Integer) value).longValue();
                boolean isFlag = value instanceof Boolean && wanted == boolean.class;
                boolean isNumber = value instanceof Number && wanted != boolean.class;
                if (wanted.isInstance(value) || wanted.isPrimitive() && (isFlag || isNumber))
                    method.invoke(builder, value);
            }
        }
    }

    private void write(String variant, boolean binaryDecimals, int times,
            Map<String, Object> options) throws Exception {
        StringBuilder schema = new StringBuilder("message t {");
        for (String[] column : columns)
            schema.append(field(column[2], column[1], binaryDecimals));
        MessageType type = MessageTypeParser.parseMessageType(schema.append("}").toString());
        String part = folder + "/" + table + "." + variant + ".part";
        Builder builder = new Builder(new Path(part), type);
        apply(builder, options);
        try (ParquetWriter<Group> writer = builder.build()) {
            for (int i = 0; i < rows; i++) {
                Group group = new SimpleGroup(type);
                for (String[] column : columns)
                    add(group, column[1], column[2], column[3 + i]);
                for (int n = 0; n < times; n++)
                    writer.write(group);
            }
        }
        Files.move(Paths.get(part), Paths.get(part.replace(".part", ".parquet")));
    }

    private void attempt(String variant, boolean binaryDecimals, int times, Object... options)
            throws IOException {
        Map<String, Object> named = new LinkedHashMap<>();
        for (int i = 0; i < options.length; i += 2)
            named.put((String) options[i], options[i + 1]);
        try {
            write(variant, binaryDecimals, times, named);
        } catch (Exception | LinkageError error) {
            try (FileWriter refused = new FileWriter(folder + "/refused", true)) {
                refused.write(table + "." + variant + ": " + error + "\n");
            }
        }
    }

    private void writeAll() throws IOException {
        int size = Math.max(64, rows / 4);
        Object[] small = {"withRowGroupSize", 1, "withMinRowCountForPageSizeCheck", 1,
            "withMaxRowCountForPageSizeCheck", 2, "withPageSize", size};
        if (rows > 100000) {
            attempt("default", false, 1);
            return;
        }
        if (rows > 1000) {
            attempt("small", false, 1, small);
            attempt("pages", true, 1, "withPageSize", size, "withDictionaryEncoding", false,
                    "withPageRowCountLimit", 100);
            return;
        }
        attempt("groups", false, 3, small);
        attempt("pages", false, 32, "withPageSize", size, "withPageRowCountLimit", 100);
        attempt("small", false, 1, "withPageSize", size, "withMinRowCountForPageSizeCheck", 1,
                "withMaxRowCountForPageSizeCheck", 2, "withDictionaryEncoding", false);
        attempt("v2", true, 8, "withWriterVersion", WriterVersion.PARQUET_2_0, "withPageSize", size,
                "withPageRowCountLimit", 20);
        attempt("plain", true, 32, "withPageSize", size, "withDictionaryEncoding", false);
    }

    public static void main(String[] arguments) throws IOException {
        WriteTables tables = new WriteTables(arguments[1]);
        for (String line : Files.readAllLines(Paths.get(arguments[0]))) {
            String[] words = line.split(" ");
            if (words[0].equals("column")) {
                tables.columns.add(words);
                continue;
            }
            if (tables.table != null)
                tables.writeAll();
            tables.table = words[1];
            tables.rows = Integer.parseInt(words[2]);
            tables.columns.clear();
        }
        tables.writeAll();
    }
}
