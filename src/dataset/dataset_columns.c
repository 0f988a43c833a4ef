/* SPDX-License-Identifier: MIT */
#include "dataset/dataset_columns.h"

#include <string.h>

#include "base/alloc.h"
#include "base/interrupt.h"
#include "base/known_names.h"

static const char FILE_COLUMN[] = "_file";

enum { PATH_WORK = 1000 }; /* for interrupt_after() */

/* ---- Partition keys -------------------------------------------------------------- */

/* Returns the key's number, n_keys if it is new. */
static uint32_t find_key(const struct dataset_columns *columns, struct slice name)
{
    uint32_t i = 0;
    while (i < columns->n_keys &&
           !slice_equals_nocase(
               slice_of(columns->keys[i].name, columns->keys[i].name_size), name))
        i++;
    return i;
}

static enum status add_key(struct dataset_columns *columns, struct slice name,
                           struct error *error)
{
    if (columns->n_keys == HIVE_MOST_KEYS)
        return error_set(error, TOO_BIG, "paths have more than %d partition keys",
                         (int)HIVE_MOST_KEYS);
    char *copy = arena_copy_text(&columns->arena, name.data, name.size);
    if (copy == NULL)
        return error_nomem(error);
    columns->keys[columns->n_keys++] = (struct dataset_key){
        .name = copy, .name_size = (uint32_t)name.size};
    return OK;
}

static struct slice keys_of(const struct dataset_path *path)
{
    const char *begin = path->path + path->first_key;
    return slice_of((const uint8_t *)begin, strlen(begin));
}

/* Finds the names of all keys, in the order of their first path, and their types. */
static enum status find_keys(struct dataset_columns *columns,
                             const struct dataset_path *paths, uint32_t n,
                             struct error *error)
{
    struct hive_inference inferences[HIVE_MOST_KEYS] = {{0}};
    enum status status = OK;
    for (uint32_t i = 0; status == OK && i < n; i++) {
        struct hive_key keys[HIVE_MOST_KEYS];
        struct arena arena = {0};
        size_t n_keys = 0;
        status = hive_path_read(keys_of(&paths[i]), &arena, keys, &n_keys, error);
        for (size_t k = 0; status == OK && k < n_keys; k++) {
            uint32_t at = find_key(columns, keys[k].key);
            if (at == columns->n_keys)
                status = add_key(columns, keys[k].key, error);
            if (status == OK)
                hive_inference_add(&inferences[at], &keys[k]);
        }
        arena_release(&arena);
        if (status == OK)
            status = interrupt_after(PATH_WORK, error);
    }
    for (uint32_t k = 0; k < columns->n_keys; k++)
        columns->keys[k].type = hive_inference_type(&inferences[k]);
    return status;
}

static enum status refuse_key(const struct dataset_columns *columns, const char *name,
                              struct error *error)
{
    struct known_names known;
    known_names_begin(&known, slice_of(name, strlen(name)));
    for (uint32_t k = 0; k < columns->n_keys; k++)
        known_names_add(&known,
                        slice_of(columns->keys[k].name, columns->keys[k].name_size));
    error_set(error, MISUSE,
              "option hive_types: no path has the partition key \"%.100s\"", name);
    return known_names_suggest(&known, "partition key", error);
}

/* Gives keys the types that the user has chosen. */
static enum status choose_types(struct dataset_columns *columns,
                                const struct dataset_key_type *types, size_t n_types,
                                struct error *error)
{
    for (size_t i = 0; i < n_types; i++) {
        const char *name = types[i].name;
        uint32_t k = find_key(columns, slice_of(name, strlen(name)));
        if (k == columns->n_keys)
            return refuse_key(columns, name, error);
        columns->keys[k].type = types[i].type;
    }
    return OK;
}

