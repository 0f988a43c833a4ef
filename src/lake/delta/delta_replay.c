/* SPDX-License-Identifier: MIT */
#include "lake/delta/delta_replay.h"

#include "base/alloc.h"
#include "base/disk_file.h"
#include "base/hash.h"
#include "base/hash_table.h"
#include "lake/delta/delta_checkpoint.h"
#include "lake/delta/delta_values.h"

/* The last action of a commit on a file. */
struct touched_file {
    struct slice key;
    bool is_added;
    struct delta_file_action action;
};

struct replay {
    const struct delta_log *log;
    const struct lake_paths *paths;
    const struct dataset_opener *opener;
    struct delta_state *state;
    struct arena work; /* until the end of the replay */
    struct touched_file *touched;
    uint32_t n_touched;
    struct hash_table keys;           /* of touched */
    struct hash_table paths_of_files; /* of the state */
    uint64_t seed;
    struct slice *sidecars; /* names of files */
    uint32_t n_sidecars;
    struct buffer key, path;
    struct delta_statistics_reader statistics;
    bool is_mapped;        /* the last key has the path of a file: replay->path */
    bool reads_checkpoint; /* what fails now is the fault of the checkpoint */
};

/* ---- Keys ------------------------------------------------------------------------- */

static struct slice text_of(const char *path)
{
    return slice_of(path, strlen(path));
}

static enum status set_key(struct replay *replay, struct slice path,
                           const struct deletion_vector *vector, struct error *error)
{
    struct buffer *key = &replay->key;
    key->size = 0;
    buffer_add(key, path, error);
    if (vector->storage.data != NULL) {
        buffer_add(key, slice_of("", 1), error);
        buffer_add(key, vector->storage, error);
        buffer_add(key, vector->text, error);
        buffer_add_format(key, error, "@%lld", (long long)vector->offset);
    }
    return error->status;
}

/* Of file: and slashes in front of an absolute path, one slash is left. */
static struct slice without_scheme(struct slice path)
{
    struct slice rest = path;
    (void)slice_take_text(&rest, "file:");
    while (rest.size > 0 && rest.data[0] == '/') {
        path = rest;
        rest = slice_of(rest.data + 1, rest.size - 1);
    }
    return path;
}

/* Sets replay->key to what identifies a file: its path and deletion vector.  The path is
 * that of the file, in replay->path, because writers encode differently what they name;
 * one that cannot be mapped, which only files that are removed may have, is itself. */
static enum status make_key(struct replay *replay, const struct delta_file_action *file,
                            struct error *error)
{
    struct error why = {0};
    enum status status = lake_path_map(replay->paths, file->path, &replay->path, &why);
    if (status == NOMEM)
        return error_nomem(error);
    replay->is_mapped = status == OK;
    return set_key(
        replay, status == OK ? buffer_slice(&replay->path) : without_scheme(file->path),
        &file->vector, error);
}

/* The file with the key in replay->key; NULL: no commit has touched it. */
static struct touched_file *find_touched(struct replay *replay, uint32_t hash)
{
    const struct hash_slot *slot = hash_table_first(&replay->keys, hash);
    while (slot->number != 0 && !slice_equals(replay->touched[slot->number - 1].key,
                                              buffer_slice(&replay->key)))
        slot = hash_table_next(&replay->keys, slot);
    return slot->number != 0 ? &replay->touched[slot->number - 1] : NULL;
}

static uint32_t hash_key(const struct replay *replay)
{
    return (uint32_t)hash_of(buffer_slice(&replay->key), replay->seed);
}

static enum status touch(struct replay *replay, const struct delta_action *action,
                         struct error *error)
{
    enum status status = make_key(replay, &action->file, error);
    uint32_t hash = hash_key(replay);
    struct touched_file *file = status == OK ? find_touched(replay, hash) : NULL;
    if (status == OK && file == NULL) {
        char *key = arena_copy_text(&replay->work, replay->key.data, replay->key.size);
        if (key == NULL ||
            !mem_grow(&replay->touched, replay->n_touched + 1, sizeof *replay->touched))
            return error_nomem(error);
        status = hash_table_reserve(&replay->keys, error);
        if (status != OK)
            return status;
        hash_table_add(&replay->keys, hash, replay->n_touched);
        file = &replay->touched[replay->n_touched++];
        file->key = slice_of(key, replay->key.size);
    }
    if (status == OK) {
        file->is_added = action->kind == DELTA_ADD;
        file->action = action->file;
    }
    return status;
}

