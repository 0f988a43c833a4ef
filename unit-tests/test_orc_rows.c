/* SPDX-License-Identifier: MIT */
/*
 * test_orc_rows.c - rows of structs, lists, maps and unions, nested in each other, and of
 * primitive columns below structs: reading in any steps, skipping, seeking by the row
 * index, row indexes that are wrong, damage (path_reader.h, row_json.h, nested_node.h).
 */
#include "orc/column/row_json.h"

#include "unit_orc_rows.h"

static struct orc_spec spec;
static struct random_file file;

static void types_are(const char *types)
{
    orc_spec_free(&spec);
    orc_spec_types(&spec, types);
}

/* ---- From literal bytes -------------------------------------------------------------
 */

static void structs_are_read(void)
{
    types_are("struct<a:struct<x:int,y:struct<>>>");
    orc_add_stripe(&spec, 3);
    orc_add_present(&spec, 1, "101");
    orc_add_present(&spec, 2, "01");
    orc_add_stream(&spec, 2, ORC_DATA, BYTES("\xff\x0a"));
    orc_add_present(&spec, 3, "10");
    CHECK(orc_reads(&spec, "a", "{\"x\":null,\"y\":{}},null,{\"x\":5,\"y\":null}"));
    CHECK(orc_reads(&spec, "a.x", "null,null,5"));
}

static void lists_are_read(void)
{
    types_are("struct<a:array<int>>");
    orc_add_stripe(&spec, 4);
    orc_add_present(&spec, 1, "1101");
    orc_add_stream(&spec, 1, ORC_LENGTH, BYTES("\xfd\x02\x00\x03"));
    orc_add_present(&spec, 2, "10111");
    orc_add_stream(&spec, 2, ORC_DATA, BYTES("\xfc\x02\x04\x06\x01"));
    CHECK(orc_reads(&spec, "a", "[1,null],[],null,[2,3,-1]"));
}

static void maps_are_read(void)
{
    types_are("struct<a:map<string,int>,b:map<int,string>>");
    orc_add_stripe(&spec, 2);
    orc_add_stream(&spec, 1, ORC_LENGTH, BYTES("\xfe\x02\x00"));
    orc_add_stream(&spec, 2, ORC_DATA, BYTES("xyz"));
    orc_add_stream(&spec, 2, ORC_LENGTH, BYTES("\xfe\x01\x02"));
    orc_add_stream(&spec, 3, ORC_DATA, BYTES("\xfe\x02\x04"));
    orc_add_stream(&spec, 4, ORC_LENGTH, BYTES("\xfe\x01\x01"));
    orc_add_stream(&spec, 5, ORC_DATA, BYTES("\xfe\x02\x03"));
    orc_add_present(&spec, 6, "10");
    orc_add_stream(&spec, 6, ORC_DATA, BYTES("\""));
    orc_add_stream(&spec, 6, ORC_LENGTH, BYTES("\xff\x01"));
    CHECK(orc_reads(&spec, "a", "{\"x\":1,\"yz\":2},{}"));
    CHECK(orc_reads(&spec, "b", "{\"1\":\"\\\"\"},{\"-2\":null}"));
}

/* Of equal keys the last one counts. */
static void equal_keys_are_merged(void)
{
    types_are("struct<a:map<string,int>>");
    orc_add_stripe(&spec, 1);
    orc_add_stream(&spec, 1, ORC_LENGTH, BYTES("\xff\x04"));
    orc_add_stream(&spec, 2, ORC_DATA, BYTES("xyxz"));
    orc_add_stream(&spec, 2, ORC_LENGTH, BYTES("\x01\x00\x01"));
    orc_add_stream(&spec, 3, ORC_DATA, BYTES("\x01\x02\x02"));
    struct orc_opened opened = orc_open_spec(&spec);
    char *text = orc_text_of(&opened, 0, 1);
    CHECK(strcmp(text, "{\"x\":5,\"y\":3,\"z\":7}") == 0 ||
          strcmp(text, "{\"y\":3,\"x\":5,\"z\":7}") == 0);
    free(text);
    orc_close(&opened);
}

