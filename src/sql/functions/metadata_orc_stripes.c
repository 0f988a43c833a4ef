/* SPDX-License-Identifier: MIT */
/* metadata_orc_stripes.c - orc_metadata(): a row for each column of each stripe. */
#include "orc/facts/stripe_statistics.h"
#include "sql/functions/metadata_orc_functions.h"
#include "value/value_text.h"

enum { NANOS_PER_MILLI = 1000 * 1000 };

/* The statistics of a column as the file has them, as text. */
struct shown_statistics {
    struct orc_statistics message;
    bool min_is_exact, max_is_exact; /* of texts */
    struct buffer min, max, sum;
};

struct stripe_rows {
    struct orc_rows file;           /* must be first */
    struct orc_open_stripe *stripe; /* held */
    struct orc_stripe info;
    uint64_t stripe_bytes, column_bytes;
    struct slice zone_name; /* data NULL: not stated */
    uint32_t number;
    uint64_t kind; /* enum orc_kind */
    struct orc_column_encoding encoding;
    struct orc_stripe_facts facts;
    struct arena arena; /* of the row's statistics */
    struct shown_statistics shown;
    struct slice min, max;
    bool has_dictionary, has_n_values, has_null, knows_null, has_text_bounds;
    bool has_row_index, has_bloom_filter;
};

static void stripes_close(void *row)
{
    struct stripe_rows *rows = row;
    orc_stripe_facts_release(&rows->facts);
    arena_release(&rows->arena);
    buffer_release(&rows->shown.min);
    buffer_release(&rows->shown.max);
    buffer_release(&rows->shown.sum);
    orc_stripe_give_back(rows->file.context, rows->stripe);
    orc_rows_close(rows);
}

/* ---- Statistics ------------------------------------------------------------------- */

/* Statistics of any kind of column. */
union kind_statistics {
    uint64_t has;
    struct orc_signed_statistics of_integers;
    struct orc_double_statistics of_doubles;
    struct orc_text_statistics of_texts;
    struct orc_decimal_statistics of_decimals;
    struct orc_bucket_statistics of_buckets;
    struct orc_timestamp_statistics of_timestamps;
};

static void add_member(struct buffer *text, enum orc_member_kind kind, const void *member,
                       bool is_date, struct error *error)
{
    char digits[VALUE_TEXT_SIZE];
    if (kind == ORC_BYTES)
        buffer_add(text, *(const struct slice *)member, error);
    else if (kind == ORC_DOUBLE)
        (void)!append_json_double(text, *(const double *)member, error);
    else
        buffer_add(
            text,
            slice_of(digits, is_date ? text_from_date(*(const int64_t *)member, digits)
                                     : text_from_int64(*(const int64_t *)member, digits)),
            error);
}

/* Shows the first members of a message, which are the minimum, the maximum and the sum,
 * as far as it has them. */
static void show_members(struct stripe_rows *rows, const struct orc_message *message,
                         struct slice bytes, union kind_statistics *s,
                         struct error *error)
{
    struct shown_statistics *shown = &rows->shown;
    struct buffer *const texts[] = {&shown->min, &shown->max, &shown->sum};
    *s = (union kind_statistics){0};
    if (orc_message_parse(message, bytes, s, &rows->arena, error) != OK)
        return;
    for (uint32_t i = 0; i < message->n_fields && i < 3; i++) {
        if ((s->has >> i & 1) != 0)
            add_member(texts[i], message->fields[i].kind,
                       (const char *)s + message->fields[i].offset,
                       message == &orc_date_statistics_message, error);
    }
}

/* Longer texts than 1,024 bytes have a bound instead of the text. */
static void show_texts(struct stripe_rows *rows, struct error *error)
{
    struct shown_statistics *shown = &rows->shown;
    union kind_statistics s;
    show_members(rows, &orc_text_statistics_message, shown->message.strings, &s, error);
    shown->min_is_exact = s.has & ORC_HAS_MINIMUM;
    shown->max_is_exact = s.has & ORC_HAS_MAXIMUM;
    if (!shown->min_is_exact)
        buffer_add(&shown->min, s.of_texts.lower_bound, error);
    if (!shown->max_is_exact)
        buffer_add(&shown->max, s.of_texts.upper_bound, error);
}

/* The number of true values. */
static void show_buckets(struct stripe_rows *rows, struct error *error)
{
    struct shown_statistics *shown = &rows->shown;
    struct orc_bucket_statistics s = {0};
    if (orc_message_parse(&orc_bucket_statistics_message, shown->message.buckets, &s,
                          &rows->arena, error) == OK &&
        s.count.n > 0)
        buffer_add_format(&shown->sum, error, "%llu",
                          (unsigned long long)s.count.numbers[0]);
}
/* The number of bytes. */
static void show_binaries(struct stripe_rows *rows, struct error *error)
{
    struct shown_statistics *shown = &rows->shown;
    struct orc_binary_statistics s = {0};
    if (orc_message_parse(&orc_binary_statistics_message, shown->message.binaries, &s,
                          &rows->arena, error) == OK &&
        s.has != 0)
        add_member(&shown->sum, ORC_SIGNED, &s.sum, false, error);
}

