#include "column_chunk_reader.h"

#include "../base/alloc.h"
#include "chunk_facts.h"
#include "page_header.h"
#include "statistics.h"
#include "value_convert.h"

enum {
    /* To skip so many rows behind the current page the page index is asked for. */
    SEEK_ROWS = 256,
};

/* Bytes kept alive for the batch although their page is gone; all freed at the next read.
 */
struct kept_bytes {
    struct kept_bytes *next;
};

struct pq_chunk_reader {
    struct column_reader base; /* must be first */
    struct pq_chunk_context context;
    const struct pq_leaf *leaf;
    uint32_t leaf_index;
    uint32_t row_group;

    struct pq_page_reader pages;
    bool header_is_pending; /* pages.header was read and nothing was made of it yet */
    uint64_t n_rows;        /* of the row group */
    uint64_t rows_left;
    bool is_started;        /* on row_group; else nothing of it may be kept */
    bool is_all_dictionary; /* every value of the chunk is in its dictionary */
    bool knows_index;       /* then has_page_bounds is known */
    bool has_page_bounds;
    struct pq_column_metadata metadata; /* of the chunk */

    /* The current data page. */
    uint32_t page_left; /* its rows that are not read or skipped */
    bool page_is_dictionary_encoded;
    struct buffer page_buffer;
    struct pq_page_rest page_rest;
    struct pq_page page; /* in page_buffer */
    int64_t
        loaded_offset; /* of its header, while its bytes are as they were loaded; or 0 */
    bool must_terminate; /* as soon as all of the page is there */
    struct pq_level_decoder levels;
    struct pq_value_decoder values;
    struct pq_rle_decoder indexes;

    /* The chunk's dictionary. */
    bool has_dictionary;
    bool dictionary_has_no_nul;
    int64_t dictionary_offset;  /* of its page */
    uint64_t dictionary_number; /* as column_vector has it */
    uint32_t dictionary_size;
    struct buffer dictionary_page;   /* the bytes that text and binary entries point to */
    struct buffer dictionary_values; /* in the vector's form */

    /* The batch being filled: BATCH_ROWS of each. */
    uint8_t *definition_levels;
    uint8_t *valid;
    uint32_t *codes;
    void *batch_values; /* in the vector's form */
    void *physical;     /* as the decoder gives them; NULL where that is the same */
    struct kept_bytes *kept;
};

enum status pq_locate_column(const struct column *column, uint32_t row_group,
                             struct error *error)
{
    return error_locate(error, "column \"%.200s\", row group %u", column->name,
                        (unsigned)row_group);
}

static enum status locate_page(const struct pq_chunk_reader *reader, struct error *error)
{
    return error_locate(error, "page at %lld", (long long)reader->pages.page_offset);
}

static bool is_text(const struct pq_leaf *leaf)
{
    return leaf->column.type == COLUMN_TEXT || leaf->column.type == COLUMN_JSON;
}

/* ---- The chunk ------------------------------------------------------------------- */

/* Whether path_in_schema names the leaf; the list goes from below the root to the leaf.
 */
static bool path_is_of_leaf(const struct pq_schema_tree *tree, const struct pq_leaf *leaf,
                            struct slice list)
{
    uint32_t path[PQ_MAX_SCHEMA_DEPTH + 1];
    uint32_t depth = 0;
    for (uint32_t i = leaf->node; i != 0; i = tree->nodes[i].parent)
        path[depth++] = i;
    struct thrift_reader reader;
    struct thrift_field list_field = thrift_element(THRIFT_LIST);
    struct thrift_field element = thrift_element(THRIFT_BINARY);
    thrift_init(&reader, list);
    if (thrift_begin_list(&reader, &list_field, THRIFT_BINARY) != depth)
        return false;
    while (depth-- > 0) {
        struct slice name = thrift_read_binary(&reader, &element);
        struct slice expected = tree->nodes[path[depth]].element->name;
        if (name.size != expected.size ||
            (name.size > 0 && memcmp(name.data, expected.data, name.size) != 0))
            return false;
    }
    return true;
}

enum status pq_chunk_metadata(const struct pq_chunk_context *context, uint32_t row_group,
                              uint32_t leaf, struct pq_column_chunk *chunk,
                              struct error *error)
{
    const struct pq_file_metadata *metadata = context->metadata;
    const struct pq_leaf *expected = &context->tree->leaves[leaf];
    enum status status = pq_column_chunk_parse(metadata, row_group, leaf, chunk, error);
    if (status != OK)
        return status;
    if (chunk->is_encrypted)
        return error_set(error, AUTH, "the column is encrypted");
    if (!chunk->has_metadata)
        return error_set(error, CORRUPT, "the column chunk has no metadata");
    if (chunk->metadata.type != expected->type)
        return error_set(error, CORRUPT, "physical type %d, the schema says %d",
                         chunk->metadata.type, expected->type);
    struct slice path = chunk->metadata.path_in_schema;
    if (path.data != NULL && !path_is_of_leaf(context->tree, expected, path))
        return error_set(error, CORRUPT, "the column chunk is of another column");
    return OK;
}