static void unions_are_read(void)
{
    types_are("struct<a:uniontype<int,string,array<int>>>");
    orc_add_stripe(&spec, 5);
    orc_add_present(&spec, 1, "11101");
    orc_add_stream(&spec, 1, ORC_DATA, BYTES("\xfc\x01\x00\x02\x00"));
    orc_add_present(&spec, 2, "01");
    orc_add_stream(&spec, 2, ORC_DATA, BYTES("\xff\x10"));
    orc_add_stream(&spec, 3, ORC_DATA, BYTES("ab"));
    orc_add_stream(&spec, 3, ORC_LENGTH, BYTES("\xff\x02"));
    orc_add_stream(&spec, 4, ORC_LENGTH, BYTES("\xff\x01"));
    orc_add_stream(&spec, 5, ORC_DATA, BYTES("\xff\x0e"));
    CHECK(orc_reads(&spec, "a",
                    "{\"tag\":1,\"value\":\"ab\"},{\"tag\":0,\"value\":null},{\"tag\":2,"
                    "\"value\":[7]},null,{\"tag\":0,\"value\":8}"));
}

/* The root itself may be null, in a file whose rows were values of another type. */
static void whole_rows_may_be_null(void)
{
    types_are("struct<a:array<int>,b:struct<c:int>>");
    orc_add_stripe(&spec, 4);
    orc_add_present(&spec, 0, "0101");
    orc_add_stream(&spec, 1, ORC_LENGTH, BYTES("\xfe\x01\x02"));
    orc_add_stream(&spec, 2, ORC_DATA, BYTES("\x00\x01\x02"));
    orc_add_present(&spec, 3, "01");
    orc_add_stream(&spec, 4, ORC_DATA, BYTES("\xff\x08"));
    CHECK(orc_reads(&spec, "a", "null,[1],null,[2,3]"));
    CHECK(orc_reads(&spec, "b", "null,null,null,{\"c\":4}"));
    CHECK(orc_reads(&spec, "b.c", "null,null,null,4"));
}

/* The lists would suffice for all rows. */
static void presence_of_whole_rows_ends_early(void)
{
    types_are("struct<a:array<int>,b:int>");
    orc_add_stripe(&spec, 12);
    orc_add_present(&spec, 0, "01010000");
    orc_add_stream(&spec, 1, ORC_LENGTH, BYTES("\x09\x00\x00"));
    orc_add_stream(&spec, 3, ORC_DATA, BYTES("\x09\x00\x00"));
    CHECK(orc_fails(&spec, "a", CORRUPT, "the stream ends 1 values too early"));
    CHECK(orc_fails(&spec, "b", CORRUPT, ""));
    CHECK(orc_fails_in(&spec, "a", "PRESENT") && orc_fails_in(&spec, "b", "PRESENT"));
}

/* A root that is no struct is a column named "value". */
static void root_may_be_any_type(void)
{
    types_are("int");
    orc_add_stripe(&spec, 3);
    orc_add_present(&spec, 0, "101");
    orc_add_stream(&spec, 0, ORC_DATA, BYTES("\xfe\x02\x04"));
    CHECK(orc_reads(&spec, "value", "1,null,2"));
    types_are("array<int>");
    orc_add_stripe(&spec, 2);
    orc_add_present(&spec, 0, "01");
    orc_add_stream(&spec, 0, ORC_LENGTH, BYTES("\xff\x02"));
    orc_add_stream(&spec, 1, ORC_DATA, BYTES("\xfe\x02\x04"));
    CHECK(orc_reads(&spec, "value", "null,[1,2]"));
}

/* ---- Damage -------------------------------------------------------------------------
 */

