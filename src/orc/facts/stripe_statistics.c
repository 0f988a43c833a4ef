/* SPDX-License-Identifier: MIT */
#include "orc/facts/stripe_statistics.h"

#include <float.h>
#include <math.h>

#include "value/julian_calendar.h"
#include "value/value_from_text.h"
#include "value/value_text.h"

enum {
    NANOS_PER_MILLI = 1000 * 1000,
    MILLIS_PER_SECOND = 1000,
    /* 26 hours: a zone that has moved across the date line, and some. */
    MILLIS_OF_DOUBT = 26 * 3600 * MILLIS_PER_SECOND,
};

/* What the bounds are made from. */
struct reading {
    const struct orc_context *context;
    uint32_t number; /* of the type */
    const struct orc_type *type;
    const struct column *column;
    const struct orc_statistics *message;
    enum orc_statistics_level level;
    struct arena *arena;
    struct column_statistics *statistics;
};

static void set_bounds(struct column_statistics *statistics, bool has_min, bool has_max)
{
    statistics->has_min = has_min;
    statistics->has_max = has_max;
    statistics->reason = has_min && has_max ? KEEP_NONE : KEEP_NO_BOUNDS;
}

/* ---- Numbers ---------------------------------------------------------------------- */

/* Whether a value of the type may be the number. */
static bool fits_type(uint64_t kind, int64_t number)
{
    switch (kind) {
    case ORC_BYTE:
        return number >= INT8_MIN && number <= INT8_MAX;
    case ORC_SHORT:
        return number >= INT16_MIN && number <= INT16_MAX;
    case ORC_INT:
    case ORC_DATE:
        return number >= INT32_MIN && number <= INT32_MAX;
    default:
        return true;
    }
}

static void read_integers(const struct reading *reading,
                          const struct orc_signed_statistics *s)
{
    struct column_statistics *statistics = reading->statistics;
    if (!fits_type(reading->type->kind, s->minimum) ||
        !fits_type(reading->type->kind, s->maximum)) {
        statistics->reason = KEEP_BAD_BOUND;
        return;
    }
    bool is_julian = reading->type->kind == ORC_DATE && reading->context->is_julian;
    statistics->min.int64 = is_julian ? days_from_julian(s->minimum) : s->minimum;
    statistics->max.int64 = is_julian ? days_from_julian(s->maximum) : s->maximum;
    set_bounds(statistics, s->has & ORC_HAS_MINIMUM, s->has & ORC_HAS_MAXIMUM);
    if (statistics->has_min && statistics->has_max && s->minimum > s->maximum)
        statistics->reason = KEEP_REVERSED;
    /* Numbers beyond the missing bound may be truncated (leaf_values.c). */
    if (statistics->has_min != statistics->has_max && reading->type->kind != ORC_LONG)
        statistics->reason = KEEP_BAD_BOUND;
}

static void read_buckets(struct column_statistics *statistics,
                         const struct orc_bucket_statistics *s, uint64_t n_values)
{
    bool is_right = s->count.n == 1;
    bool is_contradiction = is_right && s->count.numbers[0] > n_values;
    if (!is_right || is_contradiction || n_values == 0) {
        statistics->reason = is_contradiction ? KEEP_COUNTS : KEEP_NO_BOUNDS;
        return;
    }
    statistics->min.int64 = s->count.numbers[0] == n_values;
    statistics->max.int64 = s->count.numbers[0] > 0;
    set_bounds(statistics, true, true);
}

static bool is_beyond_float(double value)
{
    return isfinite(value) && fabs(value) > FLT_MAX;
}

