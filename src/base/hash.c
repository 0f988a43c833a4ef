/* SPDX-License-Identifier: MIT */
#include "base/hash.h"

#include <stdatomic.h>

#ifdef PARQUET_VTAB_OMIT_LIBDEFLATE
#include <zlib.h>
#else
#include <libdeflate.h>
#endif

#include "base/interrupt.h"
#include "os/process.h"

/* Compiles xxHash into this file, so that no library is linked. */
#define XXH_INLINE_ALL
#include <xxhash.h>

/* Continues the CRC-32 of the bytes before; 0 at the start. */
static uint32_t crc32_update(uint32_t crc, struct slice bytes)
{
#ifdef PARQUET_VTAB_OMIT_LIBDEFLATE
    return (uint32_t)crc32_z(crc, bytes.data, bytes.size);
#else
    return libdeflate_crc32(crc, bytes.data, bytes.size);
#endif
}

uint32_t crc32_of(struct slice bytes)
{
    return crc32_update(0, bytes);
}

enum status crc32_of_page(struct slice bytes, uint32_t *crc, struct error *error)
{
    enum { PIECE = 1 << 20 };
    enum status status = OK;
    *crc = 0;
    while (status == OK && bytes.size > 0) {
        size_t size = bytes.size < PIECE ? bytes.size : PIECE;
        *crc = crc32_update(*crc, slice_of(bytes.data, size));
        bytes = slice_of(bytes.data + size, bytes.size - size);
        status = interrupt_after(size, error);
    }
    return status;
}

uint64_t hash_of(struct slice bytes, uint64_t seed)
{
    return XXH64(bytes.size > 0 ? (const void *)bytes.data : "", bytes.size, seed);
}

uint64_t xxh64_of(struct slice bytes)
{
    return hash_of(bytes, 0);
}

uint64_t hash_new_seed(void)
{
    struct {
        uint64_t time;
        const void *stack; /* an address on the stack, which differs between processes */
    } parts = {.time = os_nanoseconds()};
    parts.stack = &parts;
    return xxh64_of(slice_of(&parts, sizeof parts));
}

/* Chosen by the first thread that asks. */
uint64_t hash_process_seed(void)
{
    static atomic_uint_fast64_t seed; /* 0: not chosen yet */
    uint_fast64_t chosen = atomic_load(&seed);
    if (chosen == 0) {
        uint_fast64_t none = 0;
        (void)atomic_compare_exchange_strong(&seed, &none, hash_new_seed() | 1);
        chosen = atomic_load(&seed);
    }
    return chosen;
}
