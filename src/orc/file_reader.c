/* SPDX-License-Identifier: MIT */
#include "orc/file_reader.h"

#include <stdatomic.h>

#include "base/alloc.h"
#include "orc/column/row_json.h"
#include "orc/column/path_reader.h"
#include "orc/facts/row_index.h"
#include "orc/facts/stride_blooms.h"
#include "orc/facts/stripe_statistics.h"

enum {
    MOST_SAMPLES = 4, /* stripes that an estimate asks for */
    /* Stripes up to this size are announced with their footers, and index streams. */
    SMALL_STRIPE = 256 * 1024,
    SMALL_INDEX = 64 * 1024,
};

/* What does not change after opening; threads that read the same file share it. */
struct metadata {
    _Atomic uint32_t n_references;
    struct orc_tail tail;
    struct orc_tree tree;
};

struct orc_file {
    struct table_file base; /* must be first */
    struct metadata *metadata;
    struct orc_context context;
    struct orc_stripe_facts stripe_facts;
    struct orc_open_stripe **pages_of; /* of each column: held for its pages; or NULL */
    char *time_zone;                   /* the option */
    bool has_samples;                  /* announce_samples() was called */
};

static struct orc_file *file_of(struct table_file *base)
{
    return (struct orc_file *)base;
}

static const struct schema *file_schema(struct table_file *base)
{
    return &file_of(base)->metadata->tree.schema;
}

static uint32_t file_row_group_count(struct table_file *base)
{
    return file_of(base)->metadata->tail.n_stripes;
}

static uint64_t file_row_group_rows(struct table_file *base, uint32_t row_group)
{
    return file_of(base)->metadata->tail.stripes[row_group].number_of_rows;
}

static enum status locate(const struct orc_file *file, uint32_t stripe, uint32_t column,
                          enum status status, struct error *error)
{
    if (status != OK)
        error_locate(error, "column \"%.200s\", stripe %u",
                     file->metadata->tree.schema.columns[column].name, (unsigned)stripe);
    return status;
}

static enum status file_column_type_text(struct table_file *base, uint32_t column,
                                         struct buffer *output, struct error *error)
{
    struct orc_file *file = file_of(base);
    return orc_append_type_text(&file->metadata->tail,
                                file->metadata->tree.column_types[column], output, error);
}

static enum status file_column_tree(struct table_file *base, uint32_t column,
                                    struct arena *arena, struct file_field **field,
                                    struct error *error)
{
    const struct metadata *metadata = file_of(base)->metadata;
    return orc_field_tree_build(&metadata->tail, &metadata->tree,
                                metadata->tree.column_types[column], arena, field, error);
}

/* ---- Files that are far away ------------------------------------------------------ */

static enum status add_range(struct buffer *ranges, uint64_t begin, uint64_t end,
                             struct error *error)
{
    const struct file_range range = {(int64_t)begin, (int64_t)(end - begin)};
    return buffer_append(ranges, &range, sizeof range, error);
}

/* Adds what says where a stripe's streams are, and more if that is little. */
static enum status add_layout(const struct orc_file *file, uint32_t stripe,
                              struct buffer *ranges, struct error *error)
{
    const struct orc_stripe *info = &file->metadata->tail.stripes[stripe];
    uint64_t data = info->offset + info->index_length;
    uint64_t footer = data + info->data_length;
    uint64_t begin = data - info->offset <= SMALL_INDEX ? info->offset : data;
    if (footer + info->footer_length - info->offset <= SMALL_STRIPE)
        return add_range(ranges, info->offset, footer + info->footer_length, error);
    enum status status = add_range(ranges, begin, data, error);
    return status == OK ? add_range(ranges, footer, footer + info->footer_length, error)
                        : status;
}

static bool is_of_part(uint8_t kind, enum file_part part)
{
    bool is_bloom = kind == ORC_BLOOM_FILTER || kind == ORC_BLOOM_FILTER_UTF8;
    return part == PART_INDEX   ? kind == ORC_ROW_INDEX
           : part == PART_BLOOM ? is_bloom
                                : kind != ORC_ROW_INDEX && !is_bloom;
}

