/* SPDX-License-Identifier: MIT */
/* metadata_orc_stripes.c - orc_metadata(): a row for each column of each stripe. */
#include "orc/facts/stripe_statistics.h"
#include "sql/functions/metadata_orc_functions.h"
#include "value/value_text.h"

#define STRIPE_COLUMNS(X)                                                                \
    X(STRIPE_ID, "stripe_id INTEGER")                                                    \
    X(STRIPE_OFFSET, "stripe_offset INTEGER")                                            \
    X(STRIPE_NUM_ROWS, "stripe_num_rows INTEGER")                                        \
    X(STRIPE_BYTES, "stripe_bytes INTEGER")                                              \
    X(STRIPE_WRITER_TIMEZONE, "writer_timezone TEXT")                                    \
    X(STRIPE_COLUMN_ID, "column_id INTEGER")                                             \
    X(STRIPE_PATH_IN_SCHEMA, "path_in_schema TEXT")                                      \
    X(STRIPE_TYPE, "type TEXT")                                                          \
    X(STRIPE_ENCODING, "encoding TEXT")                                                  \
    X(STRIPE_DICTIONARY_SIZE, "dictionary_size INTEGER")                                 \
    X(STRIPE_STREAMS, "streams TEXT")                                                    \
    X(STRIPE_COLUMN_BYTES, "column_bytes INTEGER")                                       \
    X(STRIPE_NUM_VALUES, "stats_num_values INTEGER")                                     \
    X(STRIPE_HAS_NULL, "stats_has_null INTEGER")                                         \
    X(STRIPE_MIN, "stats_min TEXT")                                                      \
    X(STRIPE_MAX, "stats_max TEXT")                                                      \
    X(STRIPE_SUM, "stats_sum TEXT")                                                      \
    X(STRIPE_MIN_IS_EXACT, "min_is_exact INTEGER")                                       \
    X(STRIPE_MAX_IS_EXACT, "max_is_exact INTEGER")                                       \
    X(STRIPE_HAS_ROW_INDEX, "has_row_index INTEGER")                                     \
    X(STRIPE_HAS_BLOOM_FILTER, "has_bloom_filter INTEGER")

enum stripe_columns { STRIPE_COLUMNS(COLUMN_NUMBER) };

enum { MILLIS = 1000, NANOS_PER_MILLI = 1000 * 1000 };

/* The statistics of a column as the file has them, as text. */
struct shown_statistics {
    struct orc_statistics message;
    bool min_is_exact, max_is_exact; /* of texts */
    struct buffer min, max, sum;
};

struct stripe_rows {
    struct orc_rows file;           /* must be first */
    struct orc_open_stripe *stripe; /* held */
    uint32_t type;
    struct orc_stripe_facts facts;
    struct arena arena; /* of the row's statistics */
    struct shown_statistics shown;
};

static enum status stripes_open(const struct function_call *call,
                                struct row_source **rows, struct error *error)
{
    return orc_rows_open(&call->options, sizeof(struct stripe_rows), rows, error);
}

static void stripes_close(struct row_source *base)
{
    struct stripe_rows *rows = (struct stripe_rows *)base;
    orc_stripe_facts_release(&rows->facts);
    arena_release(&rows->arena);
    buffer_release(&rows->shown.min);
    buffer_release(&rows->shown.max);
    buffer_release(&rows->shown.sum);
    orc_stripe_give_back(rows->file.context, rows->stripe);
    orc_rows_close(base);
}

/* ---- Statistics ------------------------------------------------------------------- */

static enum status append_signed(struct buffer *text, int64_t value, struct error *error)
{
    char digits[VALUE_TEXT_SIZE];
    return buffer_append(text, digits, text_from_int64(value, digits), error);
}