static void damaged_nested_columns_are_corrupt(void)
{
    types_are("struct<a:uniontype<int,int>>");
    orc_add_stripe(&spec, 1);
    orc_add_stream(&spec, 1, ORC_DATA, BYTES("\xff\x02"));
    CHECK(orc_fails(&spec, "a", CORRUPT, "tag 2 in a union of 2 types"));
    const int64_t lengths[][2] = {{-1, 0}, {INT64_MAX, 1}, {INT64_MAX, INT64_MAX},
                                  {1, 1},  {INT64_MAX, 0}, {0, INT64_MIN}};
    for (size_t i = 0; i < COUNT_OF(lengths); i++) {
        types_are("struct<a:array<int>,b:array<struct<>>>");
        orc_add_stripe(&spec, 2);
        orc_add_integers(&spec, 1, ORC_LENGTH, V1, false, lengths[i], 2);
        orc_add_stream(&spec, 2, ORC_DATA, BYTES("\xff\x02"));
        CHECK(orc_fails(&spec, "a", CORRUPT, ""));
        if (lengths[i][0] >= INT64_MAX - 1 || lengths[i][1] < 0 || i == 0)
            continue;
        orc_add_integers(&spec, 3, ORC_LENGTH, V1, false, lengths[i], 2);
        CHECK(orc_reads(&spec, "b", "[{}],[{}]"));
    }
    types_are("struct<a:array<int>>");
    orc_add_stripe(&spec, 1);
    CHECK(orc_fails(&spec, "a", CORRUPT, "the stream ends 1 values too early"));
    types_are("struct<a:array<int>>");
    orc_add_stripe(&spec, 1)->encodings[1].kind = ORC_DICTIONARY;
    CHECK(orc_fails(&spec, "a", CORRUPT, "encoding DICTIONARY of a LIST column"));
    spec.stripes[0].encodings[1].kind = 17;
    CHECK(orc_fails(&spec, "a", UNSUPPORTED, "encoding 17 of a LIST column"));
}

/* Lists of 2^40 structs without fields, which need no bytes in the file. */
static void endless_lists_are_limited(void)
{
    const int64_t length = INT64_C(1) << 40;
    types_are("struct<a:array<struct<>>,b:int>");
    orc_add_stripe(&spec, 1);
    orc_add_integers(&spec, 1, ORC_LENGTH, V1, false, &length, 1);
    struct orc_opened opened = orc_open_spec(&spec);
    char *text = orc_text_of(&opened, 0, 1);
    /* A machine of 32 bits may have no memory for so long a text. */
    CHECK(strncmp(text, "!too big: ", 10) == 0 || sizeof(size_t) == 4);
    free(text);
    orc_close(&opened);
}

static void endless_lists_are_skipped(void)
{
    const int64_t lengths[] = {INT64_C(1) << 62, 2};
    types_are("struct<a:array<struct<b:struct<>>>>");
    orc_add_stripe(&spec, 2);
    orc_add_integers(&spec, 1, ORC_LENGTH, V1, false, lengths, 2);
    struct orc_opened opened = orc_open_spec(&spec);
    struct column_reader *reader;
    struct buffer text = {0};
    struct error error = {0};
    CHECK(opened.table->ops->open_column(opened.table, 0, &reader, &error) == OK);
    CHECK(reader->ops->start(reader, 0, &error) == OK);
    CHECK(reader->ops->skip(reader, 1, &error) == OK);
    CHECK(orc_read_rows(&opened, reader, 0, 1, 1, &text, &error) == OK);
    CHECK_TEXT(buffer_append(&text, "", 1, &error) == OK ? (char *)text.data : "",
               "[{\"b\":{}},{\"b\":{}}]");
    buffer_release(&text);
    reader->ops->close(reader);
    orc_close(&opened);
}

/* ---- Random rows --------------------------------------------------------------------
 */

static const char *const random_types[] = {
    "struct<a:int,b:string,c:boolean,d:double,e:tinyint,f:timestamp,g:decimal(9,2),"
    "h:decimal(30,2)>",
    "struct<a:struct<b:int,c:struct<d:string,e:boolean>,f:double>,g:int>",
    "struct<a:array<int>,b:array<string>,c:array<array<boolean>>,d:array<decimal(9,2)>>",
    "struct<a:map<string,int>,b:map<int,array<string>>,c:map<tinyint,map<int,double>>>",
    "struct<a:uniontype<int,string,struct<b:boolean,c:array<int>>>,d:array<uniontype<"
    "tinyint,map<int,int>>>>",
    "struct<a:array<struct<b:array<struct<c:map<int,struct<d:string>>>>,e:uniontype<int,"
    "struct<>>>>>"};

