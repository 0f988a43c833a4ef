/* SPDX-License-Identifier: MIT */
/*
 * test_format_writer.c - the structs of a written footer, field by field, and as the
 * parsers read them.
 */
#include "base/alloc.h"
#include "parquet/format/file_metadata.h"
#include "parquet/schema/type_text.h"
#include "unit_format_writer.h"

/* ---- Column chunks ------------------------------------------------------------ */

static const struct slice path[] = {{(const uint8_t *)"a", 1},
                                    {(const uint8_t *)"b.c", 3}};
static const int encodings[] = {PQ_PLAIN, PQ_RLE, PQ_RLE_DICTIONARY};
static const struct pq_encoding_count encoding_counts[] = {
    {PQ_DICTIONARY_PAGE, PQ_PLAIN, 1}, {PQ_DATA_PAGE, PQ_RLE_DICTIONARY, 12}};

/* A chunk with all fields. */
static struct pq_written_chunk full_chunk(void)
{
    return (struct pq_written_chunk){.type = PQ_BYTE_ARRAY,
                                     .path = path,
                                     .n_path = 2,
                                     .encodings = encodings,
                                     .n_encodings = 3,
                                     .codec = PQ_ZSTD,
                                     .num_values = 1000,
                                     .total_uncompressed_size = 9000,
                                     .total_compressed_size = 8000,
                                     .data_page_offset = 300,
                                     .dictionary_page_offset = 4,
                                     .statistics = {.max = BYTES("no"),
                                                    .min = BYTES("no"),
                                                    .max_value = BYTES("zz"),
                                                    .min_value = BYTES(""),
                                                    .null_count = 5,
                                                    .distinct_count = 6,
                                                    .nan_count = 7,
                                                    .has_null_count = true,
                                                    .has_distinct_count = true,
                                                    .has_nan_count = true,
                                                    .max_is_exact = 0,
                                                    .min_is_exact = 1},
                                     .encoding_counts = encoding_counts,
                                     .n_encoding_counts = 2,
                                     .bloom_filter_offset = 8004,
                                     .bloom_filter_length = 77,
                                     .size = {.has_unencoded_bytes = true,
                                              .unencoded_bytes = 123456789012,
                                              .n_definition = 2,
                                              .n_repetition = 3,
                                              .definition_histogram = histograms[0],
                                              .repetition_histogram = histograms[2]}};
}

#define FULL_CHUNK                                                                       \
    "{1:6 2:[0 3 8] 3:['a' 'b.c'] 4:6 5:1000l 6:9000l 7:8000l 9:300l 11:4l "             \
    "12:{3:5l 4:6l 5:'zz' 6:'' 7:f 8:t 9:7l} 13:[{1:2 2:0 3:1} {1:0 2:8 3:12}] "         \
    "14:8004l 15:77 16:{1:123456789012l 2:[7l 8l 9223372036854775807l] 3:[1l 2l]}}"

static void append_metadata(const struct pq_written_chunk *chunk)
{
    begin();
    CHECK(pq_append_column_metadata(chunk, &output, &error) == OK);
}

static void column_metadata_with_all_fields(void)
{
    struct pq_written_chunk chunk = full_chunk();
    append_metadata(&chunk);
    CHECK_TEXT(dumped(), FULL_CHUNK);
}

