/* SPDX-License-Identifier: MIT */
#include "lake/delta/delta_state.h"

#include "base/disk_file.h"
#include "base/merge_sort.h"

static void destroy(struct cached *base)
{
    struct delta_state *state = (struct delta_state *)base;
    arena_release(&state->arena);
    mem_free(state->declared_files);
    mem_free(state->files);
    mem_free(state->sources);
    mem_free(state);
}

struct delta_state *delta_state_new(int64_t version, struct memory_scope *scope)
{
    struct delta_state *state = cached_new(sizeof *state, destroy, scope);
    if (state != NULL) {
        state->version = version;
        state->has_settled = true;
    }
    return state;
}

void delta_state_release(struct delta_state *state)
{
    cached_release(state != NULL ? &state->base : NULL);
}

static enum status add_source(struct delta_state *state, const char *path,
                              const struct file_identity *identity, struct error *error)
{
    char *copy = arena_copy_text(&state->arena, path, strlen(path));
    if (copy == NULL ||
        !mem_grow(&state->sources, state->n_sources + 1, sizeof *state->sources))
        return error_nomem(error);
    state->sources[state->n_sources++] = (struct delta_source){copy, *identity};
    return OK;
}

enum status delta_state_add_source(struct delta_state *state, const char *path,
                                   struct error *error)
{
    struct file_identity identity = {0};
    struct error failure = {0}; /* reading it finds out why */
    enum status status = disk_file_identity(path, &identity, &failure);
    state->has_settled = state->has_settled && status == OK &&
                         file_identity_is_settled(&identity);
    if (status == NOMEM)
        return error_nomem(error);
    return add_source(state, path, &identity, error);
}

enum status delta_state_interpret(struct delta_state *state, struct error *error)
{
    enum status status = delta_protocol_check(&state->protocol, &state->metadata, error);
    if (status == OK)
        status = delta_mapping_find(&state->protocol, &state->metadata, &state->mapping,
                                    error);
    if (status == OK)
        status = delta_schema_read(&state->metadata, state->mapping, &state->arena,
                                   &state->schema, error);
    return status;
}

/* ---- Order ------------------------------------------------------------------------ */

/* Of several files with one path, that with the smaller vector comes first. */
static int compare_vectors(const struct deletion_vector *a,
                           const struct deletion_vector *b)
{
    if (a == NULL || b == NULL)
        return (a != NULL) - (b != NULL);
    int order = slice_compare(a->storage, b->storage);
    if (order == 0)
        order = slice_compare(a->text, b->text);
    return order != 0 ? order : (a->offset > b->offset) - (a->offset < b->offset);
}

static int compare_files(const void *context, uint32_t a, uint32_t b)
{
    const struct delta_state *state = context;
    int order = strcmp(state->declared_files[a].path, state->declared_files[b].path);
    return order != 0 ? order
                      : compare_vectors(state->files[a].vector, state->files[b].vector);
}

/* Sets an array to what it has, in another order; room: for a copy. */
static void reorder(void *array, size_t size, const uint32_t *order, uint32_t n,
                    uint8_t *room)
{
    for (uint32_t i = 0; i < n; i++)
        memcpy(room + i * size, (const uint8_t *)array + order[i] * size, size);
    memcpy(array, room, n * size);
}

enum status delta_state_order_files(struct delta_state *state, struct error *error)
{
    uint32_t n = state->n_files, i = 1;
    while (i < n && compare_files(state, i - 1, i) <= 0)
        i++;
    if (i >= n)
        return OK;
    uint32_t *order = mem_alloc(n, 2 * sizeof *order);
    uint8_t *room = mem_alloc(n, sizeof *state->files + sizeof *state->declared_files);
    enum status status = order == NULL || room == NULL ? error_nomem(error) : OK;
    for (i = 0; status == OK && i < n; i++)
        order[i] = i;
    if (status == OK)
        status = merge_sort(compare_files, state, order, order + n, n, error);
    if (status == OK) {
        reorder(state->files, sizeof *state->files, order, n, room);
        reorder(state->declared_files, sizeof *state->declared_files, order, n, room);
    }
    mem_free(room);
    mem_free(order);
    return status;
}

