/* SPDX-License-Identifier: MIT */
#include "orc/check/orc_check.h"

#include "base/interrupt.h"
#include "orc/check/orc_check_column.h"
#include "orc/file_reader.h"

struct orc_check;

/* A step sets the next one. */
typedef enum status orc_check_step(struct orc_check *check, struct error *error);
static orc_check_step open_file, check_file, check_stripe, check_column, check_leaf,
    check_totals;

struct orc_check {
    struct file_check base; /* must be first */
    struct orc_file *file;  /* NULL: the tail could not be read */
    struct orc_context *context;
    struct orc_column_checker columns;

    orc_check_step *step;
    uint32_t stripe, column;
    struct orc_open_stripe *open; /* held; check_column() and check_leaf() */
};

static void release(struct file_check *base)
{
    struct orc_check *check = (struct orc_check *)base;
    if (check->file != NULL)
        orc_stripe_give_back(check->context, check->open);
    orc_column_checker_release(&check->columns);
    orc_file_close(check->file);
}

/* ---- The file --------------------------------------------------------------------- */

static enum status check_front(struct orc_check *check, struct error *error)
{
    uint8_t magic[ORC_MAGIC_SIZE];
    if (input_file_size(check->base.input) < (int64_t)sizeof magic)
        return OK; /* orc_file_open() reports it */
    enum status status = input_file_read_at(check->base.input, 0, sizeof magic, magic,
                                            error);
    if (status == OK && !orc_has_magic(slice_of(magic, sizeof magic)))
        findings_add(&check->base.findings, SEVERITY_WARNING, "magic",
                     "the file does not begin with ORC");
    return status;
}

static enum status open_file(struct orc_check *check, struct error *error)
{
    const struct orc_file_options options = {0};
    struct error failure = {0};
    enum status status = check_front(check, error);
    if (status != OK)
        return status;
    status = orc_file_open(check->base.input, &options, &check->file, &failure);
    if (status != OK) {
        check->base.is_done = true;
        return findings_add_failure(&check->base.findings, SEVERITY_ERROR, "footer",
                                    &failure, error);
    }
    check->base.input = NULL;
    check->step = check_file;
    check->context = orc_file_context(check->file);
    return orc_column_checker_init(&check->columns, orc_file_as_table_file(check->file),
                                   check->context, &check->base.findings, error);
}

static uint64_t end_of(const struct orc_stripe *stripe)
{
    return stripe->offset + stripe->index_length + stripe->data_length +
           stripe->footer_length;
}

/* Stripes follow one another between the magic number and the metadata. */
static void check_stripe_ranges(struct orc_check *check)
{
    const struct orc_tail *tail = check->context->tail;
    uint64_t end = ORC_MAGIC_SIZE;
    for (uint32_t i = 0; i < tail->n_stripes; i++) {
        const struct orc_stripe *stripe = &tail->stripes[i];
        check->base.findings.location.row_group = i;
        if (stripe->offset < end)
            findings_add(&check->base.findings, SEVERITY_WARNING, "overlap",
                         "the stripe begins at %llu, before the end of what precedes it",
                         (unsigned long long)stripe->offset);
        else if (end_of(stripe) > tail->metadata_offset)
            findings_add(&check->base.findings, SEVERITY_WARNING, "overlap",
                         "the stripe ends at %llu, after the metadata begins",
                         (unsigned long long)end_of(stripe));
        end = end_of(stripe);
    }
    check->base.findings.location.row_group = -1;
}

static void check_readable(struct orc_check *check)
{
    const struct schema *schema = &check->context->tree->schema;
    for (uint32_t i = 0; i < schema->n_top_level; i++) {
        const struct column *column = &schema->columns[i];
        check->base.findings.location.column = check->context->tree->column_types[i];
        if (column->unreadable_reason == NULL)
            continue;
        if (column->unreadable_status == CORRUPT)
            findings_add(&check->base.findings, SEVERITY_ERROR, "type", "%s",
                         column->unreadable_reason);
        else
            findings_add(&check->base.findings, SEVERITY_WARNING, "unsupported", "%s",
                         column->unreadable_reason);
    }
    check->base.findings.location.column = -1;
}