static enum status show_integers(struct stripe_rows *rows, struct error *error)
{
    struct shown_statistics *shown = &rows->shown;
    struct orc_signed_statistics s = {0};
    enum status status = orc_message_parse(&orc_integer_statistics_message,
                                           shown->message.integers, &s, &rows->arena,
                                           error);
    if (status == OK && (s.has & ORC_HAS_MINIMUM))
        status = append_signed(&shown->min, s.minimum, error);
    if (status == OK && (s.has & ORC_HAS_MAXIMUM))
        status = append_signed(&shown->max, s.maximum, error);
    if (status == OK && (s.has & ORC_HAS_SUM))
        status = append_signed(&shown->sum, s.sum, error);
    return status;
}

static enum status append_date(struct buffer *text, int64_t days, struct error *error)
{
    char date[VALUE_TEXT_SIZE];
    return buffer_append(text, date, text_from_date(days, date), error);
}

static enum status show_dates(struct stripe_rows *rows, struct error *error)
{
    struct shown_statistics *shown = &rows->shown;
    struct orc_signed_statistics s = {0};
    enum status status = orc_message_parse(&orc_date_statistics_message,
                                           shown->message.dates, &s, &rows->arena, error);
    if (status == OK && (s.has & ORC_HAS_MINIMUM))
        status = append_date(&shown->min, s.minimum, error);
    if (status == OK && (s.has & ORC_HAS_MAXIMUM))
        status = append_date(&shown->max, s.maximum, error);
    return status;
}

static enum status show_doubles(struct stripe_rows *rows, struct error *error)
{
    struct shown_statistics *shown = &rows->shown;
    struct orc_double_statistics s = {0};
    enum status status = orc_message_parse(
        &orc_double_statistics_message, shown->message.doubles, &s, &rows->arena, error);
    if (status == OK && (s.has & ORC_HAS_MINIMUM))
        status = append_json_double(&shown->min, s.minimum, error);
    if (status == OK && (s.has & ORC_HAS_MAXIMUM))
        status = append_json_double(&shown->max, s.maximum, error);
    if (status == OK && (s.has & ORC_HAS_SUM))
        status = append_json_double(&shown->sum, s.sum, error);
    return status;
}

static enum status append_slice(struct buffer *text, struct slice bytes,
                                struct error *error)
{
    return buffer_append(text, bytes.data, bytes.size, error);
}

/* Longer texts than 1,024 bytes have a bound instead of the text. */
static enum status show_texts(struct stripe_rows *rows, struct error *error)
{
    struct shown_statistics *shown = &rows->shown;
    struct orc_text_statistics s = {0};
    enum status status = orc_message_parse(
        &orc_text_statistics_message, shown->message.strings, &s, &rows->arena, error);
    shown->min_is_exact = s.has & ORC_HAS_MINIMUM;
    shown->max_is_exact = s.has & ORC_HAS_MAXIMUM;
    if (status == OK)
        status = append_slice(&shown->min,
                              shown->min_is_exact ? s.minimum : s.lower_bound, error);
    if (status == OK)
        status = append_slice(&shown->max,
                              shown->max_is_exact ? s.maximum : s.upper_bound, error);
    if (status == OK && (s.has & ORC_HAS_SUM))
        status = append_signed(&shown->sum, s.sum, error);
    return status;
}

static enum status show_decimals(struct stripe_rows *rows, struct error *error)
{
    struct shown_statistics *shown = &rows->shown;
    struct orc_decimal_statistics s = {0};
    enum status status = orc_message_parse(&orc_decimal_statistics_message,
                                           shown->message.decimals, &s, &rows->arena,
                                           error);
    if (status == OK)
        status = append_slice(&shown->min, s.minimum, error);
    if (status == OK)
        status = append_slice(&shown->max, s.maximum, error);
    return status == OK ? append_slice(&shown->sum, s.sum, error) : status;
}

/* The number of true values. */
static enum status show_buckets(struct stripe_rows *rows, struct error *error)
{
    struct shown_statistics *shown = &rows->shown;
    struct orc_bucket_statistics s = {0};
    enum status status = orc_message_parse(
        &orc_bucket_statistics_message, shown->message.buckets, &s, &rows->arena, error);
    if (status == OK && s.count.n > 0)
        status = buffer_append_format(&shown->sum, error, "%llu",
                                      (unsigned long long)s.count.numbers[0]);
    return status;
}

