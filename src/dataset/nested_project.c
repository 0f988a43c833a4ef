/* SPDX-License-Identifier: MIT */
#include "dataset/nested_project.h"

#include "base/interrupt.h"
#include "dataset/declared_conversion.h"
#include "scan/json_cell.h"
#include "value/value_text.h"

enum { FIELD_WORK = 50, MEMBER_WORK = 5 /* for interrupt_after() */ };

struct maker {
    struct nested_projection *projection;
    struct arena *arena;
    bool by_ids;
};

static struct slice name_of(const struct column *column)
{
    return slice_of(column->name, column->name_size);
}

/* Sets an error that names the column and, if that is another one, the field. */
static enum status refuse(const struct maker *maker, uint32_t at, enum status status,
                          const char *reason, struct error *error)
{
    const struct nested_node *nodes = maker->projection->nodes;
    (void)error_set(error, status, "%s", reason);
    for (uint32_t k = at; k != 0; k = nodes[k].parent) {
        struct slice name = name_of(&nodes[k].declared->column);
        if (name.size == 0)
            continue;
        (void)error_locate(error, "field \"%.*s\"", SLICE_SHOWN(name, 200));
        break;
    }
    struct slice name = name_of(&nodes[0].declared->column);
    return error_locate(error, "column \"%.*s\"", SLICE_SHOWN(name, 200));
}

/* ---- Nodes ------------------------------------------------------------------------ */

/* Adds a node, which may move the others. */
static enum status add_node(struct maker *maker, uint32_t parent,
                            const struct declared_field *declared,
                            const struct file_field *file, struct error *error)
{
    struct nested_projection *p = maker->projection;
    if (!arena_grow(maker->arena, &p->nodes, p->n_nodes, sizeof *p->nodes))
        return error_nomem(error);
    p->nodes[p->n_nodes++] = (struct nested_node){
        .parent = parent, .declared = declared, .file = file};
    return interrupt_after(FIELD_WORK, error);
}

static enum status keep_text(const struct maker *maker, struct buffer *text,
                             struct slice *kept, struct error *error)
{
    const char *copy = error->status == OK
                           ? arena_copy_text(maker->arena, text->data, text->size)
                           : NULL;
    *kept = slice_of(copy, text->size);
    buffer_release(text);
    if (copy == NULL && error->status == OK)
        return error_nomem(error);
    return error->status;
}

/* Sets the key of a struct's member. */
static enum status set_key(const struct maker *maker, uint32_t at, struct error *error)
{
    struct nested_node *node = &maker->projection->nodes[at];
    struct buffer text = {0};
    add_json_string(&text, name_of(&node->declared->column), error);
    buffer_add_text(&text, ":", error);
    return keep_text(maker, &text, &node->key, error);
}

/* Sets what a member has that the file lacks. */
static enum status set_absent(const struct maker *maker, uint32_t at, struct error *error)
{
    struct nested_node *node = &maker->projection->nodes[at];
    const struct declared_value *initial = node->declared->initial;
    const struct column *column = &node->declared->column;
    struct buffer text = {0};
    node->action = NESTED_ABSENT;
    if (initial == NULL || initial->is_null) {
        node->absent = slice_of("null", 4);
        return OK;
    }
    struct column_vector vector = {
        .n_rows = 1, .kind = column->kind, .values.any = &initial->value};
    (void)!append_json_cell(&text, column, &vector, 0, error);
    return keep_text(maker, &text, &node->absent, error);
}

/* ---- Members of structs ------------------------------------------------------------ */

static bool has_name(const struct file_field *file, struct slice name)
{
    return slice_equals(name_of(&file->column), name);
}

/* The first member from `hint` on, going round, that matches and has no node yet.  name:
 * NULL: by number.  UINT32_MAX: none. */
static enum status find_member(const struct file_field *file, const uint32_t *targets,
                               const struct column *declared, const struct slice *name,
                               uint32_t hint, uint32_t *found, struct error *error)
{
    enum status status = OK;
    *found = UINT32_MAX;
    for (uint32_t k = 0; status == OK && k < file->n_members; k++) {
        uint32_t i = (hint + k) % file->n_members;
        const struct file_field *member = &file->members[i];
        bool matches = name != NULL ? has_name(member, *name)
                                    : member->column.has_field_id &&
                                          member->column.field_id == declared->field_id;
        if (matches && targets[i] == NESTED_DROPPED) {
            *found = i;
            return OK;
        }
        status = interrupt_after(MEMBER_WORK, error);
    }
    return status;
}

