/* SPDX-License-Identifier: MIT */
/*
 * unit_fake_file.h - a table_file made of arrays: its statistics, page ranges, Bloom
 * filters and dictionaries are exact, and its readers check that they are used correctly.
 */
#ifndef UNIT_FAKE_FILE_H
#define UNIT_FAKE_FILE_H

#include "scan/table_file.h"
#include "unit_test.h"
#include "unit_values.h"

enum { MOST_GROUPS = 6, MOST_COLUMNS = 8, MOST_PAGES = 64 };

struct fake_cell {
    bool is_null;
    union column_value value;
};

/* A column in a row group. */
struct fake_chunk {
    bool has_statistics, has_index, has_bloom;
    bool index_is_wrong;        /* verify_pages() finds out; then there is none */
    bool has_page_statistics;   /* next_page() returns them; used without an index */
    bool is_dictionary;         /* all pages are dictionary-encoded */
    uint32_t n_dictionary_rows; /* else: rows at the front that are dictionary-encoded */
    uint32_t page_rows;         /* 0: one page */
    uint64_t dictionary;        /* its id */
    uint32_t n_entries, n_pages;
    union column_value *entries;
    struct page_range pages[MOST_PAGES];
};

struct fake_column {
    enum value_domain domain;
    uint32_t most_rows; /* that read() returns, as if values were large; 0: all */
    struct fake_cell *cells;
    struct fake_chunk chunks[MOST_GROUPS];
    /* Since the test last cleared them. */
    uint32_t n_reads, n_rows_read, n_bloom_tests, n_verified;
};

struct fake_file {
    struct table_file base; /* must be first */
    struct schema schema;
    struct column columns[MOST_COLUMNS];
    struct fake_column fakes[MOST_COLUMNS];
    uint32_t n_groups;
    uint32_t group_rows[MOST_GROUPS];
    uint32_t group_first[MOST_GROUPS + 1];
    uint64_t n_dictionaries;
    uint64_t distinct_values; /* what the file claims of all columns; 0: nothing */
    uint32_t n_asked_distinct;
    /* In files that open_again() returns, a reader fails after so many rows; 0: never. */
    uint64_t fails_again_after, fails_after;
    /* fake_use_parts(): row groups belong in pairs to parts, which are closed at first.
     */
    bool has_parts;
    uint32_t known_column; /* whose statistics are known of closed ones */
    bool declares_rows;    /* and so are their numbers of rows */
    uint32_t n_opened;
};

enum {
    FIRST_PART = 1000,
    PART_BITS = 33
}; /* number of a closed row group; row numbers */

static inline struct fake_file *fake_of(struct table_file *file)
{
    return (struct fake_file *)file;
}

static inline const struct schema *fake_schema(struct table_file *file)
{
    return &fake_of(file)->schema;
}

static inline uint32_t fake_group_count(struct table_file *file)
{
    return fake_of(file)->n_groups;
}

static inline uint64_t fake_group_rows(struct table_file *file, uint32_t group)
{
    CHECK(group < fake_of(file)->n_groups);
    return fake_of(file)->group_rows[group];
}

static inline bool fake_is_nan(const struct fake_column *column,
                               const struct fake_cell *cell)
{
    return column->domain == DOMAIN_DOUBLE && isnan(cell->value.float64);
}

/* The number that a row of the file has in scans, and the reverse. */
static inline uint64_t fake_number(const struct fake_file *file, uint32_t row)
{
    uint32_t part = 0;
    if (!file->has_parts)
        return row;
    while (2 * part + 2 < file->n_groups && file->group_first[2 * part + 2] <= row)
        part++;
    return ((uint64_t)part << PART_BITS) + row - file->group_first[2 * part];
}

static inline uint32_t fake_row(const struct fake_file *file, uint64_t number)
{
    uint32_t part = (uint32_t)(number >> PART_BITS);
    if (!file->has_parts)
        return (uint32_t)number;
    return file->group_first[2 * part] +
           (uint32_t)(number & ((UINT64_C(1) << PART_BITS) - 1));
}