/* ---- Commits ---------------------------------------------------------------------- */

static enum status replay_action(struct replay *replay, const struct delta_action *action,
                                 struct error *error)
{
    if (action->kind == DELTA_METADATA)
        replay->state->metadata = action->metadata;
    else if (action->kind == DELTA_PROTOCOL)
        replay->state->protocol = action->protocol;
    else
        return touch(replay, action, error);
    return OK;
}

static enum status replay_text(struct replay *replay, struct delta_commit *commit,
                               struct slice text, struct error *error)
{
    struct delta_action action;
    bool is_end = false;
    delta_commit_start(commit, text,
                       1u << DELTA_ADD | 1u << DELTA_REMOVE | 1u << DELTA_METADATA |
                           1u << DELTA_PROTOCOL);
    enum status status = OK;
    while (status == OK && !is_end) {
        status = delta_commit_next(commit, &action, &is_end, error);
        if (status == OK && !is_end)
            status = replay_action(replay, &action, error);
    }
    return status;
}

static enum status add_source(struct replay *replay, const struct buffer *path,
                              struct error *error)
{
    return delta_state_add_source(replay->state, (const char *)path->data, error);
}

static enum status replay_commits(struct replay *replay,
                                  const struct delta_segment *segment,
                                  struct error *error)
{
    struct delta_commit commit = {.files = &replay->work,
                                  .others = &replay->state->arena};
    struct buffer text = {0};
    enum status status = OK;
    for (int64_t v = segment->first_commit; status == OK && v <= segment->version; v++) {
        if ((v - segment->first_commit) % DELTA_COMMITS_EXPECTED == 0)
            status = delta_log_expect(replay->log->folder, v, segment->version, NULL,
                                      error);
        if (status == OK)
            status = delta_log_commit_path(replay->log->folder, v, &replay->path, error);
        if (status == OK)
            status = add_source(replay, &replay->path, error);
        if (status == OK)
            status = disk_file_read_whole((const char *)replay->path.data, SIZE_MAX,
                                          &text, error);
        if (status == OK)
            status = replay_text(replay, &commit, buffer_slice(&text), error);
        if (status != OK)
            error_locate(error, "commit of version %lld", (long long)v);
    }
    buffer_release(&text);
    delta_commit_release(&commit);
    return status;
}

/* ---- Files ------------------------------------------------------------------------ */

static char *copy_text(struct replay *replay, struct slice text)
{
    return arena_copy_text(&replay->state->arena, text.data, text.size);
}

/* Whether there is a vector to read: Spark's EMPTY, of a file without deleted rows, has
 * no bitmap. */
static bool has_bitmap(const struct deletion_vector *vector)
{
    return vector->storage.data != NULL && (vector->cardinality != 0 || vector->size > 0);
}

static enum status copy_vector(struct replay *replay,
                               const struct deletion_vector *vector,
                               const struct deletion_vector **copy, struct error *error)
{
    *copy = NULL;
    replay->state->has_empty_vectors |= vector->storage.data != NULL &&
                                        !has_bitmap(vector);
    if (!has_bitmap(vector))
        return OK;
    *copy = delta_state_copy_vector(replay->state, vector);
    replay->state->has_vectors = true;
    return *copy != NULL ? OK : error_nomem(error);
}

/* Keys are the names of columns in files; the types are those of the schema. */
static enum status read_partition(struct replay *replay,
                                  const struct delta_file_action *add,
                                  struct declared_value **values, struct error *error)
{
    const struct delta_schema *schema = &replay->state->schema;
    const struct delta_pairs *pairs = add->partition_values.pairs != NULL
                                          ? &add->partition_values
                                          : &add->parsed_partition_values;
    enum status status = OK;
    *values = arena_alloc(&replay->state->arena, schema->n_partitions, sizeof **values);
    if (*values == NULL)
        return error_nomem(error);
    for (uint32_t i = 0; status == OK && i < schema->n_columns; i++) {
        if (schema->partition_of[i] == DELTA_NO_PARTITION)
            continue;
        const struct column *column = &schema->columns[i].column;
        struct slice text = delta_pairs_find(pairs, schema->stored_names[i]);
        if (text.size > 0 && column->kind == VECTOR_BYTES) {
            text.data = (uint8_t *)copy_text(replay, text);
            if (text.data == NULL)
                return error_nomem(error);
        }
        status = delta_partition_value(column, text, &replay->state->arena,
                                       &(*values)[schema->partition_of[i]], error);
    }
    return status;
}