static const struct {
    enum orc_compression compression;
    size_t block_size, chunk;
} random_layouts[] = {{ORC_COMPRESSION_NONE, 0, 0},
                      {ORC_COMPRESSION_ZLIB, 0, 0},
                      {ORC_COMPRESSION_ZLIB, 400, 7},
                      {ORC_COMPRESSION_SNAPPY, 2000, 50}};

static void make_random_file(size_t types, size_t layout, uint64_t stride, uint64_t seed)
{
    random_file_free(&file);
    types_are(random_types[types]);
    spec.compression = random_layouts[layout].compression;
    /* The footer is one chunk. */
    spec.block_size = least(random_layouts[layout].block_size, 1) * 4096;
    spec.stride = stride;
    spec.writer = seed % 2 == 0 ? ORC_WRITER_JAVA : ORC_WRITER_CPP;
    file.spec = &spec;
    file.chunk = random_layouts[layout].chunk;
    file.state = seed;
    file.has_root_nulls = seed % 4 == 0;
    file.has_no_row_index = seed % 5 == 0;
    random_stripe(&file, 350);
    random_stripe(&file, 1);
    random_stripe(&file, 1100);
}

/* Reads, and if `skips` is set skips, in random steps. */
static bool walks(struct orc_opened *opened, uint32_t column, bool skips, size_t most,
                  uint64_t *state)
{
    struct column_reader *reader;
    struct error error = {0};
    uint32_t type = opened->context->tree->column_types[column];
    size_t row = 0;
    enum status status = opened->table->ops->open_column(opened->table, column, &reader,
                                                         &error);
    bool is_right = status == OK;
    for (uint32_t s = 0; status == OK && s < spec.n_stripes; s++) {
        size_t left = (size_t)spec.stripes[s].n_rows;
        status = reader->ops->start(reader, s, &error);
        while (status == OK && is_right && left > 0) {
            struct column_vector vector;
            size_t n = least(1 + random_below(state, most), left);
            if (skips && random_below(state, 2) == 0) {
                n = least(random_below(state, 4) == 0 ? n * 8 : n, left);
                status = reader->ops->skip(reader, n, &error);
            } else {
                n = least(n, BATCH_ROWS);
                status = reader->ops->read(reader, (uint32_t)n, &vector, &error);
                is_right = status == OK && vector.n_rows == n &&
                           random_rows_match(&file, type,
                                             &opened->schema->columns[column], row,
                                             &vector);
            }
            row += n;
            left -= n;
        }
    }
    if (status != OK)
        fprintf(stderr, "row %zu: %s\n", row, error.message);
    if (reader != NULL)
        reader->ops->close(reader);
    return is_right && status == OK;
}

static bool all_columns_walk(bool skips, size_t most, uint64_t seed)
{
    struct orc_opened opened = orc_open_spec(&spec);
    bool is_right = true;
    for (uint32_t c = 0; c < opened.schema->n_columns; c++)
        is_right = walks(&opened, c, skips, most, &seed) && is_right;
    orc_close(&opened);
    return is_right;
}

static void random_rows_are_read_in_any_steps(void)
{
    for (size_t t = 0; t < COUNT_OF(random_types); t++) {
        for (size_t layout = 0; layout < COUNT_OF(random_layouts); layout++) {
            make_random_file(t, layout, 0, 100 * t + layout);
            for (size_t k = 0; k < N_READ_STEPS; k++)
                CHECK(all_columns_walk(false, read_steps[k], k));
        }
    }
}

