/* SPDX-License-Identifier: MIT */
#include "orc/check/orc_check_column.h"

#include <stdio.h>

#include "base/alloc.h"
#include "base/interrupt.h"

enum {
    FIRST_ROWS = 64,   /* of a stride, which are compared */
    MOST_SEEKS = 1024, /* in a column of a stripe */
};

/* The check of a column of a stripe. */
struct column_check {
    struct orc_column_checker *checker;
    struct orc_walk *walk; /* the checker's */
    struct orc_open_stripe *stripe;
    struct orc_node *nodes[2];         /* by enum orc_walker; NULL: the root's check */
    bool has_root_present;             /* whole rows may be null */
    struct orc_boolean_reader present; /* of the root */
    uint64_t n_rows, stride, n_strides;
    struct orc_type_check *first, *last; /* the types of the column, parents first */
};

enum status orc_column_checker_init(struct orc_column_checker *checker,
                                    struct table_file *file, struct orc_context *context,
                                    struct findings *findings, struct error *error)
{
    uint32_t n_types = context->tail->n_types;
    checker->file = file;
    checker->context = checker->walk.context = context;
    checker->findings = checker->walk.findings = findings;
    checker->totals = mem_alloc_zeroed(n_types, sizeof *checker->totals);
    checker->walk.types = mem_alloc_zeroed(n_types, sizeof(struct orc_type_check *));
    return checker->totals != NULL && checker->walk.types != NULL ? OK
                                                                  : error_nomem(error);
}

void orc_column_checker_release(struct orc_column_checker *checker)
{
    for (uint32_t i = 0; checker->totals != NULL && i < checker->context->tail->n_types;
         i++)
        orc_tally_release(&checker->totals[i].tally);
    mem_free(checker->totals);
    mem_free(checker->walk.types);
    orc_stripe_facts_release(&checker->facts);
    *checker = (struct orc_column_checker){0};
}

static struct column_check check_of(struct orc_column_checker *checker,
                                    struct orc_open_stripe *stripe)
{
    uint64_t stride = orc_stride(checker->context->tail);
    return (struct column_check){
        .checker = checker,
        .walk = &checker->walk,
        .stripe = stripe,
        .n_rows = stripe->n_rows,
        .stride = stride > 0 ? stride : stripe->n_rows,
        .n_strides = stride > 0 ? orc_count_strides(stripe) : stripe->n_rows > 0,
    };
}

/* ---- The types of the column ------------------------------------------------------ */

static enum status add_type(struct column_check *check, uint32_t number,
                            struct error *error)
{
    struct orc_type_check *made = mem_alloc_zeroed(1, sizeof *made);
    if (made == NULL)
        return error_nomem(error);
    made->number = number;
    check->walk->types[number] = made;
    if (check->first == NULL)
        check->first = made;
    else
        check->last->next = made;
    check->last = made;
    return OK;
}

/* Adds a type and, unless it is the root alone, those below it. */
static enum status add_types(struct column_check *check, uint32_t number, bool is_alone,
                             struct error *error)
{
    enum status status = add_type(check, number, error);
    for (struct orc_type_check *t = check->first; status == OK && !is_alone && t != NULL;
         t = t->next) {
        const struct orc_type *type = &check->walk->context->tail->types[t->number];
        for (uint32_t k = 0; status == OK && k < type->subtypes.n; k++)
            status = add_type(check, (uint32_t)type->subtypes.numbers[k], error);
    }
    return status;
}

static void release(struct column_check *check)
{
    while (check->first != NULL) {
        struct orc_type_check *type = check->first;
        check->first = type->next;
        check->walk->types[type->number] = NULL;
        orc_tally_release(&type->stride);
        orc_tally_release(&type->stripe);
        mem_free(type);
    }
    orc_node_free(check->nodes[ORC_FROM_START]);
    orc_node_free(check->nodes[ORC_BY_POSITIONS]);
    orc_booleans_release(&check->present);
}

