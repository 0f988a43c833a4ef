/* SPDX-License-Identifier: MIT */
#include "orc/facts/row_index.h"

#include "orc/facts/stripe_statistics.h"

enum { MOST_ROW_INDEX = 64 << 20 /* bytes */ };

/* Parses the entries; sets the reason if they are not those of the stripe's strides. */
static enum status parse_entries(struct orc_open_stripe *stripe, struct slice bytes,
                                 struct orc_row_index_facts *facts, struct error *error)
{
    struct orc_row_index index = {0};
    enum status status = orc_message_parse(&orc_row_index_message, bytes, &index,
                                           &stripe->arena, error);
    if (status != OK)
        return status;
    if (index.entries.n != orc_count_strides(stripe)) {
        facts->reason = KEEP_INDEX_PAGES;
        return OK;
    }
    facts->entries = arena_alloc(&stripe->arena, index.entries.n, sizeof *facts->entries);
    if (facts->entries == NULL)
        return error_nomem(error);
    for (uint32_t i = 0; status == OK && i < index.entries.n; i++)
        status = orc_message_parse(&orc_row_index_entry_message,
                                   index.entries.messages[i], &facts->entries[i],
                                   &stripe->arena, error);
    facts->n_entries = index.entries.n;
    return status;
}

static enum status read_row_index(struct orc_open_stripe *stripe, uint32_t type,
                                  struct orc_row_index_facts *facts, struct error *error)
{
    struct orc_stream_range range;
    struct slice bytes;
    if (orc_stride(stripe->context->tail) == 0 ||
        !orc_stripe_find(stripe, type, ORC_ROW_INDEX, &range)) {
        facts->reason = KEEP_NO_COLUMN_INDEX;
        return OK;
    }
    enum status status = orc_stripe_read_stream(stripe, &range, MOST_ROW_INDEX, &bytes,
                                                error);
    /* Its statistics refer to the bytes. */
    if (status == OK)
        status = parse_entries(stripe, bytes, facts, error);
    orc_stripe_grow(stripe->context, stripe,
                    3 * bytes.size); /* about that much, parsed */
    if (status == OK || status_is_external(status))
        return status;
    error_clear(error);
    facts->reason = status == TOO_BIG ? KEEP_INDEX_PLACE : KEEP_INDEX_DAMAGED;
    return OK;
}

enum status orc_row_index_of(struct orc_open_stripe *stripe, uint32_t type,
                             struct orc_row_index_facts **facts, struct error *error)
{
    enum status status = OK;
    *facts = stripe->row_indexes[type];
    if (*facts != NULL)
        return OK;
    struct orc_row_index_facts *made = arena_alloc(&stripe->arena, 1, sizeof *made);
    if (made == NULL)
        return error_nomem(error);
    status = read_row_index(stripe, type, made, error);
    if (status == OK)
        *facts = stripe->row_indexes[type] = made;
    return status;
}

static enum status make_ranges(struct orc_open_stripe *stripe, uint32_t type,
                               struct orc_row_index_facts *facts, struct error *error)
{
    uint64_t stride = orc_stride(stripe->context->tail);
    facts->ranges = arena_alloc(&stripe->arena, facts->n_entries, sizeof *facts->ranges);
    if (facts->ranges == NULL)
        return error_nomem(error);
    orc_stripe_grow(stripe->context, stripe, facts->n_entries * sizeof *facts->ranges);
    enum status status = OK;
    for (uint32_t i = 0; status == OK && i < facts->n_entries; i++) {
        struct page_range *range = &facts->ranges[i];
        range->first_row = i * stride;
        uint64_t left = stripe->n_rows - range->first_row;
        status = orc_statistics_read(stripe->context, type, facts->entries[i].statistics,
                                     left < stride ? left : stride,
                                     orc_stripe_is_utc(stripe) ? ORC_OF_UTC_STRIDE
                                                               : ORC_OF_STRIDE,
                                     &stripe->arena, &range->statistics, error);
    }
    if (status != OK)
        facts->ranges = NULL;
    return status;
}

enum status orc_row_index_ranges(struct orc_open_stripe *stripe, uint32_t type,
                                 const struct orc_row_index_facts **facts,
                                 struct error *error)
{
    struct orc_row_index_facts *known;
    enum status status = orc_row_index_of(stripe, type, &known, error);
    *facts = known;
    if (status != OK || known->reason != KEEP_NONE || known->ranges != NULL)
        return status;
    return make_ranges(stripe, type, known, error);
}
