/* SPDX-License-Identifier: MIT */
/* write_footer.c - writes what follows a file's row groups: page indexes, footer. */
#include "parquet/write/file_writer_state.h"

const char *pq_writer_magic(const struct pq_file_writer *writer)
{
    return writer->encryption == NULL ||
                   pq_encryption_has_plain_footer(writer->encryption)
               ? "PAR1"
               : "PARE";
}

static enum status write_indexes(struct pq_file_writer *writer, struct error *error)
{
    const struct buffer *columns = &writer->chunks.column_indexes;
    const struct buffer *offsets = &writer->chunks.offset_indexes;
    writer->column_indexes_offset = output_file_size(writer->output);
    enum status status = output_file_append(writer->output, columns->data, columns->size,
                                            error);
    writer->offset_indexes_offset = output_file_size(writer->output);
    if (status == OK)
        status = output_file_append(writer->output, offsets->data, offsets->size, error);
    return status;
}

/* The callback of pq_append_file_metadata(). */
static enum status fill_row_group(void *context, uint32_t i,
                                  struct pq_written_row_group *row_group,
                                  struct error *error)
{
    (void)error;
    const struct pq_file_writer *writer = context;
    const struct pq_written_row_group *groups = (const void *)writer->row_groups.data;
    const struct chunk_entry *entries =
        (const struct chunk_entry *)(const void *)writer->chunk_entries.data +
        (size_t)i * writer->n_leaves;
    for (uint32_t c = 0; c < writer->n_leaves; c++) {
        const struct chunk_entry *entry = &entries[c];
        writer->footer_columns[c] = (struct pq_written_column){
            .metadata = pq_span_of(&writer->metadata, entry->metadata),
            .path = writer->paths[c].names,
            .n_path = writer->paths[c].n,
            .offset_index_offset = writer->offset_indexes_offset +
                                   (int64_t)entry->offset_index.begin,
            .offset_index_length = (int32_t)entry->offset_index.size,
            .column_index_offset = writer->column_indexes_offset +
                                   (int64_t)entry->column_index.begin,
            .column_index_length = (int32_t)entry->column_index.size,
        };
        if (writer->encryption != NULL)
            writer->footer_columns[c].crypto = pq_encryption_column_crypto(
                writer->encryption, c);
        if (entry->encrypted_metadata.size > 0)
            writer->footer_columns[c].encrypted_metadata = pq_span_of(
                &writer->metadata, entry->encrypted_metadata);
    }
    *row_group = groups[i];
    return OK;
}

/* Encrypts or signs the footer, before which an encrypted one has said how. */
static enum status protect_footer(const struct pq_file_writer *writer, size_t begin,
                                  struct buffer *footer, struct error *error)
{
    uint8_t signature[PQ_SIGNATURE_SIZE];
    const struct pq_module_cipher *cipher = pq_encryption_footer(writer->encryption);
    if (footer->size - begin > INT32_MAX - PQ_GCM_OVERHEAD)
        return OK; /* write_footer() refuses it */
    if (!pq_encryption_has_plain_footer(writer->encryption))
        return pq_module_seal(cipher, PQ_FOOTER_MODULE, 0, footer, begin, error);
    enum status status = pq_module_sign(cipher, buffer_slice(footer), signature, error);
    return status == OK ? buffer_append(footer, signature, sizeof signature, error)
                        : status;
}

/* Leaves out the types of the geometries, which the key "geo" describes instead. */
static void leave_out_types(struct pq_file_writer *writer)
{
    for (uint32_t i = 0; i < writer->geo.n_columns; i++) {
        uint32_t node = writer->tree.leaves[writer->geo.columns[i].leaf].node;
        writer->elements[node].logical.kind = PQ_LOGICAL_NONE;
    }
}

static enum status append_footer(struct pq_file_writer *writer,
                                 const struct pq_file_crypto *crypto,
                                 struct buffer *footer, struct error *error)
{
    struct buffer document = {0}, list = {0};
    enum status status = pq_geoparquet_list(&writer->geo, writer->options, &document,
                                            &list, error);
    if (!pq_geoparquet_has_types(&writer->geo))
        leave_out_types(writer);
    const struct pq_written_file file = {
        .elements = writer->elements,
        .n_elements = writer->tree.n_nodes,
        .n_leaves = writer->n_leaves,
        .n_rows = (int64_t)writer->rows_before,
        .n_row_groups = writer->n_row_groups,
        .row_group = fill_row_group,
        .context = writer,
        .key_values = (const struct pq_key_value *)(const void *)list.data,
        .n_key_values = (uint32_t)(list.size / sizeof(struct pq_key_value)),
        .created_by = writer->options->created_by,
        .crypto = crypto,
    };
    if (status == OK)
        status = pq_append_file_metadata(&file, footer, error);
    buffer_release(&document);
    buffer_release(&list);
    return status;
}

static enum status write_footer(struct pq_file_writer *writer, struct error *error)
{
    struct buffer footer = {0};
    const struct pq_file_crypto *crypto = NULL;
    if (writer->encryption != NULL)
        crypto = pq_encryption_file_crypto(writer->encryption);
    bool is_encrypted = crypto != NULL && crypto->has_encrypted_footer;
    enum status status = OK;
    if (is_encrypted)
        status = pq_append_file_crypto(crypto, &footer, error);
    size_t begin = footer.size;
    if (status == OK)
        status = append_footer(writer, is_encrypted ? NULL : crypto, &footer, error);
    if (status == OK && crypto != NULL)
        status = protect_footer(writer, begin, &footer, error);
    if (status == OK && footer.size > INT32_MAX)
        status = error_set(
            error, TOO_BIG,
            "the footer has %zu bytes, but the maximum is 2 GiB: write larger row groups",
            footer.size);
    uint8_t end[4 + PQ_MAGIC_SIZE];
    store_u32(end, (uint32_t)footer.size);
    memcpy(end + 4, pq_writer_magic(writer), PQ_MAGIC_SIZE);
    if (status == OK)
        status = buffer_append(&footer, end, sizeof end, error);
    if (status == OK)
        status = output_file_append(writer->output, footer.data, footer.size, error);
    buffer_release(&footer);
    return status;
}

enum status pq_write_footer(struct pq_file_writer *writer, struct error *error)
{
    enum status status = write_indexes(writer, error);
    return status == OK ? write_footer(writer, error) : status;
}
