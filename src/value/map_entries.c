/* SPDX-License-Identifier: MIT */
#include "value/map_entries.h"

#include <string.h>

#include "base/hash.h"
#include "base/hash_table.h"
#include "value/value_text.h"

enum {
    /* With more entries, duplicate keys are found by hashing. */
    FEW_ENTRIES = 12,
    MOST_TEXT = INT32_MAX,
};

/* Small, because a row can have a hundred million entries. */
struct entry {
    uint32_t begin;         /* offset of its key in the text */
    uint32_t key_size : 31; /* as a JSON string, with its quotes */
    uint32_t is_replaced : 1;
};

static enum status check_text(const struct buffer *text, struct error *error)
{
    return text->size <= MOST_TEXT
               ? OK
               : error_set(error, TOO_BIG, "rows of more than 2 GiB as JSON");
}

enum status map_entry_begin(struct buffer *entries, const struct buffer *text,
                            struct error *error)
{
    struct entry entry = {.begin = (uint32_t)text->size};
    enum status status = check_text(text, error);
    return status == OK ? buffer_append(entries, &entry, sizeof entry, error) : status;
}

/* Entries are adjacent in the buffer, at multiples of their size. */
static struct entry *entries_from(const struct buffer *entries, size_t first)
{
    return (struct entry *)(void *)(entries->data + first);
}

enum status map_entry_end_key(struct buffer *entries, struct buffer *scratch,
                              struct buffer *text, struct error *error)
{
    struct entry *entry = entries_from(entries, entries->size - sizeof *entry);
    uint8_t *key = text->data + entry->begin;
    size_t size = text->size - entry->begin;
    enum status status = OK;
    if (size > 0 && key[0] != '"') {
        scratch->size = 0;
        status = buffer_append(scratch, key, size, error);
        text->size = entry->begin;
        if (status == OK)
            status = append_json_string(text, buffer_slice(scratch), error);
    }
    if (status == OK)
        status = check_text(text, error);
    if (status == OK)
        entry->key_size = (uint32_t)(text->size - entry->begin) & MOST_TEXT;
    return status;
}

static bool keys_are_equal(const struct buffer *text, const struct entry *a,
                           const struct entry *b)
{
    return a->key_size == b->key_size &&
           memcmp(text->data + a->begin, text->data + b->begin, a->key_size) == 0;
}

/* Marks entries whose key occurs again, by comparing all pairs. */
static bool mark_few(struct entry *entries, uint32_t n, const struct buffer *text)
{
    bool is_any = false;
    for (uint32_t i = 0; i + 1 < n; i++) {
        for (uint32_t k = i + 1; k < n && !entries[i].is_replaced; k++)
            entries[i].is_replaced = keys_are_equal(text, &entries[i], &entries[k]);
        is_any = is_any || entries[i].is_replaced;
    }
    return is_any;
}

/* The same with a hash table, filled from the last entry backwards. */
static enum status mark_many(struct entry *entries, uint32_t n, const struct buffer *text,
                             bool *is_any, struct error *error)
{
    struct hash_table table = {0};
    uint64_t seed = hash_new_seed();
    enum status status = hash_table_reset(&table, n, error);
    for (uint32_t i = n; status == OK && i-- > 0;) {
        struct slice key = slice_of(text->data + entries[i].begin, entries[i].key_size);
        uint32_t hash = (uint32_t)hash_of(key, seed);
        struct hash_slot *slot = hash_table_first(&table, hash);
        while (slot->number != 0 &&
               !keys_are_equal(text, &entries[slot->number - 1], &entries[i]))
            slot = hash_table_next(&table, slot);
        entries[i].is_replaced = slot->number != 0;
        *is_any = *is_any || entries[i].is_replaced;
        if (slot->number == 0)
            hash_table_put(&table, slot, hash, i);
    }
    hash_table_release(&table);
    return status;
}

/* Moves the remaining entries together, with one comma between them. */
static void take_out(const struct entry *entries, uint32_t n, struct buffer *text)
{
    size_t end = entries[0].begin;
    bool is_first = true;
    for (uint32_t i = 0; i < n; i++) {
        size_t begin = entries[i].begin;
        size_t behind = i + 1 < n ? entries[i + 1].begin - 1 : text->size;
        if (entries[i].is_replaced)
            continue;
        if (!is_first)
            text->data[end++] = ',';
        memmove(text->data + end, text->data + begin, behind - begin);
        end += behind - begin;
        is_first = false;
    }
    text->size = end;
}

enum status map_entries_end(struct buffer *entries, size_t first, struct buffer *text,
                            struct error *error)
{
    if (entries->size == first)
        return OK;
    struct entry *e = entries_from(entries, first);
    uint32_t n = (uint32_t)((entries->size - first) / sizeof *e);
    bool is_any = false;
    enum status status = OK;
    if (n > FEW_ENTRIES)
        status = mark_many(e, n, text, &is_any, error);
    else if (n > 1)
        is_any = mark_few(e, n, text);
    if (is_any)
        take_out(e, n, text);
    entries->size = first;
    return status;
}