/* Adds the streams of a type that belong to a part. */
static enum status add_streams(const struct orc_open_stripe *stripe, uint32_t type,
                               enum file_part part, struct buffer *ranges,
                               struct error *error)
{
    enum status status = OK;
    for (uint32_t i = stripe->first_streams[type];
         status == OK && i < stripe->first_streams[type + 1]; i++) {
        const struct orc_stream_range *stream = &stripe->streams[i];
        if (is_of_part(stream->kind, part))
            status = add_range(ranges, stream->begin, stream->end, error);
    }
    return status;
}

/* The types below one come after it; those above it say where it is null. */
static enum status add_column(const struct orc_file *file,
                              const struct orc_open_stripe *stripe, uint32_t column,
                              enum file_part part, struct buffer *ranges,
                              struct error *error)
{
    const struct orc_tail *tail = &file->metadata->tail;
    uint32_t first = file->metadata->tree.column_types[column];
    enum status status = add_streams(stripe, first, part, ranges, error);
    for (uint32_t t = first + 1;
         status == OK && part == PART_VALUES && t < tail->n_types &&
         tail->parents[t] >= first && tail->parents[t] != UINT32_MAX;
         t++)
        status = add_streams(stripe, t, part, ranges, error);
    for (uint32_t t = tail->parents[first];
         status == OK && part == PART_VALUES && t != 0 && t != UINT32_MAX;
         t = tail->parents[t])
        status = add_streams(stripe, t, part, ranges, error);
    return status;
}

static enum status file_append_part(struct table_file *base, uint32_t row_group,
                                    uint32_t column, enum file_part part,
                                    const struct part_rows *rows, struct buffer *ranges,
                                    struct error *error)
{
    struct orc_file *file = file_of(base);
    struct orc_open_stripe *stripe;
    struct error failure = {0};
    (void)rows;
    if (part == PART_LAYOUT)
        return add_layout(file, row_group, ranges, error);
    if (part != PART_INDEX && part != PART_BLOOM && part != PART_VALUES)
        return OK;
    enum status status = orc_stripe_take(&file->context, row_group, &stripe, &failure);
    if (status == NOMEM || status == INTERRUPTED)
        return error_set(error, status, "%s", failure.message);
    if (status != OK) /* whoever reads the stripe reports why */
        return OK;
    status = add_column(file, stripe, column, part, ranges, error);
    orc_stripe_give_back(&file->context, stripe);
    return status;
}

/* Announces the footers of the stripes that estimates ask for. */
static void announce_samples(struct orc_file *file)
{
    const struct orc_tail *tail = &file->metadata->tail;
    struct buffer ranges = {0};
    struct error ignored = {0};
    enum status status = OK;
    if (file->has_samples || !input_file_is_far(file->base.input))
        return;
    file->has_samples = true;
    for (uint32_t i = 0; status == OK && i < tail->n_stripes;
         i += tail->n_stripes / MOST_SAMPLES + 1)
        status = add_layout(file, i, &ranges, &ignored);
    if (status == OK)
        status = input_file_announce(file->base.input, (const void *)ranges.data,
                                     ranges.size / sizeof(struct file_range), &ignored);
    buffer_release(&ranges);
}

/* ---- Statistics and indexes ------------------------------------------------------- */

/* Why nothing is known of a column; KEEP_NONE: it may be. */
static enum keep_reason unknown_reason(const struct orc_file *file, uint32_t column)
{
    const struct column *c = &file->metadata->tree.schema.columns[column];
    if (c->unreadable_reason != NULL)
        return KEEP_UNSUPPORTED;
    return c->type == COLUMN_NESTED ? KEEP_NESTED : KEEP_NONE;
}

static enum status file_column_statistics(struct table_file *base, uint32_t row_group,
                                          uint32_t column,
                                          struct column_statistics *statistics,
                                          struct error *error)
{
    struct orc_file *file = file_of(base);
    enum keep_reason reason = unknown_reason(file, column);
    if (reason != KEEP_NONE) {
        *statistics = (struct column_statistics){
            .n_rows = file_row_group_rows(base, row_group), .reason = reason};
        return OK;
    }
    enum status status = orc_stripe_statistics_of(
        &file->stripe_facts, &file->context, row_group,
        file->metadata->tree.column_types[column], statistics, error);
    return locate(file, row_group, column, status, error);
}

