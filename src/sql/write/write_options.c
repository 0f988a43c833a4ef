/* SPDX-License-Identifier: MIT */
#include "sql/write/write_options.h"

#include <string.h>

#include "codec/codec.h"
#include "parquet/encoding/value_encoder.h"
#include "parquet/format/format_enums.h"
#include "sql/host/current_connection.h"
#include "sql/encryption/key_ring.h"
#include "version.h"

enum write_option {
#define WRITE_OPTION(kind, name, ...) WRITE_##name,
#include "sql/options/option_list.h"
    N_WRITE_OPTIONS,
};

static const struct option OPTIONS[] = {
#define WRITE_OPTION(...) OPTION_ROW(struct write_options, __VA_ARGS__)
#include "sql/options/option_list.h"
};

_Static_assert(N_WRITE_OPTIONS <= 64, "option_values.given has a bit for each");

const struct option_set write_option_set = {
    .options = OPTIONS,
    .n = N_WRITE_OPTIONS,
    .noun = "option",
    .advice = "; each argument after the query is one option"};

void write_options_init(struct write_options *options)
{
    *options = (struct write_options){.path = NULL};
    options_init(&write_option_set, &options->values);
    pq_write_options_init(&options->parquet);
    options->parquet.created_by = "parquet_vtab version " PARQUET_VTAB_VERSION
                                  " (build 0)";
}

/* The arena has the keys of columns. */
void write_options_release(struct write_options *options)
{
    struct pq_write_encryption *encryption = &options->encryption;
    if (encryption->n_column_keys > 0)
        wipe((void *)(uintptr_t)encryption->column_keys,
             encryption->n_column_keys * sizeof *encryption->column_keys);
    wipe(&encryption->footer_key, sizeof encryption->footer_key);
    options_release(&options->values);
    *options = (struct write_options){.path = NULL};
}

static bool is_given(const struct write_options *options, enum write_option id)
{
    return option_is_given(&options->values, id);
}

enum status write_options_add(struct write_options *options, const char *argument,
                              struct error *error)
{
    return options_set(&write_option_set, &options->values, IN_WRITES, argument, error);
}

/* ---- What the writer gets -------------------------------------------------------- */

static void set_sizes(struct write_options *options)
{
    struct pq_write_options *p = &options->parquet;
    p->row_group_rows = options->row_group_size;
    p->row_group_bytes = options->row_group_size_bytes;
    p->page_bytes = options->page_size;
    p->page_rows = options->data_page_row_limit;
    p->dictionary_bytes = options->dictionary_page_size;
    if (is_given(options, WRITE_dictionary_size_limit))
        p->dictionary_entries = options->dictionary_size_limit;
    if (is_given(options, WRITE_page_size) ||
        is_given(options, WRITE_data_page_row_limit))
        p->front_bytes = 0;
}

/* Data pages have version 1 in compatible files anyway. */
static void set_encodings(struct write_options *options)
{
    bool is_wide = options->compatibility == 1;
    options->parquet.compression = pq_compression(
        codec_written_as((enum codec)options->compression));
    if (is_wide && !is_given(options, WRITE_compression))
        options->parquet.compression = PQ_SNAPPY;
    options->encoding_choice = options->encoding != ENCODING_AUTO ? PQ_ENCODING_FIXED
                               : is_wide && !is_given(options, WRITE_encoding)
                                   ? PQ_ENCODING_WIDE
                                   : PQ_ENCODING_AUTO;
    options->fixed_encoding = options->encoding == ENCODING_DICTIONARY
                                  ? PQ_RLE_DICTIONARY
                                  : (int)options->encoding - ENCODING_FIRST;
    options->parquet.data_page_version = options->data_page_version == 0 ? 1 : 2;
    options->parquet.bloom_false_positive_ratio =
        options->bloom_filter_false_positive_ratio;
}

static enum status set_level(struct write_options *options, struct error *error)
{
    enum codec codec = pq_codec(options->parquet.compression);
    int least = 0, most = 0;
    enum status status = codec_check_compresses(codec, error);
    if (status != OK || !is_given(options, WRITE_compression_level))
        return status;
    if (!codec_levels(codec, &least, &most))
        return error_set(error, MISUSE,
                         "option compression_level: compression %s has no levels",
                         codec_name(codec));
    if (options->compression_level < least || options->compression_level > most)
        return error_set(error, MISUSE,
                         "option compression_level: %s has levels from %d to %d, not %d",
                         codec_name(codec), least, most, (int)options->compression_level);
    options->parquet.compression_level = (int)options->compression_level;
    return OK;
}

