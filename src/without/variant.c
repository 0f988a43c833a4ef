/* SPDX-License-Identifier: MIT */
/* variant.c - Variants can be neither read nor written. */
#include "convert/write_variant.h"
#include "parquet/variant/variant_field_reader.h"
#include "parquet/variant/variant_types.h"
#include "without/without.h"

enum status pq_variant_metadata_open(struct slice bytes,
                                     struct pq_variant_metadata *metadata,
                                     struct error *error)
{
    return without("VARIANT", error);
}

enum status pq_variant_container_open(struct slice value,
                                      struct pq_variant_container *container,
                                      struct error *error)
{
    return without("VARIANT", error);
}

enum status pq_variant_next_entry(struct pq_variant_container *container,
                                  const struct pq_variant_metadata *metadata,
                                  struct slice *name, struct slice *value,
                                  struct error *error)
{
    return without("VARIANT", error);
}

enum status pq_append_variant_json(struct pq_variant_writer *writer, struct buffer *text,
                                   const struct pq_variant_metadata *metadata,
                                   struct slice value, struct error *error)
{
    return without("VARIANT", error);
}

void pq_variant_writer_release(struct pq_variant_writer *writer)
{
}

enum pq_variant_type pq_variant_type_of(const struct column *column, int type)
{
    return 0;
}

enum status pq_variant_field_reader_open(const struct pq_chunk_context *context,
                                         const struct pq_column_source *source,
                                         struct column_reader **reader,
                                         struct error *error)
{
    return without("VARIANT", error);
}

void write_variant_prepare(struct write_nested *nested)
{
}

void write_variant_release(struct write_variant *variant)
{
}

enum status write_variant_take(struct write_nested *nested, uint32_t shape,
                               unsigned repetition, enum json_token token,
                               struct slice text, struct error *error)
{
    return without("VARIANT", error);
}