/* The number of bytes. */
static enum status show_binaries(struct stripe_rows *rows, struct error *error)
{
    struct shown_statistics *shown = &rows->shown;
    static const struct orc_field fields[] = {
        {1, ORC_SIGNED, offsetof(struct orc_signed_statistics, sum)}};
    static const struct orc_message message = {
        "binary statistics", sizeof(struct orc_signed_statistics), fields, 1};
    struct orc_signed_statistics s = {0};
    enum status status = orc_message_parse(&message, shown->message.binaries, &s,
                                           &rows->arena, error);
    return status == OK && (s.has & 1) ? append_signed(&shown->sum, s.sum, error)
                                       : status;
}

static enum status append_instant(struct buffer *text, int64_t millis, uint64_t nanos,
                                  struct error *error)
{
    char time[VALUE_TEXT_SIZE];
    int64_t seconds = millis / MILLIS, rest = millis % MILLIS;
    if (rest < 0) {
        seconds--;
        rest += MILLIS;
    }
    struct instant instant = {.seconds = seconds,
                              .nanos = (int32_t)(rest * NANOS_PER_MILLI)};
    if (nanos > 0 && nanos <= NANOS_PER_MILLI)
        instant.nanos += (int32_t)nanos - 1;
    return buffer_append(text, time, text_from_instant(instant, time), error);
}

/* The members of UTC, or those of older files, which are in the writer's time zone. */
static enum status show_timestamps(struct stripe_rows *rows, struct error *error)
{
    struct shown_statistics *shown = &rows->shown;
    struct orc_timestamp_statistics s = {0};
    enum status status = orc_message_parse(&orc_timestamp_statistics_message,
                                           shown->message.timestamps, &s, &rows->arena,
                                           error);
    bool has_utc_min = s.has & ORC_HAS_MINIMUM_UTC,
         has_utc_max = s.has & ORC_HAS_MAXIMUM_UTC;
    if (status == OK && (has_utc_min || (s.has & ORC_HAS_MINIMUM)))
        status = append_instant(&shown->min, has_utc_min ? s.minimum_utc : s.minimum,
                                s.minimum_nanos, error);
    if (status == OK && (has_utc_max || (s.has & ORC_HAS_MAXIMUM)))
        status = append_instant(&shown->max, has_utc_max ? s.maximum_utc : s.maximum,
                                s.maximum_nanos, error);
    return status;
}

static enum status show_values(struct stripe_rows *rows, struct error *error)
{
    const struct orc_statistics *m = &rows->shown.message;
    if (m->integers.data != NULL)
        return show_integers(rows, error);
    if (m->doubles.data != NULL)
        return show_doubles(rows, error);
    if (m->strings.data != NULL)
        return show_texts(rows, error);
    if (m->buckets.data != NULL)
        return show_buckets(rows, error);
    if (m->decimals.data != NULL)
        return show_decimals(rows, error);
    if (m->dates.data != NULL)
        return show_dates(rows, error);
    if (m->binaries.data != NULL)
        return show_binaries(rows, error);
    return m->timestamps.data != NULL ? show_timestamps(rows, error) : OK;
}

/* Damaged statistics are shown as none; orc_check() reports them. */
static enum status show_statistics(struct stripe_rows *rows, struct error *error)
{
    struct shown_statistics *shown = &rows->shown;
    struct column_statistics ignored;
    shown->min.size = shown->max.size = shown->sum.size = 0;
    shown->message = (struct orc_statistics){0};
    arena_release(&rows->arena);
    enum status status = orc_stripe_statistics_of(&rows->facts, rows->file.context,
                                                  rows->stripe->number, rows->type,
                                                  &ignored, error);
    if (status != OK || !rows->facts.has_stripe ||
        rows->type >= rows->facts.columns.columns.n)
        return status;
    status = orc_message_parse(&orc_statistics_message,
                               rows->facts.columns.columns.messages[rows->type],
                               &shown->message, &rows->arena, error);
    if (status == OK)
        status = show_values(rows, error);
    if (status == OK || status_is_external(status))
        return status;
    error_clear(error);
    shown->min.size = shown->max.size = shown->sum.size = 0;
    return OK;
}

