/* SPDX-License-Identifier: MIT */
/*
 * block_set.h - parts of a remote file in memory: blocks of BLOCK_BYTES.  Each is a part
 * in the process's cache (base/cache.h); an open file holds those that it used last.
 *
 * Groups of blocks are also entries of the cache on disk (disk_cache.h), if the set has a
 * name there: 4 bytes with a bit for each block that the entry has, and these blocks.
 */
#ifndef REMOTE_BLOCK_SET_H
#define REMOTE_BLOCK_SET_H

#include "base/buffer.h"
#include "base/cache.h"
#include "base/hash_table.h"
#include "base/slice.h"

enum {
    BLOCK_BYTES = 16 << 10,
    GROUP_BLOCKS = 16,                           /* in an entry of the cache on disk */
    MOST_HELD_BLOCKS = (64 << 20) / BLOCK_BYTES, /* of an open file */
};

struct remote_block {
    struct cached base; /* must be first */
    uint8_t *bytes;
    size_t size; /* BLOCK_BYTES, but for the last one of a file */
};

/* Empty if zeroed, but for the file. */
struct block_set {
    struct file_identity file;
    struct buffer name;     /* of the file's version in the cache on disk; empty: none */
    uint64_t missed_group;  /* 1 + the one whose entry was read last, */
    uint32_t missed_blocks; /* and the blocks that this lacked */
    struct held_block {
        struct remote_block *block;
        uint64_t number; /* of the block in the file */
        uint64_t used;   /* by which look-up; the lowest is dropped first */
    } * held;
    size_t n_held;
    struct hash_table by_number;
    uint64_t n_uses;
};

/* The block, borrowed until the next call; NULL if it is neither in memory nor on disk.
 */
const struct remote_block *block_set_find(struct block_set *set, uint64_t number);

/* Adds a block, for which the cache may have no room. */
enum status block_set_add(struct block_set *set, uint64_t number, struct slice bytes,
                          struct error *error) CHECK_RESULT;

/* Writes blocks, first .. end - 1, to the cache on disk, if the set has a name. */
void block_set_store(struct block_set *set, uint64_t first, uint64_t end,
                     struct slice bytes);

/* Drops all blocks; what the cache has stays there. */
void block_set_empty(struct block_set *set);
void block_set_release(struct block_set *set); /* and the name */

#endif