static enum status set_value(struct dataset_columns *columns, const struct hive_key *key,
                             enum hive_type type, struct declared_value *value,
                             struct error *error)
{
    static const char *const words[] = {
        [HIVE_INTEGER] = "INTEGER", [HIVE_DATE] = "DATE", [HIVE_TIMESTAMP] = "TIMESTAMP"};
    value->is_null = key->is_null;
    if (key->is_null)
        return OK;
    if (type != HIVE_TEXT) {
        if (hive_value_convert(key->value, type, &value->value.int64))
            return OK;
        return error_set(error, MISUSE,
                         "the partition key \"%.*s\" is \"%.*s\", which is no %s; choose "
                         "another type with the option hive_types='%.*s=TEXT'",
                         SLICE_SHOWN(key->key, 100), SLICE_SHOWN(key->value, 100),
                         words[type], SLICE_SHOWN(key->key, 100));
    }
    char *copy = arena_copy_text(&columns->arena, key->value.data, key->value.size);
    if (copy == NULL)
        return error_nomem(error);
    value->value.bytes = (struct bytes_value){(const uint8_t *)copy, key->value.size};
    return OK;
}

static bool is_same_value(enum hive_type type, const struct declared_value *a,
                          const struct declared_value *b)
{
    if (a->is_null || b->is_null)
        return a->is_null == b->is_null;
    return type != HIVE_TEXT ? a->value.int64 == b->value.int64
                             : a->value.bytes.size == b->value.bytes.size &&
                                   memcmp(a->value.bytes.data, b->value.bytes.data,
                                          a->value.bytes.size) == 0;
}

static bool begins_with_sign(struct slice text)
{
    return text.size > 0 && (text.data[0] == '-' || text.data[0] == '+');
}

/* Sets the values of all keys in all paths.  A path without a key has NULL there. */
static enum status set_values(struct dataset_columns *columns,
                              const struct dataset_path *paths, uint32_t n,
                              struct error *error)
{
    enum status status = OK;
    columns->values = mem_alloc_zeroed((size_t)n * columns->n_keys + 1,
                                       sizeof *columns->values);
    if (columns->values == NULL)
        return error_nomem(error);
    for (uint32_t i = 0; status == OK && i < n; i++) {
        struct declared_value *values = columns->values + (size_t)i * columns->n_keys;
        struct hive_key keys[HIVE_MOST_KEYS];
        struct arena arena = {0};
        size_t n_keys = 0;
        for (uint32_t k = 0; k < columns->n_keys; k++)
            values[k].is_null = true;
        status = hive_path_read(keys_of(&paths[i]), &arena, keys, &n_keys, error);
        for (size_t k = 0; status == OK && k < n_keys; k++) {
            uint32_t at = find_key(columns, keys[k].key);
            status = set_value(columns, &keys[k], columns->keys[at].type, &values[at],
                               error);
            columns->keys[at].has_far_years |= begins_with_sign(keys[k].value);
            if (status != OK)
                (void)error_locate(error, "%s", paths[i].path);
        }
        for (uint32_t k = 0; status == OK && k < columns->n_keys; k++)
            columns->keys[k].n_values += i == 0 ||
                                         !is_same_value(columns->keys[k].type, &values[k],
                                                        values + k - columns->n_keys);
        arena_release(&arena);
        if (status == OK)
            status = interrupt_after(PATH_WORK, error);
    }
    return status;
}

enum status dataset_columns_add_keys(struct dataset_columns *columns,
                                     const struct dataset_path *paths, uint32_t n,
                                     const struct dataset_key_type *types, size_t n_types,
                                     struct error *error)
{
    enum status status = find_keys(columns, paths, n, error);
    if (status == OK)
        status = choose_types(columns, types, n_types, error);
    return status == OK ? set_values(columns, paths, n, error) : status;
}

/* ---- Columns of all files -------------------------------------------------------- */

static struct united_column *united_list(const struct buffer *list)
{
    return (struct united_column *)(void *)list->data;
}

