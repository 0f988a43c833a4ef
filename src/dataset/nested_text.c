/* SPDX-License-Identifier: MIT */
/* nested_text.c - copies the JSON of a nested column with another form. */
#include <string.h>

#include "base/interrupt.h"
#include "dataset/nested_project.h"
#include "value/map_entries.h"

enum {
    MOST_JSON = 1 << 30, /* bytes of one text */
    STEP_WORK = 20,      /* for interrupt_after() */
};

/* A struct, list or map of which the beginning is written. */
struct open_value {
    uint32_t node;
    uint32_t next;   /* members read so far */
    uint32_t absent; /* STRUCT, in order: the next node that may have to be written */
    bool is_first;   /* nothing is written yet */
    /* STRUCT, not in order: where its spans begin. */
    size_t spans;
    uint32_t current; /* node of the member that is being written; 0: none */
    size_t entries;   /* MAP: where its entries begin */
};

/* A member of a struct that was written in the file's order. */
struct span {
    size_t begin, end;
};

struct copier {
    const struct nested_node *nodes;
    struct nested_projector *memory;
    struct slice from;
    size_t at;
    struct buffer *text;
};

static enum status damaged(struct error *error)
{
    return error_set(error, CORRUPT, "a value without the form of its column's type");
}

static const struct nested_node *node_at(const struct copier *copier, uint32_t node)
{
    return &copier->nodes[node];
}

/* ---- Reading ---------------------------------------------------------------------- */

static bool is_next(const struct copier *copier, char character)
{
    return copier->at < copier->from.size &&
           copier->from.data[copier->at] == (uint8_t)character;
}

static bool take(struct copier *copier, char character)
{
    bool is_there = is_next(copier, character);
    copier->at += is_there;
    return is_there;
}

/* The end of the string that begins at `begin`; SIZE_MAX: there is none. */
static size_t end_of_string(struct slice from, size_t begin)
{
    for (size_t at = begin + 1; at < from.size;) {
        const uint8_t *quote = memchr(from.data + at, '"', from.size - at);
        if (quote == NULL)
            break;
        size_t end = (size_t)(quote - from.data), n = 0;
        while (end - n > at && from.data[end - n - 1] == '\\')
            n++;
        if (n % 2 == 0)
            return end + 1;
        at = end + 1;
    }
    return SIZE_MAX;
}

/* The end of a number or word. */
static size_t end_of_word(struct slice from, size_t begin)
{
    size_t at = begin;
    for (; at < from.size; at++) {
        uint8_t c = from.data[at];
        if (c == ',' || c == ']' || c == '}' || c == ':')
            break;
    }
    return at > begin ? at : SIZE_MAX;
}

/* The end of an array or object.  Inside of it only brackets and strings are seen. */
static enum status find_end(struct slice from, size_t begin, size_t *end,
                            struct error *error)
{
    enum status status = OK;
    size_t at = begin, depth = 0;
    *end = SIZE_MAX;
    while (status == OK && at < from.size) {
        uint8_t c = from.data[at];
        size_t next = c == '"' ? end_of_string(from, at) : at + 1;
        if (next == SIZE_MAX)
            break;
        depth += c == '{' || c == '[';
        depth -= c == '}' || c == ']';
        if (depth == 0) {
            *end = next;
            break;
        }
        status = interrupt_after(next - at, error);
        at = next;
    }
    return status;
}

/* Takes the next value whole. */
static enum status take_value(struct copier *copier, struct slice *value,
                              struct error *error)
{
    size_t begin = copier->at, end = SIZE_MAX;
    enum status status = OK;
    if (is_next(copier, '"'))
        end = end_of_string(copier->from, begin);
    else if (is_next(copier, '{') || is_next(copier, '['))
        status = find_end(copier->from, begin, &end, error);
    else if (begin < copier->from.size)
        end = end_of_word(copier->from, begin);
    if (status != OK || end == SIZE_MAX)
        return status != OK ? status : damaged(error);
    copier->at = end;
    *value = slice_of(copier->from.data + begin, end - begin);
    return OK;
}

/* ---- Values ----------------------------------------------------------------------- */

static struct open_value *innermost(const struct copier *copier)
{
    const struct buffer *stack = &copier->memory->stack;
    return (struct open_value *)(void *)(stack->data + stack->size) - 1;
}

/* Makes room for the spans of a struct's members. */
static enum status add_spans(struct copier *copier, const struct nested_node *node,
                             struct error *error)
{
    struct buffer *spans = &copier->memory->spans;
    size_t size = node->n * sizeof(struct span);
    enum status status = buffer_reserve(spans, spans->size + size, true, error);
    if (status != OK)
        return status;
    if (size > 0)
        memset(spans->data + spans->size, 0, size);
    spans->size += size;
    return OK;
}

