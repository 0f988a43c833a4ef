/* SPDX-License-Identifier: MIT */
#include "lake/deletions/roaring.h"

#include "base/interrupt.h"

enum {
    COOKIE = 12346,
    COOKIE_WITH_RUNS = 12347,
    MOST_CONTAINERS = 65536,
    LEAST_WITH_OFFSETS = 4, /* containers, if some may be of runs */
    MOST_IN_ARRAY = 4096,
    BITS_SIZE = ROW_BITMAP_BLOCK / 8,
    NATIVE_MAGIC = 1681511376,
    PORTABLE_MAGIC = 1681511377,
};

static uint32_t load_u16(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8;
}

/* Takes the next bytes of what a message may call `what`. */
static enum status take(struct slice *bytes, size_t size, const char *what,
                        struct slice *taken, struct error *error)
{
    *taken = (struct slice){0};
    if (slice_take(bytes, size, taken))
        return OK;
    return error_set(error, CORRUPT, "the bytes end within %s: %zu of %zu are left", what,
                     bytes->size, size);
}

/* ---- Containers -------------------------------------------------------------------- */

static enum status add_array(struct slice *bytes, uint64_t first_row, uint32_t n,
                             struct row_bitmap *rows, struct error *error)
{
    struct slice numbers;
    enum status status = take(bytes, 2 * (size_t)n, "its values", &numbers, error);
    uint32_t least = 0;
    for (uint32_t i = 0; status == OK && i < n; i++) {
        uint32_t number = load_u16(numbers.data + 2 * i);
        if (number < least)
            return error_set(error, CORRUPT, "its values do not ascend: %u after %u",
                             (unsigned)number, (unsigned)least - 1);
        status = row_bitmap_add(rows, first_row + number, error);
        least = number + 1;
    }
    return status == OK ? interrupt_after(n, error) : status;
}

static enum status add_runs(struct slice *bytes, uint64_t first_row,
                            struct row_bitmap *rows, struct error *error)
{
    struct slice part;
    enum status status = take(bytes, 2, "its number of runs", &part, error);
    if (status != OK)
        return status;
    uint32_t n = load_u16(part.data), least = 0;
    status = take(bytes, 4 * (size_t)n, "its runs", &part, error);
    for (uint32_t i = 0; status == OK && i < n; i++) {
        uint32_t first = load_u16(part.data + 4 * i);
        uint32_t last = first + load_u16(part.data + 4 * i + 2);
        if (first < least || last >= ROW_BITMAP_BLOCK)
            return error_set(error, CORRUPT, "its run from %u to %u %s", (unsigned)first,
                             (unsigned)last,
                             first < least ? "is not after the one before"
                                           : "exceeds 65535");
        status = row_bitmap_add_range(rows, first_row + first, first_row + last + 1,
                                      error);
        least = last + 1;
    }
    return status;
}

static enum status add_bits(struct slice *bytes, uint64_t first_row,
                            struct row_bitmap *rows, struct error *error)
{
    struct slice part;
    uint64_t words[ROW_BITMAP_WORDS];
    enum status status = take(bytes, BITS_SIZE, "its bits", &part, error);
    if (status != OK)
        return status;
    for (uint32_t i = 0; i < ROW_BITMAP_WORDS; i++)
        words[i] = load_u64(part.data + 8 * i);
    return row_bitmap_add_bits(rows, first_row / ROW_BITMAP_BLOCK, words, error);
}

/* Adds the rows of a container that has n values, as its bitmap's header says. */
static enum status add_container(struct slice *bytes, uint64_t first_row, bool is_runs,
                                 uint32_t n, uint64_t end, struct row_bitmap *rows,
                                 struct error *error)
{
    uint64_t n_before = rows->n;
    enum status status = is_runs ? add_runs(bytes, first_row, rows, error)
                         : n > MOST_IN_ARRAY
                             ? add_bits(bytes, first_row, rows, error)
                             : add_array(bytes, first_row, n, rows, error);
    if (status != OK)
        return status;
    if (rows->n - n_before != n)
        return error_set(error, CORRUPT, "it has %llu values, not %u as the header says",
                         (unsigned long long)(rows->n - n_before), (unsigned)n);
    uint64_t beyond = row_bitmap_next(rows, end);
    if (beyond != UINT64_MAX)
        return error_set(error, CORRUPT, "it deletes row %llu of a file of %llu rows",
                         (unsigned long long)beyond, (unsigned long long)end);
    return OK;
}

/* ---- Bitmaps of 32 bits ------------------------------------------------------------ */

struct header {
    uint32_t n;           /* containers */
    struct slice is_runs; /* a bit for each; empty: none is */
    struct slice keys;    /* and cardinalities */
    struct slice offsets; /* empty: not stored */
};