static uint32_t list_length(const struct buffer *list)
{
    return (uint32_t)(list->size / sizeof(struct united_column));
}

static struct slice name_of(const struct column *column)
{
    return slice_of(column->name, column->name_size);
}

enum match { NO_MATCH, LOOSE_MATCH, MATCH };

/* Whether columns of two files are one: by their numbers, or by their names, which match
 * loosely if they differ in the case of ASCII letters. */
static enum match match_of(const struct column *a, const struct column *b, bool by_ids)
{
    if (a->is_variant_types != b->is_variant_types || a->is_records != b->is_records)
        return NO_MATCH;
    if (by_ids && a->has_field_id && b->has_field_id)
        return a->field_id == b->field_id ? MATCH : NO_MATCH;
    if (slice_equals(name_of(a), name_of(b)))
        return MATCH;
    return slice_equals_nocase(name_of(a), name_of(b)) ? LOOSE_MATCH : NO_MATCH;
}

/* The column that matches and that the file has not had yet.  NULL: there is none. */
static struct united_column *find_united(const struct buffer *list,
                                         const struct column *column, bool by_ids,
                                         uint32_t hint, uint32_t file)
{
    struct united_column *columns = united_list(list), *found = NULL;
    uint32_t n = list_length(list);
    for (uint32_t k = 0; k < n; k++) {
        struct united_column *c = &columns[(hint + k) % n];
        if (c->last_file == file)
            continue;
        enum match match = match_of(&c->column, column, by_ids);
        if (match == MATCH)
            return c;
        if (match == LOOSE_MATCH && found == NULL)
            found = c;
    }
    return found;
}

/* Adds a column that no file before has. */
static enum status add_united(struct buffer *list, struct arena *arena,
                              const struct column *column, struct united_column **added,
                              struct error *error)
{
    struct united_column new = {.column = *column};
    new.column.name = arena_copy_text(arena, column->name, column->name_size);
    if (new.column.name == NULL)
        return error_nomem(error);
    enum status status = buffer_append(list, &new, sizeof new, error);
    if (status == OK)
        *added = united_list(list) + list_length(list) - 1;
    return status;
}

/* Whether a column of a file shows the same values as one whose type is spelled so.
 * Records are not shown: they must have the same bytes. */
static enum status compare_spelling(struct slice spelling, struct table_file *file,
                                    uint32_t i, bool *is_same, struct error *error)
{
    struct buffer type = {0};
    enum status status = file->ops->column_type_text(file, i, &type, error);
    bool is_records = file->ops->schema(file)->columns[i].is_records;
    *is_same = status == OK &&
               (is_records ? slice_equals(spelling, buffer_slice(&type))
                           : type_texts_show_same(spelling, buffer_slice(&type)));
    buffer_release(&type);
    return status;
}

/* Widens a column's type for that of another file.  Its spelling stays if it is that of
 * all files. */
static enum status unite(struct united_column *c, struct table_file *file, uint32_t i,
                         struct error *error)
{
    const struct column *column = &file->ops->schema(file)->columns[i];
    bool is_same = column_types_are_same(&c->column, column);
    enum status status = OK;
    if (is_same && c->type.size > 0)
        status = compare_spelling(buffer_slice(&c->type), file, i, &is_same, error);
    if (!is_same)
        c->type.size = 0;
    (void)dataset_unite(&c->column, column); /* else reading the file fails */
    return status;
}