static void column_metadata_with_few_fields(void)
{
    struct pq_written_chunk chunk = {
        .type = PQ_INT32,
        .path = path,
        .n_path = 1,
        .encodings = encodings,
        .n_encodings = 1,
        .data_page_offset = 4,
        .statistics = {.max_is_exact = -1, .min_is_exact = -1}};
    append_metadata(&chunk);
    output_is(BYTES("\x15\x02\x19\x15\x00\x19\x18\x01\x61\x15\x00\x16\x00\x16\x00\x16\x00"
                    "\x26\x08\0"));
    chunk.statistics.has_null_count = true;
    append_metadata(&chunk);
    CHECK_TEXT(dumped(), "{1:1 2:[0] 3:['a'] 4:0 5:0l 6:0l 7:0l 9:4l 12:{3:0l}}");
    /* is_exact is not written without its bound. */
    chunk.statistics.max_value = BYTES("x");
    chunk.statistics.max_is_exact = chunk.statistics.min_is_exact = 1;
    append_metadata(&chunk);
    CHECK_TEXT(dumped(), "{1:1 2:[0] 3:['a'] 4:0 5:0l 6:0l 7:0l 9:4l "
                         "12:{3:0l 5:'x' 7:t}}");
    chunk.statistics.max_is_exact = -1;
    chunk.size = (struct pq_written_size){.n_definition = 2,
                                          .definition_histogram = histograms[0]};
    append_metadata(&chunk);
    CHECK_TEXT(dumped(), "{1:1 2:[0] 3:['a'] 4:0 5:0l 6:0l 7:0l 9:4l "
                         "12:{3:0l 5:'x'} 16:{3:[1l 2l]}}");
}

/* Doubles are little-endian: 1 is six bytes 0, then f0 3f. */
static void column_metadata_of_geometries(void)
{
    static const int32_t types[] = {1, 2, 3017};
    struct pq_written_chunk chunk = {
        .type = PQ_BYTE_ARRAY,
        .path = path,
        .n_path = 1,
        .encodings = encodings,
        .n_encodings = 1,
        .data_page_offset = 4,
        .statistics = {.max_is_exact = -1, .min_is_exact = -1},
        .has_bbox = true,
        .bbox = {.xmin = 1, .xmax = 2, .ymin = -1, .ymax = 0, .zmin = 3, .zmax = 4}};
#define FRONT                                                                            \
    "\x15\x0c\x19\x15\x00\x19\x18\x01\x61\x15\x00\x16\x00\x16\x00\x16\x00\x26\x08"
#define XY                                                                               \
    "\x17\0\0\0\0\0\0\xf0\x3f\x17\0\0\0\0\0\0\0\x40\x17\0\0\0\0\0\0\xf0\xbf\x17\0\0\0\0" \
    "\0\0\0\0"
    append_metadata(&chunk);
    output_is(BYTES(FRONT "\x8c\x1c" XY "\0\0\0"));
    chunk.bbox.has_z = true;
    append_metadata(&chunk);
    output_is(BYTES(FRONT "\x8c\x1c" XY "\x17\0\0\0\0\0\0\x08\x40\x17\0\0\0\0\0\0\x10\x40"
                          "\0\0\0"));
    chunk.has_bbox = false;
    append_metadata(&chunk);
    output_is(BYTES(FRONT "\0"));
    chunk.geo_types = types;
    chunk.n_geo_types = 3;
    append_metadata(&chunk);
    output_is(BYTES(FRONT "\x8c\x29\x35\x02\x04\x92\x2f\0\0"));
}

/* ---- The schema --------------------------------------------------------------- */

static const char *const type_texts[] = {
    "INT8 NOT NULL",
    "INT16",
    "INT32",
    "INT64",
    "UINT8",
    "UINT16",
    "UINT32",
    "UINT64",
    "FLOAT16",
    "FLOAT",
    "DOUBLE",
    "BOOLEAN NOT NULL",
    "DECIMAL(9,2)",
    "DECIMAL(18,0)",
    "DECIMAL(38,10)",
    "STRING",
    "ENUM",
    "JSON",
    "BSON",
    "BLOB",
    "FIXED(7)",
    "UUID",
    "INTERVAL",
    "DATE",
    "TIME(MILLIS)",
    "TIME(NANOS, UTC)",
    "TIMESTAMP(MICROS, UTC)",
    "TIMESTAMP(MILLIS)",
    "TIMESTAMP(NANOS)",
    "NULL",
};
enum { N_TYPES = sizeof type_texts / sizeof type_texts[0] };