/* The rows of a part, if they are known of closed ones. */
static inline uint64_t fake_declared_rows(const struct fake_file *file, uint32_t part)
{
    uint32_t end = 2 * part + 2 < file->n_groups ? 2 * part + 2 : file->n_groups;
    return file->declares_rows ? file->group_first[end] - file->group_first[2 * part] : 0;
}

/* Closed row groups. */
static inline enum status fake_list_row_groups(struct table_file *file,
                                               struct buffer *groups, struct error *error)
{
    enum status status = OK;
    for (uint32_t part = 0; status == OK && 2 * part < fake_of(file)->n_groups; part++) {
        struct row_group group = {.number = FIRST_PART + part,
                                  .first = (uint64_t)part << PART_BITS,
                                  .end = (uint64_t)(part + 1) << PART_BITS,
                                  .is_closed = true,
                                  .n_rows = fake_declared_rows(fake_of(file), part),
                                  .file_first = (uint64_t)part << PART_BITS};
        status = buffer_append(groups, &group, sizeof group, error);
    }
    return status;
}

static inline enum status fake_open_row_groups(struct table_file *file, uint32_t number,
                                               struct buffer *groups, struct error *error)
{
    struct fake_file *fake = fake_of(file);
    uint32_t part = number - FIRST_PART;
    uint64_t first = (uint64_t)part << PART_BITS;
    enum status status = OK;
    CHECK(number >= FIRST_PART && 2 * part < fake->n_groups);
    fake->n_opened++;
    for (uint32_t g = 2 * part; status == OK && g < 2 * part + 2 && g < fake->n_groups;
         g++) {
        struct row_group group = {.number = g,
                                  .first = first,
                                  .end = first + fake->group_rows[g],
                                  .number_in_file = g % 2,
                                  .file_first = (uint64_t)part << PART_BITS};
        status = buffer_append(groups, &group, sizeof group, error);
        first = group.end;
    }
    return status;
}

/* The statistics of the file's rows first .. first + n - 1. */
static inline struct column_statistics fake_statistics(const struct fake_column *column,
                                                       uint64_t first, uint64_t n)
{
    struct column_statistics s = {.n_rows = n, .has_null_count = true};
    s.has_nan_count = column->domain == DOMAIN_DOUBLE;
    for (uint64_t i = first; i < first + n; i++) {
        const struct fake_cell *cell = &column->cells[i];
        s.null_count += cell->is_null;
        if (cell->is_null)
            continue;
        if (fake_is_nan(column, cell)) {
            s.nan_count++;
            continue;
        }
        if (!s.has_min || plain_order(column->domain, cell->value, s.min) < 0)
            s.min = cell->value;
        if (!s.has_min || plain_order(column->domain, cell->value, s.max) > 0)
            s.max = cell->value;
        s.has_min = s.has_max = true;
    }
    return s;
}

static inline enum status fake_column_statistics(struct table_file *file, uint32_t group,
                                                 uint32_t column,
                                                 struct column_statistics *statistics,
                                                 struct error *error)
{
    struct fake_file *fake = fake_of(file);
    (void)error;
    if (group >= FIRST_PART) {
        uint32_t first = 2 * (group - FIRST_PART);
        uint32_t end = first + 2 < fake->n_groups ? first + 2 : fake->n_groups;
        *statistics = (struct column_statistics){.n_rows = UINT64_C(1) << PART_BITS};
        if (column == fake->known_column)
            *statistics = fake_statistics(&fake->fakes[column], fake->group_first[first],
                                          fake->group_first[end] -
                                              fake->group_first[first]);
        return OK;
    }
    *statistics = (struct column_statistics){.n_rows = fake->group_rows[group]};
    if (fake->fakes[column].chunks[group].has_statistics)
        *statistics = fake_statistics(&fake->fakes[column], fake->group_first[group],
                                      fake->group_rows[group]);
    return OK;
}

