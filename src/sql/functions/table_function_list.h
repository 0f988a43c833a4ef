/* SPDX-License-Identifier: MIT */
/*
 * table_function_list.h - the table-valued functions:
 *
 *     TABLE_FUNCTION(name)    const struct table_function name_function
 */
TABLE_FUNCTION(read_parquet)
TABLE_FUNCTION(parquet_scan)
TABLE_FUNCTION(delta_scan)
TABLE_FUNCTION(iceberg_scan)
TABLE_FUNCTION(parquet_tables)
TABLE_FUNCTION(parquet_schema)
TABLE_FUNCTION(parquet_file_metadata)
TABLE_FUNCTION(parquet_kv_metadata)
TABLE_FUNCTION(parquet_metadata)
TABLE_FUNCTION(parquet_pages)
TABLE_FUNCTION(parquet_indexes)
TABLE_FUNCTION(parquet_bloom_probe)
TABLE_FUNCTION(parquet_check)
TABLE_FUNCTION(parquet_summarize)
TABLE_FUNCTION(orc_schema)
TABLE_FUNCTION(orc_file_metadata)
TABLE_FUNCTION(orc_kv_metadata)
TABLE_FUNCTION(orc_metadata)
TABLE_FUNCTION(orc_check)
TABLE_FUNCTION(lake_snapshots)
TABLE_FUNCTION(lake_files)
TABLE_FUNCTION(lake_properties)
TABLE_FUNCTION(iceberg_snapshots)
TABLE_FUNCTION(iceberg_metadata)
TABLE_FUNCTION(parquet_scan_stats)
TABLE_FUNCTION(parquet_write_types)
TABLE_FUNCTION(parquet_options)
