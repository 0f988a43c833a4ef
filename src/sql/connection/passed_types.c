/* SPDX-License-Identifier: MIT */
#include "sql/connection/passed_types.h"

#include <stddef.h>
#include <string.h>

#include "base/buffer.h"
#include "base/hash.h"
#include "base/hash_table.h"

enum { BUCKETS = 256 };

/* A text that SQLite has; the types follow its terminator. */
struct passed_text {
    struct passed_types *owner;
    struct passed_text *next, **link; /* in its bucket */
    size_t size, types_size;
    char text[];
};

/* A remembered text, or a list of types, each of which is there once. */
struct types_entry {
    uint64_t hash;
    uint32_t check; /* further bits of a hash with another seed */
    uint32_t types; /* offset of a list in `lists`, or AMBIGUOUS */
};

static const uint32_t AMBIGUOUS = UINT32_MAX;

struct types_table {
    struct types_entry *entries;
    struct hash_table numbers; /* of entries */
};

struct passed_types {
    struct memory_account *account;
    uint64_t n_live; /* texts that SQLite has */
    bool is_closed;  /* freed with the last of them */
    bool remembers;
    uint64_t seed, check_seed;
    struct types_table texts, known; /* known: by the bytes of the list */
    struct buffer lists;             /* each a uint32_t size and bytes */
    struct passed_text *buckets[BUCKETS];
};

struct passed_types *passed_types_new(struct memory_account *account)
{
    struct passed_types *passed = mem_alloc_zeroed(1, sizeof *passed);
    if (passed == NULL)
        return NULL;
    passed->account = account;
    passed->seed = hash_new_seed();
    passed->check_seed = hash_new_seed();
    return passed;
}

void passed_types_free(struct passed_types *passed)
{
    if (passed == NULL)
        return;
    mem_free(passed->texts.entries);
    mem_free(passed->known.entries);
    hash_table_release(&passed->texts.numbers);
    hash_table_release(&passed->known.numbers);
    buffer_release(&passed->lists);
    passed->texts = passed->known = (struct types_table){0};
    passed->remembers = false;
    passed->is_closed = true;
    if (passed->n_live == 0)
        mem_free(passed);
}

void passed_types_remember(struct passed_types *passed)
{
    passed->remembers = true;
}

bool passed_types_remembers(const struct passed_types *passed)
{
    return passed->remembers;
}

/* ---- By content ------------------------------------------------------------------ */

static struct types_entry entry_of(const struct passed_types *passed, struct slice bytes)
{
    return (struct types_entry){.hash = hash_of(bytes, passed->seed),
                                .check = (uint32_t)hash_of(bytes, passed->check_seed)};
}

/* The entry with the same hashes; NULL if there is none. */
static struct types_entry *find_entry(const struct types_table *table,
                                      const struct types_entry *key)
{
    const struct hash_slot *slot = hash_table_first(&table->numbers, (uint32_t)key->hash);
    for (; slot->number != 0; slot = hash_table_next(&table->numbers, slot)) {
        struct types_entry *entry = &table->entries[slot->number - 1];
        if (entry->hash == key->hash && entry->check == key->check)
            return entry;
    }
    return NULL;
}

/* Adds an entry whose hashes no other one has. */
static enum status add_entry(struct types_table *table, struct types_entry entry,
                             struct error *error)
{
    uint32_t number = (uint32_t)table->numbers.n;
    enum status status = hash_table_reserve(&table->numbers, error);
    if (status != OK)
        return status;
    if (!mem_grow(&table->entries, (size_t)number + 1, sizeof entry))
        return error_nomem(error);
    table->entries[number] = entry;
    hash_table_add(&table->numbers, (uint32_t)entry.hash, number);
    return OK;
}

