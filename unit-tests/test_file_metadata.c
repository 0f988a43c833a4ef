/* SPDX-License-Identifier: MIT */
/* test_file_metadata.c - FileMetaData, column chunks and key-values from Thrift bytes. */
#include "base/alloc.h"
#include "parquet/format/file_metadata.h"
#include "unit_footer.h"
#include "unit_test.h"

static const struct chunk_spec chunk_a = {.type = PQ_INT32,
                                          .codec = PQ_SNAPPY,
                                          .path = {"a"},
                                          .n_values = 10,
                                          .uncompressed_size = 100,
                                          .compressed_size = 90,
                                          .data_page_offset = 4};

/* A chunk with all fields. */
static void put_full_chunk(struct thrift_bytes *writer)
{
    const struct chunk_spec chunk = {.type = PQ_BYTE_ARRAY,
                                     .codec = PQ_ZSTD,
                                     .path = {"g", "b"},
                                     .n_values = 11,
                                     .uncompressed_size = 200,
                                     .compressed_size = 190,
                                     .data_page_offset = 300,
                                     .dictionary_page_offset = 250};
    begin_struct(writer);
    put_i64(writer, 2, 77);
    begin_chunk_metadata(writer, &chunk);
    put_list(writer, 8, THRIFT_STRUCT, 1);
    begin_struct(writer);
    put_text(writer, 1, "chunk key");
    put_text(writer, 2, "chunk value");
    end_struct(writer);
    put_i64(writer, 10, 260);
    begin_struct_field(writer, 12);
    put_text(writer, 5, "max");
    put_i64(writer, 3, 5);
    end_struct(writer);
    put_list(writer, 13, THRIFT_STRUCT, 1);
    begin_struct(writer);
    put_i32(writer, 1, 0);
    end_struct(writer);
    put_i64(writer, 14, 5000);
    put_i32(writer, 15, 64);
    put_empty_struct(writer, 16);
    begin_struct_field(writer, 17);
    begin_struct_field(writer, 1);
    for (int id = 1; id <= 6; id++)
        put_double(writer, id, id + 0.5);
    end_struct(writer);
    put_list(writer, 2, THRIFT_I32, 1);
    bytes_put_zigzag(&writer->bytes, 3);
    end_struct(writer);
    end_struct(writer);
    put_i64(writer, 4, 6000);
    put_i32(writer, 5, 60);
    put_i64(writer, 6, 7000);
    put_i32(writer, 7, 70);
    end_struct(writer);
}

static void put_schema(struct thrift_bytes *writer)
{
    put_list(writer, 2, THRIFT_STRUCT, 4);
    put_group(writer, "root", -1, 2);
    put_leaf(writer, "a", PQ_INT32, PQ_REQUIRED);
    put_group(writer, "g", PQ_OPTIONAL, 1);
    begin_element(writer, "b", PQ_FIXED_LEN_BYTE_ARRAY, PQ_OPTIONAL);
    put_i32(writer, 2, 5);
    put_i32(writer, 6, PQ_DECIMAL);
    put_i32(writer, 7, 2);
    put_i32(writer, 8, 9);
    put_i32(writer, 9, 42);
    begin_struct_field(writer, 10);
    begin_struct_field(writer, PQ_LOGICAL_DECIMAL);
    put_i32(writer, 1, 2);
    put_i32(writer, 2, 9);
    end_struct(writer);
    end_struct(writer);
    end_struct(writer);
}

static struct thrift_bytes full_footer(void)
{
    struct thrift_bytes writer = {0};
    put_i32(&writer, 1, 2);
    put_schema(&writer);
    put_i64(&writer, 3, 21);
    put_list(&writer, 4, THRIFT_STRUCT, 2);
    begin_struct(&writer);
    put_list(&writer, 1, THRIFT_STRUCT, 2);
    put_chunk(&writer, &chunk_a);
    put_full_chunk(&writer);
    put_i64(&writer, 2, 1000);
    put_i64(&writer, 3, 10);
    put_i64(&writer, 6, 280);
    end_struct(&writer);
    put_row_group(&writer, (const struct chunk_spec[]){chunk_a, chunk_a}, 2, 11);
    put_list(&writer, 5, THRIFT_STRUCT, 2);
    begin_struct(&writer);
    put_text(&writer, 1, "key");
    put_text(&writer, 2, "value");
    end_struct(&writer);
    begin_struct(&writer);
    put_text(&writer, 3, "a member that nobody knows");
    put_text(&writer, 1, "no value");
    end_struct(&writer);
    put_text(&writer, 6, "parquet-mr version 1.12.0 (build x)");
    put_list(&writer, 7, THRIFT_STRUCT, 2);
    for (int i = 0; i < 2; i++) {
        begin_struct(&writer);
        put_empty_struct(&writer, 1);
        end_struct(&writer);
    }
    put_i32(&writer, 30000, 1);
    end_thrift(&writer);
    return writer;
}

