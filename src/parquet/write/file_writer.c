/* SPDX-License-Identifier: MIT */
#include "parquet/write/file_writer.h"

#include "base/alloc.h"
#include "base/interrupt.h"
#include "parquet/write/file_writer_state.h"

enum {
    LEAF_WORK = 200, /* for interrupt_after() */
    /* Bytes of memory that the buffers of one kind may keep in all leaves from one row
     * group to the next.  A large row group releases each leaf's memory as soon as its
     * chunk is written, so that the next one, which grows at the same time, reuses it. */
    MOST_SPARE = 64 << 20,
    LEAST_SPARE = 128 << 10, /* of a leaf: less is not worth keeping */
    MANY_LEAVES = 100,       /* from which on keep_pace() waits */
    MOST_READY = 8 << 20,    /* bytes of leaves that wait to be written */
    MILLISECONDS_BETWEEN_POLLS = 20,
};

/* ---- Making and freeing --------------------------------------------------------- */

/* Checks that n_below of each column matches the schema tree. */
static enum status check_columns(const struct pq_file_writer *writer, struct error *error)
{
    const struct pq_schema_tree *tree = &writer->tree;
    uint32_t node = 1;
    for (uint32_t i = 0; i < writer->n_columns; i++) {
        const struct pq_write_column *column = &writer->columns[i];
        uint32_t end = node + 1 + column->n_below;
        if (tree->nodes[node].end != end)
            return error_set(error, MISUSE, "column %u has %u elements below it, not %u",
                             i, tree->nodes[node].end - node - 1, column->n_below);
        if (tree->nodes[node].n_leaves == 0)
            return error_set(error, MISUSE, "column %u: a group without values", i);
        node = end;
    }
    for (uint32_t i = 0; i < tree->n_leaves; i++) {
        if (tree->leaves[i].max_definition_level > PQ_MAX_LEVEL)
            return error_set(error, UNSUPPORTED,
                             "column %u: nested more than %d levels deep",
                             tree->nodes[tree->leaves[i].node].top, PQ_MAX_LEVEL);
    }
    return OK;
}

static enum status make_path(struct pq_file_writer *writer, uint32_t leaf,
                             struct error *error)
{
    const struct pq_node *nodes = writer->tree.nodes;
    struct leaf_path *path = &writer->paths[leaf];
    uint32_t last = writer->tree.leaves[leaf].node;
    for (uint32_t node = last; node != 0; node = nodes[node].parent)
        path->n++;
    path->names = arena_alloc(&writer->arena, path->n, sizeof *path->names);
    if (path->names == NULL)
        return error_nomem(error);
    uint32_t i = path->n;
    for (uint32_t node = last; node != 0; node = nodes[node].parent)
        path->names[--i] = nodes[node].element->name;
    return OK;
}

static enum status build_schema(struct pq_file_writer *writer, struct error *error)
{
    uint32_t n = writer->n_columns;
    uint64_t n_elements = 1 + (uint64_t)n;
    for (uint32_t i = 0; i < n; i++)
        n_elements += writer->columns[i].n_below;
    if (n_elements > INT32_MAX)
        return error_set(error, TOO_BIG, "a schema of %llu elements",
                         (unsigned long long)n_elements);
    writer->elements = arena_alloc(&writer->arena, (size_t)n_elements,
                                   sizeof *writer->elements);
    if (writer->elements == NULL)
        return error_nomem(error);
    writer->elements[0] = (struct pq_schema_element){
        .type = -1,
        .repetition = -1,
        .name = slice_of("schema", 6),
        .n_children = (int32_t)n,
        .converted_type = PQ_CONVERTED_NONE,
    };
    struct pq_schema_element *next = writer->elements + 1;
    for (uint32_t i = 0; i < n; i++) {
        const struct pq_write_column *column = &writer->columns[i];
        *next++ = column->element;
        if (column->n_below > 0)
            memcpy(next, column->below, column->n_below * sizeof *next);
        next += column->n_below;
    }
    enum status status = pq_schema_tree_build(writer->elements, (uint32_t)n_elements,
                                              false, &writer->arena, &writer->tree,
                                              error);
    if (status == OK)
        status = check_columns(writer, error);
    return status;
}