/* A root and leaves with names; some have field ids. */
static void make_elements(struct pq_schema_element *elements)
{
    elements[0] = (struct pq_schema_element){.type = -1,
                                             .repetition = PQ_REQUIRED, /* not written */
                                             .name = BYTES("schema"),
                                             .n_children = N_TYPES,
                                             .converted_type = PQ_CONVERTED_NONE};
    for (int i = 0; i < N_TYPES; i++) {
        struct pq_schema_element *e = &elements[i + 1];
        const char *text = type_texts[i];
        *e = (struct pq_schema_element){.name = slice_of(text, strlen(text)),
                                        .field_id = i % 3 - 1,
                                        .has_field_id = i % 2 == 0};
        CHECK(pq_type_from_text(e->name, e, &error) == OK);
    }
}

static bool same_slice(struct slice a, struct slice b)
{
    return (a.data == NULL) == (b.data == NULL) && a.size == b.size &&
           (a.size == 0 || memcmp(a.data, b.data, a.size) == 0);
}

static bool same_logical(const struct pq_logical_type *a, const struct pq_logical_type *b)
{
    if (a->kind != b->kind || b->unknown_member != 0)
        return false;
    switch (a->kind) {
    case PQ_LOGICAL_DECIMAL:
        return a->scale == b->scale && a->precision == b->precision;
    case PQ_LOGICAL_INTEGER:
        return a->bit_width == b->bit_width && a->is_signed == b->is_signed;
    case PQ_LOGICAL_TIME:
    case PQ_LOGICAL_TIMESTAMP:
        return a->unit == b->unit && a->is_utc == b->is_utc;
    case PQ_LOGICAL_GEOGRAPHY:
        return same_slice(a->crs, b->crs) && a->algorithm == b->algorithm;
    case PQ_LOGICAL_GEOMETRY:
        return same_slice(a->crs, b->crs);
    default:
        return true;
    }
}

static bool same_element(const struct pq_schema_element *a,
                         const struct pq_schema_element *b)
{
    return a->type == b->type && a->has_type_length == b->has_type_length &&
           a->type_length == b->type_length && a->repetition == b->repetition &&
           same_slice(a->name, b->name) && a->n_children == b->n_children &&
           a->converted_type == b->converted_type && a->has_scale == b->has_scale &&
           a->has_precision == b->has_precision && a->scale == b->scale &&
           a->precision == b->precision && a->has_field_id == b->has_field_id &&
           (!a->has_field_id || a->field_id == b->field_id) &&
           same_logical(&a->logical, &b->logical);
}

static void append_file(const struct pq_written_file *file)
{
    begin();
    CHECK(pq_append_file_metadata(file, &output, &error) == OK);
}

static void schemas_are_read_as_written(void)
{
    struct pq_schema_element elements[N_TYPES + 1];
    struct pq_file_metadata parsed;
    make_elements(elements);
    append_file(&(struct pq_written_file){
        .elements = elements, .n_elements = N_TYPES + 1, .n_leaves = N_TYPES});
    CHECK(pq_file_metadata_parse(buffer_slice(&output), &parsed, &error) == OK);
    CHECK(parsed.n_elements == N_TYPES + 1);
    for (uint32_t i = 1; i < parsed.n_elements; i++)
        CHECK(same_element(&elements[i], &parsed.elements[i]));
    const struct pq_schema_element *root = &parsed.elements[0];
    CHECK(root->type == -1 && root->repetition == -1 && root->n_children == N_TYPES);
    CHECK(same_slice(root->name, elements[0].name) && !root->has_field_id);
    CHECK(parsed.n_leaf_orders == N_TYPES);
    for (uint32_t i = 0; i < parsed.n_leaf_orders; i++)
        CHECK(parsed.leaf_orders[i] == PQ_ORDER_TYPE);
    pq_file_metadata_release(&parsed);
}