static enum status parse(const struct thrift_bytes *writer,
                         struct pq_file_metadata *metadata)
{
    struct error error = {0};
    memset(metadata, 0, sizeof *metadata);
    enum status status = pq_file_metadata_parse(bytes_slice(&writer->bytes), metadata,
                                                &error);
    CHECK(status == error.status);
    return status;
}

/* Ends and parses the footer, and frees all. */
static enum status status_of(struct thrift_bytes *writer)
{
    struct pq_file_metadata metadata;
    end_thrift(writer);
    enum status status = parse(writer, &metadata);
    pq_file_metadata_release(&metadata);
    thrift_bytes_free(writer);
    return status;
}

static void all_fields_are_parsed(void)
{
    struct thrift_bytes writer = full_footer();
    struct pq_file_metadata metadata;
    CHECK(parse(&writer, &metadata) == OK);
    CHECK(metadata.version == 2 && metadata.n_rows == 21);
    CHECK(metadata.n_elements == 4 && metadata.n_row_groups == 2);
    CHECK(slice_equals_text(metadata.created_by, "parquet-mr version 1.12.0 (build x)"));
    CHECK(slice_equals_text(metadata.writer.application, "parquet-mr"));
    CHECK(metadata.writer.version.minor == 12);
    CHECK(metadata.algorithm.kind == 0 && metadata.external_path.size == 0);
    CHECK(metadata.column_orders.data != NULL);

    const struct pq_row_group *group = metadata.row_groups;
    CHECK(group[0].n_rows == 10 && group[0].n_chunks == 2);
    CHECK(group[0].total_byte_size == 1000 && group[0].total_compressed_size == 280);
    CHECK(group[1].n_rows == 11 && group[1].total_compressed_size == -1);
    pq_file_metadata_release(&metadata);
    pq_file_metadata_release(&metadata);
    thrift_bytes_free(&writer);
}

/* Parses a list of ColumnOrders.  Each digit of `members` is an entry: the member's id,
 * 0: an empty union, 8: two members, 9: a member that is not a struct. */
static void check_orders(const char *members, const char *expected)
{
    struct thrift_bytes writer = {0};
    struct pq_file_metadata metadata;
    put_list(&writer, 2, THRIFT_STRUCT, 1);
    put_group(&writer, "root", -1, 0);
    put_list(&writer, 7, THRIFT_STRUCT, strlen(members));
    for (const char *m = members; *m != 0; m++) {
        begin_struct(&writer);
        if (*m == '8') {
            put_empty_struct(&writer, 1);
            put_empty_struct(&writer, 2);
        } else if (*m == '9') {
            put_i32(&writer, 1, 5);
        } else if (*m != '0') {
            put_empty_struct(&writer, *m - '0');
        }
        end_struct(&writer);
    }
    end_thrift(&writer);
    CHECK(parse(&writer, &metadata) == OK);
    CHECK(metadata.n_leaf_orders == strlen(expected));
    for (uint32_t i = 0; i < metadata.n_leaf_orders; i++)
        CHECK(metadata.leaf_orders[i] == expected[i] - '0');
    pq_file_metadata_release(&metadata);
    thrift_bytes_free(&writer);
}

static void column_orders_are_parsed(void)
{
    check_orders("", "");
    check_orders("1", "1");
    check_orders("123", "123");
    check_orders("145", "100");
    check_orders("01890", "01000");
    /* Not a list of structs; absent. */
    struct thrift_bytes writer = {0};
    struct pq_file_metadata metadata;
    put_list(&writer, 2, THRIFT_STRUCT, 1);
    put_group(&writer, "root", -1, 0);
    put_list(&writer, 7, THRIFT_I32, 2);
    bytes_put_zigzag(&writer.bytes, 1);
    bytes_put_zigzag(&writer.bytes, 1);
    end_thrift(&writer);
    CHECK(parse(&writer, &metadata) == OK && metadata.n_leaf_orders == 0);
    pq_file_metadata_release(&metadata);
    thrift_bytes_free(&writer);
}

