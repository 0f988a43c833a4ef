#include "hash.h"

#include <zlib.h>

#include "clock.h"

/* All of xxHash is compiled into this file, so that there is no library to link. */
#define XXH_INLINE_ALL
#include <xxhash.h>

uint32_t crc32_of(struct slice bytes)
{
    return (uint32_t)crc32_z(0, bytes.data, bytes.size);
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
        const void *place; /* of the stack, which differs from process to process */
    } parts = {.time = clock_nanoseconds()};
    parts.place = &parts;
    return xxh64_of(slice_of(&parts, sizeof parts));
}
