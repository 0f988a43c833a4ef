/* SPDX-License-Identifier: MIT */
#include "lake/deletions/equality_deletes.h"

#include "base/alloc.h"
#include "base/hash.h"
#include "scan/scan.h"

enum { MOST_POINTS = 1000 }; /* values that are looked for one by one in statistics */

enum status equality_deletes_init(struct equality_deletes *deletes,
                                  const struct column *columns, uint32_t n,
                                  struct error *error)
{
    enum status status = OK;
    *deletes = (struct equality_deletes){.n_keys = n, .seed = hash_new_seed()};
    deletes->keys = mem_alloc_zeroed(n, sizeof *deletes->keys);
    if (deletes->keys == NULL)
        return error_nomem(error);
    for (uint32_t k = 0; status == OK && k < n; k++)
        status = equality_key_init(&deletes->keys[k], &columns[k], error);
    if (status != OK)
        equality_deletes_release(deletes);
    return status;
}

void equality_deletes_release(struct equality_deletes *deletes)
{
    for (uint32_t k = 0; deletes->keys != NULL && k < deletes->n_keys; k++)
        equality_key_release(&deletes->keys[k]);
    mem_free(deletes->keys);
    buffer_release(&deletes->rows);
    buffer_release(&deletes->sequences);
    hash_table_release(&deletes->table);
    *deletes = (struct equality_deletes){0};
}

/* ---- Rows -------------------------------------------------------------------------- */

static size_t row_size(const struct equality_deletes *deletes)
{
    return deletes->n_keys * sizeof(uint32_t);
}

static uint32_t hash_of_row(const struct equality_deletes *deletes,
                            const uint32_t *numbers)
{
    return (uint32_t)hash_of(slice_of(numbers, row_size(deletes)), deletes->seed);
}

/* The number of a row whose values are there.  If it is not, n_rows or more with one key,
 * else NUMBER_OF_NONE. */
static uint32_t find_row(const struct equality_deletes *deletes, const uint32_t *numbers)
{
    size_t size = row_size(deletes);
    if (deletes->n_keys == 1)
        return numbers[0];
    const struct hash_slot *slot = hash_table_first(&deletes->table,
                                                    hash_of_row(deletes, numbers));
    while (slot->number != 0 &&
           memcmp(deletes->rows.data + (slot->number - 1) * size, numbers, size) != 0)
        slot = hash_table_next(&deletes->table, slot);
    return slot->number - 1;
}

static int64_t *sequence_of(const struct equality_deletes *deletes, uint32_t row)
{
    return (int64_t *)(void *)deletes->sequences.data + row;
}

/* Whether a row whose values are there is deleted in files with that number. */
static bool has_row(const struct equality_deletes *deletes, const uint32_t *numbers,
                    int64_t sequence)
{
    uint32_t row = find_row(deletes, numbers);
    return row<deletes->n_rows && * sequence_of(deletes, row)> sequence;
}

/* Sets *row to the number of a row, which is added if it is not there. */
static enum status need_row(struct equality_deletes *deletes, const uint32_t *numbers,
                            uint32_t *row, struct error *error)
{
    const int64_t never = INT64_MIN;
    enum status status = OK;
    *row = find_row(deletes, numbers);
    if (*row == NUMBER_OF_NONE) {
        *row = deletes->n_rows;
        if (*row == NUMBER_OF_NONE - 1)
            return error_set(error, TOO_BIG, "too many equality deletes");
        status = hash_table_reserve(&deletes->table, error);
        if (status == OK)
            status = buffer_append(&deletes->rows, numbers, row_size(deletes), error);
        if (status == OK)
            hash_table_add(&deletes->table, hash_of_row(deletes, numbers), *row);
    }
    while (status == OK && deletes->n_rows <= *row) {
        status = buffer_append(&deletes->sequences, &never, sizeof never, error);
        deletes->n_rows += status == OK;
    }
    return status;
}

static enum status add_row(struct equality_deletes *deletes, const uint32_t *numbers,
                           int64_t sequence, struct error *error)
{
    uint32_t row;
    enum status status = need_row(deletes, numbers, &row, error);
    if (status == OK && *sequence_of(deletes, row) < sequence)
        *sequence_of(deletes, row) = sequence;
    return status;
}

/* ---- Files ------------------------------------------------------------------------- */

/* A file that is being read. */
struct reading {
    struct equality_deletes *deletes;
    const struct equality_source *sources;
    const struct schema *schema;
    bool adds; /* it is a delete file */
    bool has_columns;
    struct scan scan;
    struct predicate predicate;    /* of a data file */
    struct entry_numbers *entries; /* for each key */
    uint32_t *constants;           /* numbers, for each key */
    /* Of the rows of a batch that may be deleted: their positions in it, and the number
     * of each key's value. */
    uint32_t *numbers;
    uint32_t n, positions[BATCH_ROWS];
};