/* The member of the file's struct that is the declared one, by the maker's rule. */
static enum status match_member(const struct maker *maker, const struct file_field *file,
                                const uint32_t *targets,
                                const struct declared_field *declared, uint32_t hint,
                                uint32_t *found, struct error *error)
{
    enum status status = OK;
    *found = UINT32_MAX;
    if (maker->by_ids)
        return declared->column.has_field_id
                   ? find_member(file, targets, &declared->column, NULL, hint, found,
                                 error)
                   : OK;
    for (uint32_t i = 0;
         status == OK && *found == UINT32_MAX && i < declared->n_stored_names; i++)
        status = find_member(file, targets, &declared->column, &declared->stored_names[i],
                             hint, found, error);
    return status;
}

static enum status add_members(struct maker *maker, uint32_t at, struct error *error)
{
    struct nested_projection *p = maker->projection;
    const struct declared_field *declared = p->nodes[at].declared;
    const struct file_field *file = p->nodes[at].file;
    uint32_t first = p->n_nodes, hint = 0;
    uint32_t *targets = arena_alloc(maker->arena, (size_t)file->n_members + 1,
                                    sizeof *targets);
    enum status status = targets != NULL ? OK : error_nomem(error);
    bool is_in_order = true;
    for (uint32_t i = 0; status == OK && i < file->n_members; i++)
        targets[i] = NESTED_DROPPED;
    for (uint32_t i = 0; status == OK && i < declared->n_members; i++) {
        const struct declared_field *member = &declared->members[i];
        uint32_t found;
        status = match_member(maker, file, targets, member, hint, &found, error);
        if (status == OK)
            status = add_node(maker, at, member,
                              found != UINT32_MAX ? &file->members[found] : NULL, error);
        if (status == OK)
            status = set_key(maker, first + i, error);
        if (status != OK || found == UINT32_MAX)
            continue;
        is_in_order = is_in_order && found >= hint;
        targets[found] = first + i;
        hint = found + 1;
    }
    struct nested_node *node = &p->nodes[at];
    node->action = NESTED_STRUCT;
    node->first = first;
    node->n = p->n_nodes - first;
    node->targets = targets;
    node->is_in_order = is_in_order;
    return status;
}

/* The element of a list; key and value of a map. */
static enum status add_entries(struct maker *maker, uint32_t at, struct error *error)
{
    struct nested_projection *p = maker->projection;
    const struct declared_field *declared = p->nodes[at].declared;
    const struct file_field *file = p->nodes[at].file;
    bool is_map = declared->kind == DECLARED_MAP;
    uint32_t first = p->n_nodes, n = is_map ? 2 : 1;
    enum status status = OK;
    if (declared->n_members != n || file->n_members != n)
        return refuse(maker, at, CORRUPT, "a list or map without elements", error);
    for (uint32_t i = 0; status == OK && i < n; i++)
        status = add_node(maker, at, &declared->members[i], &file->members[i], error);
    p->nodes[at].action = is_map ? NESTED_MAP : NESTED_LIST;
    p->nodes[at].first = first;
    p->nodes[at].n = n;
    return status;
}

/* ---- Values ------------------------------------------------------------------------ */

static enum nested_action binary_action(const struct column *from,
                                        const struct column *to)
{
    bool is_text = to->type == COLUMN_TEXT || to->type == COLUMN_JSON;
    if (is_text && from->type == COLUMN_BLOB)
        return NESTED_TO_TEXT;
    if (to->type == COLUMN_UUID && from->type == COLUMN_BLOB)
        return NESTED_TO_UUID;
    return to->type == COLUMN_BLOB && from->type == COLUMN_UUID ? NESTED_FROM_UUID
                                                                : NESTED_KEEP;
}

/* Sets what happens to the text of a value, whose type the conversion is of. */
static void set_action(struct nested_node *node, const struct conversion *conversion)
{
    static const int32_t digits[] = {0, 3, 6, 9};
    const struct column *from = conversion->from, *to = conversion->to;
    node->action = NESTED_KEEP;
    switch (to->type) {
    case COLUMN_NULL:
        node->action = NESTED_TO_NULL;
        break;
    case COLUMN_REAL:
        if (conversion->kind == CONVERT_TO_DOUBLE)
            node->action = NESTED_TO_DOUBLE;
        break;
    case COLUMN_DECIMAL:
        node->digits = to->scale - (from->type == COLUMN_DECIMAL ? from->scale : 0);
        if (node->digits > 0)
            node->action = NESTED_ADD_ZEROS;
        break;
    case COLUMN_TIMESTAMP:
        node->digits = digits[to->unit];
        if (from->type == COLUMN_DATE)
            node->action = NESTED_TO_MIDNIGHT;
        else if (from->unit > to->unit)
            node->action = NESTED_CUT_DIGITS;
        break;
    case COLUMN_TIME:
        if (from->type == COLUMN_INTEGER)
            node->action = NESTED_TO_TIME;
        break;
    default:
        node->action = binary_action(from, to);
        break;
    }
}

