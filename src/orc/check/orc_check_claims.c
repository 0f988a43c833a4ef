/* SPDX-License-Identifier: MIT */
#include "orc/check/orc_check_claims.h"

#include <math.h>

#include "value/value_from_text.h"
#include "value/value_text.h"

/* ---- Sums ------------------------------------------------------------------------- */

/* No reader relies on sums, but of a file without checksums they are what shows that a
 * value has changed.  Writers add floating-point numbers in another order. */
#define TOLERANCE 1e-9

static bool double_holds(const struct orc_double_statistics *s, const struct orc_sum *sum)
{
    return !isfinite(s->sum) || !isfinite(sum->real) || !isfinite(sum->magnitude) ||
           fabs(s->sum - sum->real) <= TOLERANCE * sum->magnitude;
}

static bool decimal_holds(const struct orc_decimal_statistics *s, int32_t scale,
                          const struct orc_sum *sum)
{
    struct decimal_shape shape = {ORC_HIVE_11_PRECISION, scale, ORC_DECIMAL_SIZE};
    uint8_t bytes[ORC_DECIMAL_SIZE];
    int64_t claimed = 0;
    return decimal_from_text(s->sum, &shape, bytes) != TEXT_UNFIT &&
           int64_from_binary_decimal((struct bytes_value){bytes, shape.size}, &claimed) &&
           claimed == sum->integer;
}

static bool holds_for(uint64_t kind, int32_t scale, const union orc_kind_statistics *s,
                      const struct orc_sum *sum)
{
    bool has_sum = s->has & ORC_HAS_SUM;
    switch (kind) {
    case ORC_BYTE:
    case ORC_SHORT:
    case ORC_INT:
    case ORC_LONG:
        return !has_sum || s->of_integers.sum == sum->integer;
    case ORC_FLOAT:
    case ORC_DOUBLE_TYPE:
        return !has_sum || double_holds(&s->of_doubles, sum);
    case ORC_STRING:
    case ORC_VARCHAR:
        return !has_sum || s->of_texts.sum == sum->integer;
    case ORC_DECIMAL:
        return !has_sum || decimal_holds(&s->of_decimals, scale, sum);
    case ORC_BINARY:
        return s->has == 0 || s->of_binaries.sum == sum->integer;
    case ORC_BOOLEAN:
        return s->of_booleans.count.n != 1 ||
               s->of_booleans.count.numbers[0] == (uint64_t)sum->integer;
    default:
        return true;
    }
}

/* Whether the sum of the statistics is that of the values, or unknown.  Damaged
 * statistics have none. */
static enum status sum_holds(const struct orc_context *context, uint32_t type,
                             const struct orc_statistics *statistics,
                             const struct orc_sum *sum, bool *holds, struct error *error)
{
    const struct column *column = &context->tree->types[type];
    uint64_t kind = context->tail->types[type].kind;
    union orc_kind_statistics s;
    struct arena arena = {0};
    struct error failure = {0};
    *holds = true;
    /* Java adds a value that fills a batch only once. */
    if (sum->is_unknown || (column->kind == VECTOR_DOUBLE &&
                            context->tail->footer.writer == ORC_WRITER_JAVA))
        return OK;
    enum status status = orc_kind_statistics_parse(statistics, kind, &s, &arena,
                                                   &failure);
    if (status == OK)
        *holds = holds_for(kind, column->scale, &s, sum);
    arena_release(&arena);
    return status_is_external(status) ? error_set(error, status, "%s", failure.message)
                                      : OK;
}

/* ---- All claims ------------------------------------------------------------------- */

struct claims_check {
    struct findings *findings;
    const struct orc_context *context;
    uint32_t type;
    const struct orc_claims *claims;
    struct orc_statistics parsed;
    struct arena arena;
};

/* Java does not count values without row indexes.  Readers notice: the statistics have
 * neither values nor nulls. */
static bool is_uncounted(const struct claims_check *check)
{
    const struct orc_statistics *parsed = &check->parsed;
    return parsed->number_of_values == 0 && (parsed->has & ORC_HAS_HAS_NULL) &&
           !parsed->has_null;
}

static void check_counts(const struct claims_check *check)
{
    const struct orc_claims *claims = check->claims;
    const struct orc_tally *tally = claims->tally;
    const struct orc_statistics *parsed = &check->parsed;
    if (claims->is_partial)
        return;
    if ((parsed->has & ORC_HAS_NUMBER_OF_VALUES) &&
        parsed->number_of_values != tally->n_values)
        findings_add(check->findings,
                     is_uncounted(check) ? SEVERITY_NOTE : SEVERITY_ERROR, "num_values",
                     "%s: the statistics count %llu values, but there are %llu",
                     claims->prefix, (unsigned long long)parsed->number_of_values,
                     (unsigned long long)tally->n_values);
    if ((parsed->has & ORC_HAS_HAS_NULL) && !parsed->has_null &&
        tally->n_values < tally->n_entries)
        findings_add(
            check->findings, is_uncounted(check) ? SEVERITY_NOTE : SEVERITY_ERROR,
            "has_null", "%s: the statistics have no nulls, but there are %llu",
            claims->prefix, (unsigned long long)(tally->n_entries - tally->n_values));
}