static inline enum status fake_page_ranges(struct table_file *file, uint32_t group,
                                           uint32_t column,
                                           const struct page_range **ranges, uint32_t *n,
                                           enum keep_reason *reason, struct error *error)
{
    struct fake_chunk *chunk = &fake_of(file)->fakes[column].chunks[group];
    (void)error;
    *n = chunk->has_index ? chunk->n_pages : 0;
    *reason = chunk->has_index ? KEEP_NONE : KEEP_NO_COLUMN_INDEX;
    *ranges = chunk->pages;
    return OK;
}

static inline enum status fake_verify_pages(struct table_file *file, uint32_t group,
                                            uint32_t column, uint32_t first, uint32_t end,
                                            bool *hold, struct error *error)
{
    struct fake_column *fake = &fake_of(file)->fakes[column];
    struct fake_chunk *chunk = &fake->chunks[group];
    (void)error;
    CHECK(chunk->has_index && first < end && end <= chunk->n_pages);
    fake->n_verified += end - first;
    *hold = !chunk->index_is_wrong;
    chunk->has_index = *hold;
    return OK;
}

static inline bool fake_has_bloom(struct table_file *file, uint32_t column)
{
    return fake_of(file)->fakes[column].chunks[0].has_bloom;
}

static inline uint64_t fake_distinct_values(struct table_file *file, uint32_t column)
{
    (void)column;
    fake_of(file)->n_asked_distinct++;
    return fake_of(file)->distinct_values;
}

static inline uint64_t fake_uncompressed_bytes(struct table_file *file, uint32_t column)
{
    (void)file;
    (void)column;
    return 0;
}

static inline enum status fake_bloom_excludes(struct table_file *file, uint32_t group,
                                              uint32_t column,
                                              const union column_value *values,
                                              uint32_t n, enum keep_reason *reason,
                                              struct error *error)
{
    struct fake_file *fake = fake_of(file);
    struct fake_column *c = &fake->fakes[column];
    (void)error;
    c->n_bloom_tests++;
    bool excludes = c->chunks[group].has_bloom;
    *reason = excludes ? KEEP_VALUES : KEEP_NO_BLOOM;
    for (uint32_t i = fake->group_first[group]; i < fake->group_first[group + 1]; i++) {
        for (uint32_t k = 0; k < n && excludes; k++)
            excludes = c->cells[i].is_null || fake_is_nan(c, &c->cells[i]) ||
                       plain_order(c->domain, c->cells[i].value, values[k]) != 0;
    }
    if (excludes)
        *reason = KEEP_NONE;
    return OK;
}

/* ---- Readers ------------------------------------------------------------------ */

struct fake_reader {
    struct column_reader base; /* must be first */
    struct fake_file *file;
    uint32_t column, group;
    bool is_started;
    uint64_t row; /* in the group */
    void *values; /* each batch has its own memory, freed by the next call */
    uint8_t *valid;
    uint32_t *indices;
};

static inline struct fake_chunk *fake_chunk_of(struct fake_reader *reader)
{
    return &reader->file->fakes[reader->column].chunks[reader->group];
}

static inline void fake_forget(struct fake_reader *reader)
{
    free(reader->values);
    free(reader->valid);
    free(reader->indices);
    reader->values = NULL;
    reader->valid = NULL;
    reader->indices = NULL;
}

static inline enum status fake_start(struct column_reader *base, uint32_t group,
                                     struct error *error)
{
    struct fake_reader *reader = (struct fake_reader *)base;
    (void)error;
    CHECK(group < reader->file->n_groups);
    fake_forget(reader);
    reader->group = group;
    reader->row = 0;
    reader->is_started = true;
    return OK;
}