/* NaN makes a sum NaN, and may or may not be a bound. */
static void read_doubles(const struct reading *reading,
                         const struct orc_double_statistics *s)
{
    struct column_statistics *statistics = reading->statistics;
    bool has_both = (s->has & ORC_HAS_MINIMUM) && (s->has & ORC_HAS_MAXIMUM);
    if (isnan(s->sum) || isnan(s->minimum) || isnan(s->maximum)) {
        statistics->reason = KEEP_NAN_BOUND;
        return;
    }
    if (reading->type->kind == ORC_FLOAT &&
        (is_beyond_float(s->minimum) || is_beyond_float(s->maximum))) {
        statistics->reason = KEEP_BAD_BOUND;
        return;
    }
    statistics->min.float64 = s->minimum;
    statistics->max.float64 = s->maximum;
    if (reading->type->kind == ORC_FLOAT) {
        /* ORC C++ has the bounds of the doubles that it rounds to floats. */
        double min = (double)(float)s->minimum, max = (double)(float)s->maximum;
        statistics->min.float64 = fmin(s->minimum, min);
        statistics->max.float64 = fmax(s->maximum, max);
        statistics->is_widened = min != s->minimum || max != s->maximum;
    }
    set_bounds(statistics, has_both, has_both);
    if (has_both && s->minimum > s->maximum)
        statistics->reason = KEEP_REVERSED;
    statistics->has_nan_count = has_both && (s->has & ORC_HAS_SUM);
}

/* ---- Texts ------------------------------------------------------------------------ */

/* The bounds of a char have its padding.  Without it, the lower one is still one if no
 * character in it comes before the space. */
static bool trim_padding(struct slice *min)
{
    while (min->size > 0 && min->data[min->size - 1] == ' ')
        min->size--;
    for (size_t i = 0; i < min->size; i++) {
        if (min->data[i] < ' ')
            return false;
    }
    return true;
}

static void read_texts(const struct reading *reading, const struct orc_text_statistics *s)
{
    struct column_statistics *statistics = reading->statistics;
    struct slice min = s->has & ORC_HAS_MINIMUM ? s->minimum : s->lower_bound;
    struct slice max = s->has & ORC_HAS_MAXIMUM ? s->maximum : s->upper_bound;
    bool has_min = s->has & (ORC_HAS_MINIMUM | ORC_HAS_LOWER_BOUND);
    if (reading->type->kind == ORC_CHAR)
        has_min = trim_padding(&min) && has_min;
    statistics->is_widened = reading->type->kind == ORC_CHAR;
    statistics->min.bytes = (struct bytes_value){min.data, min.size};
    statistics->max.bytes = (struct bytes_value){max.data, max.size};
    set_bounds(statistics, has_min, s->has & (ORC_HAS_MAXIMUM | ORC_HAS_UPPER_BOUND));
    if (statistics->has_min && statistics->has_max && slice_compare(min, max) > 0)
        statistics->reason = KEEP_REVERSED;
}

/* ---- Decimals --------------------------------------------------------------------- */

static enum status decimal_bound(const struct reading *reading, struct slice text,
                                 union column_value *bound, bool *is_right,
                                 struct error *error)
{
    const struct column *column = reading->column;
    bool is_small = column->kind == VECTOR_INT64;
    struct decimal_shape shape = {column->precision, column->scale,
                                  is_small ? sizeof(int64_t) : ORC_DECIMAL_SIZE};
    uint8_t *bytes = arena_alloc(reading->arena, 1, ORC_DECIMAL_SIZE);
    if (bytes == NULL)
        return error_nomem(error);
    *is_right = decimal_from_text(text, &shape, bytes) != TEXT_UNFIT;
    if (*is_right && is_small)
        *is_right = int64_from_binary_decimal((struct bytes_value){bytes, shape.size},
                                              &bound->int64);
    if (!*is_right || is_small)
        return OK;
    bound->bytes = (struct bytes_value){bytes, shape.size};
    return OK;
}

static enum status read_decimals(const struct reading *reading,
                                 const struct orc_decimal_statistics *s,
                                 struct error *error)
{
    struct column_statistics *statistics = reading->statistics;
    enum status status = OK;
    bool has_min = s->has & ORC_HAS_MINIMUM, has_max = s->has & ORC_HAS_MAXIMUM;
    bool min_is_right = true, max_is_right = true;
    if (has_min)
        status = decimal_bound(reading, s->minimum, &statistics->min, &min_is_right,
                               error);
    if (status == OK && has_max)
        status = decimal_bound(reading, s->maximum, &statistics->max, &max_is_right,
                               error);
    if (status != OK || !min_is_right || !max_is_right) {
        statistics->reason = KEEP_BAD_BOUND;
        return status;
    }
    set_bounds(statistics, has_min, has_max);
    if (has_min && has_max &&
        (reading->column->kind == VECTOR_INT64
             ? statistics->min.int64 > statistics->max.int64
             : binary_decimal_compare(statistics->min.bytes, statistics->max.bytes) > 0))
        statistics->reason = KEEP_REVERSED;
    return OK;
}