/* The statistics of stripes and of the file: whether there are as many as must be. */
static enum status check_metadata(struct orc_check *check, struct error *error)
{
    const struct orc_tail *tail = check->context->tail;
    struct orc_stripe_facts *facts = &check->columns.facts;
    struct column_statistics ignored;
    enum status status = OK;
    if (tail->n_stripes > 0)
        status = orc_stripe_statistics_of(facts, check->context, 0, 0, &ignored, error);
    if (status != OK)
        return status;
    if (facts->reason == KEEP_METADATA)
        findings_add(&check->base.findings, SEVERITY_ERROR, "metadata",
                     "the statistics of stripes cannot be read");
    else if (facts->reason == KEEP_COUNTS)
        findings_add(&check->base.findings, SEVERITY_ERROR, "metadata",
                     "there are statistics of %u stripes, but %u stripes",
                     (unsigned)facts->metadata.stripes.n, (unsigned)tail->n_stripes);
    if (tail->footer.statistics.n != tail->n_types && tail->footer.statistics.n > 0)
        findings_add(&check->base.findings, SEVERITY_WARNING, "statistics",
                     "the footer has statistics of %u columns, but there are %u",
                     (unsigned)tail->footer.statistics.n, (unsigned)tail->n_types);
    return OK;
}

static enum status check_file(struct orc_check *check, struct error *error)
{
    if (!slice_equals_text(check->context->tail->postscript.magic, ORC_MAGIC))
        findings_add(&check->base.findings, SEVERITY_NOTE, "magic",
                     "the postscript has no magic number");
    check_stripe_ranges(check);
    check_readable(check);
    check->step = check_stripe;
    return check_metadata(check, error);
}

/* ---- Stripes ---------------------------------------------------------------------- */

/* Reports a column that has two streams of one kind: readers use only one. */
static enum status check_streams(struct orc_check *check, struct error *error)
{
    const struct orc_tail *tail = check->context->tail;
    const struct orc_open_stripe *open = check->open;
    const struct orc_stripe *stripe = &tail->stripes[check->stripe];
    uint64_t n_bytes = 0;
    enum status status = OK;
    for (uint32_t type = 0; status == OK && type < tail->n_types; type++) {
        uint32_t first = open->first_streams[type], end = open->first_streams[type + 1];
        uint32_t seen = 0, twice = 0;
        for (uint32_t i = first; i < end; i++) {
            uint8_t kind = open->streams[i].kind;
            uint32_t bit = kind < ORC_N_STREAM_KINDS ? UINT32_C(1) << kind : 0;
            n_bytes += open->streams[i].end - open->streams[i].begin;
            twice |= seen & bit;
            seen |= bit;
        }
        check->base.findings.location.column = type;
        if (twice != 0)
            findings_add(&check->base.findings, SEVERITY_ERROR, "streams",
                         "the column has two streams of the same kind");
        status = interrupt_after(end - first + 1, error);
    }
    check->base.findings.location.column = -1;
    if (status == OK && n_bytes != stripe->index_length + stripe->data_length &&
        tail->footer.encryption.data == NULL)
        findings_add(&check->base.findings, SEVERITY_WARNING, "streams",
                     "the streams have %llu bytes, but the stripe %llu",
                     (unsigned long long)n_bytes,
                     (unsigned long long)(stripe->index_length + stripe->data_length));
    return status;
}

static enum status take_stripe(struct orc_check *check, struct error *error)
{
    struct error failure = {0};
    enum status status = orc_stripe_take(check->context, check->stripe, &check->open,
                                         &failure);
    if (status == OK)
        return OK;
    check->open = NULL;
    return findings_add_failure(&check->base.findings, SEVERITY_ERROR, "stripe_footer",
                                &failure, error);
}

