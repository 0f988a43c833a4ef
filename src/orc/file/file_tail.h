/* SPDX-License-Identifier: MIT */
/*
 * file_tail.h - the tail of an ORC file: postscript, footer, and the statistics of
 * stripes (the specification, "File Tail").
 *
 *     "ORC" | stripes | metadata | footer | postscript | size of the postscript (1 byte)
 *
 * Everything that the other modules rely on is checked here: stripes are within the file
 * and have as many rows as the footer says, and the types are a tree.
 */
#ifndef ORC_FILE_TAIL_H
#define ORC_FILE_TAIL_H

#include "orc/format/orc_format.h"
#include "orc/stream/source.h"

enum {
    /* Bytes of a decompressed section. */
    ORC_MOST_METADATA = 256 << 20,
    ORC_MOST_TYPES = 1000 * 1000,
    /* Of groups, lists and maps. */
    ORC_MOST_DEPTH = 64,
};

/* A zeroed struct may be released. */
struct orc_tail {
    struct arena arena;
    struct buffer postscript_bytes, footer_bytes;
    struct orc_postscript postscript;
    struct orc_footer footer;
    uint32_t n_stripes;
    struct orc_stripe *stripes;
    uint64_t *first_rows; /* of each stripe; one more, the number of rows */
    uint32_t n_types;
    struct orc_type *types;   /* types[0] is the root; children after their parents */
    uint32_t *parents;        /* of each type; of the root, and of types that are not
                                 reached from it, UINT32_MAX */
    uint32_t *child_indexes;  /* of each type among its parent's children */
    uint64_t metadata_offset; /* in the file */
    unsigned major, minor;    /* version of the format, 0.11 or 0.12; 0.0: not stated */
};

/* Reads the tail.  `source` has the input and the codecs; what the postscript says of
 * compression is added to it. */
enum status orc_tail_read(struct orc_source *source, struct orc_tail *tail,
                          struct error *error) CHECK_RESULT;
void orc_tail_release(struct orc_tail *tail);

/* Whether the file's writer has mended the fault whose version this is. */
static inline bool orc_writer_is_from(const struct orc_tail *tail,
                                      enum orc_writer_version version)
{
    return tail->postscript.writer_version >= (uint64_t)version;
}

#endif
