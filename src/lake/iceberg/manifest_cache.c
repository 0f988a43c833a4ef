/* SPDX-License-Identifier: MIT */
#include "lake/iceberg/manifest_cache.h"

#include <string.h>

#include "base/buffer.h"
#include "base/cache.h"

/* What is shared of a manifest. */
struct read_manifest {
    struct cached base;         /* must be first */
    struct iceberg_files files; /* whose specs are not to be used, but for own_spec */
    int32_t spec_id;            /* of all files, in the wish */
    const struct iceberg_partition_spec
        *own_spec; /* that only the manifest has; or NULL */
};

static void destroy(struct cached *base)
{
    struct read_manifest *read = (struct read_manifest *)base;
    iceberg_files_release(&read->files);
    mem_free(read);
}

static void append_number(struct buffer *buffer, int64_t number, struct error *error)
{
    buffer_add(buffer, slice_of(&number, sizeof number), error);
}

/* Appends all that decides what is made of a manifest, apart from its bytes. */
static enum status append_wish(struct buffer *buffer,
                               const struct iceberg_manifest *manifest,
                               const struct iceberg_manifest_wish *wish,
                               struct error *error)
{
    append_number(buffer, manifest->has_spec_id ? manifest->spec_id : INT64_MAX, error);
    append_number(buffer, manifest->content, error);
    append_number(buffer, manifest->sequence_number, error);
    append_number(buffer, manifest->snapshot_id, error);
    append_number(buffer, manifest->first_row_id, error);
    append_number(buffer, wish->n_specs, error);
    for (uint32_t i = 0; i < wish->n_specs; i++) {
        const struct iceberg_partition_spec *spec = &wish->specs[i];
        append_number(buffer, spec->id, error);
        append_number(buffer, spec->n_fields, error);
        for (uint32_t k = 0; k < spec->n_fields; k++) {
            append_number(buffer, spec->fields[k].source_id, error);
            append_number(buffer, spec->fields[k].field_id, error);
            append_number(buffer, spec->fields[k].transform, error);
            append_number(buffer, spec->fields[k].parameter, error);
        }
    }
    for (uint32_t i = 0; i < wish->n_metrics_ids; i++)
        append_number(buffer, wish->metrics_ids[i], error);
    return error->status;
}

/* Of which all files of the manifest are. */
static void note_spec(struct read_manifest *read,
                      const struct iceberg_manifest_wish *wish)
{
    const struct iceberg_file_list *list = read->files.data.n > 0 ? &read->files.data
                                                                  : &read->files.deletes;
    if (list->n == 0)
        return;
    const struct iceberg_partition_spec *spec = list->files[0].spec;
    read->spec_id = spec->id;
    read->own_spec = iceberg_wish_spec(wish, spec->id) == spec ? NULL : spec;
}

static enum status read_new(struct input_file *input,
                            const struct iceberg_manifest *manifest,
                            const struct iceberg_manifest_wish *wish,
                            struct read_manifest **read, struct error *error)
{
    struct memory_scope scope;
    *read = cached_new(sizeof **read, destroy, &scope);
    if (*read == NULL)
        return error_nomem(error);
    enum status status = iceberg_manifest_read(input, manifest, wish, &(*read)->files,
                                               error);
    memory_scope_restore(scope);
    if (status == OK)
        note_spec(*read, wish);
    return status;
}

static enum status append_files(struct iceberg_file_list *to,
                                const struct iceberg_file_list *from,
                                const struct iceberg_partition_spec *spec,
                                struct error *error)
{
    if (from->n > UINT32_MAX - to->n ||
        !mem_grow(&to->files, (size_t)to->n + from->n, sizeof *to->files))
        return error_nomem(error);
    for (uint32_t i = 0; i < from->n; i++) {
        to->files[to->n] = from->files[i];
        to->files[to->n++].spec = spec;
    }
    return OK;
}

/* Adds the files, and a user of what they point to. */
static enum status add(struct iceberg_files *files, struct read_manifest *read,
                       const struct iceberg_manifest_wish *wish, struct error *error)
{
    const struct iceberg_partition_spec *spec =
        read->own_spec != NULL ? read->own_spec : iceberg_wish_spec(wish, read->spec_id);
    if (!mem_grow(&files->shared, (size_t)files->n_shared + 1, sizeof *files->shared))
        return error_nomem(error);
    cached_retain(&read->base);
    files->shared[files->n_shared++] = &read->base;
    enum status status = append_files(&files->data, &read->files.data, spec, error);
    return status == OK ? append_files(&files->deletes, &read->files.deletes, spec, error)
                        : status;
}

enum status iceberg_manifest_get(struct input_file *input,
                                 const struct iceberg_manifest *manifest,
                                 const struct iceberg_manifest_wish *wish,
                                 struct iceberg_files *files, struct error *error)
{
    static const uint32_t FORM_OF_MANIFESTS = 0x54464e4d;
    struct buffer bytes = {0};
    struct read_manifest *read = NULL;
    struct cache_key key = {.file = *input_file_identity(input),
                            .form = FORM_OF_MANIFESTS};
    bool is_settled = file_identity_is_settled(&key.file), is_new = false;
    enum status status = append_wish(&bytes, manifest, wish, error);
    if (status == OK) {
        key.wish = buffer_slice(&bytes);
        read = (struct read_manifest *)cache_find(&key);
        is_new = read == NULL;
    }
    if (is_new)
        status = read_new(input, manifest, wish, &read, error);
    if (status == OK && is_new && is_settled)
        cache_keep(&read->base, &key);
    if (status == OK)
        status = add(files, read, wish, error);
    if (read != NULL)
        cached_release(&read->base);
    buffer_release(&bytes);
    return status;
}
