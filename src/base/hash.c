#include "hash.h"

#include <zlib.h>

/* All of xxHash is compiled into this file, so that there is no library to link. */
#define XXH_INLINE_ALL
#include <xxhash.h>

uint32_t crc32_of(struct slice bytes)
{
    return (uint32_t)crc32_z(0, bytes.data, bytes.size);
}

uint64_t xxh64_of(struct slice bytes)
{
    return XXH64(bytes.size > 0 ? (const void *)bytes.data : "", bytes.size, 0);
}