static enum status init_leaves(struct pq_file_writer *writer, struct error *error)
{
    uint32_t n = writer->tree.n_leaves;
    writer->paths = arena_alloc(&writer->arena, n, sizeof *writer->paths);
    writer->values = arena_alloc(&writer->arena, n, sizeof *writer->values);
    writer->job.values = arena_alloc(&writer->arena, n, sizeof *writer->values);
    writer->records = arena_alloc(&writer->arena, n, sizeof *writer->records);
    writer->footer_columns = arena_alloc(&writer->arena, n,
                                         sizeof *writer->footer_columns);
    writer->habits = arena_alloc(&writer->arena, n, sizeof *writer->habits);
    if (writer->paths == NULL || writer->values == NULL || writer->job.values == NULL ||
        writer->records == NULL || writer->footer_columns == NULL ||
        writer->habits == NULL)
        return error_nomem(error);
    writer->n_leaves = n;
    size_t most_spare = MOST_SPARE / n >= LEAST_SPARE ? MOST_SPARE / n : 0;
    enum status status = OK;
    for (uint32_t i = 0; i < n && status == OK; i++) {
        const struct pq_leaf *leaf = &writer->tree.leaves[i];
        status = interrupt_after(LEAF_WORK, error);
        if (status == OK)
            status = make_path(writer, i, error);
        if (status == OK)
            status = pq_column_values_init(&writer->values[i], leaf, most_spare,
                                           &writer->group_bytes, error);
        if (status == OK)
            status = pq_column_values_init(&writer->job.values[i], leaf, most_spare,
                                           &writer->group_bytes, error);
        writer->habits[i] = PQ_NO_ENCODING;
        if (leaf->max_repetition_level == 0)
            writer->fixed_row_bytes += leaf->type == PQ_BYTE_ARRAY
                                           ? 4
                                           : writer->values[i].width;
    }
    return status;
}

/* The chunk writer's poll function: whether to continue. */
static enum status poll_job(void *context, struct error *error)
{
    struct pq_file_writer *writer = context;
    const struct pq_write_options *options = writer->options;
    if (writer->job.self != NULL)
        return background_is_cancelled(writer->job.self)
                   ? error_set(error, INTERRUPTED, "interrupted")
                   : OK;
    return options->poll != NULL ? options->poll(options->poll_context, error) : OK;
}

static enum status init_chunks(struct pq_file_writer *writer, struct error *error)
{
    const struct pq_write_options *options = writer->options;
    writer->chunks.options = options;
    writer->chunks.tree = &writer->tree;
    writer->chunks.poll = poll_job;
    writer->chunks.poll_context = writer;
    writer->chunks.pages = (struct pq_page_writer){
        .output = writer->output,
        .codecs = codec_context_new(),
        .compression = options->compression,
        .compression_level = options->compression_level,
        .data_page_version = options->data_page_version,
    };
    return writer->chunks.pages.codecs != NULL ? OK : error_nomem(error);
}

enum status pq_file_writer_new(struct output_file *output,
                               const struct pq_write_column *columns, uint32_t n_columns,
                               const struct pq_write_options *options,
                               struct pq_file_writer **writer, struct error *error)
{
    *writer = NULL;
    struct pq_file_writer *made = mem_alloc_zeroed(1, sizeof *made);
    if (made == NULL)
        return error_nomem(error);
    made->output = output;
    made->columns = columns;
    made->n_columns = n_columns;
    made->options = options;
    enum status status = build_schema(made, error);
    if (status == OK && options->encryption != NULL)
        status = pq_file_encryption_new(options->encryption, &made->tree,
                                        &made->encryption, error);
    if (status == OK)
        status = init_leaves(made, error);
    if (status == OK)
        status = init_chunks(made, error);
    if (status == OK)
        status = pq_sort_check_init(&made->order, options->sorting_columns,
                                    options->n_sorting_columns, made->tree.leaves, error);
    if (status == OK)
        status = pq_geoparquet_init(&made->geo, columns, &made->tree, options,
                                    made->encryption, &made->arena, error);
    if (status == OK)
        status = output_file_append(output, pq_writer_magic(made), PQ_MAGIC_SIZE, error);
    if (status != OK) {
        pq_file_writer_free(made);
        return status;
    }
    *writer = made;
    return OK;
}