/* The user's key "geo" replaces the writer's. */
static enum status set_key_values(struct write_options *options, struct error *error)
{
    const struct option_list *list = &options->kv_metadata;
    struct pq_key_value *pairs = arena_alloc(&options->values.arena, list->n,
                                             sizeof *pairs);
    bool has_geo = false;
    if (pairs == NULL)
        return error_nomem(error);
    for (uint32_t i = 0; i < list->n; i++) {
        const struct option_list_item *item = &list->items[i];
        pairs[i].key = slice_of(item->name, strlen(item->name));
        pairs[i].value = slice_of(item->value, strlen(item->value));
        has_geo |= slice_equals_text(pairs[i].key, "geo");
    }
    options->parquet.key_values = pairs;
    options->parquet.n_key_values = list->n;
    options->parquet.geoparquet = (enum pq_geoparquet)options->geoparquet_version;
    options->needs_geometry = is_given(options, WRITE_geoparquet_version) &&
                              options->parquet.geoparquet != PQ_GEOPARQUET_NONE;
    if (has_geo && options->needs_geometry)
        return error_set(error, MISUSE,
                         "the options geoparquet_version and kv_metadata both give the "
                         "key geo: leave it out of kv_metadata, or use "
                         "geoparquet_version=none");
    if (has_geo)
        options->parquet.geoparquet = PQ_GEOPARQUET_NONE;
    return OK;
}

/* ---- Encryption ------------------------------------------------------------------ */

static enum status find_key(const char *name, const char *option,
                            struct pq_write_key *key, struct error *error)
{
    key->metadata = slice_of(name, strlen(name));
    if (key_ring_find(current_connection().keys, key->metadata, &key->key))
        return OK;
    return error_set(error, MISUSE,
                     "option %s: the key \"%.100s\" is not known; give it with "
                     "parquet_add_key()",
                     option, name);
}

static enum status find_column_keys(struct write_options *options, struct error *error)
{
    const struct column_keys *named = &options->column_keys;
    struct pq_write_key *keys = arena_alloc(&options->values.arena, named->n,
                                            sizeof *keys);
    enum status status = keys != NULL ? OK : error_nomem(error);
    options->encryption.columns = named->columns;
    options->encryption.column_keys = keys;
    for (uint32_t i = 0; status == OK && i < named->n; i++) {
        options->encryption.n_column_keys++;
        status = find_key(named->keys[i], "column_keys", &keys[i], error);
    }
    return status;
}

static enum status set_encryption(struct write_options *options, struct error *error)
{
    struct pq_write_encryption *encryption = &options->encryption;
    const char *prefix = options->aad_prefix;
    if (options->footer_key == NULL) {
        for (int id = WRITE_column_keys; id <= WRITE_store_aad_prefix; id++) {
            if (is_given(options, (enum write_option)id))
                return error_set(error, MISUSE, "option %s needs footer_key",
                                 OPTIONS[id].name);
        }
        return OK;
    }
    if (is_given(options, WRITE_store_aad_prefix) && prefix == NULL)
        return error_set(error, MISUSE, "option store_aad_prefix needs aad_prefix");
    encryption->algorithm = PQ_AES_GCM_V1 + (int)options->encryption_algorithm;
    encryption->has_plain_footer = options->plaintext_footer;
    encryption->aad_prefix = slice_of(prefix, prefix != NULL ? strlen(prefix) : 0);
    encryption->leaves_out_prefix = !options->store_aad_prefix;
    enum status status = find_key(options->footer_key, "footer_key",
                                  &encryption->footer_key, error);
    if (status == OK && options->column_keys.n > 0)
        status = find_column_keys(options, error);
    if (status == OK)
        options->parquet.encryption = encryption;
    return status;
}

/* ---- Folders --------------------------------------------------------------------- */

/* Options of folders make a folder, which is replaced only if that is asked for. */
static enum status check_folder(struct write_options *options, struct error *error)
{
    const char *pattern = options->filename_pattern;
    for (int id = WRITE_partition_by; id < N_WRITE_OPTIONS; id++)
        options->writes_folder |= is_given(options, (enum write_option)id);
    if (pattern != NULL &&
        (pattern[0] == '.' || pattern[0] == '_' || strpbrk(pattern, "/\\") != NULL))
        return error_set(error, MISUSE,
                         "option filename_pattern must be a file name such as "
                         "\"part-{i}.parquet\" or \"{uuid}\", not \"%.100s\"",
                         pattern);
    if (!options->writes_folder)
        return OK;
    if (!is_given(options, WRITE_overwrite))
        options->overwrite = false;
    if (options->append && options->overwrite)
        return error_set(error, MISUSE,
                         "the options append and overwrite exclude each other");
    if (is_given(options, WRITE_write_partition_columns) && options->partition_by.n == 0)
        return error_set(error, MISUSE,
                         "option write_partition_columns needs partition_by");
    return OK;
}

enum status write_options_check(struct write_options *options, struct error *error)
{
    const struct option_list *bloom = &options->bloom_filter;
    if (bloom->word == 0 && bloom->n == 0)
        return error_set(error, MISUSE,
                         "option bloom_filter must be auto, none or a list of columns");
    set_sizes(options);
    set_encodings(options);
    options->parquet.in_background = options->threads == 2;
    enum status status = check_folder(options, error);
    if (status == OK)
        status = set_encryption(options, error);
    if (status == OK)
        status = set_key_values(options, error);
    return status == OK ? set_level(options, error) : status;
}