/* With row indexes of strides shorter and longer than a batch, and without any. */
static void skipping_and_seeking_find_the_same_rows(void)
{
    static const uint64_t strides[] = {0, 30, 1050};
    for (size_t t = 0; t < COUNT_OF(random_types); t++) {
        for (size_t layout = 0; layout < COUNT_OF(random_layouts); layout++) {
            for (size_t s = 0; s < COUNT_OF(strides); s++) {
                make_random_file(t, layout, strides[s], 1 + t * 7 + layout * 3 + s);
                for (uint64_t seed = 0; seed < 2; seed++)
                    CHECK(all_columns_walk(true, seed == 0 ? 300 : 15, seed));
            }
        }
    }
}

/* ---- Large values ---------------------------------------------------------------------
 */

/* Rows of texts of 1 MiB, the last byte of each is its number: a batch ends early, in the
 * middle of what the types below have read. */
static void put_large_texts(bool is_list, enum orc_compression compression)
{
    enum { SIZE = 1 << 20, N = 60 };
    struct bytes data = {0};
    int64_t lengths[N], sizes[N];
    char *text = must(malloc(SIZE));
    memset(text, 'x', SIZE);
    types_are(is_list ? "struct<a:array<string>>" : "struct<a:struct<b:string>>");
    spec.compression = compression;
    spec.writer = ORC_WRITER_CPP;
    orc_add_stripe(&spec, N);
    for (int i = 0; i < N; i++) {
        lengths[i] = SIZE;
        sizes[i] = i % 3 == 0 ? 3 : 0; /* 60 elements in 20 lists */
        text[SIZE - 1] = (char)('!' + i);
        if (text[SIZE - 1] == '"' || text[SIZE - 1] == '\\')
            text[SIZE - 1] = '~';
        bytes_put(&data, text, SIZE);
    }
    if (is_list)
        orc_add_integers(&spec, 1, ORC_LENGTH, V1, false, sizes, N);
    orc_add_bytes(&spec, 2, ORC_DATA, data)->is_original = true;
    orc_add_integers(&spec, 2, ORC_LENGTH, V1, false, lengths, N);
    free(text);
}

/* The character at the end of each text of a row, and whether there are so many. */
static bool row_is(const struct column_vector *vector, uint32_t k, bool is_list,
                   size_t row)
{
    struct bytes_value value = vector->values.bytes[k];
    size_t n = is_list ? (row % 3 == 0 ? 3 : 0) : 1, first = row;
    size_t front = is_list ? 2 : 6, step = (1 << 20) + 3;
    if (is_list && n == 0)
        return slice_equals_text(slice_of(value.data, value.size), "[]");
    if (value.size != front + n * step - 1)
        return false;
    for (size_t i = 0; i < n; i++) {
        char expected = (char)('!' + first + i);
        if (expected == '"' || expected == '\\')
            expected = '~';
        if (value.data[front + i * step + (1 << 20) - 1] != (uint8_t)expected)
            return false;
    }
    return true;
}

static void large_nested_values_are_read_and_skipped(void)
{
    static const uint32_t steps[] = {60, 20, 7};
    for (int way = 0; way < 4; way++) {
        bool is_list = way % 2 == 1;
        put_large_texts(is_list, way < 2 ? ORC_COMPRESSION_NONE : ORC_COMPRESSION_ZLIB);
        struct orc_opened opened = orc_open_spec(&spec);
        for (size_t s = 0; s < COUNT_OF(steps); s++) {
            for (uint32_t skip = 0; skip < 8; skip += 3) {
                struct column_reader *reader;
                struct error error = {0};
                CHECK(opened.table->ops->open_column(opened.table, 0, &reader, &error) ==
                      OK);
                CHECK(reader->ops->start(reader, 0, &error) == OK);
                for (uint32_t row = 0; row < 60;) {
                    struct column_vector vector;
                    uint32_t n = (uint32_t)least(steps[s], 60 - row);
                    CHECK(reader->ops->read(reader, n, &vector, &error) == OK);
                    if (error.status != OK)
                        break;
                    CHECK(vector.n_rows > 0 && vector.n_rows <= n);
                    for (uint32_t k = 0; k < vector.n_rows; k++)
                        CHECK(row_is(&vector, k, is_list, row + k));
                    row += vector.n_rows;
                    n = (uint32_t)least(skip, 60 - row);
                    CHECK(reader->ops->skip(reader, n, &error) == OK);
                    row += n;
                }
                CHECK_TEXT(error.message, "");
                reader->ops->close(reader);
            }
        }
        orc_close(&opened);
    }
}

