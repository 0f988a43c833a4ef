// SPDX-License-Identifier: MIT
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.crypto.ColumnDecryptionProperties;
import org.apache.parquet.crypto.ColumnEncryptionProperties;
import org.apache.parquet.crypto.FileDecryptionProperties;
import org.apache.parquet.crypto.FileEncryptionProperties;
import org.apache.parquet.crypto.ParquetCipher;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.convert.GroupRecordConverter;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.MessageColumnIO;
import org.apache.parquet.io.RecordReader;
import org.apache.parquet.schema.MessageType;

/**
 * Copies Parquet files with parquet-java, which decrypts what it reads and encrypts what it writes.
 *
 * Each line of the standard input has fields NAME=VALUE between tabs, as in
 * readers/rust/src/bin/encrypted.rs, and to_algorithm; the answer is a line: "ok", or "error: "
 * and why.  All indexes and Bloom filters are read.
 */
public class CopyEncrypted {
    private final Map<String, List<String>> fields = new HashMap<>();

    private CopyEncrypted(String line) {
        for (String field : line.split("\t")) {
            String[] parts = field.split("=", 2);
            fields.computeIfAbsent(parts[0], name -> new ArrayList<>()).add(parts[1]);
        }
    }

    private String get(String name) {
        return fields.containsKey(name) ? fields.get(name).get(0) : null;
    }

    private boolean is(String name) {
        return "true".equals(get(name));
    }

    private static byte[] bytes(String hexadecimal) {
        return HexFormat.of().parseHex(hexadecimal);
    }

    private FileDecryptionProperties decryption() {
        if (get("footer_key") == null) {
            return null;
        }
        Map<ColumnPath, ColumnDecryptionProperties> columns = new HashMap<>();
        for (String column : fields.getOrDefault("column_key", List.of())) {
            String[] parts = column.split(":", 2);
            ColumnPath path = ColumnPath.fromDotString(parts[1]);
            columns.put(path, ColumnDecryptionProperties.builder(path).withKey(bytes(parts[0]))
                    .build());
        }
        FileDecryptionProperties.Builder builder = FileDecryptionProperties.builder()
                .withFooterKey(bytes(get("footer_key")));
        if (!columns.isEmpty()) {
            builder.withColumnKeys(columns);
        }
        if (get("aad_prefix") != null) {
            builder.withAADPrefix(bytes(get("aad_prefix")));
        }
        return builder.build();
    }

    private FileEncryptionProperties encryption() {
        if (get("to_footer_key") == null) {
            return null;
        }
        String[] footer = get("to_footer_key").split(":", -1);
        FileEncryptionProperties.Builder builder = FileEncryptionProperties
                .builder(bytes(footer[0])).withAlgorithm(ParquetCipher.valueOf(get("to_algorithm")));
        if (!footer[1].isEmpty()) {
            builder.withFooterKeyMetadata(bytes(footer[1]));
        }
        Map<ColumnPath, ColumnEncryptionProperties> columns = new HashMap<>();
        for (String column : fields.getOrDefault("to_column_key", List.of())) {
            String[] parts = column.split(":", 3);
            ColumnPath path = ColumnPath.fromDotString(parts[2]);
            ColumnEncryptionProperties.Builder key =
                    ColumnEncryptionProperties.builder(path).withKey(bytes(parts[0]));
            if (!parts[1].isEmpty()) {
                key.withKeyMetaData(bytes(parts[1]));
            }
            columns.put(path, key.build());
        }
        if (!columns.isEmpty()) {
            builder.withEncryptedColumns(columns);
        }
        if (is("plaintext_footer")) {
            builder.withPlaintextFooter();
        }
        if (get("to_aad_prefix") != null) {
            builder.withAADPrefix(bytes(get("to_aad_prefix")));
            if (!is("store_aad_prefix")) {
                builder.withoutAADPrefixStorage();
            }
        }
        return builder.build();
    }

    private ParquetWriter<Group> writer(MessageType schema) throws IOException {
        Path output = Path.of(get("to"));
        Files.deleteIfExists(output);
        int pageRows = Integer.parseInt(get("page_rows"));
        ExampleParquetWriter.Builder builder =
                ExampleParquetWriter.builder(new LocalOutputFile(output))
                        .withConf(new Configuration()).withType(schema)
                        .withCompressionCodec(CompressionCodecName.fromConf(get("codec")))
                        .withWriterVersion(WriterVersion.fromString("v" + get("version")))
                        .withDictionaryEncoding(is("dictionary"))
                        .withPageRowCountLimit(pageRows)
                        .withMinRowCountForPageSizeCheck(1)
                        .withMaxRowCountForPageSizeCheck(3)
                        .withRowGroupRowCountLimit(Integer.parseInt(get("group_rows")))
                        .withBloomFilterEnabled(is("bloom"));
        FileEncryptionProperties properties = encryption();
        if (properties != null) {
            builder.withEncryption(properties);
        }
        return builder.build();
    }

    private static void readIndexes(ParquetFileReader reader, BlockMetaData block)
            throws IOException {
        for (ColumnChunkMetaData chunk : block.getColumns()) {
            reader.readColumnIndex(chunk);
            reader.readOffsetIndex(chunk);
            reader.readBloomFilter(chunk);
        }
    }

    private void copy() throws IOException {
        ParquetReadOptions options =
                ParquetReadOptions.builder().withDecryption(decryption()).build();
        try (ParquetFileReader reader =
                ParquetFileReader.open(new LocalInputFile(Path.of(get("from"))), options)) {
            MessageType schema = reader.getFileMetaData().getSchema();
            MessageColumnIO columns = new ColumnIOFactory().getColumnIO(schema);
            try (ParquetWriter<Group> writer = writer(schema)) {
                for (BlockMetaData block : reader.getRowGroups()) {
                    readIndexes(reader, block);
                    PageReadStore pages = reader.readNextRowGroup();
                    RecordReader<Group> records =
                            columns.getRecordReader(pages, new GroupRecordConverter(schema));
                    for (long i = pages.getRowCount(); i > 0; i--) {
                        writer.write(records.read());
                    }
                }
            }
        }
    }

    public static void main(String[] arguments) throws IOException {
        BufferedReader lines =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            try {
                new CopyEncrypted(line).copy();
                System.out.println("ok");
            } catch (Exception | Error error) {
                System.out.println("error: " + error.toString().replace('\n', ' '));
            }
            System.out.flush();
        }
    }
}