/* Makes the reader stand before the chunk's first page. */
static enum status rewind_chunk(struct pq_chunk_reader *reader, struct error *error)
{
    enum status status = OK;
    reader->page_left = 0;
    reader->header_is_pending = false;
    if (reader->n_rows > 0)
        status = pq_page_reader_start(&reader->pages, reader->context.source,
                                      &reader->metadata, error);
    reader->rows_left = status == OK ? reader->n_rows : 0;
    return status;
}

static enum status start_chunk(struct pq_chunk_reader *reader, uint32_t row_group,
                               struct error *error)
{
    const struct pq_column_chunk *chunk;
    /* The dictionary of the same chunk stays. */
    if (reader->is_started && reader->row_group == row_group)
        return rewind_chunk(reader, error);
    reader->row_group = row_group;
    reader->is_started = reader->has_dictionary = false;
    reader->knows_index = false;
    reader->rows_left = reader->n_rows = 0;
    reader->page_left = 0;
    enum status status = pq_chunk_facts_metadata(&reader->context, row_group,
                                                 reader->leaf_index, &chunk, error);
    if (status != OK)
        return status;
    /* How many values there are the row group says, and the pages must bear it out; the
     * chunk's own num_values is wrong in files that are right otherwise. */
    reader->n_rows = (uint64_t)reader->context.metadata->row_groups[row_group].n_rows;
    reader->metadata = chunk->metadata;
    reader->is_all_dictionary = pq_chunk_is_all_dictionary(chunk);
    status = rewind_chunk(reader, error);
    reader->is_started = status == OK;
    return status;
}

/* ---- The dictionary -------------------------------------------------------------- */

static bool entries_have_no_nul(const struct bytes_value *entries, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        if (entries[i].size > 0 && memchr(entries[i].data, 0, entries[i].size) != NULL)
            return false;
    }
    return true;
}

/* Decodes n_entries of the loaded dictionary page, BATCH_ROWS at a time where they need
 * converting. */
static enum status decode_entries(struct pq_chunk_reader *reader, struct slice data,
                                  uint32_t n_entries, struct error *error)
{
    const struct pq_leaf *leaf = reader->leaf;
    struct pq_value_format format = {.encoding = PQ_PLAIN,
                                     .type = leaf->type,
                                     .type_length = leaf->type_length,
                                     .terminate = is_text(leaf)};
    size_t width = vector_kind_width(leaf->column.kind);
    /* What follows is sized by the count, so the page's size must bear it out. */
    size_t least = pq_type_width(leaf->type, leaf->type_length);
    if (leaf->type == PQ_BOOLEAN)
        return error_set(error, CORRUPT, "a dictionary of booleans");
    if (n_entries > data.size / (least > 0 ? least : 4))
        return error_set(error, CORRUPT, "%u dictionary entries in %zu bytes",
                         (unsigned)n_entries, data.size);
    enum status status = pq_page_buffer_reserve(
        reader->context.source, &reader->dictionary_values, n_entries * width, error);
    if (status == OK)
        status = pq_value_decoder_init(&reader->values, &format, data, n_entries, error);
    for (uint32_t done = 0; status == OK && done < n_entries;) {
        uint32_t take = n_entries - done < BATCH_ROWS ? n_entries - done : BATCH_ROWS;
        uint8_t *target = reader->dictionary_values.data + done * width;
        void *physical = reader->physical != NULL ? reader->physical : (void *)target;
        status = pq_value_decoder_read(&reader->values, physical, take, error);
        if (status == OK)
            pq_convert_values(leaf->conversion, physical, take, target);
        done += take;
    }
    return status;
}

static enum status load_dictionary(struct pq_chunk_reader *reader, struct error *error)
{
    const struct pq_page_header *header = &reader->pages.header;
    struct pq_page page;
    if (reader->has_dictionary && reader->pages.page_offset == reader->dictionary_offset)
        return OK; /* kept from an earlier pass over the chunk */
    if (reader->has_dictionary)
        return error_set(error, CORRUPT, "a second dictionary page");
    if (header->encoding != PQ_PLAIN && header->encoding != PQ_PLAIN_DICTIONARY)
        return error_set(error, UNSUPPORTED, "a dictionary page of encoding %d",
                         header->encoding);
    enum status status = pq_page_reader_load(&reader->pages, &reader->dictionary_page,
                                             &page, error);
    if (status != OK)
        return status; /* has the page's place already */
    uint32_t n_entries = (uint32_t)header->num_values;
    status = decode_entries(reader, page.data, n_entries, error);
    if (status != OK)
        return locate_page(reader, error);
    reader->has_dictionary = true;
    reader->dictionary_offset = reader->pages.page_offset;
    reader->dictionary_number = ++reader->context.source->n_dictionaries;
    reader->dictionary_size = n_entries;
    reader->dictionary_has_no_nul =
        is_text(reader->leaf) &&
        entries_have_no_nul((const void *)reader->dictionary_values.data, n_entries);
    return OK;
}

/* ---- Data pages ------------------------------------------------------------------ */

static bool is_dictionary_encoding(int encoding)
{
    return encoding == PQ_PLAIN_DICTIONARY || encoding == PQ_RLE_DICTIONARY;
}

