/* SPDX-License-Identifier: MIT */
/* summary.c - no parquet_summarize(). */
#include "sql/functions/functions.h"
#include "without/without.h"

TABLE_FUNCTION_WITHOUT("SUMMARY", parquet_summarize_function, "parquet_summarize");