static void schema_elements_are_parsed(void)
{
    struct thrift_bytes writer = full_footer();
    struct pq_file_metadata metadata;
    CHECK(parse(&writer, &metadata) == OK && metadata.n_elements == 4);
    const struct pq_schema_element *e = metadata.elements;
    CHECK(slice_equals_text(e[0].name, "root") && e[0].type == -1 &&
          e[0].n_children == 2);
    CHECK(e[0].repetition == -1 && e[0].converted_type == PQ_CONVERTED_NONE);
    CHECK(slice_equals_text(e[1].name, "a") && e[1].type == PQ_INT32);
    CHECK(e[1].repetition == PQ_REQUIRED && e[1].n_children == -1);
    CHECK(!e[1].has_scale && !e[1].has_precision && !e[1].has_type_length);
    CHECK(!e[1].has_field_id && e[1].logical.kind == PQ_LOGICAL_NONE);
    CHECK(e[2].repetition == PQ_OPTIONAL && e[2].n_children == 1);
    CHECK(e[3].type == PQ_FIXED_LEN_BYTE_ARRAY && e[3].type_length == 5);
    CHECK(e[3].has_type_length && e[3].has_scale && e[3].has_precision);
    CHECK(e[3].scale == 2 && e[3].precision == 9 && e[3].converted_type == PQ_DECIMAL);
    CHECK(e[3].has_field_id && e[3].field_id == 42);
    CHECK(e[3].logical.kind == PQ_LOGICAL_DECIMAL);
    CHECK(e[3].logical.scale == 2 && e[3].logical.precision == 9);
    pq_file_metadata_release(&metadata);
    thrift_bytes_free(&writer);
}

static void column_chunks_are_parsed(void)
{
    struct thrift_bytes writer = full_footer();
    struct pq_file_metadata metadata;
    struct pq_column_chunk chunk;
    struct error error = {0};
    CHECK(parse(&writer, &metadata) == OK);
    CHECK(pq_column_chunk_parse(&metadata, 0, 0, &chunk, &error) == OK);
    CHECK(chunk.has_metadata && chunk.file_path.data == NULL && !chunk.has_crypto);
    CHECK(!chunk.has_offset_index && !chunk.has_column_index);
    const struct pq_column_metadata *m = &chunk.metadata;
    CHECK(m->type == PQ_INT32 && m->codec == PQ_SNAPPY && m->num_values == 10);
    CHECK(m->total_uncompressed_size == 100 && m->total_compressed_size == 90);
    CHECK(m->data_page_offset == 4 && !m->has_dictionary_page_offset);
    CHECK(!m->has_statistics && !m->has_bloom_filter_offset && !m->has_bbox);
    CHECK(!m->has_index_page_offset && !m->has_bloom_filter_length);
    CHECK(m->key_value_metadata.data == NULL);

    CHECK(pq_column_chunk_parse(&metadata, 0, 1, &chunk, &error) == OK);
    CHECK(m->type == PQ_BYTE_ARRAY && m->codec == PQ_ZSTD && m->num_values == 11);
    CHECK(m->has_dictionary_page_offset && m->dictionary_page_offset == 250);
    CHECK(m->has_index_page_offset && m->index_page_offset == 260);
    CHECK(m->has_statistics && slice_equals_text(m->statistics.max_value, "max"));
    CHECK(m->statistics.has_null_count && m->statistics.null_count == 5);
    CHECK(m->has_bloom_filter_offset && m->bloom_filter_offset == 5000);
    CHECK(m->has_bloom_filter_length && m->bloom_filter_length == 64);
    CHECK(m->has_bbox && m->bbox.xmin == 1.5 && m->bbox.xmax == 2.5);
    CHECK(m->bbox.ymin == 3.5 && m->bbox.ymax == 4.5);
    CHECK(m->bbox.has_z && m->bbox.zmin == 5.5 && m->bbox.zmax == 6.5 && !m->bbox.has_m);
    CHECK(m->geospatial_types.size > 0 && m->key_value_metadata.size > 0);
    CHECK(chunk.file_offset == 77 && chunk.has_offset_index && chunk.has_column_index);
    CHECK(chunk.offset_index_offset == 6000 && chunk.offset_index_length == 60);
    CHECK(chunk.column_index_offset == 7000 && chunk.column_index_length == 70);

    /* Lists are kept unparsed. */
    struct thrift_reader reader;
    struct thrift_field list = thrift_element(THRIFT_LIST),
                        element = thrift_element(THRIFT_BINARY);
    thrift_init(&reader, m->path_in_schema);
    CHECK(thrift_begin_list(&reader, &list, THRIFT_BINARY) == 2);
    CHECK(slice_equals_text(thrift_read_binary(&reader, &element), "g"));
    CHECK(slice_equals_text(thrift_read_binary(&reader, &element), "b"));
    thrift_init(&reader, m->encodings);
    CHECK(thrift_begin_list(&reader, &list, THRIFT_I32) == 2 && reader.fault == NULL);
    pq_file_metadata_release(&metadata);
    thrift_bytes_free(&writer);
}

