/* SPDX-License-Identifier: MIT */
/*
 * fuzz_pages.c - a file made around pages from the input: mutations can change the size
 * and number of pages, which fuzz_file.c cannot.
 *
 *     input := options column page*
 *     page  := kind encoding n_values(2) size(2) body[size]
 *
 * The schema has the column twice at the top level and once in a group.  All three have
 * the same pages, so they share the reader's window and, unless the group is optional,
 * must have the same values.
 */
#include "../unit-tests/unit_snappy.h"
#include "check_file.h"
#include "parquet/format/parquet_format.h"
#include "unit_encodings.h"

enum {
    MOST_PAGES = 64,
    MOST_GROUPS = 4,
    N_COPIES = 3,
    /* Bits of a page's kind, above the two bits of its type. */
    KIND_NEW_ROW_GROUP = 4,   /* the page begins a row group */
    KIND_PUT_LEVELS = 8,      /* begins with definition levels, all the maximum */
    KIND_WRONG_SIZE = 16,     /* wrong uncompressed size */
    KIND_NOT_COMPRESSED = 32, /* v2: is_compressed = false */
    KIND_HAS_CRC = 64,
};

/* ---- Writing Thrift -------------------------------------------------------------- */

static void put(struct buffer *out, const void *bytes, size_t size)
{
    struct error error = {0};
    REQUIRE(buffer_append(out, bytes, size, &error) == OK);
}

static void put_byte(struct buffer *out, unsigned byte)
{
    uint8_t b = (uint8_t)byte;
    put(out, &b, 1);
}

static void put_varint(struct buffer *out, uint64_t value)
{
    for (; value >= 0x80; value >>= 7)
        put_byte(out, (unsigned)(value & 0x7f) | 0x80);
    put_byte(out, (unsigned)value);
}

/* A field of an integer type; its id is `delta` more than that of the one before. */
static void put_integer(struct buffer *out, unsigned delta, int64_t value)
{
    put_byte(out, delta << 4 | 6);
    put_varint(out, (uint64_t)value << 1 ^ (value < 0 ? UINT64_MAX : 0));
}

static void put_text(struct buffer *out, unsigned delta, const char *text)
{
    put_byte(out, delta << 4 | 8);
    put_varint(out, strlen(text));
    put(out, text, strlen(text));
}

static void put_list(struct buffer *out, unsigned delta, size_t count)
{
    put_byte(out, delta << 4 | 9);
    put_byte(out, 0xfc);
    put_varint(out, count);
}

static void begin_struct(struct buffer *out, unsigned delta)
{
    put_byte(out, delta << 4 | 12);
}

static void end_struct(struct buffer *out)
{
    put_byte(out, 0);
}

/* ---- Pages ----------------------------------------------------------------------- */

struct column_choice {
    int type, type_length, converted, logical, precision, scale;
    bool is_optional, is_in_optional_group, is_snappy;
};

struct built_group {
    size_t offset, end;
    uint64_t n_values;
};

struct built {
    struct buffer bytes;
    struct column_choice column;
    struct built_group groups[MOST_GROUPS];
    size_t n_groups;
};

static void put_u32(struct buffer *out, size_t value)
{
    for (size_t i = 0; i < 4; i++)
        put_byte(out, (unsigned)(value >> (8 * i)) & 0xff);
}

/* One run of level 1: the maximum, but null for a leaf in an optional group. */
static void put_levels(struct buffer *out, bool has_size, uint32_t n_values)
{
    struct buffer run = {0};
    put_varint(&run, (uint64_t)n_values << 1);
    put_byte(&run, 1);
    if (has_size)
        put_u32(out, run.size);
    put(out, run.data, run.size);
    buffer_release(&run);
}

static void put_compressed(struct buffer *out, const struct buffer *body,
                           const struct column_choice *column)
{
    if (column->is_snappy) {
        uint8_t *compressed = fuzz_alloc(snappy_pack_bound(body->size));
        put(out, compressed, snappy_pack(body->data, body->size, compressed));
        free(compressed);
        return;
    }
    put(out, body->data, body->size);
}

struct page_choice {
    unsigned what, flags; /* what: enum pq_page_type */
    int encoding;
    uint32_t n_values;
};