/* Waits for the background job, if any. */
static void end_job(struct pq_file_writer *writer, bool is_cancelled)
{
    struct background *background = writer->job.background;
    if (background == NULL)
        return;
    if (is_cancelled)
        background_cancel(background);
    background_join(background);
    writer->job.background = NULL;
}

void pq_file_writer_free(struct pq_file_writer *writer)
{
    if (writer == NULL)
        return;
    end_job(writer, true);
    monitor_free(writer->job.monitor);
    for (uint32_t i = 0; i < writer->n_leaves; i++) {
        pq_column_values_release(&writer->values[i]);
        pq_column_values_release(&writer->job.values[i]);
    }
    codec_context_free(writer->chunks.pages.codecs);
    pq_chunk_writer_release(&writer->chunks);
    pq_sort_check_release(&writer->order);
    pq_file_encryption_free(writer->encryption);
    buffer_release(&writer->metadata);
    buffer_release(&writer->chunk_entries);
    buffer_release(&writer->row_groups);
    arena_release(&writer->arena);
    mem_free(writer);
}

const struct pq_schema_tree *pq_file_writer_tree(const struct pq_file_writer *writer)
{
    return &writer->tree;
}

struct pq_column_values *pq_file_writer_values(struct pq_file_writer *writer,
                                               uint32_t leaf)
{
    return &writer->values[leaf];
}

/* ---- Row groups ----------------------------------------------------------------- */

/* Appends the ColumnMetaData of a chunk as a module. */
static enum status append_sealed(struct pq_file_writer *writer,
                                 const struct pq_module_cipher *cipher,
                                 const struct pq_written_chunk *chunk,
                                 struct pq_span *span, struct error *error)
{
    span->begin = writer->metadata.size;
    enum status status = pq_append_column_metadata(chunk, &writer->metadata, error);
    if (status == OK)
        status = pq_module_seal(cipher, PQ_COLUMN_METADATA_MODULE, 0, &writer->metadata,
                                span->begin, error);
    span->size = writer->metadata.size - span->begin;
    return status;
}

/* Appends the ColumnMetaData of a chunk: in the footer or, if others may read that,
 * encrypted.  A footer in plain also has them in plain, without what they say of
 * values (Encryption.md, 5.3 and 5.6). */
static enum status append_forms(struct pq_file_writer *writer, uint32_t leaf,
                                struct pq_written_chunk *chunk, struct chunk_entry *entry,
                                struct error *error)
{
    const struct pq_module_cipher *cipher = NULL;
    bool has_own_key = false, has_plain_footer = false;
    enum status status = OK;
    if (writer->encryption != NULL) {
        cipher = pq_encryption_chunk(writer->encryption, writer->n_row_groups, leaf);
        has_own_key = pq_encryption_column_crypto(writer->encryption, leaf).kind ==
                      PQ_COLUMN_KEY;
        has_plain_footer = pq_encryption_has_plain_footer(writer->encryption);
    }
    if (cipher != NULL && (has_own_key || has_plain_footer))
        status = append_sealed(writer, cipher, chunk, &entry->encrypted_metadata, error);
    if (cipher != NULL && has_plain_footer) {
        chunk->statistics = (struct pq_statistics){.max_is_exact = -1,
                                                   .min_is_exact = -1};
        chunk->size = (struct pq_written_size){0};
        chunk->has_bbox = false;
        chunk->n_geo_types = 0;
        chunk->n_encoding_counts = 0;
        chunk->bloom_filter_offset = 0;
    }
    entry->metadata.begin = writer->metadata.size;
    if (status == OK && (!has_own_key || has_plain_footer))
        status = pq_append_column_metadata(chunk, &writer->metadata, error);
    entry->metadata.size = writer->metadata.size - entry->metadata.begin;
    return status;
}