/* replay->path: the file's. */
static enum status fill_file(struct replay *replay, const struct delta_file_action *add,
                             struct declared_file *declared, struct delta_file *file,
                             struct error *error)
{
    struct delta_state *state = replay->state;
    struct slice json = add->stats.size > 0 ? add->stats : add->parsed_stats;
    *file = (struct delta_file){.modification_time = add->modification_time};
    declared->size = add->size;
    declared->path = copy_text(replay, buffer_slice(&replay->path));
    if (declared->path == NULL)
        return error_nomem(error);
    enum status status = read_partition(replay, add, &file->partition, error);
    if (status == OK)
        status = delta_statistics_read(&replay->statistics, json, &state->schema,
                                       &state->arena, &file->statistics, error);
    if (status == OK)
        status = copy_vector(replay, &add->vector, &file->vector, error);
    declared->n_rows = file->statistics.n_most_nulls <= file->statistics.n_rows
                           ? file->statistics.n_rows
                           : DECLARED_UNKNOWN;
    declared->n_deleted = file->vector == NULL ? 0
                          : file->vector->cardinality < 0
                              ? DECLARED_UNKNOWN
                              : (uint64_t)file->vector->cardinality;
    return status;
}

/* a: of the state. */
static bool is_same_vector(const struct deletion_vector *a,
                           const struct deletion_vector *b)
{
    if (a == NULL || !has_bitmap(b))
        return a == NULL && !has_bitmap(b);
    return slice_equals(a->storage, b->storage) && slice_equals(a->text, b->text) &&
           a->offset == b->offset;
}

/* The slot of the state's file with replay->path and the vector, or a free one. */
static struct hash_slot *find_added(struct replay *replay, uint32_t hash,
                                    const struct deletion_vector *vector)
{
    const struct delta_state *state = replay->state;
    const char *path = (const char *)replay->path.data;
    struct hash_slot *slot = hash_table_first(&replay->paths_of_files, hash);
    while (slot->number != 0 &&
           (strcmp(state->declared_files[slot->number - 1].path, path) != 0 ||
            !is_same_vector(state->files[slot->number - 1].vector, vector)))
        slot = hash_table_next(&replay->paths_of_files, slot);
    return slot;
}

/* Adds the file with replay->path, unless the state has it: checkpoints of some writers
 * name one twice. */
static enum status add_file(struct replay *replay, const struct delta_file_action *add,
                            struct error *error)
{
    struct delta_state *state = replay->state;
    enum status status = hash_table_reserve(&replay->paths_of_files, error);
    if (status != OK)
        return status;
    uint32_t hash = (uint32_t)hash_of(buffer_slice(&replay->path), replay->seed);
    struct hash_slot *slot = find_added(replay, hash, &add->vector);
    if (slot->number != 0)
        return OK;
    if (state->n_files == DATASET_MOST_FILES)
        return error_set(error, TOO_BIG, "the table has more than %d files",
                         DATASET_MOST_FILES);
    if (!mem_grow(&state->files, state->n_files + 1, sizeof *state->files) ||
        !mem_grow(&state->declared_files, state->n_files + 1,
                  sizeof *state->declared_files))
        return error_nomem(error);
    status = fill_file(replay, add, &state->declared_files[state->n_files],
                       &state->files[state->n_files], error);
    if (status == OK)
        hash_table_put(&replay->paths_of_files, slot, hash, state->n_files++);
    return status;
}

/* ---- Checkpoints ------------------------------------------------------------------ */

static enum status visit_metadata(void *context, const struct delta_action *action,
                                  struct error *error)
{
    struct replay *replay = context;
    (void)error;
    if (action->kind == DELTA_METADATA)
        replay->state->metadata = action->metadata;
    else
        replay->state->protocol = action->protocol;
    return OK;
}