static enum status open_value(struct copier *copier, uint32_t at, struct error *error)
{
    const struct nested_node *node = node_at(copier, at);
    struct nested_projector *memory = copier->memory;
    const char *open = node->action == NESTED_LIST ? "[" : "{";
    const struct open_value value = {.node = at,
                                     .absent = node->first,
                                     .is_first = true,
                                     .spans = memory->spans.size,
                                     .entries = memory->entries.size};
    if (!take(copier, *open))
        return damaged(error);
    enum status status = buffer_append(&memory->stack, &value, sizeof value, error);
    if (status == OK && node->action == NESTED_STRUCT && !node->is_in_order)
        status = add_spans(copier, node, error);
    return status == OK ? buffer_append(copier->text, open, 1, error) : status;
}

/* Begins a value: writes all of it, or the beginning of a container. */
static enum status begin_value(struct copier *copier, uint32_t at, struct error *error)
{
    const struct nested_node *node = node_at(copier, at);
    struct slice value;
    bool is_null = is_next(copier, 'n');
    if (!is_null && (node->action == NESTED_STRUCT || node->action == NESTED_LIST ||
                     node->action == NESTED_MAP))
        return open_value(copier, at, error);
    enum status status = take_value(copier, &value, error);
    if (status != OK)
        return status;
    if (is_null)
        return buffer_append(copier->text, value.data, value.size, error);
    return nested_append_scalar(node, value, false, copier->memory, copier->text, error);
}

/* Removes the innermost value and closes it. */
static enum status close_value(struct copier *copier, const char *close,
                               struct error *error)
{
    copier->memory->stack.size -= sizeof(struct open_value);
    return buffer_append(copier->text, close, 1, error);
}

/* ---- Structs ---------------------------------------------------------------------- */

static void add_member(struct buffer *text, const struct nested_node *node, bool is_first,
                       struct error *error)
{
    buffer_add_text(text, is_first ? "" : ",", error);
    buffer_add(text, node->key, error);
    if (node->action == NESTED_ABSENT)
        buffer_add(text, node->absent, error);
}

/* Writes the members that the file lacks in front of node `end`. */
static enum status add_absent(struct copier *copier, struct open_value *open,
                              uint32_t end, struct error *error)
{
    for (; error->status == OK && open->absent < end; open->absent++) {
        const struct nested_node *node = node_at(copier, open->absent);
        if (node->action != NESTED_ABSENT)
            continue;
        add_member(copier->text, node, open->is_first, error);
        open->is_first = false;
        if (error->status == OK && interrupt_after(node->absent.size, error) != OK)
            break;
    }
    return error->status;
}

/* Brings the members of a struct, which end its text, into the declared order. */
static enum status reorder(struct copier *copier, const struct open_value *open,
                           struct error *error)
{
    const struct nested_node *node = node_at(copier, open->node);
    struct buffer *spans = &copier->memory->spans, *ordered = &copier->memory->scratch;
    const struct span *of = (const struct span *)(const void *)(spans->data +
                                                                open->spans);
    size_t begin = copier->text->size;
    ordered->size = 0;
    for (uint32_t i = 0; error->status == OK && i < node->n; i++) {
        const struct nested_node *member = node_at(copier, node->first + i);
        if (member->action == NESTED_ABSENT) {
            add_member(ordered, member, false, error);
            continue;
        }
        begin = of[i].begin < begin ? of[i].begin : begin;
        buffer_add(ordered,
                   slice_of(copier->text->data + of[i].begin, of[i].end - of[i].begin),
                   error);
    }
    spans->size = open->spans;
    copier->text->size = begin;
    if (error->status == OK && ordered->size > 0) /* but for the first comma */
        buffer_add(copier->text, slice_of(ordered->data + 1, ordered->size - 1), error);
    return error->status == OK ? interrupt_after(ordered->size, error) : error->status;
}

static enum status end_struct(struct copier *copier, struct error *error)
{
    struct open_value *open = innermost(copier);
    const struct nested_node *node = node_at(copier, open->node);
    if (open->next != node->file->n_members)
        return damaged(error);
    enum status status = node->is_in_order
                             ? add_absent(copier, open, node->first + node->n, error)
                             : reorder(copier, open, error);
    return status == OK ? close_value(copier, "}", error) : status;
}

/* The span of the member that is being written. */
static struct span *current_span(const struct copier *copier,
                                 const struct open_value *open)
{
    uint8_t *spans = copier->memory->spans.data + open->spans;
    return (struct span *)(void *)spans +
           (open->current - node_at(copier, open->node)->first);
}