/* Elements that are valid but that the file writer never makes. */
static void other_elements_are_written(void)
{
    struct pq_schema_element elements[] = {
        {.type = PQ_INT32, /* of the root only name and n_children are written */
         .repetition = PQ_OPTIONAL,
         .name = BYTES("r"),
         .n_children = 2,
         .converted_type = PQ_MAP,
         .has_field_id = true},
        {.type = -1,
         .repetition = PQ_OPTIONAL,
         .name = BYTES("g"),
         .n_children = 2,
         .converted_type = PQ_LIST,
         .logical.kind = PQ_LOGICAL_LIST},
        {.type = PQ_BYTE_ARRAY,
         .repetition = PQ_REPEATED,
         .name = BYTES("p"),
         .n_children = 0,
         .converted_type = PQ_CONVERTED_NONE,
         .logical = {.kind = PQ_LOGICAL_GEOGRAPHY, .crs = BYTES("x:1"), .algorithm = 3}},
        {.type = PQ_BYTE_ARRAY,
         .repetition = PQ_REQUIRED,
         .name = BYTES(""),
         .n_children = -1,
         .converted_type = PQ_CONVERTED_NONE,
         .logical = {.kind = PQ_LOGICAL_GEOMETRY, .algorithm = -1}},
    };
    append_file(&(struct pq_written_file){.elements = elements, .n_elements = 4});
    CHECK_TEXT(dumped(), "{1:1 2:[{4:'r' 5:2} {3:1 4:'g' 5:2 6:3 10:{3:{}}} "
                         "{1:6 3:2 4:'p' 10:{18:{1:'x:1' 2:3}}} "
                         "{1:6 3:0 4:'' 10:{17:{}}}] 3:0l 4:[] 7:[]}");
}

/* A Variant has the version of its encoding; maps have both forms of the annotation. */
static void annotated_groups_are_written(void)
{
    const struct pq_schema_element elements[] = {
        {.name = BYTES("r"), .n_children = 2},
        {.type = -1,
         .repetition = PQ_OPTIONAL,
         .name = BYTES("v"),
         .n_children = 0,
         .converted_type = PQ_CONVERTED_NONE,
         .logical.kind = PQ_LOGICAL_VARIANT},
        {.type = -1,
         .repetition = PQ_REQUIRED,
         .name = BYTES("m"),
         .n_children = 0,
         .converted_type = PQ_MAP,
         .logical.kind = PQ_LOGICAL_MAP},
    };
    append_file(&(struct pq_written_file){.elements = elements, .n_elements = 3});
    CHECK_TEXT(dumped(), "{1:1 2:[{4:'r' 5:2} {3:1 4:'v' 5:0 10:{16:{1:1b}}} "
                         "{3:0 4:'m' 5:0 6:1 10:{2:{}}}] 3:0l 4:[] 7:[]}");
}

/* Both forms of each annotation, field by field. */
static void annotations_have_both_forms(void)
{
    static const char *const texts[][2] = {
        {"INT8", "{1:1 3:1 4:'x' 6:15 10:{10:{1:8b 2:t}}}"},
        {"UINT64", "{1:2 3:1 4:'x' 6:14 10:{10:{1:64b 2:f}}}"},
        {"INT32", "{1:1 3:1 4:'x'}"},
        {"INT64 NOT NULL", "{1:2 3:0 4:'x'}"},
        {"DECIMAL(20,4)", "{1:7 2:9 3:1 4:'x' 6:5 7:4 8:20 10:{5:{1:4 2:20}}}"},
        {"STRING", "{1:6 3:1 4:'x' 6:0 10:{1:{}}}"},
        {"ENUM", "{1:6 3:1 4:'x' 6:4 10:{4:{}}}"},
        {"JSON", "{1:6 3:1 4:'x' 6:19 10:{12:{}}}"},
        {"BSON", "{1:6 3:1 4:'x' 6:20 10:{13:{}}}"},
        {"UUID", "{1:7 2:16 3:1 4:'x' 10:{14:{}}}"},
        {"FLOAT16", "{1:7 2:2 3:1 4:'x' 10:{15:{}}}"},
        {"INTERVAL", "{1:7 2:12 3:1 4:'x' 6:21}"},
        {"DATE", "{1:1 3:1 4:'x' 6:6 10:{6:{}}}"},
        {"TIME(ms, utc)", "{1:1 3:1 4:'x' 6:7 10:{7:{1:t 2:{1:{}}}}}"},
        {"TIME(us)", "{1:2 3:1 4:'x' 6:8 10:{7:{1:f 2:{2:{}}}}}"},
        {"TIMESTAMP", "{1:2 3:1 4:'x' 6:10 10:{8:{1:f 2:{2:{}}}}}"},
        {"TIMESTAMP(ns, utc)", "{1:2 3:1 4:'x' 10:{8:{1:t 2:{3:{}}}}}"},
        {"NULL", "{1:1 3:1 4:'x' 10:{11:{}}}"},
    };
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        struct pq_schema_element elements[2] = {{.name = BYTES("r"), .n_children = 1},
                                                {.name = BYTES("x")}};
        char expected[200];
        CHECK(pq_type_from_text(slice_of(texts[i][0], strlen(texts[i][0])), &elements[1],
                                &error) == OK);
        append_file(&(struct pq_written_file){
            .elements = elements, .n_elements = 2, .n_leaves = 1});
        snprintf(expected, sizeof expected,
                 "{1:1 2:[{4:'r' 5:1} %s] 3:0l 4:[] 7:[{1:{}}]}", texts[i][1]);
        CHECK_TEXT(dumped(), expected);
    }
}