/* Appends the ColumnMetaData of a chunk.  Its filter, if any, is in the row group's
 * filters, which begin at blooms_offset. */
static enum status append_metadata(struct pq_file_writer *writer, uint32_t i,
                                   int64_t blooms_offset, struct error *error)
{
    struct pq_chunk_record *record = &writer->records[i];
    struct pq_written_chunk *chunk = &record->written;
    int32_t geo_types[PQ_MOST_GEO_TYPES];
    chunk->path = writer->paths[i].names;
    chunk->n_path = writer->paths[i].n;
    if (pq_geoparquet_has_types(&writer->geo)) {
        chunk->has_bbox = record->geo.has_box;
        chunk->bbox = record->geo.box;
        chunk->geo_types = geo_types;
        chunk->n_geo_types = pq_geo_types(&record->geo, geo_types);
    }
    if (record->bloom.size > 0) {
        chunk->bloom_filter_offset = blooms_offset + (int64_t)record->bloom.begin;
        chunk->bloom_filter_length = (int32_t)record->bloom.size;
    }
    struct chunk_entry entry = {.column_index = record->column_index,
                                .offset_index = record->offset_index};
    enum status status = append_forms(writer, i, chunk, &entry, error);
    if (status == OK)
        status = buffer_append(&writer->chunk_entries, &entry, sizeof entry, error);
    return status;
}

/* The bytes of a leaf's name to show in a message. */
static int name_size(const struct column *column)
{
    return column->name_size < 100 ? (int)column->name_size : 100;
}

static enum status write_leaf(struct pq_file_writer *writer, uint32_t i,
                              struct error *error)
{
    const struct pq_leaf *leaf = &writer->tree.leaves[i];
    const struct pq_write_column *column =
        &writer->columns[writer->tree.nodes[leaf->node].top];
    struct pq_chunk_record *record = &writer->records[i];
    struct pq_column_values *values = &writer->job.values[i];
    size_t n_bytes = pq_column_values_memory(values);
    *record = (struct pq_chunk_record){0};
    if (writer->encryption != NULL)
        writer->chunks.pages.cipher = pq_encryption_chunk(writer->encryption,
                                                          writer->n_row_groups, i);
    enum status status = pq_write_chunk(&writer->chunks, leaf, column, values,
                                        &writer->habits[i], record, error);
    if (status == OK)
        status = pq_column_values_reset(values, error);
    if (status != OK)
        return error_locate(error, "column \"%.*s\", row group %u",
                            name_size(&leaf->column), leaf->column.name,
                            (unsigned)writer->n_row_groups);
    atomic_fetch_sub(&writer->job.bytes_ready, n_bytes);
    atomic_store(&writer->job.n_written, i + 1);
    writer->group.total_compressed_size += record->written.total_compressed_size;
    writer->group.total_byte_size += record->written.total_uncompressed_size;
    return OK;
}

static enum status check_order(struct pq_file_writer *writer, struct error *error)
{
    bool in_order;
    uint64_t row;
    enum status status = pq_sort_check_rows(&writer->order, writer->job.values,
                                            writer->job.n_rows, &in_order, &row, error);
    if (status == OK && !in_order)
        return error_set(error, MISUSE,
                         "row %llu is not in the order of sorted_by; add an ORDER BY of "
                         "these columns to the query",
                         (unsigned long long)(writer->rows_before + row + 1));
    return status;
}

/* A footer in plain does not say how encrypted columns sort the rows, nor what sorts them
 * next. */
static uint32_t count_sorting_columns(const struct pq_file_writer *writer)
{
    const struct pq_write_options *options = writer->options;
    uint32_t n = options->n_sorting_columns, shown = 0;
    if (writer->encryption == NULL || !pq_encryption_has_plain_footer(writer->encryption))
        return n;
    while (shown < n &&
           pq_encryption_column_crypto(writer->encryption,
                                       (uint32_t)options->sorting_columns[shown].leaf)
                   .kind == 0)
        shown++;
    return shown;
}