/* ---- Indexes ---------------------------------------------------------------------- */

/* Reports why indexes of a type are not used, if that is the fault of the file. */
static void report_unused(const struct column_check *check, uint32_t type,
                          enum orc_stream_kind stream, enum keep_reason reason)
{
    static const struct {
        enum keep_reason reason;
        enum severity severity;
        const char *kind, *text;
    } faults[] = {
        {KEEP_INDEX_DAMAGED, SEVERITY_ERROR, "row_index", "the row index cannot be read"},
        {KEEP_INDEX_PLACE, SEVERITY_WARNING, "row_index", "the row index is too large"},
        {KEEP_INDEX_PAGES, SEVERITY_ERROR, "row_index",
         "the row index does not have one entry for each stride"},
        {KEEP_BLOOM_KIND, SEVERITY_WARNING, "bloom_filter",
         "the Bloom filters cannot be read"},
        {KEEP_BLOOM_PLACE, SEVERITY_WARNING, "bloom_filter",
         "the Bloom filters are too large"},
    };
    struct findings *findings = check->checker->findings;
    struct orc_stream_range range;
    findings->location.column = type;
    if (orc_stripe_find(check->stripe, type, stream, &range))
        findings->location.offset = (int64_t)range.begin;
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        if (faults[i].reason == reason)
            findings_add(findings, faults[i].severity, faults[i].kind, "%s",
                         faults[i].text);
    }
    findings->location.offset = -1;
}

/* Reads what is known of strides; if it is nothing, the stripe is one. */
static enum status read_indexes(struct column_check *check, struct error *error)
{
    bool has_strides = false;
    enum status status = OK;
    for (struct orc_type_check *type = check->first; status == OK && type != NULL;
         type = type->next) {
        uint32_t number = type->number;
        struct orc_row_index_facts *index;
        const struct orc_stride_blooms *blooms;
        status = orc_row_index_of(check->stripe, number, &index, error);
        if (status == OK)
            status = orc_stride_blooms_of(check->stripe, number, &blooms, error);
        if (status != OK)
            return status;
        report_unused(check, number, ORC_ROW_INDEX, index->reason);
        report_unused(check, number, ORC_BLOOM_FILTER_UTF8, blooms->reason);
        type->index = index->reason == KEEP_NONE ? index : NULL;
        type->blooms = blooms->reason == KEEP_NONE ? blooms : NULL;
        has_strides = has_strides || type->index != NULL || type->blooms != NULL;
    }
    /* A few bytes can claim very many strides. */
    if (!has_strides) {
        check->stride = check->n_rows;
        check->n_strides = check->n_rows > 0;
    }
    return status;
}

/* ---- Opening ---------------------------------------------------------------------- */

static enum status start_nodes(struct column_check *check, uint32_t type,
                               struct error *error)
{
    struct error failure = {0};
    enum status status = OK;
    for (unsigned i = 0; status == OK && i < 2; i++) {
        status = orc_node_new(check->walk->context, type, 0, &check->nodes[i], &failure);
        if (status == OK)
            status = orc_node_start(check->nodes[i], check->stripe, &failure);
    }
    check->walk->walker = ORC_FROM_START;
    return status == OK ? OK : orc_walk_fail(check->walk, type, &failure, error);
}

/* ---- Strides ---------------------------------------------------------------------- */

/* Counts those of the next n rows that are not null as a whole. */
static enum status count_present(struct column_check *check, uint64_t n,
                                 uint64_t *n_present, struct error *error)
{
    struct error failure = {0};
    *n_present = n;
    if (!check->has_root_present ||
        orc_booleans_skip(&check->present, n, n_present, &failure) == OK)
        return OK;
    check->walk->walker = ORC_FROM_START;
    return orc_walk_fail(check->walk, check->first->number, &failure, error);
}

