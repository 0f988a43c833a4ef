/* SPDX-License-Identifier: MIT */
#include "orc/file/stripe.h"

#include <assert.h>

#include "base/alloc.h"

enum { MOST_OPEN = 32 << 20 /* bytes of stripes that nobody holds */ };

static void free_stripe(struct orc_open_stripe *stripe)
{
    if (stripe == NULL)
        return;
    arena_release(&stripe->arena);
    buffer_release(&stripe->bytes);
    mem_free(stripe);
}

/* ---- Parsing ---------------------------------------------------------------------- */

struct stream_of_column {
    uint32_t column;
    struct orc_stream_range range;
};

/* Finds out where each stream is: they follow one another from the stripe's start. */
static enum status read_streams(const struct orc_tail *tail,
                                const struct orc_stripe *info,
                                const struct orc_messages *list,
                                struct orc_open_stripe *stripe,
                                struct stream_of_column *streams, struct error *error)
{
    uint64_t at = info->offset, left = info->index_length + info->data_length;
    for (uint32_t i = 0; i < list->n; i++) {
        struct orc_listed_stream listed = {0};
        enum status status = orc_message_parse(&orc_listed_stream_message,
                                               list->messages[i], &listed, &stripe->arena,
                                               error);
        if (status != OK)
            return status;
        if (listed.column >= tail->n_types || listed.length > left)
            return error_set(error, CORRUPT,
                             "stripe footer: a stream of column %llu with %llu bytes is "
                             "not within the stripe",
                             (unsigned long long)listed.column,
                             (unsigned long long)listed.length);
        streams[i].column = (uint32_t)listed.column;
        streams[i].range.kind = listed.kind < ORC_N_STREAM_KINDS ? (uint8_t)listed.kind
                                                                 : ORC_OTHER_STREAM;
        streams[i].range.begin = at;
        streams[i].range.end = at += listed.length;
        left -= listed.length;
        stripe->first_streams[listed.column + 1]++;
    }
    return OK;
}

/* Sorts the streams by column. */
static enum status sort_streams(const struct orc_tail *tail,
                                struct orc_open_stripe *stripe,
                                const struct stream_of_column *streams, uint32_t n,
                                struct error *error)
{
    uint32_t *first = stripe->first_streams;
    for (uint32_t i = 0; i < tail->n_types; i++)
        first[i + 1] += first[i];
    stripe->streams = arena_alloc(&stripe->arena, n, sizeof *stripe->streams);
    if (stripe->streams == NULL)
        return error_nomem(error);
    for (uint32_t i = n; i-- > 0;)
        stripe->streams[--first[streams[i].column + 1]] = streams[i].range;
    /* Each first[i + 1] is now where the streams of column i begin. */
    memmove(first, first + 1, tail->n_types * sizeof *first);
    first[tail->n_types] = n;
    return OK;
}

static enum status parse_encodings(const struct orc_tail *tail,
                                   const struct orc_messages *list,
                                   struct orc_open_stripe *stripe, struct error *error)
{
    if (list->n < tail->n_types)
        return error_set(error, CORRUPT,
                         "stripe footer: encodings of %u columns, but there are %u",
                         (unsigned)list->n, (unsigned)tail->n_types);
    stripe->encodings = arena_alloc(&stripe->arena, tail->n_types,
                                    sizeof *stripe->encodings);
    if (stripe->encodings == NULL)
        return error_nomem(error);
    enum status status = OK;
    for (uint32_t i = 0; status == OK && i < tail->n_types; i++)
        status = orc_message_parse(&orc_column_encoding_message, list->messages[i],
                                   &stripe->encodings[i], &stripe->arena, error);
    return status;
}

static enum status parse_footer(struct orc_open_stripe *stripe, struct error *error)
{
    const struct orc_tail *tail = stripe->context->tail;
    const struct orc_stripe *info = &tail->stripes[stripe->number];
    struct orc_stripe_footer footer = {0};
    uint64_t at = info->offset + info->index_length + info->data_length;
    enum status status = orc_section_read(&stripe->context->source, at,
                                          info->footer_length, ORC_MOST_METADATA,
                                          &stripe->bytes, error);
    if (status == OK)
        status = orc_message_parse(&orc_stripe_footer_message,
                                   buffer_slice(&stripe->bytes), &footer, &stripe->arena,
                                   error);
    if (status != OK)
        return status;
    struct stream_of_column *streams = mem_alloc(footer.streams.n, sizeof *streams);
    stripe->first_streams = arena_alloc(&stripe->arena, (size_t)tail->n_types + 1,
                                        sizeof *stripe->first_streams);
    stripe->row_indexes = arena_alloc(&stripe->arena, tail->n_types,
                                      sizeof(struct orc_row_index_facts *));
    stripe->blooms = arena_alloc(&stripe->arena, tail->n_types,
                                 sizeof(struct orc_stride_blooms *));
    if (streams == NULL || stripe->first_streams == NULL || stripe->row_indexes == NULL ||
        stripe->blooms == NULL)
        status = error_nomem(error);
    if (status == OK)
        status = read_streams(tail, info, &footer.streams, stripe, streams, error);
    if (status == OK)
        status = sort_streams(tail, stripe, streams, footer.streams.n, error);
    mem_free(streams);
    stripe->zone_name = footer.writer_timezone;
    stripe->size = sizeof *stripe + stripe->bytes.capacity +
                   footer.streams.n * (sizeof *stripe->streams + sizeof(struct slice)) +
                   tail->n_types * (sizeof *stripe->encodings + sizeof(struct slice) +
                                    2 * sizeof(void *) + sizeof(uint32_t));
    return status == OK ? parse_encodings(tail, &footer.encodings, stripe, error)
                        : status;
}