static inline enum status fake_skip(struct column_reader *base, uint64_t n,
                                    struct error *error)
{
    struct fake_reader *reader = (struct fake_reader *)base;
    (void)error;
    CHECK(reader->is_started);
    CHECK(n <= reader->file->group_rows[reader->group] - reader->row);
    fake_forget(reader);
    reader->row += n;
    return OK;
}

/* The values in the layout of a vector of the column's kind. */
static inline void *fake_pack(const struct column *column,
                              const union column_value *values, uint32_t n)
{
    size_t width = vector_kind_width(column->kind);
    uint8_t *packed = must(malloc(n * width + 1));
    for (uint32_t i = 0; i < n; i++)
        memcpy(packed + i * width, &values[i], width);
    return packed;
}

static inline enum status fake_dictionary(struct column_reader *base,
                                          uint64_t most_entries,
                                          struct column_vector *vector,
                                          struct error *error)
{
    struct fake_reader *reader = (struct fake_reader *)base;
    struct fake_chunk *chunk = fake_chunk_of(reader);
    (void)error;
    CHECK(reader->is_started);
    *vector = (struct column_vector){.kind = reader->file->columns[reader->column].kind};
    if (!chunk->is_dictionary)
        return OK;
    vector->n_entries = chunk->n_entries;
    if (chunk->n_entries > most_entries)
        return OK;
    vector->dictionary = chunk->dictionary;
    vector->values.any = chunk->entries;
    return OK;
}

static inline enum status fake_next_page(struct column_reader *base,
                                         struct column_statistics *statistics,
                                         struct error *error)
{
    struct fake_reader *reader = (struct fake_reader *)base;
    struct fake_chunk *chunk = fake_chunk_of(reader);
    (void)error;
    CHECK(reader->is_started);
    *statistics = (struct column_statistics){0};
    for (uint32_t i = 0; i < chunk->n_pages && chunk->has_page_statistics; i++) {
        if (chunk->pages[i].first_row == reader->row)
            *statistics = chunk->pages[i].statistics;
    }
    return OK;
}

static inline bool fake_has_no_nul(enum vector_kind kind, const void *values, uint32_t n)
{
    const struct bytes_value *texts = values;
    bool has_none = kind == VECTOR_BYTES;
    for (uint32_t i = 0; has_none && i < n; i++)
        has_none = texts[i].size == 0 || memchr(texts[i].data, 0, texts[i].size) == NULL;
    return has_none;
}

static inline enum status fake_read(struct column_reader *base, uint32_t n,
                                    struct column_vector *vector, struct error *error)
{
    struct fake_reader *reader = (struct fake_reader *)base;
    struct fake_file *file = reader->file;
    struct fake_column *column = &file->fakes[reader->column];
    struct fake_chunk *chunk = fake_chunk_of(reader);
    const struct column *c = &file->columns[reader->column];
    CHECK(reader->is_started && n > 0 && n <= BATCH_ROWS);
    if (file->fails_after > 0 && column->n_rows_read >= file->fails_after)
        return error_set(error, CORRUPT, "this reader fails");
    CHECK(n <= file->group_rows[reader->group] - reader->row);
    if (column->most_rows > 0 && n > column->most_rows)
        n = column->most_rows;
    fake_forget(reader);
    bool is_indices = chunk->is_dictionary || reader->row + n <= chunk->n_dictionary_rows;
    bool has_nulls = false;
    const struct fake_cell *cells = column->cells + file->group_first[reader->group] +
                                    reader->row;
    union column_value *values = must(calloc(n, sizeof *values));
    reader->valid = must(malloc(n));
    reader->indices = must(calloc(n, sizeof *reader->indices));
    for (uint32_t i = 0; i < n; i++) {
        reader->valid[i] = !cells[i].is_null;
        has_nulls = has_nulls || cells[i].is_null;
        if (cells[i].is_null)
            continue;
        values[i] = cells[i].value;
        uint32_t k = 0;
        while (is_indices && k < chunk->n_entries &&
               memcmp((uint8_t *)chunk->entries + k * vector_kind_width(c->kind),
                      &values[i], vector_kind_width(c->kind)) != 0)
            k++;
        reader->indices[i] = k;
    }
    if (!is_indices)
        reader->values = fake_pack(c, values, n);
    free(values);
    *vector = (struct column_vector){
        .n_rows = n,
        .kind = c->kind,
        .valid = has_nulls ? reader->valid : NULL,
        .indices = is_indices ? reader->indices : NULL,
        .values.any = is_indices ? (const void *)chunk->entries : reader->values,
        .dictionary = is_indices ? chunk->dictionary : 0,
        .n_entries = is_indices ? chunk->n_entries : 0};
    vector->has_no_nul = fake_has_no_nul(c->kind, vector->values.any,
                                         is_indices ? vector->n_entries : n);
    reader->row += n;
    column->n_reads++;
    column->n_rows_read += n;
    return OK;
}

