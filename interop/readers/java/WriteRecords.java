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
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.apache.parquet.schema.Type;

/**
 * Writes records of any schema with parquet-java.
 *
 * Each line of the standard input is RECORDS TAB OUTPUT; the answer is a line: "ok", or
 * "error: " and why.  RECORDS is what random_messages.py writes, numbers in little-endian:
 * the options as text, the schema as text, the number of records, and for each field of a
 * record in the schema's order the number of values and the values.
 */
public class WriteRecords {
    private final ByteBuffer input;

    private WriteRecords(byte[] bytes) {
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

    private void fill(Group group, GroupType type) {
        for (int field = 0; field < type.getFieldCount(); field++) {
            Type fieldType = type.getType(field);
            for (int n = input.getInt(); n > 0; n--) {
                if (!fieldType.isPrimitive()) {
                    fill(group.addGroup(field), fieldType.asGroupType());
                    continue;
                }
                switch (fieldType.asPrimitiveType().getPrimitiveTypeName()) {
                case BOOLEAN -> group.add(field, input.get() != 0);
                case INT32 -> group.add(field, input.getInt());
                case INT64 -> group.add(field, input.getLong());
                case FLOAT -> group.add(field, input.getFloat());
                case DOUBLE -> group.add(field, input.getDouble());
                default -> group.add(field, Binary.fromConstantByteArray(bytes()));
                }
            }
        }
    }

    /** codec, version, dictionary and the like, as "name=value name=value". */
    private static void apply(Map<String, String> options, ExampleParquetWriter.Builder builder) {
        builder.withCompressionCodec(CompressionCodecName.valueOf(options.get("codec")))
                .withWriterVersion(WriterVersion.fromString(options.get("version")))
                .withDictionaryEncoding(options.get("dictionary").equals("true"))
                .withPageWriteChecksumEnabled(options.get("checksums").equals("true"))
                .withPageSize(Integer.parseInt(options.get("page_size")))
                .withPageRowCountLimit(Integer.parseInt(options.get("page_rows")))
                .withMinRowCountForPageSizeCheck(1)
                .withMaxRowCountForPageSizeCheck(3)
                .withDictionaryPageSize(Integer.parseInt(options.get("dictionary_size")))
                .withRowGroupRowCountLimit(Integer.parseInt(options.get("group_rows")));
    }

    private void write(Path output) throws IOException {
        Map<String, String> options = new HashMap<>();
        for (String option : text().split(" ")) {
            String[] parts = option.split("=", 2);
            options.put(parts[0], parts[1]);
        }
        MessageType schema = MessageTypeParser.parseMessageType(text());
        Files.deleteIfExists(output);
        ExampleParquetWriter.Builder builder = ExampleParquetWriter.builder(
                new LocalOutputFile(output)).withConf(new Configuration()).withType(schema);
        apply(options, builder);
        try (ParquetWriter<Group> writer = builder.build()) {
            for (int n = input.getInt(); n > 0; n--) {
                Group group = new SimpleGroup(schema);
                fill(group, schema);
                writer.write(group);
            }
        }
    }

    public static void main(String[] arguments) throws IOException {
        BufferedReader lines =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            String[] paths = line.split("\t");
            try {
                new WriteRecords(Files.readAllBytes(Path.of(paths[0]))).write(Path.of(paths[1]));
                System.out.println("ok");
            } catch (Exception | Error error) {
                System.out.println("error: " + error.toString().replace('\n', ' '));
            }
            System.out.flush();
        }
    }
}