static enum status visit_sidecar(void *context, const struct delta_action *action,
                                 struct error *error)
{
    struct replay *replay = context;
    if (!arena_grow(&replay->work, &replay->sidecars, replay->n_sidecars,
                    sizeof *replay->sidecars))
        return error_nomem(error);
    replay->sidecars[replay->n_sidecars++] = action->file.path;
    return OK;
}

static enum status visit_add(void *context, const struct delta_action *action,
                             struct error *error)
{
    struct replay *replay = context;
    enum status status = make_key(replay, &action->file, error);
    if (status != OK || find_touched(replay, hash_key(replay)) != NULL)
        return status;
    if (!replay->is_mapped) /* it fails again, and says why */
        status = lake_path_map(replay->paths, action->file.path, &replay->path, error);
    return status == OK ? add_file(replay, &action->file, error) : status;
}

static void locate_checkpoint(const struct replay *replay,
                              const struct delta_segment *segment, struct error *error)
{
    (void)error_locate(error, "%s%s", replay->log->folder, segment->checkpoint->name);
}

/* Reads one kind of actions from all parts. */
static enum status read_parts(struct replay *replay, const struct delta_segment *segment,
                              enum delta_kind kind,
                              const struct delta_checkpoint_visitor *visitor,
                              struct error *error)
{
    struct buffer path = {0};
    enum status status = OK;
    for (const struct delta_checkpoint_name *part = segment->checkpoint;
         status == OK && part != NULL; part = delta_log_next_part(part)) {
        if (part->part % MOST_EXPECTED_FILES == 1)
            status = delta_log_expect(replay->log->folder, 1, 0, part, error);
        if (status == OK)
            status = delta_log_path(replay->log->folder, part->name, &path, error);
        if (status == OK)
            status = delta_checkpoint_read((const char *)path.data, part->is_json,
                                           replay->opener, kind, visitor, error);
    }
    buffer_release(&path);
    return status;
}

static enum status add_checkpoint_sources(struct replay *replay,
                                          const struct delta_segment *segment,
                                          struct error *error)
{
    enum status status = OK;
    for (const struct delta_checkpoint_name *part = segment->checkpoint;
         status == OK && part != NULL; part = delta_log_next_part(part)) {
        status = delta_log_path(replay->log->folder, part->name, &replay->path, error);
        if (status == OK)
            status = add_source(replay, &replay->path, error);
    }
    return status;
}

/* What is not of files: the checkpoint's is older than that of commits. */
static enum status read_checkpoint_head(struct replay *replay,
                                        const struct delta_segment *segment,
                                        struct error *error)
{
    struct delta_checkpoint_visitor metadata = {visit_metadata, replay,
                                                &replay->state->arena};
    struct delta_checkpoint_visitor sidecar = {visit_sidecar, replay, &replay->work};
    enum status status = add_checkpoint_sources(replay, segment, error);
    if (status == OK && !replay->state->protocol.is_known)
        status = read_parts(replay, segment, DELTA_PROTOCOL, &metadata, error);
    if (status == OK && !replay->state->metadata.is_known)
        status = read_parts(replay, segment, DELTA_METADATA, &metadata, error);
    if (status == OK)
        status = read_parts(replay, segment, DELTA_SIDECAR, &sidecar, error);
    return status;
}

/* Sets *path to that of a sidecar, which is in _sidecars, however its path is written. */
static enum status map_sidecar(const struct replay *replay, struct slice location,
                               struct buffer *path, struct error *error)
{
    struct buffer folder = {0};
    size_t size = location.size;
    while (size > 0 && location.data[size - 1] != '/')
        size--;
    struct slice name = slice_of(location.data + size, location.size - size);
    enum status status = buffer_append_format(&folder, error, "%s_sidecars/",
                                              replay->log->folder);
    if (status == OK)
        status = lake_path_map(
            &(struct lake_paths){.folder = (const char *)folder.data, .is_encoded = true},
            name, path, error);
    buffer_release(&folder);
    return status;
}