/* ---- Timestamps ------------------------------------------------------------------- */

static struct instant instant_of(const struct reading *reading, int64_t millis,
                                 int64_t nanos)
{
    int64_t seconds = millis / MILLIS_PER_SECOND, rest = millis % MILLIS_PER_SECOND;
    if (rest < 0) {
        seconds--;
        rest += MILLIS_PER_SECOND;
    }
    struct instant instant = {.seconds = seconds,
                              .nanos = (int32_t)(rest * NANOS_PER_MILLI + nanos)};
    return reading->context->is_julian ? instant_from_julian(instant) : instant;
}

/* A writer's rules for its zone may differ from ours by this much. */
static int64_t doubt_of(const struct reading *reading)
{
    bool is_local = reading->type->kind == ORC_TIMESTAMP;
    return is_local && reading->level != ORC_OF_UTC_STRIDE ? MILLIS_OF_DOUBT : 0;
}

/* Times of the last second before 1970 are read as those of the next one (Java writes
 * both alike), but are among the statistics as they were. */
static int64_t confused_second(const struct orc_timestamp_statistics *s, bool has_min)
{
    const int64_t days = INT64_C(3) * 24 * 3600 * MILLIS_PER_SECOND; /* in any zone */
    return !has_min || s->minimum_utc < days ? MILLIS_PER_SECOND : 0;
}

/* The bounds are in milliseconds.  Before 1970, writers have rounded them in either
 * direction. */
static void read_timestamps(const struct reading *reading,
                            const struct orc_timestamp_statistics *s)
{
    struct column_statistics *statistics = reading->statistics;
    int64_t doubt = doubt_of(reading);
    bool has_min = (s->has & ORC_HAS_MINIMUM_UTC) &&
                   s->minimum_utc > INT64_MIN + MILLIS_OF_DOUBT;
    bool has_max = (s->has & ORC_HAS_MAXIMUM_UTC) &&
                   s->maximum_utc < INT64_MAX - 2 * MILLIS_OF_DOUBT;
    int64_t more = doubt + confused_second(s, has_min);
    bool is_reversed = has_min && has_max && s->minimum_utc > s->maximum_utc;
    if (has_min)
        statistics->min.instant = instant_of(
            reading, s->minimum_utc - (s->minimum_utc <= 0) - doubt, 0);
    if (has_max)
        statistics->max.instant = instant_of(
            reading, s->maximum_utc + (s->maximum_utc < 0) + more, NANOS_PER_MILLI - 1);
    set_bounds(statistics, has_min, has_max);
    statistics->is_widened = true;
    if (is_reversed)
        statistics->reason = KEEP_REVERSED;
}

/* ---- Any column ------------------------------------------------------------------- */

/* The message of ColumnStatistics that a type has, if any. */
struct kind_message {
    uint64_t has;
    size_t offset; /* of its bytes */
    const struct orc_message *message;
};