/* last_field: id of the field before. */
static void put_details(struct buffer *out, const struct page_choice *page,
                        unsigned last_field, size_t levels_size)
{
    if (page->what == PQ_DATA_PAGE_V2) {
        begin_struct(out, 8 - last_field);
        put_integer(out, 1, page->n_values);
        put_integer(out, 1, 0);
        put_integer(out, 1, page->n_values);
        put_integer(out, 1, page->encoding);
        put_integer(out, 1, (int64_t)levels_size);
        put_integer(out, 1, 0);
        put_byte(out, page->flags & KIND_NOT_COMPRESSED ? 0x12 : 0x11);
    } else {
        begin_struct(out, (page->what == PQ_DICTIONARY_PAGE ? 7 : 5) - last_field);
        put_integer(out, 1, page->n_values);
        put_integer(out, 1, page->encoding);
        if (page->what == PQ_DATA_PAGE) {
            /* RLE, and for some pages BIT_PACKED. */
            put_integer(out, 1, page->flags & KIND_NOT_COMPRESSED ? 4 : 3);
            put_integer(out, 1, 3);
        }
    }
    end_struct(out);
}

static void put_page(struct built *built, const struct page_choice *page,
                     struct slice body)
{
    struct buffer levels = {0}, data = {0}, stored = {0};
    bool is_v2 = page->what == PQ_DATA_PAGE_V2;
    bool has_levels = page->flags & KIND_PUT_LEVELS && built->column.is_optional &&
                      (is_v2 || page->what == PQ_DATA_PAGE);
    if (has_levels)
        put_levels(is_v2 ? &levels : &data, !is_v2, page->n_values);
    put(&data, body.data, body.size);
    put(&stored, levels.data, levels.size);
    if (is_v2 && page->flags & KIND_NOT_COMPRESSED)
        put(&stored, data.data, data.size);
    else
        put_compressed(&stored, &data, &built->column);

    struct buffer *out = &built->bytes;
    int64_t size_error = page->flags & KIND_WRONG_SIZE ? (int64_t)page->n_values - 100
                                                       : 0;
    put_integer(out, 1, page->what);
    put_integer(out, 1, (int64_t)(levels.size + data.size) + size_error);
    put_integer(out, 1, (int64_t)stored.size);
    bool has_crc = page->flags & KIND_HAS_CRC;
    if (has_crc)
        put_integer(out, 1, (int32_t)crc32_of(buffer_slice(&stored)));
    put_details(out, page, has_crc ? 4 : 3, levels.size);
    end_struct(out);
    put(out, stored.data, stored.size);
    buffer_release(&levels);
    buffer_release(&data);
    buffer_release(&stored);
}

static void put_pages(struct built *built, struct slice *input)
{
    struct built_group *group = &built->groups[0];
    built->n_groups = 1;
    group->offset = built->bytes.size;
    for (int i = 0; i < MOST_PAGES && input->size > 0; i++) {
        uint8_t kind = (uint8_t)choose(input, 1);
        struct page_choice page = {.what = kind & 3, .flags = kind};
        struct slice body;
        page.encoding = (int)choose(input, 1) % (encodings_end() + 2);
        page.n_values = (uint32_t)choose(input, 2);
        size_t size = (size_t)choose(input, 2);
        if (!slice_take(input, size < input->size ? size : input->size, &body))
            break;
        if (kind & KIND_NEW_ROW_GROUP && built->n_groups < MOST_GROUPS) {
            group->end = built->bytes.size;
            group = &built->groups[built->n_groups++];
            group->offset = built->bytes.size;
        }
        put_page(built, &page, body);
        if (page.what == PQ_DATA_PAGE || page.what == PQ_DATA_PAGE_V2)
            group->n_values += page.n_values;
    }
    group->end = built->bytes.size;
}

/* ---- The footer ------------------------------------------------------------------ */

static void put_leaf(struct buffer *out, const struct column_choice *column,
                     const char *name)
{
    put_integer(out, 1, column->type);
    put_integer(out, 1, column->type_length);
    put_integer(out, 1, column->is_optional);
    put_text(out, 1, name);
    bool is_converted = column->converted >= 0;
    if (is_converted) {
        put_integer(out, 2, column->converted);
        put_integer(out, 1, column->scale);
        put_integer(out, 1, column->precision);
    }
    if (column->logical > 0) {
        begin_struct(out, 10 - (is_converted ? 8 : 4));
        begin_struct(out, (unsigned)column->logical);
        end_struct(out);
        end_struct(out);
    }
    end_struct(out);
}