static enum status begin_row_group(struct pq_file_writer *writer, struct error *error)
{
    writer->group = (struct pq_written_row_group){
        .columns = writer->footer_columns,
        .n_columns = writer->n_leaves,
        .n_rows = (int64_t)writer->job.n_rows,
        .file_offset = output_file_size(writer->output),
        .ordinal = (int32_t)writer->n_row_groups,
        .sorting_columns = writer->options->sorting_columns,
        .n_sorting_columns = count_sorting_columns(writer),
    };
    writer->chunks.blooms.size = 0;
    arena_release(&writer->chunks.facts);
    enum status status = check_order(writer, error);
    return status == OK ? pq_geoparquet_cover(&writer->geo, writer->job.values, error)
                        : status;
}

static enum status end_row_group(struct pq_file_writer *writer, struct error *error)
{
    const struct buffer *blooms = &writer->chunks.blooms;
    enum status status = pq_geoparquet_add(&writer->geo, writer->records, error);
    if (status != OK)
        return status;
    int64_t blooms_offset = output_file_size(writer->output);
    status = output_file_append(writer->output, blooms->data, blooms->size, error);
    for (uint32_t i = 0; i < writer->n_leaves && status == OK; i++)
        status = append_metadata(writer, i, blooms_offset, error);
    if (status == OK)
        status = buffer_append(&writer->row_groups, &writer->group, sizeof writer->group,
                               error);
    writer->n_row_groups += status == OK;
    writer->rows_before += writer->job.n_rows;
    return status;
}

/* Waits, in the job's thread, until a leaf has all rows. */
static enum status wait_for_leaf(struct pq_file_writer *writer, uint32_t i,
                                 struct error *error)
{
    struct group_job *job = &writer->job;
    enum status status = OK;
    if (atomic_load(&job->n_ready) > i)
        return OK;
    monitor_enter(job->monitor);
    while (status == OK && atomic_load(&job->n_ready) <= i) {
        (void)monitor_wait(job->monitor, MILLISECONDS_BETWEEN_POLLS);
        status = poll_job(writer, error);
    }
    monitor_leave(job->monitor);
    return status;
}

static enum status write_row_group(struct pq_file_writer *writer, struct error *error)
{
    enum status status = begin_row_group(writer, error);
    for (uint32_t i = 0; status == OK && i < writer->n_leaves; i++) {
        status = wait_for_leaf(writer, i, error);
        if (status == OK)
            status = write_leaf(writer, i, error);
    }
    return status == OK ? end_row_group(writer, error) : status;
}

static bool is_cancelled(void *background)
{
    return background_is_cancelled(background);
}

static void run_job(void *context, struct background *background)
{
    struct pq_file_writer *writer = context;
    struct interrupt interrupt = {.is_wanted = is_cancelled, .argument = background};
    writer->job.self = background;
    if (background != NULL)
        interrupt_begin(&interrupt);
    writer->job.status = write_row_group(writer, &writer->job.error);
    if (background != NULL)
        writer->job.status = interrupt_end(&interrupt, writer->job.status,
                                           &writer->job.error);
}

/* Waits for the previous row group and returns its status. */
static enum status wait_for_job(struct pq_file_writer *writer, struct error *error)
{
    struct group_job *job = &writer->job;
    const struct pq_write_options *options = writer->options;
    while (job->background != NULL &&
           !background_wait(job->background, MILLISECONDS_BETWEEN_POLLS)) {
        enum status status = OK;
        if (options->poll != NULL)
            status = options->poll(options->poll_context, error);
        if (status != OK)
            return status; /* pq_file_writer_free() ends the job */
    }
    end_job(writer, false);
    if (job->status != OK)
        *error = job->error;
    writer->size = output_file_size(writer->output);
    return job->status;
}

/* Hands over the values of a leaf to the job, which has written its earlier ones. */
static void hand_over(struct pq_file_writer *writer, uint32_t i)
{
    struct pq_column_values collected = writer->values[i];
    writer->values[i] = writer->job.values[i];
    writer->job.values[i] = collected;
    atomic_fetch_add(&writer->job.bytes_ready, pq_column_values_memory(&collected));
}

/* Prepares the job for the collected row group, of which n_ready leaves have been handed
 * over. */
