/* SPDX-License-Identifier: MIT */
#include "parquet/check/file_check.h"

#include "parquet/check/check_chunk.h"
#include "parquet/check/check_footer.h"
#include "parquet/check/check_sorting.h"
#include "parquet/check/page_scan.h"
#include "parquet/column/chunk_damage.h"
#include "parquet/file_reader.h"
#include "parquet/format/format_enums.h"
#include "parquet/nested/nested_reader.h"

struct pq_file_check;

/* A step sets the next one. */
typedef enum status pq_check_step(struct pq_file_check *check, struct error *error);
static pq_check_step open_file, check_footer, start_group, check_chunk, check_nested,
    end_group, check_ranges, scan_pages;

struct pq_file_check {
    struct file_check base; /* must be first */
    struct pq_key_finder *keys;
    struct pq_file *file; /* NULL: the footer could not be read */
    const struct pq_chunk_context *context;
    struct pq_check_ranges ranges;
    struct pq_chunk_check chunk;

    pq_check_step *step;
    uint32_t row_group, leaf;
    uint32_t column; /* check_nested(): the next top-level column */
    /* For each top-level column: a chunk does not have the rows that it should. */
    struct buffer is_damaged;
    struct thrift_list walk;
    struct pq_row_group_fields claims;
    struct pq_row_group_sums sums;
    struct pq_page_scan scan; /* scan_pages(): only without a footer */
    uint64_t n_pages_found, n_values_found;
    bool orders_are_missed; /* missing column orders were reported */
};

static void release(struct file_check *base)
{
    struct pq_file_check *check = (struct pq_file_check *)base;
    pq_chunk_check_release(&check->chunk);
    pq_ranges_release(&check->ranges);
    buffer_release(&check->is_damaged);
    codec_context_free(check->scan.codecs);
    pq_page_scan_release(&check->scan);
    pq_file_close(check->file);
}

static enum status check_front(struct pq_file_check *check, struct error *error)
{
    uint8_t magic[4];
    if (input_file_size(check->base.input) < (int64_t)sizeof magic)
        return OK; /* pq_file_open() reports it */
    enum status status = input_file_read_at(check->base.input, 0, sizeof magic, magic,
                                            error);
    if (status == OK && !pq_file_has_magic(magic))
        pq_find(&check->base.findings, "magic", "the file does not begin with PAR1");
    return status;
}

/* Starts a search for the pages of a file without a footer. */
static enum status begin_scan(struct pq_file_check *check, struct error *error)
{
    check->scan.input = check->base.input;
    check->scan.codecs = codec_context_new();
    check->step = scan_pages;
    return check->scan.codecs != NULL ? OK : error_nomem(error);
}

static enum status open_file(struct pq_file_check *check, struct error *error)
{
    const struct pq_file_options options = {.verify_checksums = false,
                                            .keys = check->keys};
    struct error failure = {0};
    enum status status = check_front(check, error);
    if (status != OK)
        return status;
    status = pq_file_open(check->base.input, &options, &check->file, &failure);
    if (status != OK) {
        check->base.is_done = status_is_of_keys(status);
        status = pq_find_failure(&check->base.findings, "footer", &failure, error);
        return status == OK && !check->base.is_done ? begin_scan(check, error) : status;
    }
    check->base.input = NULL;
    check->step = check_footer;
    check->context = pq_file_context(check->file);
    pq_row_groups_begin(&check->walk, check->context->metadata);
    status = buffer_reserve(&check->is_damaged, check->context->tree->schema.n_top_level,
                            false, error);
    if (status != OK)
        return status;
    return pq_chunk_check_init(&check->chunk, check->context, &check->base.findings,
                               &check->ranges, error);
}

/* ---- Steps ----------------------------------------------------------------------- */

/* Whoever changes a footer in plain is found out only by its signature. */
static enum status check_footer(struct pq_file_check *check, struct error *error)
{
    (void)error;
    const struct pq_footer *footer = pq_file_footer(check->file);
    if (footer->is_of_encrypted_file && !footer->is_verified)
        findings_add(&check->base.findings, SEVERITY_WARNING, "encrypted",
                     "the footer's signature is not verified: its key is not known");
    pq_check_footer(check->context, &check->base.findings);
    check->step = start_group;
    return OK;
}

static enum status start_group(struct pq_file_check *check, struct error *error)
{
    const struct pq_file_metadata *metadata = check->context->metadata;
    (void)error;
    if (check->row_group >= metadata->n_row_groups) {
        check->step = check_ranges;
        return OK;
    }
    (void)pq_row_groups_next(&check->walk, &check->claims);
    check->sums = (struct pq_row_group_sums){.is_known = true, .first_page = -1};
    check->leaf = check->column = 0;
    if (check->context->tree->schema.n_top_level > 0)
        memset(check->is_damaged.data, 0, check->context->tree->schema.n_top_level);
    check->step = check->context->tree->n_leaves > 0 ? check_chunk : end_group;
    return OK;
}

