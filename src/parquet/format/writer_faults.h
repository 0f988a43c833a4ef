/* SPDX-License-Identifier: MIT */
/*
 * writer_faults.h - writers whose metadata is wrong although the data is right, where
 * that could change a query's result.
 *
 * The table in writer_faults.c holds every decision made by a writer's name and version.
 * Code that relies on metadata asks for the fault that would spoil it.
 */
#ifndef PARQUET_WRITER_FAULTS_H
#define PARQUET_WRITER_FAULTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct pq_writer_version;

enum pq_writer_fault {
    PQ_FAULT_STATISTICS, /* bounds and counts of nulls may be wrong in any way */
    /* Bounds. */
    PQ_FAULT_REUSED_BUFFER, /* byte array bounds were overwritten by later values */
    PQ_FAULT_SIGNED_BYTES,  /* all but signed numbers were compared as signed bytes */
    PQ_FAULT_NAN_COMPARED,  /* bounds miss numbers on either side of a NaN */
    PQ_FAULT_ROUNDED_ZEROS, /* bounds of numbers near zero are 0 */
    PQ_FAULT_TIME_BOUNDS,   /* dates and times in another zone or unit */
    PQ_FAULT_DECIMAL_BYTES, /* decimals stored as bytes were compared byte by byte */
    PQ_FAULT_DECIMAL_SIZES, /* the same, but wrong only where the values' sizes differ */
    PQ_FAULT_DECIMAL_INT32, /* bounds of decimals in INT32 were written as floats */
    PQ_FAULT_CUT_MAXIMA, /* maxima of long byte arrays were truncated, not rounded up */
    /* Bounds and null counts of BYTE_ARRAYs with a dictionary. */
    PQ_FAULT_FIRST_BATCH,      /* bounds may cover only the first batch of rows */
    PQ_FAULT_DICTIONARY_NULLS, /* null counts are too low or 0 */
    /* Null counts. */
    PQ_FAULT_NULL_COUNTS,    /* may be wrong in any way */
    PQ_FAULT_NULLS_REPEATED, /* counted again and again: too high, never too low */
    /* Others. */
    PQ_FAULT_BLOOM_GAPS,     /* values are missing from Bloom filters */
    PQ_FAULT_SHORT_SIZES,    /* chunk sizes omit the dictionary page's header */
    PQ_FAULT_V2_FLAG,        /* v2 pages are marked uncompressed but are compressed */
    PQ_FAULT_ZERO_CHECKSUMS, /* 0 is stored instead of each checksum */
    PQ_N_WRITER_FAULTS
};

/* The writer's faults: bit 1 << fault.  created_by.c calls this once for each file. */
uint32_t pq_find_writer_faults(const struct pq_writer_version *writer);

/* Walks the issues that report the faults in writer->faults: *i begins as 0; NULL after
 * the last. */
const char *pq_next_writer_issue(const struct pq_writer_version *writer, size_t *i);

#endif