/* Writes the key of a member that stays. */
static enum status begin_member(struct copier *copier, struct open_value *open,
                                uint32_t member, struct error *error)
{
    const struct nested_node *node = node_at(copier, open->node);
    if (node->is_in_order) {
        enum status status = add_absent(copier, open, member, error);
        if (status != OK)
            return status;
        add_member(copier->text, node_at(copier, member), open->is_first, error);
        open->is_first = false;
        return error->status;
    }
    open->current = member;
    current_span(copier, open)->begin = copier->text->size;
    add_member(copier->text, node_at(copier, member), false, error);
    return error->status;
}

static enum status step_struct(struct copier *copier, struct error *error)
{
    struct open_value *open = innermost(copier);
    const struct nested_node *node = node_at(copier, open->node);
    struct slice key, value;
    if (open->current != 0)
        current_span(copier, open)->end = copier->text->size;
    open->current = 0;
    if (take(copier, '}'))
        return end_struct(copier, error);
    if (open->next == node->file->n_members || (open->next > 0 && !take(copier, ',')) ||
        !is_next(copier, '"'))
        return damaged(error);
    enum status status = take_value(copier, &key, error);
    if (status != OK || !take(copier, ':'))
        return status == OK ? damaged(error) : status;
    uint32_t member = node->targets[open->next++];
    if (member == NESTED_DROPPED)
        return take_value(copier, &value, error);
    status = begin_member(copier, open, member, error);
    return status == OK ? begin_value(copier, member, error) : status;
}

/* ---- Lists and maps --------------------------------------------------------------- */

/* Passes the comma in front of an element that is not the first. */
static enum status next_element(struct copier *copier, struct open_value *open,
                                struct error *error)
{
    if (open->next++ == 0)
        return OK;
    return take(copier, ',') ? buffer_append(copier->text, ",", 1, error)
                             : damaged(error);
}

static enum status step_list(struct copier *copier, struct error *error)
{
    struct open_value *open = innermost(copier);
    if (take(copier, ']'))
        return close_value(copier, "]", error);
    enum status status = next_element(copier, open, error);
    return status == OK ? begin_value(copier, node_at(copier, open->node)->first, error)
                        : status;
}

/* Writes a key in its declared form.  Different keys may become equal. */
static enum status put_key(struct copier *copier, const struct nested_node *node,
                           struct slice key, struct error *error)
{
    struct nested_projector *memory = copier->memory;
    if (node->action == NESTED_KEEP)
        return buffer_append(copier->text, key.data, key.size, error);
    enum status status = map_entry_begin(&memory->entries, copier->text, error);
    if (status == OK)
        status = nested_append_scalar(node, key, true, memory, copier->text, error);
    return status == OK ? map_entry_end_key(&memory->entries, &memory->scratch,
                                            copier->text, error)
                        : status;
}

static enum status step_map(struct copier *copier, struct error *error)
{
    struct open_value *open = innermost(copier);
    uint32_t key_node = node_at(copier, open->node)->first;
    struct slice key;
    if (take(copier, '}')) {
        enum status status = map_entries_end(&copier->memory->entries, open->entries,
                                             copier->text, error);
        return status == OK ? close_value(copier, "}", error) : status;
    }
    enum status status = next_element(copier, open, error);
    if (status == OK && !is_next(copier, '"'))
        return damaged(error);
    if (status == OK)
        status = take_value(copier, &key, error);
    if (status == OK)
        status = put_key(copier, node_at(copier, key_node), key, error);
    if (status == OK)
        status = take(copier, ':') ? buffer_append(copier->text, ":", 1, error)
                                   : damaged(error);
    return status == OK ? begin_value(copier, key_node + 1, error) : status;
}

/* ---- All of it -------------------------------------------------------------------- */

static enum status step(struct copier *copier, struct error *error)
{
    switch (node_at(copier, innermost(copier)->node)->action) {
    case NESTED_STRUCT:
        return step_struct(copier, error);
    case NESTED_LIST:
        return step_list(copier, error);
    default:
        return step_map(copier, error);
    }
}

enum status nested_project(const struct nested_projection *projection,
                           struct nested_projector *projector, struct slice json,
                           struct buffer *text, struct error *error)
{
    struct copier copier = {
        .nodes = projection->nodes, .memory = projector, .from = json, .text = text};
    size_t before = text->size;
    projector->stack.size = projector->spans.size = projector->entries.size = 0;
    enum status status = begin_value(&copier, 0, error);
    while (status == OK && projector->stack.size > 0) {
        status = step(&copier, error);
        if (status == OK && text->size - before > MOST_JSON)
            status = error_set(error, TOO_BIG, "a value of more than 1 GiB as JSON");
        if (status == OK)
            status = interrupt_after(STEP_WORK, error);
    }
    if (status == OK && copier.at != json.size)
        return damaged(error);
    return status;
}

void nested_projector_release(struct nested_projector *projector)
{
    buffer_release(&projector->stack);
    buffer_release(&projector->spans);
    buffer_release(&projector->entries);
    buffer_release(&projector->scratch);
    *projector = (struct nested_projector){0};
}