static const struct kind_message *message_of(uint64_t kind)
{
#define KIND(kind, HAS, member, name)                                                    \
    [kind] = {                                                                           \
        HAS,                                                                             \
        offsetof(struct orc_statistics, member),                                         \
        &orc_##name##_statistics_message                                                 \
    }
    static const struct kind_message messages[ORC_N_KINDS + 1] = {
        KIND(ORC_BOOLEAN, ORC_HAS_BUCKETS, buckets, bucket),
        KIND(ORC_BYTE, ORC_HAS_INTEGERS, integers, signed),
        KIND(ORC_SHORT, ORC_HAS_INTEGERS, integers, signed),
        KIND(ORC_INT, ORC_HAS_INTEGERS, integers, signed),
        KIND(ORC_LONG, ORC_HAS_INTEGERS, integers, signed),
        KIND(ORC_FLOAT, ORC_HAS_DOUBLES, doubles, double),
        KIND(ORC_DOUBLE_TYPE, ORC_HAS_DOUBLES, doubles, double),
        KIND(ORC_STRING, ORC_HAS_STRINGS, strings, text),
        KIND(ORC_VARCHAR, ORC_HAS_STRINGS, strings, text),
        KIND(ORC_CHAR, ORC_HAS_STRINGS, strings, text),
        KIND(ORC_BINARY, ORC_HAS_BINARIES, binaries, binary),
        KIND(ORC_DECIMAL, ORC_HAS_DECIMALS, decimals, decimal),
        KIND(ORC_DATE, ORC_HAS_DATES, dates, date),
        KIND(ORC_TIMESTAMP, ORC_HAS_TIMESTAMPS, timestamps, timestamp),
        KIND(ORC_TIMESTAMP_INSTANT, ORC_HAS_TIMESTAMPS, timestamps, timestamp),
    };
#undef KIND
    return &messages[kind < ORC_N_KINDS ? kind : ORC_N_KINDS];
}

enum status orc_kind_statistics_parse(const struct orc_statistics *statistics,
                                      uint64_t kind, union orc_kind_statistics *parsed,
                                      struct arena *arena, struct error *error)
{
    const struct kind_message *of = message_of(kind);
    memset(parsed, 0, sizeof *parsed);
    if ((statistics->has & of->has) == 0)
        return OK;
    const struct slice *bytes = (const void *)((const char *)statistics + of->offset);
    return orc_message_parse(of->message, *bytes, parsed, arena, error);
}

/* Whether the file's writer got the bounds of a type wrong. */
static bool writer_is_wrong(const struct reading *reading)
{
    const struct orc_tail *tail = reading->context->tail;
    switch (message_of(reading->type->kind)->has) {
    case ORC_HAS_STRINGS:
        return !orc_writer_is_from(tail, ORC_HIVE_8732);
    case ORC_HAS_DECIMALS:
        return reading->column->kind == VECTOR_INT64 &&
               tail->footer.writer == ORC_WRITER_JAVA &&
               tail->postscript.writer_version == ORC_ORC_135;
    case ORC_HAS_TIMESTAMPS:
        return !orc_writer_is_from(tail, ORC_ORC_135);
    default:
        return false;
    }
}

static enum status read_bounds(const struct reading *reading, uint64_t n_values,
                               struct error *error)
{
    union orc_kind_statistics s;
    uint64_t has = message_of(reading->type->kind)->has;
    reading->statistics->reason = writer_is_wrong(reading) ? KEEP_WRITER : KEEP_NO_BOUNDS;
    if (reading->statistics->reason == KEEP_WRITER || has == ORC_HAS_BINARIES)
        return OK;
    enum status status = orc_kind_statistics_parse(reading->message, reading->type->kind,
                                                   &s, reading->arena, error);
    if (status != OK)
        return status;
    if (has == ORC_HAS_BUCKETS)
        read_buckets(reading->statistics, &s.of_booleans, n_values);
    else if (has == ORC_HAS_INTEGERS || has == ORC_HAS_DATES)
        read_integers(reading, &s.of_integers);
    else if (has == ORC_HAS_DOUBLES)
        read_doubles(reading, &s.of_doubles);
    else if (has == ORC_HAS_STRINGS)
        read_texts(reading, &s.of_texts);
    else if (has == ORC_HAS_TIMESTAMPS)
        read_timestamps(reading, &s.of_timestamps);
    else if (has == ORC_HAS_DECIMALS)
        return read_decimals(reading, &s.of_decimals, error);
    return OK;
}

