/* SPDX-License-Identifier: MIT */
/*
 * writer_faults.h - writers of Parquet files whose metadata is wrong while the data are
 * right, as far as wrong metadata can change an answer.
 *
 * All that is decided by a writer's name and version stands in the table in
 * writer_faults.c.  Those who use a fact ask for the fault that spoils it.
 */
#ifndef PARQUET_WRITER_FAULTS_H
#define PARQUET_WRITER_FAULTS_H

#include <stdbool.h>
#include <stdint.h>

struct pq_writer_version;

enum pq_writer_fault {
    /* Bounds. */
    PQ_FAULT_REUSED_BUFFER, /* min and max of byte arrays are those of later values */
    PQ_FAULT_SIGNED_BYTES, /* whatever is no signed number was compared as signed bytes */
    PQ_FAULT_NAN_COMPARED, /* numbers on both sides of a NaN were missed */
    PQ_FAULT_TIME_BOUNDS,  /* of dates and times, in another zone or unit */
    PQ_FAULT_DECIMAL_BYTES, /* decimals in bytes were compared byte by byte */
    PQ_FAULT_DECIMAL_SIZES, /* the same, where only sizes that differ make it wrong */
    PQ_FAULT_DECIMAL_INT32, /* decimals in INT32 were written as floats */
    PQ_FAULT_CUT_MAXIMA,    /* long byte arrays were cut and not rounded up */
    /* Bounds and null counts of BYTE_ARRAYs with a dictionary. */
    PQ_FAULT_FIRST_BATCH,      /* bounds may be those of the first batch of rows */
    PQ_FAULT_DICTIONARY_NULLS, /* fewer nulls are counted than there are, or none */
    /* Null counts. */
    PQ_FAULT_NULL_COUNTS,    /* any may be wrong */
    PQ_FAULT_NULLS_REPEATED, /* counted once for each page: never too low */
    /* The rest. */
    PQ_FAULT_BLOOM_GAPS,     /* values are missing from Bloom filters */
    PQ_FAULT_SHORT_SIZES,    /* chunks' sizes lack the dictionary page's header */
    PQ_FAULT_V2_FLAG,        /* pages v2 say that they are not compressed, and are */
    PQ_FAULT_ZERO_CHECKSUMS, /* 0 is stored in place of each checksum */
    PQ_N_WRITER_FAULTS
};

/* The faults of a writer: bit 1 << fault.  created_by.c asks once for each file. */
uint32_t pq_find_writer_faults(const struct pq_writer_version *writer);

#endif