static enum status open_values(struct pq_chunk_reader *reader, struct slice data,
                               struct error *error)
{
    const struct pq_page_header *header = &reader->pages.header;
    reader->page_is_dictionary_encoded = is_dictionary_encoding(header->encoding);
    reader->must_terminate = false;
    if (!reader->page_is_dictionary_encoded) {
        struct pq_value_format format = {.encoding = header->encoding,
                                         .type = reader->leaf->type,
                                         .type_length = reader->leaf->type_length,
                                         .terminate = is_text(reader->leaf) &&
                                                      !reader->page_rest.is_open};
        reader->must_terminate = is_text(reader->leaf) && reader->page_rest.is_open;
        if (format.terminate)
            reader->loaded_offset = 0;
        return pq_value_decoder_init(&reader->values, &format, data,
                                     (uint64_t)header->num_values, error);
    }
    if (!reader->has_dictionary)
        return error_set(error, CORRUPT, "dictionary indexes, but no dictionary page");
    /* A byte with the bit width stands in front; a page without values may lack it. */
    struct slice width = {NULL, 0};
    if (data.size > 0 && !slice_take(&data, 1, &width))
        return error_set(error, CORRUPT, "no bit width of the dictionary indexes");
    if (width.size == 0)
        return pq_rle_init(&reader->indexes, data, 32, error);
    return pq_rle_init(&reader->indexes, data, width.data[0], error);
}

/* Makes the definition levels at the front of a v1 page be there. */
static enum status need_v1_levels(struct pq_chunk_reader *reader, struct error *error)
{
    enum { SIZE_OF_SIZE = 4 };
    const struct buffer *page = &reader->page_buffer;
    if (reader->leaf->max_definition_level == 0 || page->size < SIZE_OF_SIZE)
        return OK;
    enum status status = pq_page_rest_need(&reader->page_rest, SIZE_OF_SIZE, error);
    if (status != OK)
        return status;
    uint64_t size = (uint64_t)load_u32(page->data) + SIZE_OF_SIZE;
    return pq_page_rest_need(&reader->page_rest,
                             size < page->size ? (size_t)size : page->size, error);
}

/* Loads the page: of one whose values can be found without those behind them only the
 * front, at first. */
static enum status load_data_page(struct pq_chunk_reader *reader, struct pq_page *page,
                                  struct error *error)
{
    const struct pq_page_header *header = &reader->pages.header;
    bool is_v2 = header->type == PQ_DATA_PAGE_V2;
    bool has_plain_levels = is_v2 || reader->leaf->max_definition_level == 0 ||
                            header->definition_encoding == PQ_RLE;
    pq_page_rest_end(&reader->page_rest);
    if (header->encoding != PQ_PLAIN || reader->leaf->type == PQ_BOOLEAN ||
        !has_plain_levels)
        return pq_page_reader_load(&reader->pages, &reader->page_buffer, page, error);
    enum status status = pq_page_reader_load_front(&reader->pages, &reader->page_buffer,
                                                   &reader->page_rest, page, error);
    if (status != OK)
        return status; /* has the page's place already */
    if (!is_v2)
        status = need_v1_levels(reader, error);
    else
        status = pq_page_rest_need(&reader->page_rest,
                                   (size_t)(page->data.data - reader->page_buffer.data),
                                   error);
    return status == OK ? OK : locate_page(reader, error);
}

/* Makes the next n_present values of the page be there, to be read or skipped. */
static enum status need_values(struct pq_chunk_reader *reader, uint64_t n_present,
                               struct error *error)
{
    struct pq_page_rest *rest = &reader->page_rest;
    struct pq_plain_decoder *plain = &reader->values.as.plain;
    size_t width = pq_type_width(reader->leaf->type, reader->leaf->type_length);
    enum status status = OK;
    if (!rest->is_open)
        return OK;
    size_t at = (size_t)(plain->rest.data - reader->page_buffer.data);
    if (width > 0) {
        uint64_t most = (rest->size - at) / width;
        n_present = n_present < most ? n_present : most;
        return pq_page_rest_need(rest, at + (size_t)n_present * width, error);
    }
    /* From length to length. */
    while (n_present > 0 && status == OK && rest->is_open) {
        uint64_t next = (uint64_t)at + 4;
        status = pq_page_rest_need(rest, next < rest->size ? (size_t)next : rest->size,
                                   error);
        if (status != OK || next > rest->size)
            break;
        next += load_u32(reader->page_buffer.data + at);
        at = next < rest->size ? (size_t)next : rest->size;
        status = pq_page_rest_need(rest, at, error);
        n_present--;
    }
    return status;
}

/* Terminators are written over bytes, which nobody else may need any more. */
static void terminate_values(struct pq_chunk_reader *reader)
{
    if (!reader->must_terminate || reader->page_rest.is_open)
        return;
    reader->values.as.plain.terminate = true;
    reader->loaded_offset = 0;
    reader->must_terminate = false;
}