/* ---- Wrong row indexes --------------------------------------------------------------
 */

/* Reads the last row alone of each column, which seeks. */
static bool last_rows_match(void)
{
    struct orc_opened opened = orc_open_spec(&spec);
    bool is_right = true;
    size_t n_rows = (size_t)spec.stripes[0].n_rows;
    for (uint32_t c = 0; c < opened.schema->n_columns; c++) {
        struct column_reader *reader;
        struct column_vector vector;
        struct error error = {0};
        uint32_t type = opened.context->tree->column_types[c];
        bool is_read = opened.table->ops->open_column(opened.table, c, &reader, &error) ==
                           OK &&
                       reader->ops->start(reader, 0, &error) == OK &&
                       reader->ops->skip(reader, n_rows - 1, &error) == OK &&
                       reader->ops->read(reader, 1, &vector, &error) == OK;
        if (!is_read)
            fprintf(stderr, "column %u: %s\n", c, error.message);
        is_right = is_read &&
                   random_rows_match(&file, type, &opened.schema->columns[c], n_rows - 1,
                                     &vector) &&
                   is_right;
        reader->ops->close(reader);
    }
    orc_close(&opened);
    return is_right;
}

/* A file of one stripe with two strides. */
static void make_seekable_file(size_t layout, uint64_t seed)
{
    random_file_free(&file);
    types_are("struct<a:int,b:string,c:struct<d:boolean>,e:array<int>,f:double>");
    spec.compression = random_layouts[layout].compression;
    spec.stride = 500;
    file.spec = &spec;
    file.state = seed;
    random_stripe(&file, 900);
}

/* Replaces the row index of each type by one with the positions of a change. */
static void change_indexes(void (*change)(uint64_t *positions, size_t *n))
{
    struct orc_stripe_spec *stripe = &spec.stripes[0];
    for (size_t i = 0; i < stripe->n_streams; i++) {
        struct orc_row_index index = {0};
        struct arena arena = {0};
        struct error error = {0};
        struct bytes changed = {0};
        if (stripe->streams[i].kind != ORC_ROW_INDEX)
            continue;
        CHECK(orc_message_parse(&orc_row_index_message,
                                bytes_slice(&stripe->streams[i].bytes), &index, &arena,
                                &error) == OK);
        for (uint32_t k = 0; k < index.entries.n; k++) {
            struct orc_row_index_entry entry = {0};
            struct bytes message = {0};
            uint64_t positions[40] = {0};
            CHECK(orc_message_parse(&orc_row_index_entry_message,
                                    index.entries.messages[k], &entry, &arena,
                                    &error) == OK);
            size_t n = entry.positions.n;
            for (size_t p = 0; p < n; p++)
                positions[p] = entry.positions.numbers[p];
            if (k > 0)
                change(positions, &n);
            proto_packed(&message, 1, positions, n);
            proto_message(&changed, 1, &message);
        }
        bytes_free(&stripe->streams[i].bytes);
        stripe->streams[i].bytes = changed;
        arena_release(&arena);
    }
}

static void keep(uint64_t *positions, size_t *n)
{
    (void)positions;
    (void)n;
}

static void drop_last(uint64_t *positions, size_t *n)
{
    (void)positions;
    *n -= *n > 0;
}

static void drop_all(uint64_t *positions, size_t *n)
{
    (void)positions;
    *n = 0;
}

static void go_far(uint64_t *positions, size_t *n)
{
    for (size_t i = 0; i < *n; i++)
        positions[i] = UINT64_MAX - i;
}

static void go_behind_end(uint64_t *positions, size_t *n)
{
    if (*n > 0)
        positions[0] = 1 << 20;
}

static void count_too_many(uint64_t *positions, size_t *n)
{
    if (*n > 0)
        positions[*n - 1] = UINT64_C(1) << 40;
}