static enum status number_of_constant(struct reading *reading, uint32_t k,
                                      struct error *error)
{
    struct equality_key *key = &reading->deletes->keys[k];
    const struct declared_value *constant = &reading->sources[k].constant;
    const uint8_t valid = !constant->is_null;
    const struct column_vector vector = {.n_rows = 1,
                                         .kind = key->column.kind,
                                         .valid = &valid,
                                         .values.any = &constant->value};
    return equality_key_number(key, &key->column, &vector, 0, reading->adds, NULL,
                               &reading->constants[k], error);
}

static enum status begin(struct reading *reading, struct table_file *file,
                         struct error *error)
{
    uint32_t n_keys = reading->deletes->n_keys;
    enum status status = OK;
    reading->schema = file->ops->schema(file);
    reading->entries = mem_alloc_zeroed(n_keys, sizeof *reading->entries);
    reading->constants = mem_alloc(n_keys, sizeof *reading->constants);
    reading->numbers = mem_alloc(n_keys, BATCH_ROWS * sizeof *reading->numbers);
    if (reading->entries == NULL || reading->constants == NULL ||
        reading->numbers == NULL)
        return error_nomem(error);
    for (uint32_t k = 0; status == OK && k < n_keys; k++) {
        uint32_t column = reading->sources[k].column;
        bool is_constant = column == EQUALITY_CONSTANT;
        reading->has_columns = reading->has_columns || !is_constant;
        status = is_constant
                     ? number_of_constant(reading, k, error)
                     : equality_key_check(&reading->deletes->keys[k],
                                          &reading->schema->columns[column], error);
    }
    return status == OK ? scan_init(&reading->scan, file, error) : status;
}

static void end(struct reading *reading)
{
    scan_release(&reading->scan);
    predicate_release(&reading->predicate);
    for (uint32_t k = 0; reading->entries != NULL && k < reading->deletes->n_keys; k++)
        buffer_release(&reading->entries[k].numbers);
    mem_free(reading->entries);
    mem_free(reading->constants);
    mem_free(reading->numbers);
}

/* Numbers the values that the rows have in a key's column, and leaves out rows whose
 * value is not there. */
static enum status number_column(struct reading *reading, uint32_t k, struct error *error)
{
    struct equality_key *key = &reading->deletes->keys[k];
    uint32_t column = reading->sources[k].column, n_keys = reading->deletes->n_keys;
    const struct scan_column *window;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < reading->n; i++) {
        uint32_t *numbers = reading->numbers + (size_t)i * n_keys;
        uint64_t row = reading->scan.batch_first + reading->positions[i];
        enum status status = scan_column(&reading->scan, column, row, &window, error);
        if (status == OK)
            status = equality_key_number(key, &reading->schema->columns[column],
                                         &window->vector, (uint32_t)(row - window->first),
                                         reading->adds, &reading->entries[k], &numbers[k],
                                         error);
        if (status != OK)
            return status;
        if (numbers[k] == NUMBER_OF_NONE)
            continue;
        if (kept < i)
            memcpy(reading->numbers + (size_t)kept * n_keys, numbers,
                   (k + 1) * sizeof *numbers);
        reading->positions[kept++] = reading->positions[i];
    }
    reading->n = kept;
    return OK;
}

/* Numbers the values of the rows of a batch, of which those stay that may be deleted. */
static enum status number_batch(struct reading *reading, struct error *error)
{
    uint32_t n_keys = reading->deletes->n_keys;
    enum status status = OK;
    reading->n = scan_batch_rows(&reading->scan);
    for (uint32_t i = 0; i < reading->n; i++)
        reading->positions[i] = reading->scan.selected != NULL ? reading->scan.selected[i]
                                                               : i;
    for (uint32_t k = 0; status == OK && k < n_keys; k++) {
        if (reading->sources[k].column != EQUALITY_CONSTANT) {
            status = number_column(reading, k, error);
            continue;
        }
        for (uint32_t i = 0; i < reading->n; i++)
            reading->numbers[(size_t)i * n_keys + k] = reading->constants[k];
    }
    return status;
}

enum status equality_deletes_read(struct equality_deletes *deletes,
                                  struct table_file *file,
                                  const struct equality_source *sources, int64_t sequence,
                                  struct error *error)
{
    struct reading reading = {.deletes = deletes, .sources = sources, .adds = true};
    enum status status = begin(&reading, file, error);
    if (status == OK) {
        scan_start(&reading.scan, NULL);
        status = scan_next_batch(&reading.scan, error);
    }
    while (status == OK && reading.scan.batch_first < reading.scan.batch_end) {
        status = number_batch(&reading, error);
        for (uint32_t i = 0; status == OK && i < reading.n; i++)
            status = add_row(deletes, reading.numbers + (size_t)i * deletes->n_keys,
                             sequence, error);
        if (status == OK)
            status = scan_next_batch(&reading.scan, error);
    }
    end(&reading);
    return status;
}

