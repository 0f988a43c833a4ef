#include "hash.h"

#include <zlib.h>

uint32_t crc32_of(struct slice bytes)
{
    return (uint32_t)crc32_z(0, bytes.data, bytes.size);
}