static void key_values_are_parsed(void)
{
    struct thrift_bytes writer = full_footer();
    struct pq_file_metadata metadata;
    struct pq_key_values walk;
    struct slice key, value;
    CHECK(parse(&writer, &metadata) == OK);
    pq_key_values_begin(&walk, metadata.key_values);
    CHECK(pq_key_values_next(&walk, &key, &value));
    CHECK(slice_equals_text(key, "key") && slice_equals_text(value, "value"));
    CHECK(pq_key_values_next(&walk, &key, &value));
    CHECK(slice_equals_text(key, "no value") && value.data == NULL);
    CHECK(!pq_key_values_next(&walk, &key, &value));
    CHECK(!pq_key_values_next(&walk, &key, &value));
    pq_key_values_begin(&walk, slice_of(NULL, 0));
    CHECK(!pq_key_values_next(&walk, &key, &value));
    /* Elements that are not structs. */
    pq_key_values_begin(&walk, slice_of("\x15\x02", 2));
    CHECK(!pq_key_values_next(&walk, &key, &value));
    pq_file_metadata_release(&metadata);
    thrift_bytes_free(&writer);
}

/* ---- Logical types ------------------------------------------------------------ */

/* Parses a leaf with this logical type; `put` appends the fields of the union's member.
 */
static struct pq_logical_type logical_of(int member, void (*put)(struct thrift_bytes *))
{
    struct thrift_bytes writer = {0};
    struct pq_file_metadata metadata;
    put_i32(&writer, 1, 1);
    put_list(&writer, 2, THRIFT_STRUCT, 2);
    put_group(&writer, "root", -1, 1);
    begin_element(&writer, "a", PQ_INT64, PQ_OPTIONAL);
    begin_struct_field(&writer, 10);
    begin_struct_field(&writer, member);
    if (put != NULL)
        put(&writer);
    end_struct(&writer);
    end_struct(&writer);
    end_struct(&writer);
    put_i64(&writer, 3, 0);
    put_list(&writer, 4, THRIFT_STRUCT, 0);
    end_thrift(&writer);
    struct pq_logical_type logical = {0};
    CHECK(parse(&writer, &metadata) == OK);
    if (metadata.n_elements == 2)
        logical = metadata.elements[1].logical;
    if (logical.crs.data != NULL) {
        CHECK(slice_equals_text(logical.crs, "EPSG:4326"));
        logical.crs = slice_of("EPSG:4326", 9);
    }
    pq_file_metadata_release(&metadata);
    thrift_bytes_free(&writer);
    return logical;
}

static void put_utc_micros(struct thrift_bytes *writer)
{
    put_bool(writer, 1, true);
    begin_struct_field(writer, 2);
    put_empty_struct(writer, PQ_MICROS);
    end_struct(writer);
}

static void put_local_nanos(struct thrift_bytes *writer)
{
    put_bool(writer, 1, false);
    begin_struct_field(writer, 2);
    put_empty_struct(writer, PQ_NANOS);
    end_struct(writer);
}

static void put_unknown_unit(struct thrift_bytes *writer)
{
    put_bool(writer, 1, true);
    begin_struct_field(writer, 2);
    put_empty_struct(writer, 4);
    end_struct(writer);
}