/* Announces the next sidecars, from number `first` on. */
static enum status expect_sidecars(const struct replay *replay, uint32_t first,
                                   struct error *error)
{
    struct expected_files expected = {.n = 0};
    struct buffer path = {0};
    enum status status = OK;
    if (!disk_file_is_far(replay->log->folder))
        return OK;
    for (uint32_t i = first;
         status == OK && i < replay->n_sidecars && expected.n < MOST_EXPECTED_FILES;
         i++) {
        status = map_sidecar(replay, replay->sidecars[i], &path, error);
        if (status == OK)
            status = expected_files_add(&expected, (const char *)path.data, true, error);
    }
    if (status == OK)
        status = expected_files_ask(&expected, error);
    expected_files_release(&expected);
    buffer_release(&path);
    return status;
}

static enum status read_sidecar(struct replay *replay, struct slice location,
                                const struct delta_checkpoint_visitor *visitor,
                                struct error *error)
{
    struct buffer path = {0};
    enum status status = map_sidecar(replay, location, &path, error);
    if (status == OK)
        status = add_source(replay, &path, error);
    if (status == OK)
        status = delta_checkpoint_read((const char *)path.data, false, replay->opener,
                                       DELTA_ADD, visitor, error);
    buffer_release(&path);
    return status;
}

static enum status read_checkpoint_files(struct replay *replay,
                                         const struct delta_segment *segment,
                                         struct error *error)
{
    struct delta_checkpoint_visitor visitor = {visit_add, replay, NULL};
    enum status status = read_parts(replay, segment, DELTA_ADD, &visitor, error);
    for (uint32_t i = 0; status == OK && i < replay->n_sidecars; i++) {
        if (i % MOST_EXPECTED_FILES == 0)
            status = expect_sidecars(replay, i, error);
        if (status == OK)
            status = read_sidecar(replay, replay->sidecars[i], &visitor, error);
        if (status != OK)
            locate_checkpoint(replay, segment, error);
    }
    return status;
}

/* ---- All -------------------------------------------------------------------------- */

static enum status add_touched(struct replay *replay, struct error *error)
{
    enum status status = OK;
    for (uint32_t i = 0; status == OK && i < replay->n_touched; i++) {
        const struct delta_file_action *add = &replay->touched[i].action;
        if (!replay->touched[i].is_added)
            continue;
        status = lake_path_map(replay->paths, add->path, &replay->path, error);
        if (status == OK)
            status = add_file(replay, add, error);
    }
    return status == OK ? delta_state_order_files(replay->state, error) : status;
}

static enum status run(struct replay *replay, const struct delta_segment *segment,
                       struct error *error)
{
    struct delta_state *state = replay->state;
    enum status status = replay_commits(replay, segment, error);
    replay->reads_checkpoint = status == OK && segment->checkpoint != NULL;
    if (status == OK)
        status = read_checkpoint_head(replay, segment, error);
    if (status == OK) {
        /* A checkpoint has both actions; features that are not known are no damage. */
        replay->reads_checkpoint &= !state->protocol.is_known ||
                                    !state->metadata.is_known;
        status = delta_state_interpret(state, error);
        if (status != OK && replay->reads_checkpoint)
            locate_checkpoint(replay, segment, error);
    }
    if (status == OK) {
        replay->reads_checkpoint = segment->checkpoint != NULL;
        status = read_checkpoint_files(replay, segment, error);
    }
    replay->reads_checkpoint &= status != OK;
    return status == OK ? add_touched(replay, error) : status;
}

/* Whether a failure to read a checkpoint is one of its files. */
static bool is_damage(enum status status)
{
    return status == CORRUPT || status == UNSUPPORTED || status == CANTOPEN ||
           status == IO || status_is_of_keys(status);
}

static void release(struct replay *replay)
{
    arena_release(&replay->work);
    mem_free(replay->touched);
    hash_table_release(&replay->keys);
    hash_table_release(&replay->paths_of_files);
    buffer_release(&replay->key);
    buffer_release(&replay->path);
    delta_statistics_reader_release(&replay->statistics);
}