static void put_group(struct buffer *out, const char *name, int repetition,
                      int n_children)
{
    put_integer(out, 3, repetition);
    put_text(out, 1, name);
    put_integer(out, 1, n_children);
    end_struct(out);
}

static void put_chunk(struct buffer *out, const struct built *built,
                      const struct built_group *group)
{
    const struct column_choice *column = &built->column;
    put_integer(out, 2, 0);
    begin_struct(out, 1); /* field 3 */
    put_integer(out, 1, column->type);
    put_integer(out, 3, column->is_snappy ? PQ_SNAPPY : PQ_UNCOMPRESSED);
    put_integer(out, 1, (int64_t)group->n_values);
    put_integer(out, 2, (int64_t)(group->end - group->offset));
    put_integer(out, 2, (int64_t)group->offset);
    end_struct(out);
    end_struct(out);
}

static void put_footer(struct built *built)
{
    struct buffer *out = &built->bytes;
    size_t start = out->size;
    put_integer(out, 1, 1);
    put_list(out, 1, 5);
    put_group(out, "schema", PQ_REQUIRED, 3);
    put_leaf(out, &built->column, "a");
    put_leaf(out, &built->column, "b");
    put_group(out, "g", built->column.is_in_optional_group, 1);
    put_leaf(out, &built->column, "c");
    put_integer(out, 1, 0);
    put_list(out, 1, built->n_groups);
    for (size_t i = 0; i < built->n_groups; i++) {
        put_list(out, 1, N_COPIES);
        for (int k = 0; k < N_COPIES; k++)
            put_chunk(out, built, &built->groups[i]);
        put_integer(out, 2, (int64_t)built->groups[i].n_values);
        end_struct(out);
    }
    end_struct(out);
    put_u32(out, out->size - start);
    put(out, "PAR1", 4);
}

/* ---- The target ------------------------------------------------------------------ */

/* Columns 0 and 1 are at the top, 2 is the group, 3 its leaf. */
static void compare_columns(const struct table_check *check, bool is_in_optional_group)
{
    uint32_t others[] = {1, 3};
    for (size_t i = 0; i < (is_in_optional_group ? 1 : 2); i++) {
        uint32_t c = others[i];
        uint64_t n = check->good_rows[0];
        if (!check->is_cut_short)
            REQUIRE(n == check->good_rows[c]);
        n = n < check->good_rows[c] ? n : check->good_rows[c];
        REQUIRE(memcmp(check->cells[0], check->cells[c],
                       (size_t)n * sizeof check->cells[0][0]) == 0);
    }
}

static struct column_choice choose_column(struct slice *input)
{
    struct column_choice column = {0};
    uint8_t flags = (uint8_t)choose(input, 1);
    column.is_optional = flags & 1;
    column.is_snappy = flags & 2;
    column.type = (int)choose_below(input, 8);
    column.is_in_optional_group = flags & 4;
    /* Sometimes huge. */
    uint32_t shift = flags >> 3;
    column.type_length = (int)(choose_below(input, 32) << shift & INT32_MAX);
    column.converted = (int)choose_below(input, 24) - 1;
    column.logical = (int)choose_below(input, 16);
    column.precision = (int)choose_below(input, 40);
    column.scale = (int)choose_below(input, 40);
    return column;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct slice input = slice_of(data, size);
    struct check_options options = {0};
    uint8_t flags = (uint8_t)choose(&input, 1);
    uint8_t fail_at = (uint8_t)choose(&input, 1);
    options.file.verify_checksums = flags & 1;
    options.file.binary_as_text = flags & 2;
    options.fail_at = flags >= 0xe0 ? 1 + fail_at : 0;
    options.seed = (uint32_t)choose(&input, 2);

    struct built built = {0};
    built.column = choose_column(&input);
    put(&built.bytes, "PAR1", 4);
    put_pages(&built, &input);
    put_footer(&built);
    uint8_t *copy = exact_copy(buffer_slice(&built.bytes), 0);
    const struct table_check *check = check_file(slice_of(copy, built.bytes.size),
                                                 &options);
    if (check != NULL && options.fail_at == 0)
        compare_columns(check, built.column.is_in_optional_group);
    free(copy);
    buffer_release(&built.bytes);
    return 0;
}