static inline void fake_close_reader(struct column_reader *base)
{
    fake_forget((struct fake_reader *)base);
    free(base);
}

static inline enum status fake_open_column(struct table_file *file, uint32_t column,
                                           struct column_reader **reader,
                                           struct error *error)
{
    static const struct column_reader_ops ops = {
        .start = fake_start,
        .skip = fake_skip,
        .dictionary = fake_dictionary,
        .next_page = fake_next_page,
        .read = fake_read,
        .close = fake_close_reader,
    };
    struct fake_reader *r = must(calloc(1, sizeof *r));
    (void)error;
    r->base.ops = &ops;
    r->file = fake_of(file);
    r->column = column;
    *reader = &r->base;
    return OK;
}

/* Different texts for different types, for comparisons. */
static inline enum status fake_type_text(struct table_file *file, uint32_t column,
                                         struct buffer *text, struct error *error)
{
    return buffer_append_format(text, error, "%d",
                                (int)fake_of(file)->columns[column].type);
}

static inline enum status fake_locate(struct table_file *file, uint32_t row_group,
                                      uint32_t column, uint64_t row, struct error *error)
{
    return error_locate(error, "%s, row group %u, row %llu of it",
                        fake_of(file)->columns[column].name, row_group,
                        (unsigned long long)row);
}

/* The copy has the same cells, but counts for itself. */
static inline enum status fake_open_again(struct table_file *file,
                                          struct table_file **again, struct error *error)
{
    struct fake_file *copy = must(malloc(sizeof *copy));
    (void)error;
    *copy = *fake_of(file);
    copy->fails_after = copy->fails_again_after;
    for (uint32_t c = 0; c < copy->schema.n_columns; c++)
        copy->fakes[c].n_reads = copy->fakes[c].n_rows_read = 0;
    *again = &copy->base;
    return OK;
}

static inline void fake_close_again(struct table_file *again)
{
    free(again);
}

/* ---- Making a file ------------------------------------------------------------ */

static inline void fake_init(struct fake_file *file, const uint32_t *group_rows,
                             uint32_t n_groups)
{
    static const struct table_file_ops ops = {
        .schema = fake_schema,
        .row_group_count = fake_group_count,
        .row_group_rows = fake_group_rows,
        .column_type_text = fake_type_text,
        .column_statistics = fake_column_statistics,
        .page_ranges = fake_page_ranges,
        .verify_pages = fake_verify_pages,
        .has_bloom = fake_has_bloom,
        .distinct_values = fake_distinct_values,
        .uncompressed_bytes = fake_uncompressed_bytes,
        .bloom_excludes = fake_bloom_excludes,
        .locate = fake_locate,
        .open_column = fake_open_column,
        .open_again = fake_open_again,
        .close = fake_close_again, /* only of those */
    };
    struct error error = {0};
    *file = (struct fake_file){.base.ops = &ops, .n_groups = n_groups};
    file->schema.columns = file->columns;
    for (uint32_t i = 0; i < n_groups; i++) {
        file->group_rows[i] = group_rows[i];
        file->group_first[i + 1] = file->group_first[i] + group_rows[i];
    }
    CHECK(input_file_open_memory(slice_of((const uint8_t *)"", 0), &file->base.input,
                                 &error) == OK);
}