/* Replays a segment; *is_damaged: its checkpoint cannot be read. */
static enum status replay_segment(struct replay replay,
                                  const struct delta_segment *segment, bool *is_damaged,
                                  struct delta_state **state, struct error *error)
{
    struct memory_scope scope;
    *is_damaged = false;
    *state = replay.state = delta_state_new(segment->version, &scope);
    if (*state == NULL)
        return error_nomem(error);
    enum status status = run(&replay, segment, error);
    *is_damaged = replay.reads_checkpoint && is_damage(status);
    release(&replay);
    memory_scope_restore(scope);
    if (status != OK) {
        delta_state_release(*state);
        *state = NULL;
    }
    return status;
}

enum status delta_replay(const struct delta_log *log, const struct delta_segment *segment,
                         const struct lake_paths *paths,
                         const struct dataset_opener *opener, struct delta_state **state,
                         struct error *error)
{
    const struct replay start = {
        .log = log, .paths = paths, .opener = opener, .seed = hash_new_seed()};
    struct delta_segment tried = *segment;
    struct error without = {
        0}; /* why the version cannot be read without the checkpoint */
    bool is_damaged;
    enum status status = replay_segment(start, &tried, &is_damaged, state, error);
    if (!is_damaged)
        return status;
    while (is_damaged && delta_log_choose_other(log, &tried)) {
        error_clear(&without);
        status = replay_segment(start, &tried, &is_damaged, state, &without);
    }
    if (status == OK) {
        error_clear(error);
    } else if (without.status == OK) {
        error_append(error,
                     "; the log does not have the version without this checkpoint");
    } else if (status_is_external(status)) {
        *error = without;
    } else {
        error_append(error, "; without this checkpoint: %s", without.message);
    }
    return error->status;
}

/* ---- Commits after another state -------------------------------------------------- */

/* Whether the commits change nothing but files, and none of these has a vector that two
 * spellings of one file may differ by. */
static bool changes_files_only(const struct replay *replay)
{
    const struct delta_state *state = replay->state;
    bool changes_only = !state->protocol.is_known && !state->metadata.is_known;
    for (uint32_t i = 0; changes_only && i < replay->n_touched; i++) {
        const struct deletion_vector *vector = &replay->touched[i].action.vector;
        changes_only = vector->storage.data == NULL || has_bitmap(vector);
    }
    return changes_only;
}

/* Takes over the files that the commits have not touched. */
static enum status take_files(struct replay *replay, const struct delta_state *before,
                              struct error *error)
{
    static const struct deletion_vector none = {.size = 0};
    enum status status = OK;
    for (uint32_t i = 0; status == OK && i < before->n_files; i++) {
        const struct deletion_vector *vector = before->files[i].vector;
        status = set_key(replay, text_of(before->declared_files[i].path),
                         vector != NULL ? vector : &none, error);
        if (status == OK && find_touched(replay, hash_key(replay)) == NULL)
            status = delta_state_take_file(replay->state, before, i, error);
    }
    return status;
}

static enum status run_since(struct replay *replay, const struct delta_segment *segment,
                             const struct delta_state *before, bool *is_made,
                             struct error *error)
{
    enum status status = replay_commits(replay, segment, error);
    if (status != OK || !changes_files_only(replay))
        return status;
    status = delta_state_begin_after(replay->state, before, error);
    if (status == OK)
        status = take_files(replay, before, error);
    if (status == OK)
        status = add_touched(replay, error);
    *is_made = status == OK;
    return status;
}

enum status delta_replay_since(const struct delta_log *log,
                               const struct delta_segment *segment,
                               const struct lake_paths *paths,
                               const struct delta_state *before,
                               struct delta_state **state, struct error *error)
{
    struct replay replay = {.log = log, .paths = paths, .seed = hash_new_seed()};
    struct delta_segment later = *segment;
    struct memory_scope scope;
    struct error fault = {0};
    bool is_made = false;
    *state = NULL;
    if (before->has_empty_vectors)
        return OK;
    later.first_commit = before->version + 1;
    replay.state = delta_state_new(segment->version, &scope);
    if (replay.state == NULL)
        return error_nomem(error);
    enum status status = run_since(&replay, &later, before, &is_made, &fault);
    release(&replay);
    memory_scope_restore(scope);
    if (is_made)
        *state = replay.state;
    else
        delta_state_release(replay.state);
    if (status != NOMEM && status != INTERRUPTED)
        return OK;
    *error = fault;
    return status;
}