/* ---- Data files -------------------------------------------------------------------- */

/* Whether statistics of a file's column can be asked for a key's values, which are in its
 * domain. */
static bool is_of_domain(const struct equality_key *key, const struct column *from)
{
    if (from->kind == VECTOR_BYTES)
        return key->form == EQUALITY_BYTES && key->n <= MOST_POINTS &&
               (from->type == COLUMN_TEXT || from->type == COLUMN_BLOB);
    return from->kind == VECTOR_INT64 && key->form == EQUALITY_WORD &&
           (from->type == COLUMN_INTEGER || from->type == COLUMN_DATE);
}

/* Fills in the ranges of a set with a key's values: each, or all that are between the
 * least and the greatest. */
static void put_ranges(const struct equality_key *key, struct value_set *set)
{
    const int64_t *words = (const void *)key->values.data;
    const struct bytes_value *bytes = (const void *)key->values.data;
    for (uint32_t i = 0; i < key->n; i++) {
        union column_value value;
        if (i + 1 == key->null_number)
            continue;
        if (set->domain == DOMAIN_BYTES)
            value.bytes = bytes[i];
        else
            value.int64 = words[i];
        struct value_range *range = &set->ranges[0];
        if (key->n <= MOST_POINTS || set->n_ranges == 0) {
            set->ranges[set->n_ranges++] = (struct value_range){.low = value,
                                                                .high = value};
        } else if (value.int64 < range->low.int64) {
            range->low = value;
        } else if (value.int64 > range->high.int64) {
            range->high = value;
        }
    }
    value_set_normalise(set);
}

/* Adds a term that excludes row groups, pages and rows that have no value of a key. */
static enum status add_term(struct reading *reading, uint32_t k, struct error *error)
{
    const struct equality_key *key = &reading->deletes->keys[k];
    uint32_t column = reading->sources[k].column;
    struct predicate *predicate = &reading->predicate;
    if (column == EQUALITY_CONSTANT ||
        !is_of_domain(key, &reading->schema->columns[column]))
        return OK;
    struct predicate_term *term = predicate_add(predicate, column);
    if (term == NULL)
        return error_nomem(error);
    term->prunes = true;
    term->set = (struct value_set){
        .domain = key->form == EQUALITY_BYTES ? DOMAIN_BYTES : DOMAIN_INT64,
        .accepts_null = key->null_number != 0,
        .ranges = arena_alloc(&predicate->arena, key->n <= MOST_POINTS ? key->n : 1,
                              sizeof *term->set.ranges)};
    if (term->set.ranges == NULL)
        return error_nomem(error);
    put_ranges(key, &term->set);
    return value_set_finish(&term->set, &predicate->arena) ? OK : error_nomem(error);
}

static enum status find_in_batches(struct reading *reading, int64_t sequence,
                                   struct row_bitmap *rows, struct error *error)
{
    struct equality_deletes *deletes = reading->deletes;
    enum status status = OK;
    for (uint32_t k = 0; status == OK && k < deletes->n_keys; k++)
        status = add_term(reading, k, error);
    if (status == OK)
        status = predicate_prepare(&reading->predicate, reading->schema, error);
    if (status == OK) {
        scan_start(&reading->scan, &reading->predicate);
        status = scan_next_batch(&reading->scan, error);
    }
    while (status == OK && reading->scan.batch_first < reading->scan.batch_end) {
        status = number_batch(reading, error);
        for (uint32_t i = 0; status == OK && i < reading->n; i++) {
            if (has_row(deletes, reading->numbers + (size_t)i * deletes->n_keys,
                        sequence))
                status = row_bitmap_add(
                    rows, reading->scan.batch_first + reading->positions[i], error);
        }
        if (status == OK)
            status = scan_next_batch(&reading->scan, error);
    }
    return status;
}

enum status equality_deletes_find(struct equality_deletes *deletes,
                                  struct table_file *file,
                                  const struct equality_source *sources, int64_t sequence,
                                  struct row_bitmap *rows, struct error *error)
{
    struct reading reading = {.deletes = deletes, .sources = sources};
    bool may_match = true;
    if (deletes->n_rows == 0)
        return OK;
    enum status status = begin(&reading, file, error);
    for (uint32_t k = 0; status == OK && k < deletes->n_keys; k++)
        may_match = may_match && (sources[k].column != EQUALITY_CONSTANT ||
                                  reading.constants[k] != NUMBER_OF_NONE);
    if (status == OK && may_match && reading.has_columns)
        status = find_in_batches(&reading, sequence, rows, error);
    else if (status == OK && may_match && has_row(deletes, reading.constants, sequence))
        status = row_bitmap_add_range(rows, 0, scan_total_rows(file), error);
    end(&reading);
    return status;
}