/* As if a PRESENT stream had been left out, but not its positions. */
static void add_one(uint64_t *positions, size_t *n)
{
    memmove(positions + 1, positions, *n * sizeof *positions);
    positions[0] = 0;
    ++*n;
}

static void append_one(uint64_t *positions, size_t *n)
{
    positions[(*n)++] = 0;
}

static void wrong_positions_are_not_used(void)
{
    static void (*const changes[])(uint64_t *, size_t *) = {
        keep, drop_last, drop_all, go_far, go_behind_end, count_too_many};
    for (size_t layout = 0; layout < COUNT_OF(random_layouts); layout++) {
        for (size_t i = 0; i < COUNT_OF(changes); i++) {
            make_seekable_file(layout, 1 + i);
            change_indexes(changes[i]);
            CHECK(last_rows_match());
        }
    }
}

/* More positions than the column's streams have are not those of its streams. */
static void entries_with_too_many_positions_are_not_used(void)
{
    for (size_t layout = 0; layout < 2; layout++) {
        make_seekable_file(layout, 3);
        change_indexes(append_one);
        CHECK(last_rows_match());
        make_seekable_file(layout, 3);
        change_indexes(add_one);
        CHECK(last_rows_match());
    }
}

static void damaged_row_indexes_are_not_used(void)
{
    static const char *const wrong[] = {"",
                                        "\x0a\x00",
                                        "\x0a\x00\x0a\x00\x0a\x00",
                                        "\x0a\x02\x08",
                                        "\x0a\x02\x08\x01\x0a\x01\x08",
                                        "\xff\xff\xff"};
    static const size_t sizes[] = {0, 2, 6, 3, 7, 3};
    for (size_t layout = 0; layout < 2; layout++) {
        for (size_t k = 0; k < COUNT_OF(wrong); k++) {
            make_seekable_file(layout, 1 + k);
            for (size_t i = 0; i < spec.stripes[0].n_streams; i++) {
                struct orc_stream_spec *stream = &spec.stripes[0].streams[i];
                if (stream->kind != ORC_ROW_INDEX)
                    continue;
                stream->bytes.size = 0;
                bytes_put(&stream->bytes, wrong[k], sizes[k]);
                stream->has_chunks = layout > 0 && k == 5; /* a damaged chunk */
            }
            CHECK(last_rows_match());
        }
        /* Another stride than that of the entries. */
        make_seekable_file(layout, 9);
        spec.stride = 100;
        CHECK(last_rows_match());
        spec.stride = UINT32_MAX;
        CHECK(last_rows_match());
        spec.stride = UINT64_MAX;
        CHECK(last_rows_match());
    }
}

/* The specification has row indexes of primitive columns only. */
static void structs_need_no_row_index(void)
{
    make_seekable_file(0, 2);
    for (size_t i = 0; i < spec.stripes[0].n_streams; i++) {
        struct orc_stream_spec *stream = &spec.stripes[0].streams[i];
        if (stream->kind == ORC_ROW_INDEX && (stream->column == 0 || stream->column == 3))
            stream->kind = 200;
    }
    CHECK(last_rows_match());
}

int main(void)
{
    RUN(structs_are_read);
    RUN(lists_are_read);
    RUN(maps_are_read);
    RUN(equal_keys_are_merged);
    RUN(unions_are_read);
    RUN(whole_rows_may_be_null);
    RUN(presence_of_whole_rows_ends_early);
    RUN(root_may_be_any_type);
    RUN(damaged_nested_columns_are_corrupt);
    RUN(endless_lists_are_limited);
    RUN(endless_lists_are_skipped);
    RUN(random_rows_are_read_in_any_steps);
    RUN(skipping_and_seeking_find_the_same_rows);
    RUN(large_nested_values_are_read_and_skipped);
    RUN(wrong_positions_are_not_used);
    RUN(entries_with_too_many_positions_are_not_used);
    RUN(damaged_row_indexes_are_not_used);
    RUN(structs_need_no_row_index);
    random_file_free(&file);
    orc_spec_free(&spec);
    return unit_test_done();
}