static void begin_job(struct pq_file_writer *writer, uint32_t n_ready)
{
    struct group_job *job = &writer->job;
    atomic_store(&job->n_written, 0);
    atomic_store(&job->n_ready, n_ready);
    job->n_rows = writer->n_rows;
    error_clear(&job->error);
}

/* Begins to collect the next row group. */
static void next_group(struct pq_file_writer *writer)
{
    writer->n_groups_started++;
    writer->n_rows = 0;
    writer->group_bytes = 0;
    writer->n_leaves_ended = 0;
}

/* Hands the collected row group over to a job. */
static enum status start_job(struct pq_file_writer *writer, bool in_background,
                             struct error *error)
{
    struct group_job *job = &writer->job;
    enum status status = wait_for_job(writer, error);
    if (status != OK)
        return status;
    for (uint32_t i = 0; i < writer->n_leaves; i++)
        hand_over(writer, i);
    begin_job(writer, writer->n_leaves);
    next_group(writer);
    if (in_background)
        job->background = background_start(run_job, writer);
    if (job->background == NULL) {
        run_job(writer, NULL);
        status = wait_for_job(writer, error);
    }
    return status;
}

static uint64_t bytes_of_group(const struct pq_file_writer *writer)
{
    return writer->group_bytes + writer->n_rows * writer->fixed_row_bytes;
}

struct pq_group_room pq_file_writer_room(const struct pq_file_writer *writer)
{
    const struct pq_write_options *options = writer->options;
    uint64_t used = bytes_of_group(writer);
    return (struct pq_group_room){
        .rows = options->row_group_rows - writer->n_rows,
        .bytes = used < options->row_group_bytes ? options->row_group_bytes - used : 0,
        .row_bytes = writer->fixed_row_bytes};
}

/* Checks that a leaf has the rows of the row group. */
static enum status check_leaf(const struct pq_file_writer *writer, uint32_t i,
                              struct error *error)
{
    const struct pq_leaf *leaf = &writer->tree.leaves[i];
    const struct column *column = &leaf->column;
    uint64_t n_rows = pq_column_values_rows(&writer->values[i]);
    if (n_rows == writer->n_rows ||
        writer->columns[writer->tree.nodes[leaf->node].top].is_covering)
        return OK;
    return error_set(error, MISUSE, "column \"%.*s\": %llu rows written, %llu rows ended",
                     name_size(column), column->name, (unsigned long long)n_rows,
                     (unsigned long long)writer->n_rows);
}

static enum status check_rows(const struct pq_file_writer *writer, struct error *error)
{
    enum status status = OK;
    for (uint32_t i = 0; status == OK && i < writer->n_leaves; i++)
        status = check_leaf(writer, i, error);
    return status;
}

/* Of many leaves, waits before n more rows as long as they would be more than a quarter
 * of a row group ahead of what the job has written, whose place they take. */
static enum status keep_pace(const struct pq_file_writer *writer, uint64_t n,
                             struct error *error)
{
    const struct pq_write_options *options = writer->options;
    const struct group_job *job = &writer->job;
    if (job->background == NULL || writer->n_leaves < MANY_LEAVES)
        return OK;
    double part = (double)(writer->n_rows + n) / (double)job->n_rows - 0.25;
    while (part * writer->n_leaves > atomic_load(&job->n_written) &&
           !background_wait(job->background, 1)) {
        enum status status = OK;
        if (options->poll != NULL)
            status = options->poll(options->poll_context, error);
        if (status != OK)
            return status;
    }
    return OK;
}

/* Makes room for the rest of the row group as soon as buffers that grow by half would
 * become larger than that. */
static enum status reserve_rest(struct pq_file_writer *writer, struct error *error)
{
    const struct pq_write_options *options = writer->options;
    uint64_t used = bytes_of_group(writer);
    double times = (double)options->row_group_rows / (double)writer->n_rows;
    double by_bytes = (double)options->row_group_bytes / (double)(used > 0 ? used : 1);
    times = by_bytes < times ? by_bytes : times;
    enum status status = OK;
    if (times > 1.5)
        return OK;
    for (uint32_t i = 0; status == OK && i < writer->n_leaves; i++)
        status = pq_column_values_reserve(&writer->values[i], times, error);
    return status;
}