static void put_unsigned_16(struct thrift_bytes *writer)
{
    put_i8(writer, 1, 16);
    put_bool(writer, 2, false);
}

static void put_signed_64(struct thrift_bytes *writer)
{
    put_i8(writer, 1, 64);
    put_bool(writer, 2, true);
}

static void put_geography(struct thrift_bytes *writer)
{
    put_text(writer, 1, "EPSG:4326");
    put_i32(writer, 2, 3);
}

static void logical_types_are_parsed(void)
{
    static const int plain[] = {
        PQ_LOGICAL_STRING,    PQ_LOGICAL_MAP,     PQ_LOGICAL_LIST,    PQ_LOGICAL_ENUM,
        PQ_LOGICAL_DATE,      PQ_LOGICAL_UNKNOWN, PQ_LOGICAL_JSON,    PQ_LOGICAL_BSON,
        PQ_LOGICAL_UUID,      PQ_LOGICAL_FLOAT16, PQ_LOGICAL_VARIANT, PQ_LOGICAL_GEOMETRY,
        PQ_LOGICAL_GEOGRAPHY, PQ_LOGICAL_FILE};
    for (size_t i = 0; i < COUNT_OF(plain); i++)
        CHECK(logical_of(plain[i], NULL).kind == plain[i]);
    CHECK(logical_of(PQ_LOGICAL_GEOGRAPHY, NULL).algorithm == -1);
    CHECK(logical_of(PQ_LOGICAL_GEOMETRY, NULL).crs.data == NULL);

    struct pq_logical_type l = logical_of(PQ_LOGICAL_TIMESTAMP, put_utc_micros);
    CHECK(l.kind == PQ_LOGICAL_TIMESTAMP && l.is_utc && l.unit == PQ_MICROS);
    l = logical_of(PQ_LOGICAL_TIME, put_local_nanos);
    CHECK(l.kind == PQ_LOGICAL_TIME && !l.is_utc && l.unit == PQ_NANOS);
    CHECK(logical_of(PQ_LOGICAL_TIME, put_unknown_unit).unit == PQ_UNIT_NONE);
    l = logical_of(PQ_LOGICAL_INTEGER, put_unsigned_16);
    CHECK(l.kind == PQ_LOGICAL_INTEGER && l.bit_width == 16 && !l.is_signed);
    l = logical_of(PQ_LOGICAL_INTEGER, put_signed_64);
    CHECK(l.bit_width == 64 && l.is_signed);
    l = logical_of(PQ_LOGICAL_GEOGRAPHY, put_geography);
    CHECK(l.algorithm == 3 && l.crs.data != NULL);
}

static void unknown_logical_types_keep_their_id(void)
{
    static const int members[] = {9, 20, 21, 100, 32767};
    for (size_t i = 0; i < COUNT_OF(members); i++) {
        struct pq_logical_type l = logical_of(members[i], put_geography);
        CHECK(l.kind == PQ_LOGICAL_NONE && l.unknown_member == members[i]);
    }
}

/* ---- Invalid footers ---------------------------------------------------------- */

static void encrypted_and_external_chunks_are_parsed(void)
{
    struct thrift_bytes writer = {0};
    struct pq_file_metadata metadata;
    put_i32(&writer, 1, 1);
    put_schema(&writer);
    put_i64(&writer, 3, 1);
    put_list(&writer, 4, THRIFT_STRUCT, 1);
    begin_struct(&writer);
    put_list(&writer, 1, THRIFT_STRUCT, 2);
    begin_struct(&writer);
    put_text(&writer, 1, "elsewhere");
    put_i64(&writer, 2, 0);
    begin_chunk_metadata(&writer, &chunk_a);
    end_struct(&writer);
    end_struct(&writer);
    begin_struct(&writer);
    put_i64(&writer, 2, 0);
    begin_struct_field(&writer, 8);
    put_empty_struct(&writer, 1);
    end_struct(&writer);
    put_i64(&writer, 4, 77); /* fields may come in any order */
    end_struct(&writer);
    put_i64(&writer, 2, 1);
    put_i64(&writer, 3, 1);
    end_struct(&writer);
    begin_struct_field(&writer, 8);
    begin_struct_field(&writer, 2);
    put_text(&writer, 1, "prefix");
    end_struct(&writer);
    end_struct(&writer);
    put_text(&writer, 9, "signing");
    end_thrift(&writer);
    CHECK(parse(&writer, &metadata) == OK);
    CHECK(slice_equals_text(metadata.external_path, "elsewhere"));
    CHECK(metadata.algorithm.kind == 2);
    CHECK(slice_equals_text(metadata.footer_signing_key_metadata, "signing"));
    struct pq_column_chunk chunk;
    struct error error = {0};
    if (metadata.n_row_groups == 1) {
        CHECK(pq_column_chunk_parse(&metadata, 0, 0, &chunk, &error) == OK);
        CHECK(slice_equals_text(chunk.file_path, "elsewhere"));
        CHECK(pq_column_chunk_parse(&metadata, 0, 1, &chunk, &error) == OK);
        CHECK(chunk.has_crypto && !chunk.has_metadata);
        CHECK(chunk.has_offset_index && chunk.offset_index_offset == 77);
    }
    pq_file_metadata_release(&metadata);
    thrift_bytes_free(&writer);
}