enum status united_columns_add(struct united_columns *united, struct arena *arena,
                               struct table_file *file, uint32_t number,
                               struct error *error)
{
    const struct schema *schema = file->ops->schema(file);
    enum status status = OK;
    uint32_t *tops = mem_alloc((size_t)schema->n_top_level + 1, sizeof *tops);
    if (tops == NULL)
        return error_nomem(error);
    for (uint32_t i = 0; status == OK && i < schema->n_columns; i++) {
        const struct column *column = &schema->columns[i];
        bool is_top = i < schema->n_top_level;
        struct buffer *list = is_top ? &united->columns : &united->leaves;
        uint32_t hint = is_top ? i : i - schema->n_top_level;
        struct united_column *c = NULL;
        if (number > 1)
            c = find_united(list, column, united->by_ids, hint, number);
        if (c != NULL) {
            status = unite(c, file, i, error);
        } else {
            status = add_united(list, arena, column, &c, error);
            if (status == OK)
                status = file->ops->column_type_text(file, i, &c->type, error);
            if (status == OK && !is_top)
                c->column.top_level = tops[column->top_level];
        }
        if (status == OK)
            c->last_file = number;
        if (status == OK && is_top)
            tops[i] = (uint32_t)(c - united_list(list));
    }
    mem_free(tops);
    return status;
}

static void release_list(struct buffer *list)
{
    for (uint32_t i = 0; i < list_length(list); i++)
        buffer_release(&united_list(list)[i].type);
    buffer_release(list);
}

void united_columns_release(struct united_columns *united)
{
    release_list(&united->columns);
    release_list(&united->leaves);
}

/* ---- Columns --------------------------------------------------------------------- */

static struct column column_of_key(const struct dataset_key *key)
{
    struct column column = {.name = key->name,
                            .name_size = key->name_size,
                            .kind = VECTOR_INT64,
                            .is_nullable = true,
                            .is_of_path = true,
                            .has_far_years = key->has_far_years};
    switch (key->type) {
    case HIVE_INTEGER:
        column.type = COLUMN_INTEGER;
        column.bits = 64;
        column.is_signed = true;
        break;
    case HIVE_DATE:
        column.type = COLUMN_DATE;
        break;
    case HIVE_TIMESTAMP:
        column.type = COLUMN_TIMESTAMP;
        column.unit = UNIT_MICROS;
        break;
    case HIVE_TEXT:
    case N_HIVE_TYPES:
        column.type = COLUMN_TEXT;
        column.kind = VECTOR_BYTES;
        break;
    }
    return column;
}

static void add_column(struct dataset_columns *columns, const struct column *column,
                       struct dataset_column from)
{
    uint32_t i = columns->schema.n_columns++;
    columns->schema.columns[i] = *column;
    columns->schema.columns[i].is_nullable = true;
    columns->columns[i] = from;
}

static void add_key_column(struct dataset_columns *columns, uint32_t key)
{
    const struct column column = column_of_key(&columns->keys[key]);
    add_column(columns, &column, (struct dataset_column){ORIGIN_KEY, key, 0, {0}});
}

/* Adds a column of files, which takes the type's spelling over. */
static void add_file_column(struct dataset_columns *columns, struct united_column *c,
                            uint32_t in_file)
{
    add_column(columns, &c->column,
               (struct dataset_column){ORIGIN_FILE, 0, in_file, c->type});
    c->type = (struct buffer){0};
}

static void add_path_column(struct dataset_columns *columns)
{
    const struct column path = {.name = FILE_COLUMN,
                                .name_size = sizeof FILE_COLUMN - 1,
                                .type = COLUMN_TEXT,
                                .kind = VECTOR_BYTES,
                                .is_of_path = true};
    add_column(columns, &path, (struct dataset_column){ORIGIN_PATH, 0, 0, {0}});
}