/* ---- Whole footers ------------------------------------------------------------ */

static const struct pq_sorting_column sorting[] = {{1, false, true}, {0, true, false}};

/* Row groups of two columns: one with all fields, one with few. */
struct footer {
    struct buffer full, little;
    struct pq_written_column columns[2];
    uint32_t fails_at;
    int32_t first_ordinal;
    uint32_t n_calls;
};

static void init_footer(struct footer *footer)
{
    struct pq_written_chunk chunk = full_chunk();
    *footer = (struct footer){.fails_at = UINT32_MAX};
    error_clear(&error);
    CHECK(pq_append_column_metadata(&chunk, &footer->full, &error) == OK);
    chunk = (struct pq_written_chunk){.type = PQ_INT32, .data_page_offset = 9};
    CHECK(pq_append_column_metadata(&chunk, &footer->little, &error) == OK);
    footer->columns[0] = (struct pq_written_column){
        .metadata = buffer_slice(&footer->full),
        .offset_index_offset = INT64_C(5000000000),
        .column_index_offset = 8100,
        .offset_index_length = 20,
        .column_index_length = 30};
    footer->columns[1] = (struct pq_written_column){
        .metadata = buffer_slice(&footer->little)};
}

static void release_footer(struct footer *footer)
{
    buffer_release(&footer->full);
    buffer_release(&footer->little);
}

static enum status give_row_group(void *context, uint32_t i,
                                  struct pq_written_row_group *group, struct error *e)
{
    struct footer *footer = context;
    CHECK(i == footer->n_calls && group->columns == NULL && group->n_rows == 0);
    footer->n_calls++;
    if (i == footer->fails_at)
        return error_set(e, INTERRUPTED, "not now");
    *group = (struct pq_written_row_group){.columns = footer->columns,
                                           .n_columns = 2,
                                           .n_rows = 1000 + i,
                                           .total_byte_size = 9100,
                                           .total_compressed_size = 8100,
                                           .file_offset = 4,
                                           .ordinal = footer->first_ordinal + (int32_t)i,
                                           .sorting_columns = sorting,
                                           .n_sorting_columns = i == 0 ? 2 : 0};
    return OK;
}

static const struct pq_schema_element two_columns[] = {
    {.type = -1, .name = {(const uint8_t *)"r", 1}, .n_children = 2},
    {.type = PQ_BYTE_ARRAY,
     .name = {(const uint8_t *)"a", 1},
     .n_children = -1,
     .converted_type = PQ_CONVERTED_NONE},
    {.type = PQ_INT32,
     .name = {(const uint8_t *)"b", 1},
     .n_children = -1,
     .converted_type = PQ_CONVERTED_NONE},
};
static const struct pq_key_value key_values[] = {
    {{(const uint8_t *)"k", 1}, {(const uint8_t *)"v", 1}},
    {{(const uint8_t *)"none", 4}, {NULL, 0}},
    {{(const uint8_t *)"empty", 5}, {(const uint8_t *)"", 0}},
};