/* Missing fields, empty schemas, negative and too large row counts. */
static void invalid_footers_are_corrupt(void)
{
    struct thrift_bytes writer = {0};
    CHECK(status_of(&writer) == CORRUPT); /* no fields */

    put_i32(&writer, 1, 1);
    put_i64(&writer, 3, 0);
    put_list(&writer, 4, THRIFT_STRUCT, 0);
    CHECK(status_of(&writer) == CORRUPT); /* no schema */

    put_list(&writer, 2, THRIFT_STRUCT, 0);
    put_list(&writer, 4, THRIFT_STRUCT, 0);
    CHECK(status_of(&writer) == CORRUPT); /* no root */

    put_schema(&writer);
    put_list(&writer, 4, THRIFT_STRUCT, 1);
    put_row_group(&writer, &chunk_a, 1, -1);
    CHECK(status_of(&writer) == CORRUPT);

    put_schema(&writer);
    put_list(&writer, 4, THRIFT_STRUCT, 1);
    begin_struct(&writer); /* a row group without num_rows */
    put_list(&writer, 1, THRIFT_STRUCT, 0);
    end_struct(&writer);
    CHECK(status_of(&writer) == CORRUPT);

    put_schema(&writer);
    put_list(&writer, 4, THRIFT_STRUCT, 3);
    for (int i = 0; i < 3; i++)
        put_row_group(&writer, &chunk_a, 1, INT64_MAX / 2);
    CHECK(status_of(&writer) == CORRUPT); /* more than 2^63 rows */
}

static void list_counts_beyond_the_bytes_are_corrupt(void)
{
    static const int ids[] = {2, 4, 5, 7};
    static const uint64_t counts[] = {100, INT32_MAX, UINT32_MAX, UINT64_MAX};
    for (size_t i = 0; i < COUNT_OF(ids); i++) {
        for (size_t k = 0; k < COUNT_OF(counts); k++) {
            struct thrift_bytes writer = {0};
            put_schema(&writer);
            put_field(&writer, ids[i], THRIFT_LIST);
            bytes_put_u8(&writer.bytes, 0xfc);
            bytes_put_varint(&writer.bytes, counts[k]);
            mem_fail_at(4, 1); /* such a list is not allocated */
            CHECK(status_of(&writer) == CORRUPT);
            mem_fail_at(0, 0);
        }
    }
}

static void truncated_footers_are_corrupt(void)
{
    struct thrift_bytes writer = full_footer();
    for (size_t size = 0; size < writer.bytes.size; size++) {
        struct pq_file_metadata metadata = {0};
        struct error error = {0};
        uint8_t *copy = exact_copy(writer.bytes.data, size);
        CHECK(pq_file_metadata_parse(slice_of(copy, size), &metadata, &error) == CORRUPT);
        pq_file_metadata_release(&metadata);
        free(copy);
    }
    thrift_bytes_free(&writer);
}

static void use_metadata(const struct pq_file_metadata *metadata)
{
    struct pq_key_values walk;
    struct slice key, value;
    for (uint32_t group = 0; group < metadata->n_row_groups; group++) {
        for (uint32_t i = 0; i < metadata->row_groups[group].n_chunks; i++) {
            struct pq_column_chunk chunk;
            struct error error = {0};
            CHECK(pq_column_chunk_parse(metadata, group, i, &chunk, &error) ==
                  error.status);
        }
    }
    pq_key_values_begin(&walk, metadata->key_values);
    while (pq_key_values_next(&walk, &key, &value))
        CHECK(key.data != NULL || key.size == 0);
}