enum status dataset_columns_make(struct dataset_columns *columns,
                                 struct united_columns *united, struct error *error)
{
    struct schema *made = &columns->schema;
    bool is_used[HIVE_MOST_KEYS] = {false};
    uint32_t n_top = list_length(&united->columns);
    uint32_t n_leaves = list_length(&united->leaves);
    size_t most = (size_t)n_top + n_leaves + columns->n_keys + 1;
    made->columns = mem_alloc_zeroed(most, sizeof *made->columns);
    columns->columns = mem_alloc_zeroed(most, sizeof *columns->columns);
    if (made->columns == NULL || columns->columns == NULL)
        return error_nomem(error);
    for (uint32_t i = 0; i < n_top; i++) {
        struct united_column *c = &united_list(&united->columns)[i];
        uint32_t key = find_key(columns, name_of(&c->column));
        if (key < columns->n_keys && !is_used[key])
            add_key_column(columns, key);
        else
            add_file_column(columns, c, i);
        if (key < columns->n_keys)
            is_used[key] = true;
    }
    for (uint32_t k = 0; k < columns->n_keys; k++) {
        if (!is_used[k])
            add_key_column(columns, k);
    }
    made->n_top_level = made->n_columns;
    for (uint32_t i = 0; i < n_leaves; i++)
        add_file_column(columns, &united_list(&united->leaves)[i], n_top + i);
    add_path_column(columns);
    return OK;
}

enum status dataset_columns_declare(struct dataset_columns *columns,
                                    const struct declared_table *declared,
                                    struct error *error)
{
    struct schema *made = &columns->schema;
    uint32_t n = declared->n_columns;
    columns->declared = declared;
    columns->unites = true;
    made->columns = mem_alloc_zeroed((size_t)n + 1, sizeof *made->columns);
    columns->columns = mem_alloc_zeroed((size_t)n + 1, sizeof *columns->columns);
    if (made->columns == NULL || columns->columns == NULL)
        return error_nomem(error);
    for (uint32_t i = 0; i < n; i++) {
        add_column(columns, &declared->columns[i].column,
                   (struct dataset_column){ORIGIN_FILE, 0, i, {0}});
        made->columns[i].is_of_path = declared->columns[i].is_constant;
    }
    made->n_top_level = n;
    add_path_column(columns);
    return OK;
}

void dataset_columns_release(struct dataset_columns *columns)
{
    for (uint32_t i = 0; columns->columns != NULL && i < columns->schema.n_columns; i++)
        buffer_release(&columns->columns[i].type);
    mem_free(columns->columns);
    mem_free(columns->schema.columns);
    mem_free(columns->values);
    arena_release(&columns->arena);
    *columns = (struct dataset_columns){0};
}

/* ---- Other files ----------------------------------------------------------------- */

/* Whether a column of a file has the type of the dataset's. */
static enum status has_type(const struct dataset_columns *columns, uint32_t i,
                            struct table_file *file, uint32_t in_file, bool *has,
                            struct error *error)
{
    const struct column *a = &columns->schema.columns[i];
    const struct column *b = &file->ops->schema(file)->columns[in_file];
    *has = dataset_shows_same(a, b);
    return *has ? compare_spelling(buffer_slice(&columns->columns[i].type), file, in_file,
                                   has, error)
                : OK;
}

/* The column of the file that matches column i of the dataset: of several, that whose
 * position is the same, or else the next one after `hint`.  If columns are united, one
 * that no column of the dataset has been mapped to, which may match loosely. */
static uint32_t find_column(const struct dataset_columns *columns, uint32_t i,
                            const struct schema *schema, uint32_t hint,
                            const uint8_t *is_taken)
{
    const struct column *column = &columns->schema.columns[i];
    uint32_t n = schema->n_columns, found = COLUMN_MISSING;
    uint32_t in_first = columns->columns[i].in_file;
    bool tries_first = !columns->unites && in_first < n;
    for (uint32_t k = 0; k < n + tries_first; k++) {
        uint32_t at = tries_first && k == 0 ? in_first : (hint + k - tries_first) % n;
        const struct column *c = &schema->columns[at];
        if (is_taken[at] || c->is_leaf_of_group != column->is_leaf_of_group)
            continue;
        enum match match = match_of(c, column, columns->by_ids);
        if (match == MATCH)
            return at;
        if (columns->unites && match == LOOSE_MATCH && found == COLUMN_MISSING)
            found = at;
    }
    return found;
}