enum status pq_file_writer_end_rows(struct pq_file_writer *writer, uint64_t n,
                                    struct error *error)
{
    const struct pq_write_options *options = writer->options;
    writer->n_rows += n;
    enum status status = check_rows(writer, error);
    if (status != OK)
        return status;
    bool is_full = writer->n_rows >= options->row_group_rows ||
                   bytes_of_group(writer) >= options->row_group_bytes;
    if (is_full)
        status = start_job(writer, options->in_background, error);
    if (status == OK)
        status = keep_pace(writer, n, error);
    return status == OK && !is_full ? reserve_rest(writer, error) : status;
}

/* ---- Leaf by leaf ---------------------------------------------------------------- */

uint64_t pq_file_writer_group_bytes(const struct pq_file_writer *writer)
{
    return bytes_of_group(writer);
}

void pq_file_writer_begin_group(struct pq_file_writer *writer, uint64_t n_rows)
{
    writer->n_rows = n_rows;
}

/* Starts the job for the first leaf that is complete. */
static enum status start_job_of_leaves(struct pq_file_writer *writer, struct error *error)
{
    struct group_job *job = &writer->job;
    enum status status = wait_for_job(writer, error);
    if (status != OK)
        return status;
    begin_job(writer, 0);
    atomic_store(&job->bytes_ready, 0);
    if (writer->options->in_background && job->monitor == NULL)
        job->monitor = monitor_new();
    if (job->monitor != NULL)
        job->background = background_start(run_job, writer);
    if (job->background != NULL)
        return OK;
    job->self = NULL;
    return begin_row_group(writer, error);
}

static enum status end_leaf(struct pq_file_writer *writer, struct error *error)
{
    struct group_job *job = &writer->job;
    uint32_t i = writer->n_leaves_ended++;
    enum status status = check_leaf(writer, i, error);
    if (status == OK && i == 0)
        status = start_job_of_leaves(writer, error);
    if (status != OK)
        return status;
    writer->values[i].most_spare = 0; /* of one leaf after the other, none needs any */
    hand_over(writer, i);
    if (job->background == NULL)
        return write_leaf(writer, i, error);
    monitor_enter(job->monitor);
    atomic_store(&job->n_ready, i + 1);
    monitor_notify(job->monitor);
    monitor_leave(job->monitor);
    return OK;
}

/* Waits as long as too much is ready to be written. */
static enum status wait_for_room(struct pq_file_writer *writer, struct error *error)
{
    const struct pq_write_options *options = writer->options;
    struct group_job *job = &writer->job;
    enum status status = OK;
    while (status == OK && job->background != NULL &&
           atomic_load(&job->bytes_ready) > MOST_READY) {
        if (background_wait(job->background, 1)) /* it has failed */
            return wait_for_job(writer, error);
        if (options->poll != NULL)
            status = options->poll(options->poll_context, error);
    }
    return status;
}

enum status pq_file_writer_end_leaves(struct pq_file_writer *writer, uint32_t n,
                                      struct error *error)
{
    enum status status = OK;
    for (; status == OK && n > 0; n--)
        status = end_leaf(writer, error);
    if (status == OK && writer->n_leaves_ended < writer->n_leaves)
        return wait_for_room(writer, error);
    if (status == OK && writer->job.background == NULL) {
        status = end_row_group(writer, error);
        writer->size = output_file_size(writer->output);
    }
    next_group(writer);
    return status;
}

/* ---------------------------------------------------------------------------------- */

int64_t pq_file_writer_size(const struct pq_file_writer *writer)
{
    return writer->size;
}

uint32_t pq_file_writer_groups(const struct pq_file_writer *writer)
{
    return writer->n_groups_started;
}

enum status pq_file_writer_finish(struct pq_file_writer *writer, struct error *error)
{
    enum status status = writer->n_rows > 0 ? start_job(writer, false, error)
                                            : wait_for_job(writer, error);
    return status == OK ? pq_write_footer(writer, error) : status;
}