/* Holds the stripe until it is called again for the column, whose pages are in it. */
static enum status hold_stripe(struct orc_file *file, uint32_t row_group, uint32_t column,
                               struct orc_open_stripe **stripe, struct error *error)
{
    if (file->pages_of == NULL)
        file->pages_of = mem_alloc_zeroed(file->metadata->tree.schema.n_columns,
                                          sizeof(struct orc_open_stripe *));
    if (file->pages_of == NULL)
        return error_nomem(error);
    struct orc_open_stripe **held = &file->pages_of[column];
    if (*held == NULL || (*held)->number != row_group) {
        enum status status = orc_stripe_take(&file->context, row_group, stripe, error);
        if (status != OK)
            return status;
        orc_stripe_give_back(&file->context, *held);
        *held = *stripe;
    }
    *stripe = *held;
    return OK;
}

static void give_back_pages(struct orc_file *file)
{
    for (uint32_t i = 0;
         file->pages_of != NULL && i < file->metadata->tree.schema.n_columns; i++)
        orc_stripe_give_back(&file->context, file->pages_of[i]);
    mem_free(file->pages_of);
    file->pages_of = NULL;
}

static enum status file_page_ranges(struct table_file *base, uint32_t row_group,
                                    uint32_t column, const struct page_range **ranges,
                                    uint32_t *n_pages, enum keep_reason *reason,
                                    struct error *error)
{
    struct orc_file *file = file_of(base);
    const struct orc_row_index_facts *facts;
    *ranges = NULL;
    *n_pages = 0;
    *reason = unknown_reason(file, column);
    if (*reason == KEEP_NONE && orc_stride(&file->metadata->tail) == 0)
        *reason = KEEP_NO_COLUMN_INDEX;
    if (*reason != KEEP_NONE)
        return OK;
    struct orc_open_stripe *stripe;
    enum status status = hold_stripe(file, row_group, column, &stripe, error);
    if (status == OK)
        status = orc_row_index_ranges(stripe, file->metadata->tree.column_types[column],
                                      &facts, error);
    if (status != OK)
        return locate(file, row_group, column, status, error);
    *reason = facts->reason;
    if (facts->ranges != NULL) {
        *ranges = facts->ranges;
        *n_pages = facts->n_entries;
    }
    return OK;
}

static enum status file_peek_pages(struct table_file *base, uint32_t row_group,
                                   uint32_t column, const struct page_range **ranges,
                                   uint32_t *n_pages, struct error *error)
{
    enum keep_reason reason;
    return file_page_ranges(base, row_group, column, ranges, n_pages, &reason, error);
}

static bool file_has_bloom(struct table_file *base, uint32_t column)
{
    struct orc_file *file = file_of(base);
    struct orc_open_stripe *stripe;
    struct orc_stream_range range;
    struct error ignored = {0};
    announce_samples(file);
    if (unknown_reason(file, column) != KEEP_NONE ||
        file->metadata->tail.n_stripes == 0 ||
        orc_stripe_take(&file->context, 0, &stripe, &ignored) != OK)
        return false;
    bool has_bloom = orc_stripe_find(stripe, file->metadata->tree.column_types[column],
                                     ORC_BLOOM_FILTER_UTF8, &range);
    orc_stripe_give_back(&file->context, stripe);
    return has_bloom;
}

static enum status find_blooms(struct orc_file *file, uint32_t row_group, uint32_t column,
                               const struct orc_stride_blooms **blooms,
                               const struct orc_type **type, struct error *error)
{
    uint32_t t = file->metadata->tree.column_types[column];
    *type = &file->metadata->tail.types[t];
    struct orc_open_stripe *stripe;
    enum status status = hold_stripe(file, row_group, column, &stripe, error);
    if (status == OK)
        status = orc_stride_blooms_of(stripe, t, blooms, error);
    return locate(file, row_group, column, status, error);
}

static enum status file_bloom_excludes(struct table_file *base, uint32_t row_group,
                                       uint32_t column, const union column_value *values,
                                       uint32_t n, enum keep_reason *reason,
                                       struct error *error)
{
    struct orc_file *file = file_of(base);
    const struct orc_stride_blooms *blooms = NULL;
    const struct orc_type *type;
    *reason = unknown_reason(file, column);
    if (*reason != KEEP_NONE)
        return OK;
    enum status status = find_blooms(file, row_group, column, &blooms, &type, error);
    if (status != OK)
        return status;
    *reason = blooms->reason;
    if (*reason == KEEP_NONE && n > 0 && !orc_strides_exclude(blooms, type, values, n))
        *reason = KEEP_VALUES;
    return OK;
}