/* ---- Declared columns ------------------------------------------------------------- */

bool dataset_columns_have_ids(const struct dataset_columns *columns,
                              struct table_file *file)
{
    const struct schema *schema = file->ops->schema(file);
    uint32_t i = 0;
    while (i < schema->n_top_level && !schema->columns[i].has_field_id)
        i++;
    return columns->declared->by_field_ids && i < schema->n_top_level;
}

/* The file's column of a number; of several, the first. */
static uint32_t find_number(const struct schema *schema, int32_t number)
{
    for (uint32_t i = 0; i < schema->n_top_level; i++) {
        if (schema->columns[i].has_field_id && schema->columns[i].field_id == number)
            return i;
    }
    return COLUMN_MISSING;
}

static uint32_t find_name(const struct schema *schema, struct slice name, uint32_t hint)
{
    uint32_t n = schema->n_top_level;
    for (uint32_t k = 0; k < n; k++) {
        uint32_t i = (hint + k) % n;
        if (slice_equals(name_of(&schema->columns[i]), name))
            return i;
    }
    return COLUMN_MISSING;
}

/* The file's column of a declared field. */
static uint32_t find_declared(const struct declared_table *table,
                              const struct declared_field *field,
                              const struct schema *schema, bool by_numbers, uint32_t hint)
{
    uint32_t found = COLUMN_MISSING;
    if (by_numbers)
        return field->column.has_field_id ? find_number(schema, field->column.field_id)
                                          : COLUMN_MISSING;
    for (uint32_t k = 0; found == COLUMN_MISSING && k < field->n_stored_names; k++)
        found = find_name(schema, field->stored_names[k], hint);
    if (table->by_positions && field->n_stored_names == 0 && field->column.has_field_id &&
        field->column.field_id > 0 &&
        (uint32_t)field->column.field_id <= schema->n_top_level)
        found = (uint32_t)field->column.field_id - 1;
    return found;
}

static void map_declared(const struct dataset_columns *columns, struct table_file *file,
                         uint32_t *map)
{
    const struct declared_table *table = columns->declared;
    const struct schema *schema = file->ops->schema(file);
    bool by_numbers = dataset_columns_have_ids(columns, file);
    uint32_t hint = 0;
    for (uint32_t i = 0; i < columns->schema.n_columns; i++) {
        map[i] = i < table->n_columns
                     ? find_declared(table, &table->columns[i], schema, by_numbers, hint)
                     : COLUMN_MISSING;
        if (map[i] != COLUMN_MISSING)
            hint = map[i] + 1;
    }
}

enum status dataset_columns_map(const struct dataset_columns *columns,
                                struct table_file *file, uint32_t *map,
                                struct error *error)
{
    const struct schema *schema = file->ops->schema(file);
    if (columns->declared != NULL) {
        map_declared(columns, file, map);
        return OK;
    }
    uint8_t *is_taken = mem_alloc_zeroed((size_t)schema->n_columns + 1, 1);
    uint32_t hint = 0;
    enum status status = is_taken != NULL ? OK : error_nomem(error);
    for (uint32_t i = 0; status == OK && i < columns->schema.n_columns; i++) {
        bool has = true;
        map[i] = COLUMN_MISSING;
        if (columns->columns[i].origin != ORIGIN_FILE)
            continue;
        uint32_t at = map[i] = find_column(columns, i, schema, hint, is_taken);
        if (at == COLUMN_MISSING)
            continue;
        hint = at + 1;
        is_taken[at] = columns->unites;
        if (!columns->unites)
            status = has_type(columns, i, file, at, &has, error);
        else
            has = conversion_of(&schema->columns[at], &columns->schema.columns[i]).kind !=
                  CONVERT_NEVER;
        if (!has)
            map[i] = COLUMN_DIFFERS;
    }
    mem_free(is_taken);
    return status;
}
