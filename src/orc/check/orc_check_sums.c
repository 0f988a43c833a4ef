/* SPDX-License-Identifier: MIT */
#include "orc/check/orc_check_sums.h"

#include <math.h>

#include "value/value_from_text.h"
#include "value/value_text.h"

/* Writers add floating-point numbers in another order. */
#define TOLERANCE 1e-9

struct sum_check {
    const struct orc_type *type;
    const struct column *column;
    const struct orc_statistics *statistics;
    const struct orc_sum *sum;
    struct arena arena;
};

static enum status integers_hold(struct sum_check *check, bool *hold, struct error *error)
{
    struct orc_signed_statistics s = {0};
    enum status status = orc_message_parse(&orc_signed_statistics_message,
                                           check->statistics->integers, &s, &check->arena,
                                           error);
    *hold = !(s.has & ORC_HAS_SUM) || s.sum == check->sum->integer;
    return status;
}

static enum status doubles_hold(struct sum_check *check, bool *hold, struct error *error)
{
    struct orc_double_statistics s = {0};
    double found = check->sum->real;
    enum status status = orc_message_parse(&orc_double_statistics_message,
                                           check->statistics->doubles, &s, &check->arena,
                                           error);
    *hold = !(s.has & ORC_HAS_SUM) || !isfinite(s.sum) || !isfinite(found) ||
            !isfinite(check->sum->magnitude) ||
            fabs(s.sum - found) <= TOLERANCE * check->sum->magnitude;
    return status;
}

static enum status texts_hold(struct sum_check *check, bool *hold, struct error *error)
{
    struct orc_text_statistics s = {0};
    enum status status = orc_message_parse(&orc_text_statistics_message,
                                           check->statistics->strings, &s, &check->arena,
                                           error);
    *hold = !(s.has & ORC_HAS_SUM) || s.sum == check->sum->integer;
    return status;
}

/* BinaryStatistics have nothing but a sum. */
static enum status binaries_hold(struct sum_check *check, bool *hold, struct error *error)
{
    static const struct orc_field fields[] = {
        {1, ORC_SIGNED, offsetof(struct orc_signed_statistics, sum)}};
    static const struct orc_message message = {
        "binary statistics", sizeof(struct orc_signed_statistics), fields, 1};
    struct orc_signed_statistics s = {0};
    enum status status = orc_message_parse(&message, check->statistics->binaries, &s,
                                           &check->arena, error);
    *hold = s.has == 0 || s.sum == check->sum->integer;
    return status;
}

static enum status booleans_hold(struct sum_check *check, bool *hold, struct error *error)
{
    struct orc_bucket_statistics s = {0};
    enum status status = orc_message_parse(&orc_bucket_statistics_message,
                                           check->statistics->buckets, &s, &check->arena,
                                           error);
    *hold = s.count.n != 1 || s.count.numbers[0] == (uint64_t)check->sum->integer;
    return status;
}

static enum status decimals_hold(struct sum_check *check, bool *hold, struct error *error)
{
    struct orc_decimal_statistics s = {0};
    struct decimal_shape shape = {ORC_HIVE_11_PRECISION, check->column->scale,
                                  ORC_DECIMAL_SIZE};
    uint8_t bytes[ORC_DECIMAL_SIZE];
    int64_t claimed = 0;
    enum status status = orc_message_parse(&orc_decimal_statistics_message,
                                           check->statistics->decimals, &s, &check->arena,
                                           error);
    *hold = !(s.has & ORC_HAS_SUM) ||
            (decimal_from_text(s.sum, &shape, bytes) != TEXT_UNFIT &&
             int64_from_binary_decimal((struct bytes_value){bytes, shape.size},
                                       &claimed) &&
             claimed == check->sum->integer);
    return status;
}

static enum status compare(struct sum_check *check, bool *holds, struct error *error)
{
    const struct orc_statistics *statistics = check->statistics;
    switch (check->type->kind) {
    case ORC_BYTE:
    case ORC_SHORT:
    case ORC_INT:
    case ORC_LONG:
        return statistics->integers.data != NULL ? integers_hold(check, holds, error)
                                                 : OK;
    case ORC_FLOAT:
    case ORC_DOUBLE_TYPE:
        return statistics->doubles.data != NULL ? doubles_hold(check, holds, error) : OK;
    case ORC_STRING:
    case ORC_VARCHAR:
        return statistics->strings.data != NULL ? texts_hold(check, holds, error) : OK;
    case ORC_BINARY:
        return statistics->binaries.data != NULL ? binaries_hold(check, holds, error)
                                                 : OK;
    case ORC_BOOLEAN:
        return statistics->buckets.data != NULL ? booleans_hold(check, holds, error) : OK;
    case ORC_DECIMAL:
        return statistics->decimals.data != NULL ? decimals_hold(check, holds, error)
                                                 : OK;
    default:
        return OK;
    }
}

enum status orc_sum_holds(const struct orc_context *context, uint32_t type,
                          const struct orc_statistics *statistics,
                          const struct orc_sum *sum, bool *holds, struct error *error)
{
    struct sum_check check = {.type = &context->tail->types[type],
                              .column = &context->tree->types[type],
                              .statistics = statistics,
                              .sum = sum};
    struct error failure = {0};
    bool is_double = check.column->kind == VECTOR_DOUBLE;
    *holds = true;
    /* Java adds a value that fills a batch only once. */
    if (sum->is_unknown || (is_double && context->tail->footer.writer == ORC_WRITER_JAVA))
        return OK;
    enum status status = compare(&check, holds, &failure);
    arena_release(&check.arena);
    if (status == OK)
        return OK;
    *holds = true;
    return status_is_external(status) ? error_set(error, status, "%s", failure.message)
                                      : OK;
}