static enum status read_header(struct slice *bytes, struct header *header,
                               struct error *error)
{
    struct slice part;
    *header = (struct header){0};
    enum status status = take(bytes, 4, "the cookie", &part, error);
    if (status != OK)
        return status;
    uint32_t cookie = load_u32(part.data);
    bool has_runs = (cookie & 0xffff) == COOKIE_WITH_RUNS;
    if (has_runs) {
        header->n = (cookie >> 16) + 1;
        status = take(bytes, (header->n + 7) / 8, "the run flags", &header->is_runs,
                      error);
    } else if (cookie == COOKIE) {
        status = take(bytes, 4, "the number of containers", &part, error);
        header->n = status == OK ? load_u32(part.data) : 0;
    } else {
        return error_set(error, CORRUPT, "no Roaring bitmap begins with the number %u",
                         (unsigned)cookie);
    }
    if (status == OK && header->n > MOST_CONTAINERS)
        return error_set(error, CORRUPT, "a Roaring bitmap cannot have %u containers",
                         (unsigned)header->n);
    if (status == OK)
        status = take(bytes, 4 * (size_t)header->n, "the keys of the containers",
                      &header->keys, error);
    if (status == OK && (!has_runs || header->n >= LEAST_WITH_OFFSETS))
        status = take(bytes, 4 * (size_t)header->n, "the offsets of the containers",
                      &header->offsets, error);
    return status;
}

enum status roaring_decode(struct slice *bytes, uint64_t first_row, uint64_t end,
                           struct row_bitmap *rows, struct error *error)
{
    const uint8_t *start = bytes->data;
    struct header header;
    uint32_t least = 0;
    enum status status = read_header(bytes, &header, error);
    for (uint32_t i = 0; status == OK && i < header.n; i++) {
        uint32_t key = load_u16(header.keys.data + 4 * i);
        uint32_t n = load_u16(header.keys.data + 4 * i + 2) + 1;
        size_t offset = (size_t)(bytes->data - start);
        bool is_runs = header.is_runs.size > 0 &&
                       (header.is_runs.data[i / 8] >> i % 8 & 1) != 0;
        if (key < least)
            status = error_set(error, CORRUPT, "its key %u is not above that before",
                               (unsigned)key);
        else if (header.offsets.size > 0 &&
                 load_u32(header.offsets.data + 4 * i) != offset)
            status = error_set(error, CORRUPT, "the header says that it is at byte %u",
                               (unsigned)load_u32(header.offsets.data + 4 * i));
        else
            status = add_container(bytes, first_row + (uint64_t)key * ROW_BITMAP_BLOCK,
                                   is_runs, n, end, rows, error);
        if (status != OK)
            error_locate(error, "container %u at byte %zu of a Roaring bitmap",
                         (unsigned)i, offset);
        least = key + 1;
    }
    return status;
}

/* ---- Bitmaps of 64 bits ------------------------------------------------------------ */

/* Whether no byte is left, or what to say if some are. */
static enum status check_end(struct slice bytes, const char *what, struct error *error)
{
    if (bytes.size == 0)
        return OK;
    return error_set(error, CORRUPT, "%zu bytes follow %s", bytes.size, what);
}

/* A bitmap of the portable form, with its key, which is at least *least. */
static enum status decode_keyed(struct slice *bytes, uint64_t *least, uint64_t end,
                                struct row_bitmap *rows, struct error *error)
{
    struct slice part;
    enum status status = take(bytes, 4, "its key", &part, error);
    if (status != OK)
        return status;
    uint32_t key = load_u32(part.data);
    if (key < *least || key > INT32_MAX)
        return error_set(error, CORRUPT, "its key %u is %s", (unsigned)key,
                         key < *least ? "not above that before" : "too large");
    *least = (uint64_t)key + 1;
    return roaring_decode(bytes, (uint64_t)key << 32, end, rows, error);
}

/* A bitmap of the native form, with its size. */
static enum status decode_sized(struct slice *bytes, uint64_t key, uint64_t end,
                                struct row_bitmap *rows, struct error *error)
{
    struct slice part;
    enum status status = take(bytes, 4, "its size", &part, error);
    if (status == OK)
        status = take(bytes, load_u32(part.data), "it", &part, error);
    if (status == OK)
        status = roaring_decode(&part, key << 32, end, rows, error);
    return status == OK ? check_end(part, "its containers", error) : status;
}

enum status roaring_array_decode(struct slice bytes, uint64_t end,
                                 struct row_bitmap *rows, struct error *error)
{
    struct slice part;
    size_t size = bytes.size;
    uint64_t least = 0;
    enum status status = take(&bytes, 4, "the magic number", &part, error);
    if (status != OK)
        return status;
    uint32_t magic = load_u32(part.data);
    if (magic != PORTABLE_MAGIC && magic != NATIVE_MAGIC)
        return error_set(error, CORRUPT,
                         "no bitmap of deleted rows begins with the number %u",
                         (unsigned)magic);
    status = take(&bytes, magic == PORTABLE_MAGIC ? 8 : 4, "the number of bitmaps", &part,
                  error);
    if (status != OK)
        return status;
    uint64_t n = magic == PORTABLE_MAGIC ? load_u64(part.data) : load_u32(part.data);
    if (n > INT32_MAX)
        return error_set(error, CORRUPT, "there cannot be %llu bitmaps",
                         (unsigned long long)n);
    for (uint64_t i = 0; status == OK && i < n; i++) {
        size_t offset = size - bytes.size;
        status = magic == PORTABLE_MAGIC ? decode_keyed(&bytes, &least, end, rows, error)
                                         : decode_sized(&bytes, i, end, rows, error);
        if (status != OK)
            error_locate(error, "bitmap %llu at byte %zu", (unsigned long long)i, offset);
        else
            status = interrupt_after(1, error);
    }
    return status == OK ? check_end(bytes, "the last bitmap", error) : status;
}