static enum status set_value(const struct maker *maker, uint32_t at, struct error *error)
{
    struct nested_node *node = &maker->projection->nodes[at];
    const struct column *declared = &node->declared->column;
    const struct file_field *file = node->file;
    bool is_variant = declared->type == COLUMN_NESTED;
    if (declared->type == COLUMN_NULL) {
        node->action = NESTED_TO_NULL;
        return OK;
    }
    if (file->kind != (is_variant ? FIELD_VARIANT : FIELD_VALUE))
        return refuse(maker, at, CORRUPT,
                      is_variant ? "the file has no Variant where the table has one"
                                 : "the file has no single value where the table has one",
                      error);
    struct conversion c = declared_conversion(declared, &file->column);
    bool is_text = file->column.type == COLUMN_TEXT || file->column.type == COLUMN_JSON;
    if (c.kind == CONVERT_NEVER)
        return refuse(maker, at, UNSUPPORTED, c.reason, error);
    if (at != 0 && is_text && declared->type == COLUMN_BLOB)
        return refuse(maker, at, UNSUPPORTED,
                      "the file has text where the table has bytes", error);
    set_action(node, &c);
    return OK;
}

static enum status set_node(struct maker *maker, uint32_t at, struct error *error)
{
    static const enum field_kind kinds[] = {[DECLARED_VALUE] = FIELD_VALUE,
                                            [DECLARED_STRUCT] = FIELD_STRUCT,
                                            [DECLARED_LIST] = FIELD_LIST,
                                            [DECLARED_MAP] = FIELD_MAP};
    struct nested_node *node = &maker->projection->nodes[at];
    if (node->file == NULL)
        return set_absent(maker, at, error);
    if (node->file->kind == FIELD_VALUE && node->file->column.type == COLUMN_NULL) {
        node->action = NESTED_KEEP;
        return OK;
    }
    if (node->declared->kind == DECLARED_VALUE)
        return set_value(maker, at, error);
    if (node->file->kind != kinds[node->declared->kind])
        return refuse(maker, at, CORRUPT,
                      "one of the file and the table has a struct, list or map where the "
                      "other has something else",
                      error);
    return node->declared->kind == DECLARED_STRUCT ? add_members(maker, at, error)
                                                   : add_entries(maker, at, error);
}

/* ---- Identity ---------------------------------------------------------------------- */

/* Whether a container stays as it is because all of its members do. */
static bool keeps_members(const struct nested_projection *p,
                          const struct nested_node *node)
{
    if (node->action == NESTED_STRUCT && node->file->n_members != node->n)
        return false;
    for (uint32_t i = 0; i < node->n; i++) {
        const struct nested_node *member = &p->nodes[node->first + i];
        if (member->action != NESTED_KEEP)
            return false;
        if (node->action == NESTED_STRUCT &&
            (node->targets[i] != node->first + i ||
             !has_name(member->file, name_of(&member->declared->column))))
            return false;
    }
    return true;
}

static bool is_container(const struct nested_node *node)
{
    return node->action == NESTED_STRUCT || node->action == NESTED_LIST ||
           node->action == NESTED_MAP;
}

/* Containers become NESTED_KEEP where they can, members before their parents.  The keys
 * of maps are strings, in which containers are escaped. */
static enum status settle(const struct maker *maker, struct error *error)
{
    struct nested_projection *p = maker->projection;
    for (uint32_t i = p->n_nodes; i-- > 0;) {
        struct nested_node *node = &p->nodes[i];
        if (node->action == NESTED_MAP && is_container(&p->nodes[node->first]))
            return refuse(maker, i, UNSUPPORTED,
                          "the structs that are its keys differ in file and table",
                          error);
        if (is_container(node) && keeps_members(p, node))
            node->action = NESTED_KEEP;
    }
    return OK;
}

enum status nested_projection_make(const struct declared_field *declared,
                                   const struct file_field *file, bool by_ids,
                                   struct arena *arena,
                                   struct nested_projection **projection,
                                   struct error *error)
{
    struct maker maker = {.arena = arena, .by_ids = by_ids};
    maker.projection = arena_alloc(arena, 1, sizeof *maker.projection);
    *projection = maker.projection;
    if (maker.projection == NULL)
        return error_nomem(error);
    enum status status = add_node(&maker, 0, declared, file, error);
    for (uint32_t i = 0; status == OK && i < maker.projection->n_nodes; i++)
        status = set_node(&maker, i, error);
    return status == OK ? settle(&maker, error) : status;
}