static void add_instant(struct buffer *text, int64_t millis, uint64_t nanos,
                        struct error *error)
{
    char time[VALUE_TEXT_SIZE];
    struct instant instant = instant_from_units(millis, UNIT_MILLIS);
    if (nanos > 0 && nanos <= NANOS_PER_MILLI)
        instant.nanos += (int32_t)nanos - 1;
    buffer_add(text, slice_of(time, text_from_instant(instant, time)), error);
}

/* The members of UTC, or those of older files, which are in the writer's time zone. */
static void show_timestamps(struct stripe_rows *rows, struct error *error)
{
    struct shown_statistics *shown = &rows->shown;
    struct orc_timestamp_statistics s = {0};
    if (orc_message_parse(&orc_timestamp_statistics_message, shown->message.timestamps,
                          &s, &rows->arena, error) != OK)
        return;
    bool has_utc_min = s.has & ORC_HAS_MINIMUM_UTC,
         has_utc_max = s.has & ORC_HAS_MAXIMUM_UTC;
    if (has_utc_min || (s.has & ORC_HAS_MINIMUM) != 0)
        add_instant(&shown->min, has_utc_min ? s.minimum_utc : s.minimum, s.minimum_nanos,
                    error);
    if (has_utc_max || (s.has & ORC_HAS_MAXIMUM) != 0)
        add_instant(&shown->max, has_utc_max ? s.maximum_utc : s.maximum, s.maximum_nanos,
                    error);
}

static void show_values(struct stripe_rows *rows, struct error *error)
{
    const struct orc_statistics *m = &rows->shown.message;
    union kind_statistics s;
    if (m->integers.data != NULL)
        show_members(rows, &orc_signed_statistics_message, m->integers, &s, error);
    else if (m->doubles.data != NULL)
        show_members(rows, &orc_double_statistics_message, m->doubles, &s, error);
    else if (m->strings.data != NULL)
        show_texts(rows, error);
    else if (m->buckets.data != NULL)
        show_buckets(rows, error);
    else if (m->decimals.data != NULL)
        show_members(rows, &orc_decimal_statistics_message, m->decimals, &s, error);
    else if (m->dates.data != NULL)
        show_members(rows, &orc_date_statistics_message, m->dates, &s, error);
    else if (m->binaries.data != NULL)
        show_binaries(rows, error);
    else if (m->timestamps.data != NULL)
        show_timestamps(rows, error);
}