/* ---- Open stripes ----------------------------------------------------------------- */

/* Nobody holds the stripes in this list; the one that was given back last is its end. */
static void append_idle(struct orc_context *context, struct orc_open_stripe *stripe)
{
    stripe->idle_before = context->last_idle;
    stripe->idle_after = NULL;
    if (context->last_idle != NULL)
        context->last_idle->idle_after = stripe;
    else
        context->first_idle = stripe;
    context->last_idle = stripe;
}

static void remove_idle(struct orc_context *context, struct orc_open_stripe *stripe)
{
    struct orc_open_stripe *before = stripe->idle_before, *after = stripe->idle_after;
    if (before != NULL)
        before->idle_after = after;
    else
        context->first_idle = after;
    if (after != NULL)
        after->idle_before = before;
    else
        context->last_idle = before;
}

/* Frees stripes that nobody holds, those used longest ago first. */
static void free_idle(struct orc_context *context)
{
    while (context->stripes_size > MOST_OPEN && context->first_idle != NULL) {
        struct orc_open_stripe *oldest = context->first_idle;
        remove_idle(context, oldest);
        context->stripes[oldest->number] = NULL;
        context->stripes_size -= oldest->size;
        free_stripe(oldest);
    }
}

static enum status open_stripe(struct orc_context *context, uint32_t number,
                               struct orc_open_stripe **stripe, struct error *error)
{
    if (context->stripes == NULL)
        context->stripes = mem_alloc_zeroed(context->tail->n_stripes,
                                            sizeof(struct orc_open_stripe *));
    struct orc_open_stripe *made = mem_alloc_zeroed(1, sizeof *made);
    if (context->stripes == NULL || made == NULL) {
        mem_free(made);
        return error_nomem(error);
    }
    made->context = context;
    made->number = number;
    made->n_rows = context->tail->stripes[number].number_of_rows;
    enum status status = parse_footer(made, error);
    if (status != OK) {
        free_stripe(made);
        return status;
    }
    context->stripes[number] = *stripe = made;
    context->stripes_size += made->size;
    return OK;
}

enum status orc_stripe_take(struct orc_context *context, uint32_t number,
                            struct orc_open_stripe **stripe, struct error *error)
{
    enum status status = OK;
    *stripe = context->stripes != NULL ? context->stripes[number] : NULL;
    if (*stripe == NULL)
        status = open_stripe(context, number, stripe, error);
    else if ((*stripe)->n_holders == 0)
        remove_idle(context, *stripe);
    if (status != OK)
        return status;
    (*stripe)->n_holders++;
    free_idle(context);
    return OK;
}

void orc_stripe_give_back(struct orc_context *context, struct orc_open_stripe *stripe)
{
    if (stripe == NULL)
        return;
    if (--stripe->n_holders == 0)
        append_idle(context, stripe);
    free_idle(context);
}

void orc_stripe_grow(struct orc_context *context, struct orc_open_stripe *stripe,
                     size_t more)
{
    stripe->size += more;
    context->stripes_size += more;
}

enum status orc_stripe_read_stream(struct orc_open_stripe *stripe,
                                   const struct orc_stream_range *range, size_t most,
                                   struct slice *bytes, struct error *error)
{
    struct buffer read = {0};
    *bytes = slice_of(NULL, 0);
    enum status status = orc_section_read(&stripe->context->source, range->begin,
                                          range->end - range->begin, most, &read, error);
    if (status == OK) {
        uint8_t *copy = arena_alloc(&stripe->arena, read.size, 1);
        if (copy == NULL)
            status = error_nomem(error);
        else if (read.size > 0)
            memcpy(copy, read.data, read.size);
        *bytes = slice_of(copy, copy != NULL ? read.size : 0);
        orc_stripe_grow(stripe->context, stripe, bytes->size);
    }
    buffer_release(&read);
    return status;
}

bool orc_stripe_find(const struct orc_open_stripe *stripe, uint32_t type,
                     enum orc_stream_kind kind, struct orc_stream_range *range)
{
    for (uint32_t i = stripe->first_streams[type]; i < stripe->first_streams[type + 1];
         i++) {
        if (stripe->streams[i].kind == (uint8_t)kind) {
            *range = stripe->streams[i];
            return true;
        }
    }
    *range = (struct orc_stream_range){.kind = (uint8_t)kind};
    return false;
}