static struct pq_written_file file_of(struct footer *footer, uint32_t n_row_groups)
{
    return (struct pq_written_file){.elements = two_columns,
                                    .n_elements = 3,
                                    .n_leaves = 2,
                                    .n_rows = 2001,
                                    .n_row_groups = n_row_groups,
                                    .row_group = give_row_group,
                                    .context = footer,
                                    .key_values = key_values,
                                    .n_key_values = 3,
                                    .created_by = "us version 1.2.3 (build 4)"};
}

#define LITTLE_CHUNK "{1:1 2:[] 3:[] 4:0 5:0l 6:0l 7:0l 9:9l}"
#define COLUMNS                                                                          \
    "1:[{2:0l 3:" FULL_CHUNK " 4:5000000000l 5:20 6:8100l 7:30} {2:0l 3:" LITTLE_CHUNK   \
    "}] 2:9100l "

static void footer_fields_are_written(void)
{
    struct footer footer;
    init_footer(&footer);
    footer.first_ordinal = INT16_MAX;
    struct pq_written_file file = file_of(&footer, 2);
    append_file(&file);
    CHECK_TEXT(dumped(),
               "{1:1 2:[{4:'r' 5:2} {1:6 3:0 4:'a'} {1:1 3:0 4:'b'}] 3:2001l 4:["
               "{" COLUMNS "3:1000l 4:[{1:1 2:f 3:t} {1:0 2:t 3:f}] 5:4l 6:8100l "
               "7:32767s} {" COLUMNS "3:1001l 5:4l 6:8100l}] "
               "5:[{1:'k' 2:'v'} {1:'none'} {1:'empty' 2:''}] "
               "6:'us version 1.2.3 (build 4)' 7:[{1:{}} {1:{}}]}");
    release_footer(&footer);
}

static void check_full_chunk(const struct pq_column_chunk *c)
{
    const struct pq_column_metadata *m = &c->metadata;
    const struct pq_statistics *s = &m->statistics;
    CHECK(c->has_metadata && c->file_offset == 0 && c->file_path.data == NULL);
    CHECK(c->has_offset_index && c->offset_index_offset == INT64_C(5000000000));
    CHECK(c->offset_index_length == 20);
    CHECK(c->has_column_index && c->column_index_offset == 8100);
    CHECK(c->column_index_length == 30 && !c->has_crypto);
    CHECK(m->type == PQ_BYTE_ARRAY && m->codec == PQ_ZSTD && m->num_values == 1000);
    CHECK(m->total_uncompressed_size == 9000 && m->total_compressed_size == 8000);
    CHECK(m->data_page_offset == 300 && !m->has_index_page_offset);
    CHECK(m->has_dictionary_page_offset && m->dictionary_page_offset == 4);
    CHECK(m->has_bloom_filter_offset && m->bloom_filter_offset == 8004);
    CHECK(m->has_bloom_filter_length && m->bloom_filter_length == 77);
    CHECK(m->has_statistics && s->max.data == NULL && s->min.data == NULL);
    CHECK(slice_equals_text(s->max_value, "zz"));
    CHECK(s->min_value.data != NULL && s->min_value.size == 0);
    CHECK(s->has_null_count && s->null_count == 5);
    CHECK(s->has_distinct_count && s->distinct_count == 6);
    CHECK(s->has_nan_count && s->nan_count == 7);
    CHECK(s->max_is_exact == 0 && s->min_is_exact == 1);
}