/* Readers do not use statistics that count no rows, which Java writes without row
 * indexes. */
static enum status check_statistics(struct orc_check *check, struct error *error)
{
    struct orc_stripe_facts *facts = &check->columns.facts;
    const struct orc_stripe *stripe = &check->context->tail->stripes[check->stripe];
    struct column_statistics ignored;
    enum status status = orc_stripe_statistics_of(facts, check->context, check->stripe, 0,
                                                  &ignored, error);
    if (status != OK || facts->reason != KEEP_NONE || facts->columns.columns.n > 0)
        return status;
    if (facts->stripe_is_damaged) {
        findings_add(&check->base.findings, SEVERITY_ERROR, "statistics",
                     "the statistics of the stripe cannot be read");
    } else if (stripe->number_of_rows > 0) {
        check->base.findings.location.column = 0;
        findings_add(&check->base.findings, SEVERITY_NOTE, "num_values",
                     "the statistics of the stripe count no rows");
        check->base.findings.location.column = -1;
    }
    return OK;
}

static enum status check_stripe(struct orc_check *check, struct error *error)
{
    if (check->stripe == check->context->tail->n_stripes) {
        check->step = check_totals;
        return OK;
    }
    check->base.findings.location.row_group = check->stripe;
    enum status status = take_stripe(check, error);
    if (check->open == NULL) {
        check->stripe++;
        return status;
    }
    check->step = check_column;
    check->column = 0;
    status = check_streams(check, error);
    if (status == OK)
        status = check_statistics(check, error);
    if (status == OK && check->context->tail->types[0].kind == ORC_STRUCT)
        status = orc_check_root(&check->columns, check->open, error);
    return status;
}

static enum status check_column(struct orc_check *check, struct error *error)
{
    const struct schema *schema = &check->context->tree->schema;
    uint32_t column = check->column++;
    if (column == schema->n_top_level) {
        check->step = check_leaf;
        check->column = column;
        return OK;
    }
    check->base.findings.location.row_group = check->stripe;
    if (schema->columns[column].unreadable_reason != NULL)
        return OK;
    return orc_check_column(&check->columns, check->open, column, error);
}

static enum status check_leaf(struct orc_check *check, struct error *error)
{
    const struct schema *schema = &check->context->tree->schema;
    uint32_t column = check->column++;
    if (column >= schema->n_columns) {
        orc_stripe_give_back(check->context, check->open);
        check->open = NULL;
        check->stripe++;
        check->step = check_stripe;
        return OK;
    }
    const struct column *leaf = &schema->columns[column];
    if (!leaf->is_leaf_of_group || leaf->unreadable_reason != NULL ||
        schema->columns[leaf->top_level].unreadable_reason == NULL)
        return OK;
    check->base.findings.location.row_group = check->stripe;
    return orc_check_rows(&check->columns, check->stripe, column, error);
}

static enum status check_totals(struct orc_check *check, struct error *error)
{
    check->base.is_done = true;
    return orc_check_totals(&check->columns, error);
}

static enum status take_step(struct file_check *base, struct error *error)
{
    struct orc_check *check = (struct orc_check *)base;
    enum status status = check->step(check, error);
    base->findings.location = FINDING_NOWHERE; /* also of the number of those left out */
    return status;
}

enum status orc_check_open(struct input_file *input, struct file_check **check,
                           struct error *error)
{
    static const struct file_check_operations operations = {sizeof(struct orc_check),
                                                            take_step, release};
    enum status status = file_check_new(&operations, input, check, error);
    if (status == OK)
        ((struct orc_check *)*check)->step = open_file;
    return status;
}

const struct orc_tail *orc_check_tail(const struct file_check *check)
{
    const struct orc_check *c = (const struct orc_check *)check;
    return c->context != NULL ? c->context->tail : NULL;
}