/* ---- Rows ------------------------------------------------------------------------- */

static enum status hold_stripe(struct stripe_rows *rows, uint32_t number,
                               struct error *error)
{
    struct orc_open_stripe *stripe;
    if (rows->stripe != NULL && rows->stripe->number == number)
        return OK;
    enum status status = orc_stripe_take(rows->file.context, number, &stripe, error);
    if (status != OK)
        return error_locate(error, "stripe %u", (unsigned)number);
    orc_stripe_give_back(rows->file.context, rows->stripe);
    rows->stripe = stripe;
    return OK;
}

static enum status stripes_next(struct row_source *base, bool *has_row,
                                struct error *error)
{
    struct stripe_rows *rows = (struct stripe_rows *)base;
    const struct orc_tail *tail = rows->file.tail;
    uint64_t stripe = base->n_given / tail->n_types;
    rows->type = (uint32_t)(base->n_given % tail->n_types);
    *has_row = stripe < tail->n_stripes;
    if (!*has_row)
        return OK;
    enum status status = hold_stripe(rows, (uint32_t)stripe, error);
    return status == OK ? show_statistics(rows, error) : status;
}

/* [{"kind":"DATA","offset":3,"length":20},...] */
static enum status result_streams(sqlite3_context *context,
                                  const struct stripe_rows *rows, struct error *error)
{
    const struct orc_open_stripe *stripe = rows->stripe;
    struct buffer text = {0};
    enum status status = buffer_append_text(&text, "[", error);
    for (uint32_t i = stripe->first_streams[rows->type];
         status == OK && i < stripe->first_streams[rows->type + 1]; i++) {
        const struct orc_stream_range *stream = &stripe->streams[i];
        status = buffer_append_format(
            &text, error, "%s{\"kind\":\"%s\",\"offset\":%llu,\"length\":%llu}",
            text.size > 1 ? "," : "", orc_stream_kind_name(stream->kind),
            (unsigned long long)stream->begin,
            (unsigned long long)(stream->end - stream->begin));
    }
    if (status == OK)
        status = buffer_append_text(&text, "]", error);
    return result_appended(context, &text, status);
}

static uint64_t count_bytes(const struct stripe_rows *rows)
{
    const struct orc_open_stripe *stripe = rows->stripe;
    uint64_t n = 0;
    for (uint32_t i = stripe->first_streams[rows->type];
         i < stripe->first_streams[rows->type + 1]; i++)
        n += stripe->streams[i].end - stripe->streams[i].begin;
    return n;
}

static bool has_stream(const struct stripe_rows *rows, enum orc_stream_kind kind)
{
    struct orc_stream_range ignored;
    return orc_stripe_find(rows->stripe, rows->type, kind, &ignored);
}

static enum status result_shown(sqlite3_context *context, const struct buffer *text)
{
    return text->size > 0 ? result_slice(context, buffer_slice(text)) : OK;
}

/* Whether there are bounds that may be cut; they may be empty. */
static bool has_text_bounds(const struct shown_statistics *shown)
{
    return shown->message.strings.data != NULL && shown->message.number_of_values > 0;
}

static enum status result_bound_text(sqlite3_context *context,
                                     const struct shown_statistics *shown,
                                     const struct buffer *text)
{
    if (text->size > 0 || !has_text_bounds(shown))
        return result_shown(context, text);
    return result_slice(context, slice_of("", 0));
}

static enum status result_of_stripe(const struct stripe_rows *rows,
                                    sqlite3_context *context, enum stripe_columns i)
{
    const struct orc_stripe *stripe = &rows->file.tail->stripes[rows->stripe->number];
    switch (i) {
    case STRIPE_ID:
        return result_int(context, rows->stripe->number);
    case STRIPE_OFFSET:
        return result_unsigned(context, stripe->offset);
    case STRIPE_NUM_ROWS:
        return result_unsigned(context, stripe->number_of_rows);
    case STRIPE_BYTES:
        return result_unsigned(context, stripe->index_length + stripe->data_length +
                                            stripe->footer_length);
    default:
        return rows->stripe->zone_name.size > 0
                   ? result_slice(context, rows->stripe->zone_name)
                   : OK;
    }
}

