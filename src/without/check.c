/* SPDX-License-Identifier: MIT */
/* check.c - no parquet_check() and orc_check(). */
#include "sql/functions/metadata_functions.h"
#include "sql/functions/metadata_orc_functions.h"
#include "without/without.h"

TABLE_FUNCTION_WITHOUT("CHECK", parquet_check_function, "parquet_check");
TABLE_FUNCTION_WITHOUT("CHECK", orc_check_function, "orc_check");