/* Reads rows with the reader that is at them. */
static enum status read_rows(struct column_check *check, enum orc_walker walker,
                             uint64_t n, struct error *error)
{
    struct orc_node *node = check->nodes[walker];
    check->walk->walker = walker;
    node->granted += n;
    return orc_walk_entries(check->walk, node, n, error);
}

static void begin_hashes(struct column_check *check, enum orc_walker walker)
{
    for (struct orc_type_check *type = check->first; type != NULL; type = type->next)
        type->hashes[walker] = 0;
    check->walk->is_hashing = true;
}

static void compare_hashes(struct column_check *check)
{
    for (struct orc_type_check *type = check->first; type != NULL; type = type->next) {
        if (type->hashes[0] == type->hashes[1])
            continue;
        check->checker->findings->location.column = type->number;
        findings_add(check->checker->findings, SEVERITY_ERROR, "positions",
                     "the row index's positions of stride %llu lead to other values",
                     (unsigned long long)check->walk->stride);
        check->walk->has_no_seeks = true;
    }
}

/* Reads the first rows of the stride again, from the row index's positions.  No reader
 * uses those of the first stride, which Java leaves out of some columns. */
static enum status follow_positions(struct column_check *check, uint64_t n,
                                    struct error *error)
{
    struct orc_walk *walk = check->walk;
    struct error failure = {0};
    bool is_possible = false;
    uint64_t step = check->n_strides / MOST_SEEKS + 1;
    if (walk->stride == 0 || walk->stride % step != 0 || walk->has_no_seeks ||
        walk->has_damage)
        return OK;
    enum status status = orc_node_seek(check->nodes[ORC_BY_POSITIONS], check->stripe,
                                       walk->stride, &is_possible, &failure);
    walk->walker = ORC_BY_POSITIONS;
    if (status != OK)
        return orc_walk_fail(walk, check->first->number, &failure, error);
    walk->has_no_seeks = !is_possible;
    if (!is_possible)
        return OK;
    begin_hashes(check, ORC_BY_POSITIONS);
    status = read_rows(check, ORC_BY_POSITIONS, n, error);
    if (status == OK && !walk->has_no_seeks)
        compare_hashes(check);
    return status;
}

/* What was left unread below a damaged type is not counted, either. */
static void spread_damage(struct column_check *check)
{
    for (struct orc_type_check *t = check->first; t != NULL; t = t->next) {
        const struct orc_type *type = &check->walk->context->tail->types[t->number];
        for (uint32_t k = 0; t->is_damaged && k < type->subtypes.n; k++) {
            struct orc_type_check *below = check->walk->types[type->subtypes.numbers[k]];
            if (below != NULL) /* else the root is checked alone */
                below->is_damaged = true;
        }
    }
}

/* Compares the statistics of the stride, and adds its values to those of the stripe. */
static enum status end_stride(struct column_check *check, struct error *error)
{
    char prefix[48];
    enum status status = OK;
    spread_damage(check);
    snprintf(prefix, sizeof prefix, "stride %llu",
             (unsigned long long)check->walk->stride);
    enum orc_statistics_level level = orc_stripe_is_utc(check->stripe) ? ORC_OF_UTC_STRIDE
                                                                       : ORC_OF_STRIDE;
    for (struct orc_type_check *type = check->first; status == OK && type != NULL;
         type = type->next) {
        uint32_t number = type->number;
        struct orc_claims claims = {.level = level,
                                    .prefix = prefix,
                                    .tally = &type->stride,
                                    .is_partial = type->is_damaged};
        unsigned n_wrong = 0;
        if (type->index != NULL && !type->has_wrong_claim) {
            claims.message = type->index->entries[check->walk->stride].statistics;
            status = orc_check_claims(check->walk->findings, check->walk->context, number,
                                      &claims, &n_wrong, error);
        }
        type->has_wrong_claim = type->has_wrong_claim || n_wrong > 0;
        if (status == OK)
            status = orc_tally_join(&type->stripe,
                                    &check->checker->context->tree->types[number],
                                    &type->stride, error);
        orc_tally_clear(&type->stride);
    }
    return status;
}