static enum status result_of_statistics(const struct stripe_rows *rows,
                                        sqlite3_context *context, enum stripe_columns i)
{
    const struct shown_statistics *shown = &rows->shown;
    switch (i) {
    case STRIPE_NUM_VALUES:
        return result_unsigned_if(context, shown->message.has & ORC_HAS_NUMBER_OF_VALUES,
                                  shown->message.number_of_values);
    case STRIPE_HAS_NULL:
        return result_int_if(context, shown->message.has & ORC_HAS_HAS_NULL,
                             shown->message.has_null != 0);
    case STRIPE_MIN:
        return result_bound_text(context, shown, &shown->min);
    case STRIPE_MAX:
        return result_bound_text(context, shown, &shown->max);
    case STRIPE_MIN_IS_EXACT:
        return result_int_if(context, has_text_bounds(shown), shown->min_is_exact);
    case STRIPE_MAX_IS_EXACT:
        return result_int_if(context, has_text_bounds(shown), shown->max_is_exact);
    default:
        return result_shown(context, &shown->sum);
    }
}

static enum status stripes_column(struct row_source *base, sqlite3_context *context,
                                  int i, struct error *error)
{
    const struct stripe_rows *rows = (struct stripe_rows *)base;
    const struct orc_type *type = &rows->file.tail->types[rows->type];
    const struct orc_column_encoding *encoding = &rows->stripe->encodings[rows->type];
    switch ((enum stripe_columns)i) {
    case STRIPE_ID:
    case STRIPE_OFFSET:
    case STRIPE_NUM_ROWS:
    case STRIPE_BYTES:
    case STRIPE_WRITER_TIMEZONE:
        return result_of_stripe(rows, context, (enum stripe_columns)i);
    case STRIPE_COLUMN_ID:
        return result_int(context, rows->type);
    case STRIPE_PATH_IN_SCHEMA:
        return result_orc_path(context, rows->file.tail, rows->type, error);
    case STRIPE_TYPE:
        return result_orc_kind(context, orc_kind_name(type->kind),
                               type->kind < ORC_N_KINDS, type->kind);
    case STRIPE_ENCODING:
        return result_orc_kind(context, orc_encoding_name(encoding->kind),
                               encoding->kind < ORC_N_ENCODINGS, encoding->kind);
    case STRIPE_DICTIONARY_SIZE:
        return result_unsigned_if(context,
                                  encoding->kind == ORC_DICTIONARY ||
                                      encoding->kind == ORC_DICTIONARY_V2,
                                  encoding->dictionary_size);
    case STRIPE_STREAMS:
        return result_streams(context, rows, error);
    case STRIPE_COLUMN_BYTES:
        return result_unsigned(context, count_bytes(rows));
    case STRIPE_NUM_VALUES:
    case STRIPE_HAS_NULL:
    case STRIPE_MIN:
    case STRIPE_MAX:
    case STRIPE_SUM:
    case STRIPE_MIN_IS_EXACT:
    case STRIPE_MAX_IS_EXACT:
        return result_of_statistics(rows, context, (enum stripe_columns)i);
    case STRIPE_HAS_ROW_INDEX:
        return result_int(context, has_stream(rows, ORC_ROW_INDEX));
    case STRIPE_HAS_BLOOM_FILTER:
        return result_int(context, has_stream(rows, ORC_BLOOM_FILTER) ||
                                       has_stream(rows, ORC_BLOOM_FILTER_UTF8));
    }
    return OK;
}

const struct table_function orc_metadata_function = {
    .name = "orc_metadata",
    .has_file_name = true,
    .example_path = "file.orc",
    .columns = STRIPE_COLUMNS(COLUMN_DECLARATION),
    .place = IN_ORC,
    .open = stripes_open,
    .next = stripes_next,
    .column = stripes_column,
    .close = stripes_close,
};