/* Divides the file into parts; see has_parts. */
static inline void fake_use_parts(struct fake_file *file, uint32_t known_column)
{
    static struct table_file_ops ops;
    ops = *file->base.ops;
    ops.list_row_groups = fake_list_row_groups;
    ops.open_row_groups = fake_open_row_groups;
    file->base.ops = &ops;
    file->has_parts = true;
    file->known_column = known_column;
}

static inline void fake_free(struct fake_file *file)
{
    for (uint32_t c = 0; c < file->schema.n_columns; c++) {
        free(file->fakes[c].cells);
        for (uint32_t g = 0; g < file->n_groups; g++)
            free(file->fakes[c].chunks[g].entries);
    }
    input_file_close(file->base.input);
}

/* Adds a column; the caller fills in its cells. */
static inline struct fake_column *fake_add_column(struct fake_file *file,
                                                  enum column_type type,
                                                  enum vector_kind kind,
                                                  enum value_domain domain)
{
    uint32_t c = file->schema.n_columns++;
    file->schema.n_top_level++;
    file->columns[c] = (struct column){.name = "column",
                                       .name_size = 6,
                                       .type = type,
                                       .kind = kind,
                                       .is_nullable = true,
                                       .bits = 64,
                                       .is_signed = true};
    file->fakes[c].domain = domain;
    file->fakes[c].cells = must(
        calloc(file->group_first[file->n_groups] + 1, sizeof(struct fake_cell)));
    return &file->fakes[c];
}

/* Makes a chunk's dictionary: the distinct values in the order of first occurrence. */
static inline void fake_make_dictionary(struct fake_file *file, uint32_t c, uint32_t g)
{
    struct fake_chunk *chunk = &file->fakes[c].chunks[g];
    size_t width = vector_kind_width(file->columns[c].kind);
    uint32_t n_rows = file->group_rows[g];
    const struct fake_cell *cells = file->fakes[c].cells + file->group_first[g];
    uint8_t *entries = must(malloc(n_rows * width + 1));
    chunk->n_entries = 0;
    for (uint32_t i = 0; i < n_rows; i++) {
        uint32_t k = 0;
        while (k < chunk->n_entries &&
               memcmp(entries + k * width, &cells[i].value, width))
            k++;
        if (k == chunk->n_entries && !cells[i].is_null)
            memcpy(entries + chunk->n_entries++ * width, &cells[i].value, width);
    }
    free(chunk->entries);
    chunk->entries = (void *)exact_copy(entries, chunk->n_entries * width);
    free(entries);
    chunk->dictionary = ++file->n_dictionaries;
}

/* Makes dictionaries and pages; call it when all cells and the chunks' members are set.
 */
static inline void fake_finish(struct fake_file *file)
{
    for (uint32_t c = 0; c < file->schema.n_columns; c++) {
        for (uint32_t g = 0; g < file->n_groups; g++) {
            struct fake_chunk *chunk = &file->fakes[c].chunks[g];
            uint32_t n_rows = file->group_rows[g];
            uint32_t step = chunk->page_rows > 0 ? chunk->page_rows : n_rows;
            if (chunk->is_dictionary || chunk->n_dictionary_rows > 0)
                fake_make_dictionary(file, c, g);
            chunk->n_pages = 0;
            for (uint32_t row = 0; row < n_rows; row += step) {
                uint32_t n = step < n_rows - row ? step : n_rows - row;
                CHECK(chunk->n_pages < MOST_PAGES);
                chunk->pages[chunk->n_pages++] = (struct page_range){
                    row, fake_statistics(&file->fakes[c], file->group_first[g] + row, n)};
            }
        }
    }
}

#endif