static enum status file_page_bloom_excludes(struct table_file *base, uint32_t row_group,
                                            uint32_t column, uint32_t page,
                                            const union column_value *values, uint32_t n,
                                            bool *excludes, struct error *error)
{
    struct orc_file *file = file_of(base);
    const struct orc_stride_blooms *blooms = NULL;
    const struct orc_type *type;
    *excludes = false;
    enum status status = find_blooms(file, row_group, column, &blooms, &type, error);
    if (status == OK)
        *excludes = orc_stride_excludes(blooms, type, page, values, n);
    return status;
}

/* The entries of the first stripe's dictionary; without one, values seldom repeat. */
static uint64_t file_distinct_values(struct table_file *base, uint32_t column)
{
    struct orc_file *file = file_of(base);
    struct orc_open_stripe *stripe;
    struct error ignored = {0};
    announce_samples(file);
    if (file->metadata->tail.n_stripes == 0 ||
        orc_stripe_take(&file->context, 0, &stripe, &ignored) != OK)
        return 0;
    const struct orc_column_encoding *encoding =
        &stripe->encodings[file->metadata->tree.column_types[column]];
    uint64_t n_rows = file_row_group_rows(base, 0), n = n_rows;
    if (orc_encoding_is_dictionary(encoding->kind) && encoding->dictionary_size < n_rows)
        n = encoding->dictionary_size;
    orc_stripe_give_back(&file->context, stripe);
    return n;
}

/* The bytes of a column's streams in some stripes, as in the file. */
static uint64_t file_uncompressed_bytes(struct table_file *base, uint32_t column)
{
    struct orc_file *file = file_of(base);
    const struct orc_tail *tail = &file->metadata->tail;
    uint32_t type = file->metadata->tree.column_types[column];
    uint32_t step = tail->n_stripes / MOST_SAMPLES + 1;
    double bytes = 0;
    announce_samples(file);
    for (uint32_t i = 0; i < tail->n_stripes; i += step) {
        struct orc_open_stripe *stripe;
        struct error ignored = {0};
        if (orc_stripe_take(&file->context, i, &stripe, &ignored) != OK)
            continue;
        for (uint32_t s = stripe->first_streams[type];
             s < stripe->first_streams[type + 1]; s++)
            bytes += (double)(stripe->streams[s].end - stripe->streams[s].begin) * step;
        orc_stripe_give_back(&file->context, stripe);
    }
    return bytes < 9e18 ? (uint64_t)bytes : INT64_MAX;
}

static enum status file_locate(struct table_file *base, uint32_t row_group,
                               uint32_t column, uint64_t row, struct error *error)
{
    (void)row;
    return locate(file_of(base), row_group, column, error->status, error);
}

/* ---- Columns ---------------------------------------------------------------------- */

static enum status file_open_column(struct table_file *base, uint32_t column,
                                    struct column_reader **reader, struct error *error)
{
    struct orc_file *file = file_of(base);
    const struct column *c = &file->metadata->tree.schema.columns[column];
    *reader = NULL;
    if (c->unreadable_reason != NULL) {
        error_set(error, c->unreadable_status, "%s", c->unreadable_reason);
        return error_locate(error, "column \"%.200s\"", c->name);
    }
    return c->type == COLUMN_NESTED
               ? orc_nested_reader_open(&file->context, column, reader, error)
               : orc_path_reader_open(&file->context, column, reader, error);
}

static void file_free_buffers(struct table_file *base)
{
    codec_context_empty(file_of(base)->context.source.codecs);
}

static void file_close(struct table_file *base)
{
    orc_file_close(file_of(base));
}

static enum status file_open_again(struct table_file *base, struct table_file **again,
                                   struct error *error);

static const struct table_file_ops file_ops = {
    .schema = file_schema,
    .row_group_count = file_row_group_count,
    .row_group_rows = file_row_group_rows,
    .column_type_text = file_column_type_text,
    .column_tree = file_column_tree,
    .column_statistics = file_column_statistics,
    .page_ranges = file_page_ranges,
    .has_bloom = file_has_bloom,
    .distinct_values = file_distinct_values,
    .uncompressed_bytes = file_uncompressed_bytes,
    .bloom_excludes = file_bloom_excludes,
    .page_bloom_excludes = file_page_bloom_excludes,
    .append_part = file_append_part,
    .peek_pages = file_peek_pages,
    .locate = file_locate,
    .open_column = file_open_column,
    .open_again = file_open_again,
    .free_buffers = file_free_buffers,
    .close = file_close,
};