bool orc_stripe_start_present(const struct orc_open_stripe *stripe, uint32_t type,
                              struct orc_boolean_reader *present)
{
    struct orc_stream_range range;
    bool is_found = orc_stripe_find(stripe, type, ORC_PRESENT, &range);
    orc_booleans_start(present, &stripe->context->source, range);
    return is_found;
}

/* ---- Encodings -------------------------------------------------------------------- */

/* Whether a type has neither a dictionary nor runs of integers, so that nothing depends
 * on its encoding.  cuDF states -1 for structs. */
static bool has_one_encoding(uint64_t kind)
{
    return kind == ORC_BOOLEAN || kind == ORC_BYTE || kind == ORC_FLOAT ||
           kind == ORC_DOUBLE_TYPE || kind == ORC_STRUCT || kind == ORC_UNION;
}

enum status orc_stripe_encoding(const struct orc_open_stripe *stripe, uint32_t type,
                                const struct orc_encoding **encoding, struct error *error)
{
    uint64_t number = stripe->encodings[type].kind,
             kind = stripe->context->tail->types[type].kind;
    *encoding = orc_encoding(number);
    if (*encoding == NULL && has_one_encoding(kind))
        *encoding = orc_encoding(ORC_DIRECT);
    if (*encoding == NULL)
        return error_set(error, UNSUPPORTED, "encoding %llu of a %s column",
                         (unsigned long long)number, orc_kind_name(kind));
    assert(kind < ORC_N_KINDS); /* other types are unreadable */
    if (((*encoding)->kinds >> kind & 1) == 0)
        return error_set(error, CORRUPT, "encoding %s of a %s column", (*encoding)->name,
                         orc_kind_name(kind));
    return OK;
}

/* ---- Time zones ------------------------------------------------------------------- */

bool orc_stripe_is_utc(const struct orc_open_stripe *stripe)
{
    return slice_equals_text(stripe->zone_name, "UTC") ||
           slice_equals_text(stripe->zone_name, "GMT");
}

enum status orc_stripe_zone(struct orc_context *context,
                            const struct orc_open_stripe *stripe,
                            const struct time_zone **zone, struct error *error)
{
    struct slice name = stripe->zone_name;
    *zone = NULL;
    if (name.size == 0)
        name = context->zone_name;
    if (name.size == 0)
        name = slice_of("UTC", 3);
    for (struct orc_zone *known = context->zones; known != NULL; known = known->next) {
        if (slice_equals_text(name, known->name)) {
            *zone = known->zone;
            return OK;
        }
    }
    struct orc_zone *made = mem_alloc_zeroed(1, sizeof *made + name.size + 1);
    if (made == NULL)
        return error_nomem(error);
    memcpy(made->name, name.data, name.size);
    enum status status = time_zone_open(name, &made->zone, error);
    if (status != OK) {
        mem_free(made);
        return status;
    }
    if (context->tail->footer.writer == ORC_WRITER_JAVA)
        time_zone_use_java(made->zone);
    made->next = context->zones;
    context->zones = made;
    *zone = made->zone;
    return OK;
}

void orc_stripes_release(struct orc_context *context)
{
    for (uint32_t i = 0; context->stripes != NULL && i < context->tail->n_stripes; i++)
        free_stripe(context->stripes[i]);
    mem_free(context->stripes);
    while (context->zones != NULL) {
        struct orc_zone *next = context->zones->next;
        time_zone_free(context->zones->zone);
        mem_free(context->zones);
        context->zones = next;
    }
    context->stripes = NULL;
    context->stripes_size = 0;
    context->first_idle = context->last_idle = NULL;
}

static enum status begin(struct orc_position *at, struct error *error)
{
    at->wanted = at->decoded = 0;
    at->cannot_seek = false;
    return at->start_stripe(at, error);
}

enum status orc_position_start(struct column_reader *base, uint32_t row_group,
                               struct error *error)
{
    struct orc_position *at = (struct orc_position *)base;
    struct orc_open_stripe *taken;
    if (orc_stripe_take(at->context, row_group, &taken, error) != OK)
        return error_locate(error, "column \"%.200s\", stripe %u",
                            at->context->tree->schema.columns[at->column].name,
                            (unsigned)row_group);
    orc_stripe_give_back(at->context, at->stripe);
    at->stripe = taken;
    enum status status = begin(at, error);
    return status == OK ? OK : orc_position_locate(at, error);
}

enum status orc_position_skip(struct column_reader *base, uint64_t n, struct error *error)
{
    (void)error;
    ((struct orc_position *)base)->wanted += n;
    return OK;
}

enum status orc_position_restart(struct orc_position *at, struct error *error)
{
    uint64_t wanted = at->wanted;
    error_clear(error);
    enum status status = begin(at, error);
    at->wanted = wanted;
    at->cannot_seek = true;
    return status;
}

enum status orc_position_locate(const struct orc_position *at, struct error *error)
{
    const char *name = at->context->tree->schema.columns[at->column].name;
    if (at->stripe == NULL)
        return error_locate(error, "column \"%.200s\"", name);
    return error_locate(error, "column \"%.200s\", stripe %u", name,
                        (unsigned)at->stripe->number);
}
