/* SPDX-License-Identifier: MIT */
/*
 * stride_blooms.h - the Bloom filters of a column in a stripe, one for each stride (the
 * specification, "Bloom Filter Index").
 *
 * Only streams BLOOM_FILTER_UTF8 are used: the older ones depend on the machine that
 * wrote them.  bloom_hash.h says what filters contain and which writers make wrong ones.
 */
#ifndef ORC_STRIDE_BLOOMS_H
#define ORC_STRIDE_BLOOMS_H

#include "orc/file/stripe.h"
#include "scan/column_statistics.h"

struct orc_stride_blooms {
    enum keep_reason reason; /* why they are not used; KEEP_NONE: they are */
    uint32_t n;
    struct orc_bloom_filter *filters;
};

/* Returns the filters of a column, which are read if they are not known.  Valid while the
 * stripe is held. */
enum status orc_stride_blooms_of(struct orc_open_stripe *stripe, uint32_t type,
                                 const struct orc_stride_blooms **blooms,
                                 struct error *error) CHECK_RESULT;

/* Whether the filter of a stride, or those of all, prove that it has none of the
 * values. */
bool orc_stride_excludes(const struct orc_stride_blooms *blooms,
                         const struct orc_type *type, uint32_t stride,
                         const union column_value *values, uint32_t n);
bool orc_strides_exclude(const struct orc_stride_blooms *blooms,
                         const struct orc_type *type, const union column_value *values,
                         uint32_t n);

#endif