static enum status open_data_page(struct pq_chunk_reader *reader, struct error *error)
{
    const struct pq_page_header *header = &reader->pages.header;
    unsigned max_level = reader->leaf->max_definition_level;
    enum status status = OK;
    /* Joins come back to a page again and again. */
    if (reader->loaded_offset != reader->pages.page_offset) {
        reader->loaded_offset = 0;
        reader->context.source->totals->pages_read++;
        status = load_data_page(reader, &reader->page, error);
    }
    if (status != OK)
        return status; /* has the page's place already */
    reader->loaded_offset = reader->pages.page_offset;
    struct pq_page page = reader->page;
    if (header->type == PQ_DATA_PAGE_V2)
        status = pq_levels_init_v2(&reader->levels, page.definition_levels, max_level,
                                   error);
    else
        status = pq_levels_init_v1(&reader->levels, &page.data,
                                   header->definition_encoding, max_level,
                                   (uint32_t)header->num_values, error);
    if (status == OK)
        status = open_values(reader, page.data, error);
    if (status != OK)
        return locate_page(reader, error);
    reader->page_left = (uint32_t)header->num_values;
    return OK;
}

/* The next header of a data or dictionary page, which may have been read already. */
static enum status next_header(struct pq_chunk_reader *reader, bool *found,
                               struct error *error)
{
    *found = true;
    if (!reader->header_is_pending)
        return pq_page_reader_next(&reader->pages, false, found, error);
    reader->header_is_pending = false;
    return OK;
}

/* Loads the dictionary of a chunk whose pages were not read yet, if it has one. */
static enum status find_dictionary(struct pq_chunk_reader *reader, struct error *error)
{
    bool found;
    enum status status = next_header(reader, &found, error);
    if (status != OK || !found)
        return status;
    if (reader->pages.header.type == PQ_DICTIONARY_PAGE)
        return load_dictionary(reader, error);
    reader->header_is_pending = true;
    return OK;
}

/* Moves to the next data page with rows.  Loads it, unless all its rows are among the
 * next n_skip: those pages are passed over, counted in *n_skipped. */
static enum status next_page(struct pq_chunk_reader *reader, uint64_t n_skip,
                             uint64_t *n_skipped, struct error *error)
{
    *n_skipped = 0;
    for (;;) {
        bool found;
        enum status status = next_header(reader, &found, error);
        if (status != OK)
            return status;
        if (!found)
            return error_set(error, CORRUPT,
                             "the pages end with %llu of the row group's rows missing",
                             (unsigned long long)(reader->rows_left - *n_skipped));
        const struct pq_page_header *header = &reader->pages.header;
        if (header->type == PQ_DICTIONARY_PAGE) {
            status = load_dictionary(reader, error);
            if (status != OK)
                return status;
            continue;
        }
        uint64_t n_values = (uint64_t)header->num_values;
        if (header->type == PQ_DATA_PAGE_V2 && header->num_rows != header->num_values) {
            error_set(error, CORRUPT, "%d values in %d rows", header->num_values,
                      header->num_rows);
            return locate_page(reader, error);
        }
        if (n_values > reader->rows_left - *n_skipped) {
            error_set(error, CORRUPT, "%llu values, the row group has %llu rows left",
                      (unsigned long long)n_values,
                      (unsigned long long)(reader->rows_left - *n_skipped));
            return locate_page(reader, error);
        }
        if (n_values <= n_skip - *n_skipped) {
            *n_skipped += n_values;
            reader->context.source->totals->pages_skipped++;
            if (*n_skipped == n_skip && n_skip > 0)
                return OK;
            continue;
        }
        return open_data_page(reader, error);
    }
}

/* After the row group's last row: a data page behind it means that the row group claims
 * too few rows, and so that rows would be lost.  What is no page at all is let pass. */
static enum status check_end(struct pq_chunk_reader *reader, struct error *error)
{
    bool found = true;
    while (reader->rows_left == 0 && reader->page_left == 0 && found) {
        struct error ignored = {0};
        if (pq_page_reader_next(&reader->pages, false, &found, &ignored) != OK)
            return OK;
        const struct pq_page_header *header = &reader->pages.header;
        if (found && header->type != PQ_DICTIONARY_PAGE && header->num_values > 0) {
            error_set(error, CORRUPT, "%d values behind the row group's last row",
                      header->num_values);
            return locate_page(reader, error);
        }
    }
    return OK;
}

static enum status skip_in_page(struct pq_chunk_reader *reader, uint32_t n,
                                struct error *error)
{
    uint64_t n_present;
    enum status status = pq_levels_read(&reader->levels, NULL, n, &n_present, error);
    if (status == OK && reader->page_is_dictionary_encoded)
        status = pq_rle_skip(&reader->indexes, n_present, error);
    else if (status == OK)
        status = need_values(reader, n_present, error);
    if (status == OK && !reader->page_is_dictionary_encoded)
        status = pq_value_decoder_skip(&reader->values, n_present, error);
    if (status != OK)
        return locate_page(reader, error);
    reader->page_left -= n;
    reader->rows_left -= n;
    return OK;
}