static void damaged_footers_do_no_harm(void)
{
    struct thrift_bytes writer = full_footer();
    uint64_t random = 71;
    for (size_t at = 0; at < writer.bytes.size; at++) {
        for (int i = 0; i < 40; i++) {
            struct pq_file_metadata metadata = {0};
            struct error error = {0};
            uint8_t *copy = exact_copy(writer.bytes.data, writer.bytes.size);
            copy[at] = (uint8_t)next_random(&random);
            struct slice bytes = slice_of(copy, writer.bytes.size);
            enum status status = pq_file_metadata_parse(bytes, &metadata, &error);
            CHECK(status == OK || status == CORRUPT || status == UNSUPPORTED);
            if (status == OK)
                use_metadata(&metadata);
            pq_file_metadata_release(&metadata);
            free(copy);
        }
    }
    thrift_bytes_free(&writer);
}

/* Enough row groups to fill several blocks of memory. */
static void allocation_failures_are_reported(void)
{
    enum { GROUPS = 400, CHUNKS = 40 };
    struct thrift_bytes writer = {0};
    struct chunk_spec chunks[CHUNKS];
    for (size_t i = 0; i < CHUNKS; i++)
        chunks[i] = chunk_a;
    put_schema(&writer);
    put_list(&writer, 4, THRIFT_STRUCT, GROUPS);
    for (int i = 0; i < GROUPS; i++)
        put_row_group(&writer, chunks, CHUNKS, 1);
    end_thrift(&writer);
    enum status status = NOMEM;
    long n = 1;
    for (; status != OK && n < 100; n++) {
        struct pq_file_metadata metadata = {0};
        struct error error = {0};
        mem_fail_at(n, n % 2 == 0);
        status = pq_file_metadata_parse(bytes_slice(&writer.bytes), &metadata, &error);
        mem_fail_at(0, 0);
        CHECK(status == OK || status == NOMEM);
        CHECK(status != OK || metadata.n_row_groups == GROUPS);
        pq_file_metadata_release(&metadata);
    }
    CHECK(n > 4 && status == OK);
    thrift_bytes_free(&writer);
}

/* One byte of a footer can be a schema element, which takes a hundred bytes of memory. */
static void schemas_with_too_many_elements_are_refused(void)
{
    enum { ELEMENTS = (1 << 20) + 1 };
    struct thrift_bytes writer = {0};
    put_list(&writer, 2, THRIFT_STRUCT, ELEMENTS);
    for (int i = 0; i < ELEMENTS; i++)
        bytes_put_u8(&writer.bytes, THRIFT_STOP);
    put_list(&writer, 4, THRIFT_STRUCT, 0);
    CHECK(status_of(&writer) == TOO_BIG);
}

static void chunk_numbers_beyond_the_row_group_are_corrupt(void)
{
    struct thrift_bytes writer = full_footer();
    struct pq_file_metadata metadata;
    CHECK(parse(&writer, &metadata) == OK);
    for (uint32_t chunk = 0; chunk < 4; chunk++) {
        struct pq_column_chunk parsed;
        struct error error = {0};
        CHECK(pq_column_chunk_parse(&metadata, 0, chunk, &parsed, &error) ==
              (chunk < 2 ? OK : CORRUPT));
    }
    pq_file_metadata_release(&metadata);
    thrift_bytes_free(&writer);
}

int main(void)
{
    RUN(all_fields_are_parsed);
    RUN(column_orders_are_parsed);
    RUN(schema_elements_are_parsed);
    RUN(column_chunks_are_parsed);
    RUN(key_values_are_parsed);
    RUN(logical_types_are_parsed);
    RUN(unknown_logical_types_keep_their_id);
    RUN(encrypted_and_external_chunks_are_parsed);
    RUN(invalid_footers_are_corrupt);
    RUN(list_counts_beyond_the_bytes_are_corrupt);
    RUN(truncated_footers_are_corrupt);
    RUN(damaged_footers_do_no_harm);
    RUN(allocation_failures_are_reported);
    RUN(schemas_with_too_many_elements_are_refused);
    RUN(chunk_numbers_beyond_the_row_group_are_corrupt);
    return unit_test_done();
}
