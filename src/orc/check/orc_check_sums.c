/* SPDX-License-Identifier: MIT */
#include "orc/check/orc_check_sums.h"

#include <math.h>

#include "value/value_from_text.h"
#include "value/value_text.h"

/* Writers add floating-point numbers in another order. */
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

enum status orc_sum_holds(const struct orc_context *context, uint32_t type,
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