/* ---- Opening ---------------------------------------------------------------------- */

bool orc_has_magic(struct slice front)
{
    return front.size >= ORC_MAGIC_SIZE &&
           memcmp(front.data, ORC_MAGIC, ORC_MAGIC_SIZE) == 0;
}

static void release_metadata(struct metadata *metadata)
{
    if (metadata == NULL || atomic_fetch_sub(&metadata->n_references, 1) > 1)
        return;
    orc_tail_release(&metadata->tail);
    mem_free(metadata);
}

/* Frees all but the input. */
static void release(struct orc_file *file)
{
    orc_stripe_facts_release(&file->stripe_facts);
    give_back_pages(file);
    orc_stripes_release(&file->context);
    codec_context_free(file->context.source.codecs);
    release_metadata(file->metadata);
    mem_free(file->time_zone);
    mem_free(file);
}

/* Makes a file that owns neither input nor metadata yet. */
static enum status make_file(struct input_file *input, const char *time_zone,
                             bool is_julian, struct orc_file **file, struct error *error)
{
    struct orc_file *made = *file = mem_alloc_zeroed(1, sizeof *made);
    if (made == NULL)
        return error_nomem(error);
    made->base.ops = &file_ops;
    made->base.input = input;
    made->context.source.input = input;
    made->context.source.totals = &made->base.totals;
    made->context.is_julian = is_julian;
    made->context.source.codecs = codec_context_new();
    if (time_zone != NULL) {
        made->time_zone = mem_copy_text(time_zone, strlen(time_zone));
        made->context.zone_name = slice_of(made->time_zone, strlen(time_zone));
    }
    return made->context.source.codecs == NULL ||
                   (time_zone != NULL && made->time_zone == NULL)
               ? error_nomem(error)
               : OK;
}

static void use_metadata(struct orc_file *file, struct metadata *metadata)
{
    file->metadata = metadata;
    file->context.tail = &metadata->tail;
    file->context.tree = &metadata->tree;
}

static enum status read_metadata(struct orc_file *file, bool allows_no_bytes,
                                 struct error *error)
{
    struct metadata *metadata = mem_alloc_zeroed(1, sizeof *metadata);
    if (metadata == NULL)
        return error_nomem(error);
    atomic_init(&metadata->n_references, 1);
    use_metadata(file, metadata);
    if (allows_no_bytes && input_file_size(file->base.input) == 0)
        return OK;
    enum status status = orc_tail_read(&file->context.source, &metadata->tail, error);
    return status == OK ? orc_tree_build(&metadata->tail, &metadata->tail.arena,
                                         &metadata->tree, error)
                        : status;
}

enum status orc_file_open(struct input_file *input,
                          const struct orc_file_options *options, struct orc_file **file,
                          struct error *error)
{
    struct orc_file *made;
    *file = NULL;
    enum status status = make_file(input, options->time_zone, options->is_julian, &made,
                                   error);
    if (status == OK)
        status = read_metadata(made, options->allows_no_bytes, error);
    if (status != OK) {
        if (made != NULL)
            release(made);
        return status;
    }
    *file = made;
    return OK;
}

static enum status file_open_again(struct table_file *base, struct table_file **again,
                                   struct error *error)
{
    struct orc_file *file = file_of(base), *made = NULL;
    struct input_file *input;
    *again = NULL;
    enum status status = input_file_open_again(file->base.input, &input, error);
    if (status != OK)
        return status;
    status = make_file(input, file->time_zone, file->context.is_julian, &made, error);
    if (status != OK) {
        input_file_close(input);
        if (made != NULL)
            release(made);
        return status;
    }
    atomic_fetch_add(&file->metadata->n_references, 1);
    use_metadata(made, file->metadata);
    made->context.source.is_compressed = file->context.source.is_compressed;
    made->context.source.codec = file->context.source.codec;
    made->context.source.block_size = file->context.source.block_size;
    *again = &made->base;
    return OK;
}

struct table_file *orc_file_as_table_file(struct orc_file *file)
{
    return &file->base;
}

struct orc_context *orc_file_context(struct orc_file *file)
{
    return &file->context;
}

void orc_file_close(struct orc_file *file)
{
    if (file == NULL)
        return;
    struct input_file *input = file->base.input;
    release(file);
    input_file_close(input);
}