/* Statistics of another type are probably those of another column. */
static bool is_of_other_type(const struct orc_statistics *parsed, uint64_t kind)
{
    const uint64_t all = ORC_HAS_INTEGERS | ORC_HAS_DOUBLES | ORC_HAS_STRINGS |
                         ORC_HAS_BUCKETS | ORC_HAS_DECIMALS | ORC_HAS_DATES |
                         ORC_HAS_BINARIES | ORC_HAS_TIMESTAMPS;
    return (parsed->has & all) != 0 && (parsed->has & message_of(kind)->has) == 0;
}

static bool counts_contradict(const struct reading *reading, uint64_t n_values)
{
    const struct orc_statistics *parsed = reading->message;
    uint64_t n_rows = reading->statistics->n_rows;
    /* Nulls of a struct are none of its fields. */
    uint32_t parent = reading->context->tail->parents[reading->number];
    bool is_in_struct = parent != 0 && parent != UINT32_MAX;
    bool lacks_values = n_values < n_rows && (!is_in_struct || n_values == 0);
    bool denies_nulls = (parsed->has & ORC_HAS_HAS_NULL) && !parsed->has_null;
    return n_values > n_rows || (denies_nulls && lacks_values);
}

/* Whether there are bounds, even wrong ones. */
static bool has_values(const struct column_statistics *statistics)
{
    return statistics->has_min || statistics->has_max ||
           statistics->reason == KEEP_BAD_BOUND;
}

enum status orc_statistics_read(const struct orc_context *context, uint32_t type,
                                struct slice message, uint64_t n_rows,
                                enum orc_statistics_level level, struct arena *arena,
                                struct column_statistics *statistics, struct error *error)
{
    struct orc_statistics parsed = {0};
    struct reading reading = {context,
                              type,
                              &context->tail->types[type],
                              &context->tree->types[type],
                              &parsed,
                              level,
                              arena,
                              statistics};
    *statistics = (struct column_statistics){.n_rows = n_rows,
                                             .reason = KEEP_NO_STATISTICS};
    if (message.data == NULL)
        return OK;
    if (level == ORC_OF_STRIPE && !orc_writer_is_from(context->tail, ORC_HIVE_8732)) {
        statistics->reason = KEEP_WRITER;
        return OK;
    }
    enum status status = orc_message_parse(&orc_statistics_message, message, &parsed,
                                           arena, error);
    bool has_count = status == OK && (parsed.has & ORC_HAS_NUMBER_OF_VALUES) &&
                     !is_of_other_type(&parsed, reading.type->kind);
    uint64_t n_values = has_count ? parsed.number_of_values : n_rows;
    bool is_contradiction = has_count && counts_contradict(&reading, n_values);
    if (status == OK && !is_contradiction) {
        status = read_bounds(&reading, n_values, error);
        is_contradiction = statistics->reason == KEEP_COUNTS ||
                           (n_values == 0 && has_values(statistics));
    }
    if (status_is_external(status))
        return status;
    if (status != OK || is_contradiction ||
        (statistics->reason != KEEP_NONE && statistics->reason != KEEP_NO_BOUNDS)) {
        enum keep_reason reason = is_contradiction ? KEEP_COUNTS
                                  : status != OK   ? KEEP_METADATA
                                                   : statistics->reason;
        *statistics = (struct column_statistics){.n_rows = n_rows, .reason = reason};
        error_clear(error);
    }
    bool has_unseen_nulls = (parsed.has & ORC_HAS_HAS_NULL) && parsed.has_null &&
                            n_values == n_rows;
    if (status == OK && has_count && !is_contradiction && !has_unseen_nulls) {
        statistics->has_null_count = true;
        statistics->null_count = n_rows - n_values;
        if (n_values == 0)
            statistics->reason = KEEP_NONE;
    }
    return OK;
}

/* ---- Stripes ---------------------------------------------------------------------- */