static bool add(int64_t *sum, int64_t more)
{
    if (more < 0 || more > INT64_MAX - *sum)
        return false;
    *sum += more;
    return true;
}

static void add_chunk(struct pq_file_check *check)
{
    const struct pq_column_metadata *metadata = &check->chunk.chunk.metadata;
    struct pq_row_group_sums *sums = &check->sums;
    sums->is_known = sums->is_known && check->chunk.has_metadata &&
                     add(&sums->uncompressed, metadata->total_uncompressed_size) &&
                     add(&sums->compressed, metadata->total_compressed_size);
    if (!check->chunk.has_metadata)
        return;
    /* Like the page reader: chunks without values may have a data_page_offset of 0. */
    int64_t start = metadata->data_page_offset;
    int64_t dictionary = metadata->dictionary_page_offset;
    if (metadata->has_dictionary_page_offset && dictionary > 0 &&
        (dictionary < start || start == 0))
        start = dictionary;
    if (start > 0 && (sums->first_page < 0 || start < sums->first_page))
        sums->first_page = start;
}

/* Reports bounds without column orders, whose order is undefined, once per file. */
static void miss_orders(struct pq_file_check *check)
{
    const struct pq_column_chunk *chunk = &check->chunk.chunk;
    const struct pq_statistics *statistics = &chunk->metadata.statistics;
    if (check->context->metadata->column_orders.data != NULL ||
        check->orders_are_missed || !check->chunk.has_metadata ||
        (statistics->min_value.data == NULL && statistics->max_value.data == NULL &&
         !chunk->has_column_index))
        return;
    check->orders_are_missed = true;
    struct finding location = check->base.findings.location;
    check->base.findings.location = FINDING_NOWHERE;
    pq_find(&check->base.findings, "column_orders",
            "missing; without it min_value and max_value have no meaning");
    check->base.findings.location = location;
}

/* Reports the lost rows of adjacent pages with the same cause as one finding. */
static void report_lost(struct pq_file_check *check, const struct pq_chunk_damage *damage)
{
    const struct pq_row_group *groups = check->context->metadata->row_groups;
    uint64_t first_of_group = 0;
    for (uint32_t i = 0; i < check->row_group; i++)
        first_of_group += (uint64_t)groups[i].n_rows;
    for (uint32_t i = 0, n; i < damage->n_lost; i += n) {
        const struct lost_rows *lost = &damage->lost[i];
        uint64_t end = lost->first_row + lost->n_rows;
        for (n = 1; i + n < damage->n_lost && lost[n].first_row <= end &&
                    strcmp(lost[n].cause, lost->cause) == 0;
             n++)
            end = lost[n].first_row + lost[n].n_rows;
        check->base.findings.location.offset = lost->page_offset;
        pq_find(&check->base.findings, "lost",
                "the rows with _file_row_number %llu to %llu (%llu row%s, %u page%s) "
                "cannot be read: %s",
                (unsigned long long)(first_of_group + lost->first_row),
                (unsigned long long)(first_of_group + end - 1),
                (unsigned long long)(end - lost->first_row),
                end - lost->first_row == 1 ? "" : "s", (unsigned)n, n == 1 ? "" : "s",
                lost->cause);
    }
    check->base.findings.location.offset = -1;
}

/* Reports the rows of a damaged chunk that reading with salvage would lose. */
static enum status find_lost(struct pq_file_check *check, struct error *error)
{
    struct pq_chunk_damage *damage = NULL;
    struct pq_page_source *source = check->context->source;
    if (!check->chunk.is_damaged)
        return OK;
    source->verify_checksums = true;
    enum status status = pq_chunk_damage_find(check->context, check->row_group,
                                              check->leaf, &damage, error);
    source->verify_checksums = false;
    if (damage != NULL)
        report_lost(check, damage);
    pq_chunk_damage_free(damage);
    return status;
}

static enum status check_chunk(struct pq_file_check *check, struct error *error)
{
    check->base.findings.location.row_group = check->row_group;
    check->base.findings.location.column = check->leaf;
    enum status status = pq_chunk_check_run(&check->chunk, check->row_group, check->leaf,
                                            error);
    if (status == OK)
        status = find_lost(check, error);
    if (status != OK)
        return status;
    miss_orders(check);
    add_chunk(check);
    const struct pq_schema_tree *tree = check->context->tree;
    uint64_t n_rows =
        (uint64_t)check->context->metadata->row_groups[check->row_group].n_rows;
    if (!check->chunk.is_whole || check->chunk.all.n_rows != n_rows)
        check->is_damaged.data[tree->nodes[tree->leaves[check->leaf].node].top] = 1;
    if (++check->leaf == tree->n_leaves)
        check->step = check_nested;
    return OK;
}

/* Checks a nested column as a whole: that the levels of its leaves agree on the records,
 * and that its Variants can be read. */