/* what: "minimum" or "maximum". */
static enum status find_bound(const struct claims_check *check, const char *kind,
                              const char *what, union column_value claimed,
                              union column_value found, struct error *error)
{
    const struct column *column = &check->context->tree->types[check->type];
    char claimed_text[ORC_VALUE_TEXT], found_text[ORC_VALUE_TEXT];
    enum status status = orc_describe_value(column, claimed, claimed_text, error);
    if (status == OK)
        status = orc_describe_value(column, found, found_text, error);
    if (status == OK)
        findings_add(check->findings, SEVERITY_ERROR, kind,
                     "%s: the %s of the statistics is %s, but there is %s",
                     check->claims->prefix, what, claimed_text, found_text);
    return status;
}

static enum status check_bounds(const struct claims_check *check,
                                const struct column_statistics *statistics,
                                struct error *error)
{
    const struct column *column = &check->context->tree->types[check->type];
    const struct value_extent *extent = &check->claims->tally->extent;
    enum status status = OK;
    if (!extent->is_there)
        return OK;
    if (statistics->has_min &&
        orc_value_order(column, &extent->min, &statistics->min) < 0)
        status = find_bound(check, "min", "minimum", statistics->min, extent->min, error);
    if (status == OK && statistics->has_max &&
        orc_value_order(column, &extent->max, &statistics->max) > 0)
        status = find_bound(check, "max", "maximum", statistics->max, extent->max, error);
    return status;
}

/* Bounds that cannot be what they should be; readers do not use them. */
static void check_unused(const struct claims_check *check, enum keep_reason reason)
{
    const char *prefix = check->claims->prefix;
    if (reason == KEEP_METADATA)
        findings_add(check->findings, SEVERITY_ERROR, "statistics",
                     "%s: the bounds of the statistics cannot be parsed", prefix);
    else if (reason == KEEP_REVERSED)
        findings_add(check->findings, SEVERITY_NOTE, "statistics",
                     "%s: the minimum is above the maximum", prefix);
    else if (reason == KEEP_BAD_BOUND)
        findings_add(check->findings, SEVERITY_WARNING, "statistics",
                     "%s: a bound is not a value of the column's type", prefix);
}

/* Writers that do not count values do not add them up, either. */
static enum status check_sum(const struct claims_check *check, struct error *error)
{
    const struct orc_claims *claims = check->claims;
    bool holds;
    if (claims->is_partial || check->parsed.number_of_values != claims->tally->n_values)
        return OK;
    enum status status = sum_holds(check->context, check->type, &check->parsed,
                                   &claims->tally->sum, &holds, error);
    if (status == OK && !holds)
        findings_add(check->findings, SEVERITY_WARNING, "sum",
                     "%s: the sum of the statistics is not that of the values",
                     claims->prefix);
    return status;
}

static enum status read_and_check_bounds(struct claims_check *check, struct error *error)
{
    const struct orc_claims *claims = check->claims;
    struct column_statistics statistics;
    uint64_t n_rows = claims->tally->n_entries;
    if (claims->is_partial || n_rows < check->parsed.number_of_values)
        n_rows = check->parsed.number_of_values;
    enum status status = orc_statistics_read(check->context, check->type, claims->message,
                                             n_rows, claims->level, &check->arena,
                                             &statistics, error);
    if (status != OK)
        return status;
    check_unused(check, statistics.reason);
    status = check_bounds(check, &statistics, error);
    return status == OK && statistics.reason != KEEP_WRITER ? check_sum(check, error)
                                                            : status;
}

enum status orc_check_claims(struct findings *findings, const struct orc_context *context,
                             uint32_t type, const struct orc_claims *claims,
                             unsigned *n_wrong, struct error *error)
{
    struct claims_check check = {
        .findings = findings, .context = context, .type = type, .claims = claims};
    size_t before = findings->list.size;
    uint64_t left_out = findings->n_left_out;
    struct error failure = {0};
    findings->location.column = type;
    if (claims->message.data == NULL ||
        (claims->level == ORC_OF_STRIPE &&
         !orc_writer_is_from(context->tail, ORC_HIVE_8732)))
        return OK;
    enum status status = orc_message_parse(&orc_statistics_message, claims->message,
                                           &check.parsed, &check.arena, &failure);
    if (status != OK) {
        error_locate(&failure, "%s", claims->prefix);
        status = findings_add_failure(findings, SEVERITY_ERROR, "statistics", &failure,
                                      error);
    } else {
        check_counts(&check);
        if (!orc_is_nested(&context->tail->types[type]))
            status = read_and_check_bounds(&check, error);
    }
    arena_release(&check.arena);
    if (n_wrong != NULL)
        *n_wrong = (unsigned)((findings->list.size - before) / sizeof(struct finding) +
                              (findings->n_left_out - left_out));
    return status;
}