static enum status check_stride(struct column_check *check, struct error *error)
{
    uint64_t left = check->n_rows - check->walk->stride * check->stride;
    uint64_t n = left < check->stride ? left : check->stride;
    uint64_t n_first = n < FIRST_ROWS ? n : FIRST_ROWS, n_rest = n - n_first;
    enum status status = OK;
    if (check->nodes[ORC_FROM_START] == NULL) { /* the root alone */
        struct orc_tally *tally = &check->walk->types[0]->stride;
        tally->n_entries = n;
        status = count_present(check, n, &tally->n_values, error);
        return status == OK ? end_stride(check, error) : status;
    }
    status = count_present(check, n_first, &n_first, error);
    if (status == OK)
        status = count_present(check, n_rest, &n_rest, error);
    begin_hashes(check, ORC_FROM_START);
    if (status == OK)
        status = read_rows(check, ORC_FROM_START, n_first, error);
    if (status == OK)
        status = follow_positions(check, n_first, error);
    check->walk->is_hashing = false;
    if (status == OK)
        status = read_rows(check, ORC_FROM_START, n_rest, error);
    return status == OK ? end_stride(check, error) : status;
}

/* ---- The end of the stripe -------------------------------------------------------- */

static enum status check_stream_end(struct findings *findings, struct orc_stream_end end,
                                    struct error *error)
{
    struct error failure = {0};
    bool is_at_end = true;
    if (end.stream->source == NULL || end.stream->range.begin == end.stream->range.end)
        return OK;
    enum status status = orc_bytes_is_at_end(end.stream, &is_at_end, &failure);
    findings->location.offset = (int64_t)end.stream->range.begin;
    if (status != OK)
        status = findings_add_failure(findings, SEVERITY_ERROR, "stream_end", &failure,
                                      error);
    else if (!is_at_end || end.n_left > 0)
        findings_add(findings, SEVERITY_WARNING, "stream_end",
                     "the stream %s continues after the last value",
                     orc_stream_kind_name(end.stream->range.kind));
    findings->location.offset = -1;
    return status;
}

/* Checks the streams of a node, without its children. */
static enum status check_node_ends(struct findings *findings, struct orc_node *node,
                                   struct error *error)
{
    struct orc_stream_end ends[ORC_MOST_ENDS];
    unsigned n = orc_node_ends(node, ends);
    enum status status = OK;
    findings->location.column = node->type;
    for (unsigned i = 0; status == OK && i < n; i++)
        status = check_stream_end(findings, ends[i], error);
    return status;
}

static enum status check_ends(struct column_check *check, struct orc_node *node,
                              struct error *error)
{
    enum status status = OK;
    if (check->walk->types[node->type]->is_damaged)
        return OK;
    status = check_node_ends(check->checker->findings, node, error);
    for (uint32_t i = 0; status == OK && i < node->n_children; i++)
        status = check_ends(check, node->children[i], error);
    return status;
}

static enum status end_stripe(struct column_check *check, struct error *error)
{
    struct orc_column_checker *checker = check->checker;
    uint32_t stripe = check->stripe->number;
    enum status status = OK;
    for (struct orc_type_check *type = check->first; status == OK && type != NULL;
         type = type->next) {
        uint32_t number = type->number;
        struct orc_claims claims = {.level = ORC_OF_STRIPE,
                                    .prefix = "the stripe",
                                    .tally = &type->stripe,
                                    .is_partial = type->is_damaged};
        struct column_statistics ignored;
        status = orc_stripe_statistics_of(&checker->facts, checker->context, stripe,
                                          number, &ignored, error);
        if (status == OK && checker->facts.has_stripe &&
            number < checker->facts.columns.columns.n)
            claims.message = checker->facts.columns.columns.messages[number];
        if (status == OK)
            status = orc_check_claims(checker->findings, checker->context, number,
                                      &claims, NULL, error);
        if (status == OK)
            status = orc_tally_join(&checker->totals[number].tally,
                                    &checker->context->tree->types[number], &type->stripe,
                                    error);
        checker->totals[number].n_whole += !type->is_damaged;
    }
    return status;
}