static enum status check_records(struct pq_file_check *check, uint32_t node,
                                 struct error *error)
{
    const struct pq_node *field = &check->context->tree->nodes[node];
    const struct pq_row_group *group =
        &check->context->metadata->row_groups[check->row_group];
    struct findings *findings = &check->base.findings;
    struct error failure = {0};
    struct column_reader *reader;
    findings->location.row_group = check->row_group;
    findings->location.column = field->n_leaves > 0 ? (int64_t)field->first_leaf : -1;
    enum status status = pq_nested_reader_open(check->context, node, &reader, &failure);
    if (status == OK)
        status = findings_read_rows(reader, check->row_group, (uint64_t)group->n_rows,
                                    &failure);
    return status == OK ? OK : pq_find_failure(findings, "nested", &failure, error);
}

/* Checks the next nested top-level column, if its chunks have all rows. */
static enum status check_nested(struct pq_file_check *check, struct error *error)
{
    const struct pq_schema_tree *tree = check->context->tree;
    const struct schema *schema = &tree->schema;
    while (check->column < schema->n_top_level) {
        uint32_t i = check->column++;
        if (schema->columns[i].type == COLUMN_NESTED &&
            schema->columns[i].unreadable_reason == NULL && !check->is_damaged.data[i])
            return check_records(check, tree->sources[i].node, error);
    }
    check->step = end_group;
    return OK;
}

static enum status end_group(struct pq_file_check *check, struct error *error)
{
    check->base.findings.location.row_group = check->row_group;
    pq_check_row_group(check->context, check->row_group, &check->claims, &check->sums,
                       &check->base.findings);
    enum status status = pq_check_sorting(check->context, check->row_group,
                                          check->claims.sorting_columns,
                                          &check->base.findings, error);
    check->row_group++;
    check->step = start_group;
    return status;
}

static const char *name_of_type(int type)
{
    return type == PQ_DICTIONARY_PAGE ? "dictionary page"
           : type == PQ_DATA_PAGE_V2  ? "data pages v2"
                                      : "data pages v1";
}

static void end_scan(struct pq_file_check *check)
{
    if (check->n_pages_found > 0)
        pq_find(&check->base.findings, "recoverable",
                "%llu pages with %llu values in total; without the footer, which holds "
                "the schema, they cannot be read as a table",
                (unsigned long long)check->n_pages_found,
                (unsigned long long)check->n_values_found);
    if (check->scan.gave_up)
        pq_find(&check->base.findings, "unsupported",
                "too many places in the file look like pages; the search stopped at "
                "offset %lld",
                (long long)check->scan.at);
    check->base.is_done = true;
}

static enum status scan_pages(struct pq_file_check *check, struct error *error)
{
    struct pq_page_run run;
    enum status status = pq_page_scan_next(&check->scan, &run, error);
    if (status != OK)
        return status;
    if (run.n_pages == 0) {
        end_scan(check);
        return OK;
    }
    const char *encoding = pq_encoding_name(run.encoding);
    check->n_pages_found += run.n_pages;
    check->n_values_found += run.type != PQ_DICTIONARY_PAGE ? run.n_values : 0;
    check->base.findings.location.offset = run.offset;
    pq_find(&check->base.findings, "recoverable",
            "%llu %s, %s, %s, %llu %s, %lld bytes up to %lld%s",
            (unsigned long long)run.n_pages, name_of_type(run.type),
            encoding != NULL ? encoding : "an unknown encoding",
            run.codec == CODEC_UNKNOWN        ? "unknown compression"
            : run.codec == CODEC_UNCOMPRESSED ? "not compressed"
                                              : codec_name(run.codec),
            (unsigned long long)run.n_values,
            run.type == PQ_DICTIONARY_PAGE ? "entries" : "values",
            (long long)(run.end - run.offset), (long long)run.end,
            run.has_checksums ? ", checksums match" : "");
    return OK;
}

static enum status check_ranges(struct pq_file_check *check, struct error *error)
{
    (void)error;
    pq_ranges_check(&check->ranges, &check->base.findings);
    check->base.is_done = true;
    return OK;
}

static enum status take_step(struct file_check *base, struct error *error)
{
    struct pq_file_check *check = (struct pq_file_check *)base;
    return check->step(check, error);
}

enum status pq_file_check_open(struct input_file *input, struct pq_key_finder *keys,
                               struct file_check **check, struct error *error)
{
    static const struct file_check_operations operations = {sizeof(struct pq_file_check),
                                                            take_step, release};
    enum status status = file_check_new(&operations, input, check, error);
    if (status == OK) {
        struct pq_file_check *made = (struct pq_file_check *)*check;
        made->keys = keys;
        made->step = open_file;
    }
    return status;
}

const struct pq_schema_tree *pq_file_check_schema(const struct file_check *check)
{
    const struct pq_file_check *c = (const struct pq_file_check *)check;
    return c->context != NULL ? c->context->tree : NULL;
}