/* Damaged statistics are shown as none; orc_check() reports them. */
static enum status show_statistics(struct stripe_rows *rows, struct error *error)
{
    struct shown_statistics *shown = &rows->shown;
    struct column_statistics ignored;
    shown->min.size = shown->max.size = shown->sum.size = 0;
    shown->message = (struct orc_statistics){0};
    arena_release(&rows->arena);
    enum status status = orc_stripe_statistics_of(
        &rows->facts, rows->file.context, rows->number, rows->file.type, &ignored, error);
    if (status != OK || !rows->facts.has_stripe ||
        rows->file.type >= rows->facts.columns.columns.n)
        return status;
    if (orc_message_parse(&orc_statistics_message,
                          rows->facts.columns.columns.messages[rows->file.type],
                          &shown->message, &rows->arena, error) == OK)
        show_values(rows, error);
    if (error->status == OK || status_is_external(error->status))
        return error->status;
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

static bool has_stream(const struct stripe_rows *rows, enum orc_stream_kind kind)
{
    struct orc_stream_range ignored;
    return orc_stripe_find(rows->stripe, rows->file.type, kind, &ignored);
}

/* Bounds of texts may be empty. */
static struct slice bound_of(const struct stripe_rows *rows, const struct buffer *text)
{
    return text->size > 0          ? buffer_slice(text)
           : rows->has_text_bounds ? slice_of("", 0)
                                   : (struct slice){0};
}

static void note_column(struct stripe_rows *rows)
{
    const struct orc_tail *tail = rows->file.tail;
    const struct orc_open_stripe *stripe = rows->stripe;
    const struct orc_statistics *statistics = &rows->shown.message;
    rows->info = tail->stripes[rows->number];
    rows->stripe_bytes = rows->info.index_length + rows->info.data_length +
                         rows->info.footer_length;
    rows->zone_name = stripe->zone_name.size > 0 ? stripe->zone_name : (struct slice){0};
    rows->kind = tail->types[rows->file.type].kind;
    rows->encoding = stripe->encodings[rows->file.type];
    rows->has_dictionary = orc_encoding_is_dictionary(rows->encoding.kind);
    rows->column_bytes = 0;
    for (uint32_t i = stripe->first_streams[rows->file.type];
         i < stripe->first_streams[rows->file.type + 1]; i++)
        rows->column_bytes += stripe->streams[i].end - stripe->streams[i].begin;
    rows->has_n_values = statistics->has & ORC_HAS_NUMBER_OF_VALUES;
    rows->knows_null = statistics->has & ORC_HAS_HAS_NULL;
    rows->has_null = statistics->has_null != 0;
    rows->has_text_bounds = statistics->strings.data != NULL &&
                            statistics->number_of_values > 0;
    rows->min = bound_of(rows, &rows->shown.min);
    rows->max = bound_of(rows, &rows->shown.max);
    rows->has_row_index = has_stream(rows, ORC_ROW_INDEX);
    rows->has_bloom_filter = has_stream(rows, ORC_BLOOM_FILTER) ||
                             has_stream(rows, ORC_BLOOM_FILTER_UTF8);
}

static enum status stripes_next(void *row, uint64_t n, bool *has_row, struct error *error)
{
    struct stripe_rows *rows = row;
    const struct orc_tail *tail = rows->file.tail;
    *has_row = n / tail->n_types < tail->n_stripes;
    if (!*has_row)
        return OK;
    rows->number = (uint32_t)(n / tail->n_types);
    rows->file.type = (uint32_t)(n % tail->n_types);
    enum status status = hold_stripe(rows, rows->number, error);
    if (status == OK)
        status = show_statistics(rows, error);
    if (status == OK)
        note_column(rows);
    return status;
}

/* ---- Columns ---------------------------------------------------------------------- */

/* [{"kind":"DATA","offset":3,"length":20},...] */
static void append_streams(void *row, struct buffer *text, struct error *error)
{
    const struct stripe_rows *rows = row;
    const struct orc_open_stripe *stripe = rows->stripe;
    buffer_add_text(text, "[", error);
    for (uint32_t i = stripe->first_streams[rows->file.type];
         i < stripe->first_streams[rows->file.type + 1]; i++) {
        const struct orc_stream_range *stream = &stripe->streams[i];
        buffer_add_format(text, error,
                          "%s{\"kind\":\"%s\",\"offset\":%llu,\"length\":%llu}",
                          text->size > 1 ? "," : "", orc_stream_kind_name(stream->kind),
                          (unsigned long long)stream->begin,
                          (unsigned long long)(stream->end - stream->begin));
    }
    buffer_add_text(text, "]", error);
}

#define STRIPE(declaration, member) SHOW(declaration, struct stripe_rows, member)
#define STRIPE_IF(declaration, member, flag)                                             \
    SHOW_IF(declaration, struct stripe_rows, member, flag)

static const struct listed_column STRIPE_COLUMNS[] = {
    STRIPE("stripe_id INTEGER", number),
    STRIPE("stripe_offset INTEGER", info.offset),
    STRIPE("stripe_num_rows INTEGER", info.number_of_rows),
    STRIPE("stripe_bytes INTEGER", stripe_bytes),
    STRIPE("writer_timezone TEXT", zone_name),
    STRIPE("column_id INTEGER", file.type),
    SHOW_BY("path_in_schema TEXT", orc_rows_show_path),
    SHOW_NAME64("type TEXT", struct stripe_rows, kind, orc_kind_name),
    SHOW_NAME64("encoding TEXT", struct stripe_rows, encoding.kind, orc_encoding_name),
    STRIPE_IF("dictionary_size INTEGER", encoding.dictionary_size, has_dictionary),
    SHOW_TEXT("streams TEXT", append_streams),
    STRIPE("column_bytes INTEGER", column_bytes),
    STRIPE_IF("stats_num_values INTEGER", shown.message.number_of_values, has_n_values),
    STRIPE_IF("stats_has_null INTEGER", has_null, knows_null),
    STRIPE("stats_min TEXT", min),
    STRIPE("stats_max TEXT", max),
    STRIPE("stats_sum TEXT", shown.sum),
    STRIPE_IF("min_is_exact INTEGER", shown.min_is_exact, has_text_bounds),
    STRIPE_IF("max_is_exact INTEGER", shown.max_is_exact, has_text_bounds),
    STRIPE("has_row_index INTEGER", has_row_index),
    STRIPE("has_bloom_filter INTEGER", has_bloom_filter),
};

const struct table_function orc_metadata_function = {
    .name = "orc_metadata",
    .columns = COLUMN_LIST(STRIPE_COLUMNS),
    .scope = IN_ORC,
    .size = sizeof(struct stripe_rows),
    .open = orc_rows_open,
    .next = stripes_next,
    .close = stripes_close,
};