static enum status read_metadata(struct orc_stripe_facts *facts,
                                 const struct orc_context *context, struct error *error)
{
    const struct orc_tail *tail = context->tail;
    facts->is_read = true;
    if (tail->postscript.metadata_length == 0) {
        facts->reason = KEEP_NO_STATISTICS;
        return OK;
    }
    enum status status = orc_section_read(&context->source, tail->metadata_offset,
                                          tail->postscript.metadata_length,
                                          ORC_MOST_METADATA, &facts->bytes, error);
    if (status == OK)
        status = orc_message_parse(&orc_metadata_message, buffer_slice(&facts->bytes),
                                   &facts->metadata, &facts->arena, error);
    facts->is_read = !status_is_external(status);
    if (!facts->is_read)
        return status;
    error_clear(error);
    if (status != OK)
        facts->reason = KEEP_METADATA;
    else if (facts->metadata.stripes.n != tail->n_stripes)
        facts->reason = KEEP_COUNTS;
    return OK;
}

/* Java has statistics of no values in files without row indexes; those of the root then
 * count no rows. */
static enum status counts_no_rows(const struct orc_stripe_facts *facts,
                                  const struct orc_context *context, bool *is_empty,
                                  struct error *error)
{
    struct orc_statistics root = {0};
    struct arena arena = {0};
    *is_empty = false;
    if (facts->columns.columns.n == 0)
        return OK;
    enum status status = orc_message_parse(&orc_statistics_message,
                                           facts->columns.columns.messages[0], &root,
                                           &arena, error);
    arena_release(&arena);
    *is_empty = context->tail->types[0].kind == ORC_STRUCT &&
                (root.has & ORC_HAS_NUMBER_OF_VALUES) && root.number_of_values == 0;
    return status;
}

static enum status find_stripe(struct orc_stripe_facts *facts,
                               const struct orc_context *context, uint32_t stripe,
                               struct error *error)
{
    if (facts->has_stripe && facts->stripe == stripe)
        return OK;
    facts->has_stripe = false;
    arena_release(&facts->stripe_arena);
    facts->columns = (struct orc_stripe_statistics){0};
    facts->known = arena_alloc(&facts->stripe_arena, context->tail->n_types,
                               sizeof(struct column_statistics *));
    if (facts->known == NULL)
        return error_nomem(error);
    enum status status = orc_message_parse(&orc_stripe_statistics_message,
                                           facts->metadata.stripes.messages[stripe],
                                           &facts->columns, &facts->stripe_arena, error);
    bool is_empty = false;
    if (status == OK)
        status = counts_no_rows(facts, context, &is_empty, error);
    if (status_is_external(status))
        return status;
    facts->stripe_is_damaged = status != OK ||
                               facts->columns.columns.n < context->tail->n_types;
    if (facts->stripe_is_damaged || is_empty ||
        facts->columns.columns.n > context->tail->n_types) {
        facts->columns = (struct orc_stripe_statistics){0};
        error_clear(error);
    }
    facts->has_stripe = true;
    facts->stripe = stripe;
    return OK;
}

enum status orc_stripe_statistics_of(struct orc_stripe_facts *facts,
                                     const struct orc_context *context, uint32_t stripe,
                                     uint32_t type, struct column_statistics *statistics,
                                     struct error *error)
{
    uint64_t n_rows = context->tail->stripes[stripe].number_of_rows;
    enum status status = facts->is_read ? OK : read_metadata(facts, context, error);
    *statistics = (struct column_statistics){.n_rows = n_rows, .reason = facts->reason};
    if (status != OK || facts->reason != KEEP_NONE)
        return status;
    status = find_stripe(facts, context, stripe, error);
    if (status != OK)
        return status;
    if (facts->known[type] == NULL) {
        struct slice message = {0};
        struct column_statistics *made = arena_alloc(&facts->stripe_arena, 1,
                                                     sizeof *made);
        if (made == NULL)
            return error_nomem(error);
        if (type < facts->columns.columns.n)
            message = facts->columns.columns.messages[type];
        status = orc_statistics_read(context, type, message, n_rows, ORC_OF_STRIPE,
                                     &facts->stripe_arena, made, error);
        if (status != OK)
            return status;
        facts->known[type] = made;
    }
    *statistics = *facts->known[type];
    return OK;
}

void orc_stripe_facts_release(struct orc_stripe_facts *facts)
{
    arena_release(&facts->arena);
    arena_release(&facts->stripe_arena);
    buffer_release(&facts->bytes);
    *facts = (struct orc_stripe_facts){0};
}