/* The page of an index that holds the row. */
static uint32_t find_page(const struct pq_page_index *index, uint64_t row)
{
    uint32_t low = 0, high = index->n_pages;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (index->pages[middle].first_row <= row)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* Stands before a page of the index. */
static void stand_before_page(struct pq_chunk_reader *reader,
                              const struct pq_page_index *index, uint32_t page)
{
    reader->pages.offset = index->pages[page].offset;
    reader->header_is_pending = false;
    reader->page_left = 0;
    reader->rows_left = reader->n_rows - index->pages[page].first_row;
}

/* Goes straight to the page that holds the n-th row from here, if the chunk has an index
 * that tells where it is.  *n becomes the rows to skip from there. */
static enum status seek_page(struct pq_chunk_reader *reader, uint64_t *n,
                             struct error *error)
{
    const struct pq_page_index *index;
    if (*n < reader->page_left + (uint64_t)SEEK_ROWS)
        return OK;
    enum status status = pq_chunk_facts_page_index(&reader->context, reader->row_group,
                                                   reader->leaf_index, &index, error);
    if (status != OK || index->n_pages == 0)
        return status;
    uint64_t here = reader->n_rows - reader->rows_left;
    uint64_t row = here + *n;
    uint32_t page = find_page(index, row);
    if (index->pages[page].first_row <= here + reader->page_left)
        return OK;
    if (!reader->has_dictionary && reader->pages.is_first)
        status = find_dictionary(reader, error);
    if (status != OK)
        return status;
    uint32_t first_skipped = find_page(index, here) + (reader->page_left > 0);
    stand_before_page(reader, index, page);
    *n = row - index->pages[page].first_row;
    reader->context.source->totals->pages_skipped += page - first_skipped;
    return OK;
}

static enum status skip_rows(struct pq_chunk_reader *reader, uint64_t n,
                             struct error *error)
{
    enum status status = seek_page(reader, &n, error);
    while (status == OK && n > 0) {
        if (reader->page_left == 0) {
            uint64_t n_skipped;
            status = next_page(reader, n, &n_skipped, error);
            if (status == OK) {
                reader->rows_left -= n_skipped;
                n -= n_skipped;
            }
            continue;
        }
        uint32_t take = n < reader->page_left ? (uint32_t)n : reader->page_left;
        status = skip_in_page(reader, take, error);
        n -= take;
    }
    return status == OK ? check_end(reader, error) : status;
}

/* ---- Filling a batch ------------------------------------------------------------- */

/* What the batch holds so far. */
struct batch {
    uint32_t n_rows;
    size_t n_kept_bytes;
    uint32_t n_kept; /* rows at the front whose bytes do not depend on the page */
    bool is_codes;   /* all rows so far are codes */
    bool is_flat;    /* all rows so far are values */
    bool has_nulls;
    bool has_no_nul;    /* text, all of it from a dictionary without NULs */
    bool is_terminated; /* text, a 0 behind every value */
    bool is_one_block;  /* the values lie in the page in the order of the rows */
};

static void free_kept(struct pq_chunk_reader *reader)
{
    while (reader->kept != NULL) {
        struct kept_bytes *next = reader->kept->next;
        mem_free(reader->kept);
        reader->kept = next;
    }
}

static bool is_within(const struct buffer *buffer, const uint8_t *data)
{
    return buffer->data != NULL && (uintptr_t)data >= (uintptr_t)buffer->data &&
           (uintptr_t)data - (uintptr_t)buffer->data < buffer->capacity;
}

/* Copies what the batch's values from row `first` on point to, because their page is
 * about to go.  The dictionary stays as long as the chunk. */
static enum status keep_bytes(struct pq_chunk_reader *reader, struct batch *batch,
                              struct error *error)
{
    uint32_t first = batch->n_kept;
    uint32_t n_rows = batch->n_rows;
    batch->n_kept = n_rows;
    batch->is_one_block = false;
    struct bytes_value *values = reader->batch_values;
    const uint8_t *valid = reader->valid;
    size_t total = 0;
    for (uint32_t i = first; i < n_rows; i++) {
        if (valid[i] && !is_within(&reader->dictionary_page, values[i].data))
            total += values[i].size + 1;
    }
    if (total == 0)
        return OK;
    struct kept_bytes *block = mem_alloc(sizeof *block + total, 1);
    if (block == NULL)
        return error_nomem(error);
    block->next = reader->kept;
    reader->kept = block;
    batch->n_kept_bytes += total;
    uint8_t *target = (uint8_t *)(block + 1);
    for (uint32_t i = first; i < n_rows; i++) {
        if (!valid[i] || is_within(&reader->dictionary_page, values[i].data))
            continue;
        if (values[i].size > 0)
            memcpy(target, values[i].data, values[i].size);
        values[i].data = target;
        target += values[i].size;
        *target++ = 0;
    }
    return OK;
}

/* Values of every kind take 8 or 16 bytes.  They are moved as bytes, because what they
 * are does not matter here; with a constant width the compiler makes loads and stores of
 * it. */
_Static_assert(sizeof(struct bytes_value) == 8 || sizeof(struct bytes_value) == 16,
               "values are moved by 8 or 16 bytes");
_Static_assert(sizeof(struct instant) == 16, "values are moved by 8 or 16 bytes");

/* Moves the n_present values at the front of n slots to the slots that are valid. */
static inline void spread(uint8_t *slots, size_t width, const uint8_t *valid, uint32_t n,
                          uint32_t n_present)
{
    for (uint32_t i = n; i-- > 0;) {
        if (valid[i])
            memmove(slots + i * width, slots + --n_present * width, width);
        else
            memset(slots + i * width, 0, width);
    }
}

static void spread_values(void *slots, size_t width, const uint8_t *valid, uint32_t n,
                          uint32_t n_present)
{
    if (n_present == n)
        return;
    if (width == 8)
        spread(slots, 8, valid, n, n_present);
    else
        spread(slots, 16, valid, n, n_present);
}

static inline void gather_width(uint8_t *values, const uint8_t *dictionary, size_t width,
                                const uint32_t *codes, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        memcpy(values + i * width, dictionary + (size_t)codes[i] * width, width);
}

static void gather(void *values, const void *dictionary, size_t width,
                   const uint32_t *codes, uint32_t n)
{
    if (width == 8)
        gather_width(values, dictionary, 8, codes, n);
    else
        gather_width(values, dictionary, 16, codes, n);
}

static enum status check_codes(const struct pq_chunk_reader *reader,
                               const uint32_t *codes, uint32_t n, struct error *error)
{
    uint32_t largest = 0;
    for (uint32_t i = 0; i < n; i++)
        largest = codes[i] > largest ? codes[i] : largest;
    if (n > 0 && largest >= reader->dictionary_size)
        return error_set(error, CORRUPT, "dictionary index %u, the dictionary has %u",
                         (unsigned)largest, (unsigned)reader->dictionary_size);
    return OK;
}

/* Turns the codes read so far into values. */
static void materialise(struct pq_chunk_reader *reader, struct batch *batch)
{
    size_t width = vector_kind_width(reader->leaf->column.kind);
    /* Null rows carry code 0, which an empty dictionary does not have. */
    if (reader->dictionary_size > 0)
        gather(reader->batch_values, reader->dictionary_values.data, width, reader->codes,
               batch->n_rows);
    else
        memset(reader->batch_values, 0, batch->n_rows * width);
    batch->is_codes = false;
    batch->is_flat = true;
    batch->is_one_block = false;
}

static enum status read_codes(struct pq_chunk_reader *reader, struct batch *batch,
                              uint32_t n, uint32_t n_present, struct error *error)
{
    uint32_t at = batch->n_rows;
    uint32_t *codes = reader->codes + at;
    enum status status = pq_rle_read(&reader->indexes, codes, n_present, error);
    if (status == OK)
        status = check_codes(reader, codes, n_present, error);
    if (status != OK)
        return status;
    if (n_present < n)
        spread((uint8_t *)codes, sizeof *codes, reader->valid + at, n, n_present);
    if (!batch->is_flat) {
        batch->is_codes = true;
        return OK;
    }
    batch->is_one_block = false;
    size_t width = vector_kind_width(reader->leaf->column.kind);
    uint8_t *values = (uint8_t *)reader->batch_values + at * width;
    if (reader->dictionary_size > 0)
        gather(values, reader->dictionary_values.data, width, codes, n);
    else
        memset(values, 0, n * width);
    return OK;
}

static enum status read_values(struct pq_chunk_reader *reader, struct batch *batch,
                               uint32_t n, uint32_t n_present, struct error *error)
{
    size_t width = vector_kind_width(reader->leaf->column.kind);
    uint32_t at = batch->n_rows;
    if (batch->is_codes)
        materialise(reader, batch);
    batch->is_flat = true;
    batch->has_no_nul = false;
    int encoding = reader->pages.header.encoding;
    if (encoding != PQ_PLAIN && encoding != PQ_DELTA_LENGTH_BYTE_ARRAY)
        batch->is_one_block = false;
    uint8_t *values = (uint8_t *)reader->batch_values + at * width;
    void *physical = reader->physical != NULL ? reader->physical : (void *)values;
    enum status status = need_values(reader, n_present, error);
    terminate_values(reader);
    batch->is_terminated = batch->is_terminated && !reader->must_terminate;
    if (status == OK)
        status = pq_value_decoder_read(&reader->values, physical, n_present, error);
    if (status != OK)
        return status;
    pq_convert_values(reader->leaf->conversion, physical, n_present, values);
    spread_values(values, width, reader->valid + at, n, n_present);
    return OK;
}

/* Reads n rows of the current page to the end of the batch. */
static enum status read_in_page(struct pq_chunk_reader *reader, struct batch *batch,
                                uint32_t n, struct error *error)
{
    uint64_t n_present;
    unsigned max_level = reader->leaf->max_definition_level;
    uint8_t *levels = reader->definition_levels + batch->n_rows;
    enum status status = pq_levels_read(&reader->levels, levels, n, &n_present, error);
    if (status == OK) {
        uint8_t *valid = reader->valid + batch->n_rows;
        if (n_present == n)
            memset(valid, 1, n);
        for (uint32_t i = 0; i < n && n_present < n; i++)
            valid[i] = levels[i] == max_level;
        batch->has_nulls = batch->has_nulls || n_present < n;
        if (reader->page_is_dictionary_encoded)
            status = read_codes(reader, batch, n, (uint32_t)n_present, error);
        else
            status = read_values(reader, batch, n, (uint32_t)n_present, error);
    }
    if (status != OK)
        return locate_page(reader, error);
    batch->n_rows += n;
    reader->page_left -= n;
    reader->rows_left -= n;
    return OK;
}

/* From the first byte of the values to the last. */
static void find_block(const struct bytes_value *values, struct column_vector *vector)
{
    for (uint32_t i = 0; i < vector->n_rows && vector->bytes_begin == NULL; i++) {
        if (!column_vector_is_null(vector, i) && values[i].size > 0)
            vector->bytes_begin = values[i].data;
    }
    for (uint32_t i = vector->n_rows; i-- > 0 && vector->bytes_end == NULL;) {
        if (!column_vector_is_null(vector, i) && values[i].size > 0)
            vector->bytes_end = values[i].data + values[i].size;
    }
}

static enum status read_rows(struct pq_chunk_reader *reader, uint32_t n,
                             struct column_vector *vector, struct error *error)
{
    enum vector_kind kind = reader->leaf->column.kind;
    struct batch batch = {
        .has_no_nul = true, .is_terminated = is_text(reader->leaf), .is_one_block = true};
    enum status status = OK;
    free_kept(reader);
    while (status == OK && batch.n_rows < n) {
        if (reader->page_left == 0) {
            uint64_t none;
            if (kind == VECTOR_BYTES && batch.is_flat) {
                /* The page's bytes go with it; when the batch has enough, they stay. */
                if (batch.n_kept_bytes + reader->page_buffer.size >= LARGE_BATCH)
                    break;
                status = keep_bytes(reader, &batch, error);
            }
            if (status == OK)
                status = next_page(reader, 0, &none, error);
            continue;
        }
        uint32_t want = n - batch.n_rows;
        status = read_in_page(reader, &batch,
                              want < reader->page_left ? want : reader->page_left, error);
    }
    if (status == OK)
        status = check_end(reader, error);
    if (status != OK)
        return status;
    *vector = (struct column_vector){
        .n_rows = batch.n_rows,
        .kind = kind,
        .valid = batch.has_nulls ? reader->valid : NULL,
        .codes = batch.is_codes ? reader->codes : NULL,
        .values.any = batch.is_codes ? (const void *)reader->dictionary_values.data
                                     : reader->batch_values,
        .dictionary = batch.is_codes ? reader->dictionary_number : 0,
        .n_entries = batch.is_codes ? reader->dictionary_size : 0,
        .is_terminated = batch.is_terminated,
        .has_no_nul = batch.has_no_nul && reader->dictionary_has_no_nul,
    };
    if (kind == VECTOR_BYTES && !batch.is_codes && batch.is_one_block)
        find_block(reader->batch_values, vector);
    return OK;
}

/* The dictionary, where all of the chunk's values are in it. */
static enum status sole_dictionary(struct pq_chunk_reader *reader,
                                   struct column_vector *vector, struct error *error)
{
    *vector = (struct column_vector){.kind = reader->leaf->column.kind};
    if (!reader->is_all_dictionary)
        return OK;
    if (!reader->has_dictionary && reader->pages.is_first) {
        enum status status = find_dictionary(reader, error);
        if (status != OK)
            return status;
    }
    if (!reader->has_dictionary)
        return OK;
    vector->values.any = reader->dictionary_values.data;
    vector->dictionary = reader->dictionary_number;
    vector->n_entries = reader->dictionary_size;
    vector->is_terminated = is_text(reader->leaf);
    vector->has_no_nul = reader->dictionary_has_no_nul;
    return OK;
}

/* Whether the chunk has an index with bounds, so that its pages need not be asked. */
static enum status ask_for_index(struct pq_chunk_reader *reader, struct error *error)
{
    const struct pq_page_index *index;
    enum status status = pq_chunk_facts_page_index(&reader->context, reader->row_group,
                                                   reader->leaf_index, &index, error);
    reader->knows_index = status == OK;
    reader->has_page_bounds = status == OK && index->ranges != NULL;
    return status;
}

/* What the header of the next data page says of its rows. */
static enum status page_statistics(struct pq_chunk_reader *reader,
                                   struct column_statistics *statistics,
                                   struct error *error)
{
    struct pq_page_header header;
    struct error ignored = {0};
    size_t size;
    bool is_cut, found = true;
    enum status status = OK;
    *statistics = (struct column_statistics){0};
    if (reader->page_left > 0 || reader->rows_left == 0)
        return OK;
    if (!reader->knows_index)
        status = ask_for_index(reader, error);
    if (status == OK && !reader->has_page_bounds && reader->pages.is_first)
        status = find_dictionary(reader, error);
    if (status != OK || reader->has_page_bounds)
        return status;
    if (!reader->header_is_pending) {
        status = next_header(reader, &found, error);
        reader->header_is_pending = status == OK && found;
    }
    if (status != OK || !found)
        return status;
    struct slice bytes = pq_page_reader_header_bytes(&reader->pages);
    if (bytes.data == NULL || reader->pages.header.type == PQ_DICTIONARY_PAGE ||
        pq_page_header_parse(bytes, &header, &size, &is_cut, &ignored) != OK ||
        header.num_values <= 0 || (uint64_t)header.num_values > reader->rows_left)
        return status;
    struct pq_bounds_rule rule = pq_bounds_rule_of(
        reader->context.metadata, reader->context.tree, reader->leaf_index);
    const struct pq_column_metadata claims = {.type = reader->leaf->type,
                                              .num_values = header.num_values,
                                              .statistics = header.statistics,
                                              .has_statistics = header.has_statistics};
    if (header.has_statistics)
        pq_statistics_believe(&rule, &claims, (uint64_t)header.num_values, statistics);
    return OK;
}

/* ---- As a column_reader ---------------------------------------------------------- */

static enum status located(struct pq_chunk_reader *reader, enum status status,
                           struct error *error)
{
    if (status != OK)
        pq_locate_column(&reader->leaf->column, reader->row_group, error);
    return status;
}

static enum status reader_start(struct column_reader *base, uint32_t row_group,
                                struct error *error)
{
    struct pq_chunk_reader *reader = (struct pq_chunk_reader *)base;
    return located(reader, start_chunk(reader, row_group, error), error);
}

static enum status reader_skip(struct column_reader *base, uint64_t n,
                               struct error *error)
{
    struct pq_chunk_reader *reader = (struct pq_chunk_reader *)base;
    return located(reader, skip_rows(reader, n, error), error);
}

static enum status reader_read(struct column_reader *base, uint32_t n,
                               struct column_vector *vector, struct error *error)
{
    struct pq_chunk_reader *reader = (struct pq_chunk_reader *)base;
    return located(reader, read_rows(reader, n, vector, error), error);
}

static enum status reader_dictionary(struct column_reader *base,
                                     struct column_vector *vector, struct error *error)
{
    struct pq_chunk_reader *reader = (struct pq_chunk_reader *)base;
    return located(reader, sole_dictionary(reader, vector, error), error);
}

static enum status reader_next_page(struct column_reader *base,
                                    struct column_statistics *statistics,
                                    struct error *error)
{
    struct pq_chunk_reader *reader = (struct pq_chunk_reader *)base;
    return located(reader, page_statistics(reader, statistics, error), error);
}

static void reader_close(struct column_reader *base)
{
    struct pq_chunk_reader *reader = (struct pq_chunk_reader *)base;
    free_kept(reader);
    pq_page_rest_end(&reader->page_rest);
    pq_page_buffer_release(reader->context.source, &reader->page_buffer);
    pq_page_buffer_release(reader->context.source, &reader->dictionary_page);
    pq_page_buffer_release(reader->context.source, &reader->dictionary_values);
    pq_value_decoder_release(&reader->values);
    mem_free(reader->definition_levels);
    mem_free(reader->valid);
    mem_free(reader->codes);
    mem_free(reader->batch_values);
    mem_free(reader->physical);
    mem_free(reader);
}

static const struct column_reader_ops reader_ops = {
    .start = reader_start,
    .skip = reader_skip,
    .dictionary = reader_dictionary,
    .next_page = reader_next_page,
    .read = reader_read,
    .close = reader_close,
};

enum status pq_chunk_reader_open(const struct pq_chunk_context *context, uint32_t leaf,
                                 struct pq_chunk_reader **reader, struct error *error)
{
    const struct pq_leaf *l = &context->tree->leaves[leaf];
    *reader = NULL;
    if (l->column.obstacle != NULL) {
        error_set(error, l->column.obstacle_status, "%s", l->column.obstacle);
        return error_locate(error, "column \"%.200s\"", l->column.name);
    }
    struct pq_chunk_reader *r = mem_alloc_zeroed(1, sizeof *r);
    if (r == NULL)
        return error_nomem(error);
    r->base.ops = &reader_ops;
    r->context = *context;
    r->leaf = l;
    r->leaf_index = leaf;
    r->definition_levels = mem_alloc(BATCH_ROWS, 1);
    r->valid = mem_alloc(BATCH_ROWS, 1);
    r->codes = mem_alloc(BATCH_ROWS, sizeof *r->codes);
    r->batch_values = mem_alloc(BATCH_ROWS, vector_kind_width(l->column.kind));
    bool needs_physical = !pq_converts_in_place(l->conversion);
    if (needs_physical)
        r->physical = mem_alloc(BATCH_ROWS, pq_value_size(l->type));
    if (r->definition_levels == NULL || r->valid == NULL || r->codes == NULL ||
        r->batch_values == NULL || (needs_physical && r->physical == NULL)) {
        reader_close(&r->base);
        return error_nomem(error);
    }
    *reader = r;
    return OK;
}

struct column_reader *pq_chunk_reader_as_column_reader(struct pq_chunk_reader *reader)
{
    return &reader->base;
}

const uint8_t *pq_chunk_reader_levels(const struct pq_chunk_reader *reader)
{
    return reader->leaf->max_definition_level > 0 ? reader->definition_levels : NULL;
}