/* ---- Columns ---------------------------------------------------------------------- */

static enum status check_strides(struct column_check *check, struct error *error)
{
    struct orc_walk *walk = check->walk;
    enum status status = OK;
    walk->has_no_seeks = orc_stride(check->checker->context->tail) == 0;
    for (walk->stride = 0; status == OK && walk->stride < check->n_strides;
         walk->stride++) {
        status = check_stride(check, error);
        if (status == OK)
            status = interrupt_check(error);
    }
    return status == OK && check->nodes[ORC_FROM_START] != NULL
               ? check_ends(check, check->nodes[ORC_FROM_START], error)
               : status;
}

enum status orc_check_rows(struct orc_column_checker *checker, uint32_t stripe,
                           uint32_t column, struct error *error)
{
    struct column_reader *reader = NULL;
    struct error failure = {0};
    uint64_t n_rows = checker->context->tail->stripes[stripe].number_of_rows;
    checker->findings->location.column = checker->context->tree->column_types[column];
    enum status status = checker->file->ops->open_column(checker->file, column, &reader,
                                                         &failure);
    if (status == OK)
        status = findings_read_rows(reader, stripe, n_rows, &failure);
    return status == OK ? OK
                        : findings_add_failure(checker->findings, SEVERITY_ERROR,
                                               "values", &failure, error);
}

/* Checks a type with those below it, or the root alone. */
static enum status check_type(struct orc_column_checker *checker,
                              struct orc_open_stripe *stripe, uint32_t type,
                              bool is_alone, struct error *error)
{
    struct column_check check = check_of(checker, stripe);
    uint32_t root = is_alone ? type : checker->context->tail->parents[type];
    checker->walk.has_damage = false;
    enum status status = add_types(&check, type, is_alone, error);
    if (status == OK)
        status = read_indexes(&check, error);
    if (root != UINT32_MAX)
        check.has_root_present = orc_stripe_start_present(stripe, root, &check.present);
    if (status == OK && !is_alone)
        status = start_nodes(&check, type, error);
    if (status == OK && !checker->walk.has_damage)
        status = check_strides(&check, error);
    if (status == OK) {
        spread_damage(&check);
        status = end_stripe(&check, error);
    }
    release(&check);
    return status;
}

enum status orc_check_column(struct orc_column_checker *checker,
                             struct orc_open_stripe *stripe, uint32_t column,
                             struct error *error)
{
    uint32_t type = checker->context->tree->column_types[column];
    enum status status = check_type(checker, stripe, type, false, error);
    if (status == OK && !checker->walk.has_damage &&
        orc_is_nested(&checker->context->tail->types[type]))
        status = orc_check_rows(checker, stripe->number, column, error);
    return status;
}

enum status orc_check_root(struct orc_column_checker *checker,
                           struct orc_open_stripe *stripe, struct error *error)
{
    return check_type(checker, stripe, 0, true, error);
}

/* ---- The file --------------------------------------------------------------------- */

enum status orc_check_totals(struct orc_column_checker *checker, struct error *error)
{
    const struct orc_tail *tail = checker->context->tail;
    const struct orc_messages *list = &tail->footer.statistics;
    enum status status = OK;
    for (uint32_t i = 0; status == OK && i < list->n && i < tail->n_types; i++) {
        const struct orc_type_total *total = &checker->totals[i];
        struct orc_claims claims = {.message = list->messages[i],
                                    .level = ORC_OF_STRIPE,
                                    .prefix = "the file",
                                    .tally = &total->tally,
                                    .is_partial = total->n_whole != tail->n_stripes};
        status = orc_check_claims(checker->findings, checker->context, i, &claims, NULL,
                                  error);
        if (status == OK)
            status = interrupt_after(sizeof *total, error);
    }
    return status;
}