/* Adds a list of types; most texts of a column have the same few. */
static enum status remember_list(struct passed_types *passed, struct slice types,
                                 uint32_t *list, struct error *error)
{
    struct types_entry key = entry_of(passed, types);
    uint32_t size = (uint32_t)types.size;
    const struct types_entry *entry = find_entry(&passed->known, &key);
    if (entry != NULL) {
        *list = entry->types;
        return OK;
    }
    size_t offset = passed->lists.size;
    if (types.size + sizeof size >= AMBIGUOUS - offset)
        return error_set(error, TOO_BIG, "more than 4 GiB of types of Variants");
    enum status status = buffer_append(&passed->lists, &size, sizeof size, error);
    if (status == OK)
        status = buffer_append(&passed->lists, types.data, types.size, error);
    key.types = *list = (uint32_t)offset;
    return status == OK ? add_entry(&passed->known, key, error) : status;
}

static struct slice list_of(const struct passed_types *passed, uint32_t list)
{
    const uint8_t *at = passed->lists.data + list;
    uint32_t size;
    memcpy(&size, at, sizeof size);
    return slice_of(at + sizeof size, size);
}

static enum status remember_text(struct passed_types *passed, struct slice text,
                                 struct slice types, struct error *error)
{
    uint32_t list = 0;
    enum status status = remember_list(passed, types, &list, error);
    if (status != OK)
        return status;
    struct types_entry key = entry_of(passed, text);
    struct types_entry *entry = find_entry(&passed->texts, &key);
    key.types = list;
    if (entry == NULL)
        return add_entry(&passed->texts, key, error);
    if (entry->types != list)
        entry->types = AMBIGUOUS;
    return OK;
}

/* ---- By address ------------------------------------------------------------------ */

static size_t bucket_of(const char *text)
{
    return (size_t)(hash_spread((uintptr_t)text) >> 32) % BUCKETS;
}

/* The destructor of SQLite's value. */
static void free_text(void *text)
{
    struct passed_text *block = (void *)((char *)text -
                                         offsetof(struct passed_text, text));
    struct passed_types *owner = block->owner;
    *block->link = block->next;
    if (block->next != NULL)
        block->next->link = block->link;
    sqlite3_free(block);
    owner->n_live--;
    if (owner->is_closed && owner->n_live == 0)
        mem_free(owner);
}

enum status passed_types_result(struct passed_types *passed, sqlite3_context *context,
                                struct bytes_value text, struct slice types,
                                struct error *error)
{
    if (passed->remembers) {
        struct memory_scope before = memory_account_enter(passed->account);
        enum status status = remember_text(passed, slice_of(text.data, text.size), types,
                                           error);
        memory_scope_restore(before);
        if (status != OK)
            return error_locate(error, "types of Variants that the query sorts or "
                                       "groups (column || '' writes only JSON)");
    }
    struct passed_text *block = sqlite3_malloc64(sizeof *block + text.size + 1 +
                                                 types.size);
    if (block == NULL)
        return error_nomem(error);
    block->owner = passed;
    block->size = text.size;
    block->types_size = types.size;
    if (text.size > 0)
        memcpy(block->text, text.data, text.size);
    block->text[text.size] = '\0';
    if (types.size > 0)
        memcpy(block->text + text.size + 1, types.data, types.size);
    struct passed_text **bucket = &passed->buckets[bucket_of(block->text)];
    block->next = *bucket;
    block->link = bucket;
    if (block->next != NULL)
        block->next->link = &block->next;
    *bucket = block;
    passed->n_live++;
    /* -1: SQLite would copy a text that it does not know to be terminated. */
    sqlite3_result_text(context, block->text, -1, free_text);
    return OK;
}

bool passed_types_find(const struct passed_types *passed, struct slice text,
                       struct slice *types)
{
    const char *address = (const char *)text.data;
    const struct passed_text *block = passed->buckets[bucket_of(address)];
    while (block != NULL && block->text != address)
        block = block->next;
    if (block != NULL && block->size == text.size) {
        *types = slice_of(block->text + block->size + 1, block->types_size);
        return true;
    }
    if (passed->texts.numbers.n == 0)
        return false;
    struct types_entry key = entry_of(passed, text);
    const struct types_entry *entry = find_entry(&passed->texts, &key);
    if (entry == NULL || entry->types == AMBIGUOUS)
        return false;
    *types = list_of(passed, entry->types);
    return true;
}