static void footers_are_read_as_written(void)
{
    struct footer footer;
    struct pq_file_metadata parsed;
    struct pq_column_chunk chunk;
    init_footer(&footer);
    struct pq_written_file file = file_of(&footer, 2);
    append_file(&file);
    CHECK(pq_file_metadata_parse(buffer_slice(&output), &parsed, &error) == OK);
    CHECK(parsed.version == 1 && parsed.n_rows == 2001 && parsed.n_row_groups == 2);
    CHECK(slice_equals_text(parsed.created_by, file.created_by));
    CHECK(parsed.n_leaf_orders == 2 && parsed.algorithm.kind == 0);
    for (uint32_t i = 0; i < parsed.n_row_groups; i++) {
        const struct pq_row_group *group = &parsed.row_groups[i];
        CHECK(group->n_rows == 1000 + i && group->n_chunks == 2);
        CHECK(group->total_byte_size == 9100 && group->total_compressed_size == 8100);
        CHECK(pq_column_chunk_parse(&parsed, i, 0, &chunk, &error) == OK);
        check_full_chunk(&chunk);
        CHECK(pq_column_chunk_parse(&parsed, i, 1, &chunk, &error) == OK);
        CHECK(chunk.has_metadata && !chunk.has_offset_index && !chunk.has_column_index);
        CHECK(!chunk.metadata.has_statistics &&
              !chunk.metadata.has_dictionary_page_offset &&
              !chunk.metadata.has_bloom_filter_offset);
    }
    struct pq_key_values walk;
    struct slice key, value;
    pq_key_values_begin(&walk, parsed.key_values);
    for (size_t i = 0; i < COUNT_OF(key_values); i++) {
        CHECK(pq_key_values_next(&walk, &key, &value));
        CHECK(same_slice(key, key_values[i].key) &&
              same_slice(value, key_values[i].value));
    }
    CHECK(!pq_key_values_next(&walk, &key, &value));
    pq_file_metadata_release(&parsed);
    release_footer(&footer);
}

static void file_without_columns_is_written(void)
{
    static const struct pq_schema_element root = {.name = {(const uint8_t *)"r", 1}};
    append_file(&(struct pq_written_file){.elements = &root, .n_elements = 1});
    output_is(BYTES("\x15\x02\x19\x1c\x48\x01\x72\x15\0\0\x16\0\x19\x0c\x39\x0c\0"));
}

static void failure_of_a_row_group_is_reported(void)
{
    struct footer footer;
    init_footer(&footer);
    footer.fails_at = 1;
    struct pq_written_file file = file_of(&footer, 5);
    begin();
    CHECK(pq_append_file_metadata(&file, &output, &error) == INTERRUPTED);
    CHECK_TEXT(error.message, "not now");
    CHECK(footer.n_calls == 2);
    release_footer(&footer);
}

static void allocation_failures_are_reported(void)
{
    struct footer footer;
    init_footer(&footer);
    struct pq_written_file file = file_of(&footer, 100);
    append_file(&file);
    size_t whole = output.size;
    enum status status = NOMEM;
    long n = 0;
    while (status == NOMEM && n < 100) {
        struct buffer fresh = {0};
        footer.n_calls = 0;
        error_clear(&error);
        mem_fail_at(++n, 0);
        status = pq_append_file_metadata(&file, &fresh, &error);
        mem_fail_at(0, 0);
        CHECK(status == error.status);
        CHECK(status == NOMEM ||
              (fresh.size == whole && memcmp(fresh.data, output.data, whole) == 0));
        buffer_release(&fresh);
    }
    CHECK(status == OK && n > 5);
    release_footer(&footer);
    struct buffer none = {0};
    struct pq_written_chunk chunk = full_chunk();
    error_clear(&error);
    mem_fail_at(1, 1);
    CHECK(pq_append_column_metadata(&chunk, &none, &error) == NOMEM);
    mem_fail_at(0, 0);
    CHECK(error.status == NOMEM && none.size == 0);
    buffer_release(&none);
}

int main(void)
{
    RUN(column_metadata_with_all_fields);
    RUN(column_metadata_with_few_fields);
    RUN(column_metadata_of_geometries);
    RUN(schemas_are_read_as_written);
    RUN(other_elements_are_written);
    RUN(annotated_groups_are_written);
    RUN(annotations_have_both_forms);
    RUN(footer_fields_are_written);
    RUN(footers_are_read_as_written);
    RUN(file_without_columns_is_written);
    RUN(failure_of_a_row_group_is_reported);
    RUN(allocation_failures_are_reported);
    buffer_release(&output);
    return unit_test_done();
}