/* ---- A later version ---------------------------------------------------------------
 *
 * It has copies of what stays, so that each state is in memory of its own, which goes
 * with it. */

/* Reads an action of another state again. */
static enum status read_again(struct delta_state *state, enum delta_kind kind,
                              struct slice text, struct delta_action *action,
                              struct error *error)
{
    struct delta_json json = {.error = error};
    delta_json_start(&json, text, error);
    enum status status = delta_action_read(&json, kind, &state->arena, action, error);
    delta_json_release(&json);
    return status;
}

enum status delta_state_begin_after(struct delta_state *state,
                                    const struct delta_state *before, struct error *error)
{
    struct delta_action action;
    enum status status = OK;
    for (uint32_t i = 0; status == OK && i < before->n_sources; i++)
        status = add_source(state, before->sources[i].path, &before->sources[i].identity,
                            error);
    state->has_settled = state->has_settled && before->has_settled;
    if (status == OK)
        status = read_again(state, DELTA_PROTOCOL, before->protocol.text, &action, error);
    if (status == OK) {
        state->protocol = action.protocol;
        status = read_again(state, DELTA_METADATA, before->metadata.text, &action, error);
    }
    if (status == OK) {
        state->metadata = action.metadata;
        status = delta_state_interpret(state, error);
    }
    size_t n = (size_t)before->n_files + 1;
    if (status == OK &&
        (!mem_grow(&state->files, n, sizeof *state->files) ||
         !mem_grow(&state->declared_files, n, sizeof *state->declared_files)))
        status = error_nomem(error);
    return status;
}

/* False if out of memory. */
static bool copy_bytes(struct arena *arena, const uint8_t **bytes, size_t size)
{
    if (*bytes != NULL)
        *bytes = (const uint8_t *)arena_copy_text(arena, *bytes, size);
    return *bytes != NULL;
}

static bool copy_slice(struct arena *arena, struct slice *slice)
{
    return slice->data == NULL || copy_bytes(arena, &slice->data, slice->size);
}

static bool copy_partition(struct delta_state *state, struct declared_value **partition)
{
    const struct delta_schema *schema = &state->schema;
    const struct declared_value *from = *partition;
    struct declared_value *to = arena_alloc(&state->arena, schema->n_partitions,
                                            sizeof *to);
    *partition = to;
    if (to == NULL)
        return false;
    for (uint32_t i = 0; i < schema->n_columns; i++) {
        uint32_t number = schema->partition_of[i];
        if (number == DELTA_NO_PARTITION)
            continue;
        to[number] = from[number];
        struct bytes_value *bytes = &to[number].value.bytes;
        if (!to[number].is_null && schema->columns[i].column.kind == VECTOR_BYTES &&
            !copy_bytes(&state->arena, &bytes->data, bytes->size))
            return false;
    }
    return true;
}

const struct deletion_vector *delta_state_copy_vector(struct delta_state *state,
                                                      const struct deletion_vector *from)
{
    struct deletion_vector *vector = arena_alloc(&state->arena, 1, sizeof *vector);
    if (vector == NULL)
        return NULL;
    *vector = *from;
    return copy_slice(&state->arena, &vector->storage) &&
                   copy_slice(&state->arena, &vector->text)
               ? vector
               : NULL;
}

enum status delta_state_take_file(struct delta_state *state,
                                  const struct delta_state *before, uint32_t file,
                                  struct error *error)
{
    struct declared_file *declared = &state->declared_files[state->n_files];
    struct delta_file *f = &state->files[state->n_files];
    *declared = before->declared_files[file];
    *f = before->files[file];
    declared->path = arena_copy_text(&state->arena, declared->path,
                                     strlen(declared->path));
    if (f->vector != NULL)
        f->vector = delta_state_copy_vector(state, f->vector);
    if (declared->path == NULL || !copy_partition(state, &f->partition) ||
        !copy_slice(&state->arena, &f->statistics.facts) ||
        (before->files[file].vector != NULL && f->vector == NULL))
        return error_nomem(error);
    state->has_vectors = state->has_vectors || f->vector != NULL;
    state->n_files++;
    return OK;
}
