/* SPDX-License-Identifier: MIT */
#include "parquet/encryption/named_columns.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/interrupt.h"
#include "base/known_names.h"

struct column_name {
    struct slice text;
    uint32_t number;
    bool is_exact; /* a column has exactly this name */
    bool is_found;
};

/* The names, sorted without regard to case. */
struct name_list {
    struct column_name *names;
    uint32_t n;
};

static int compare_texts(struct slice a, struct slice b)
{
    for (size_t i = 0; i < a.size && i < b.size; i++) {
        int difference = ascii_lower(a.data[i]) - ascii_lower(b.data[i]);
        if (difference != 0)
            return difference;
    }
    return a.size < b.size ? -1 : a.size > b.size;
}

static int compare_names(const void *a, const void *b)
{
    return compare_texts(((const struct column_name *)a)->text,
                         ((const struct column_name *)b)->text);
}

/* Returns where the names that equal the text begin. */
static uint32_t find_first(const struct name_list *list, struct slice text)
{
    uint32_t begin = 0, end = list->n;
    while (begin < end) {
        uint32_t middle = begin + (end - begin) / 2;
        if (compare_texts(list->names[middle].text, text) < 0)
            begin = middle + 1;
        else
            end = middle;
    }
    return begin;
}

/* Notes the names that are exactly this path. */
static enum status note_exact(struct name_list *list, struct slice path,
                              struct error *error)
{
    enum status status = OK;
    for (uint32_t i = find_first(list, path);
         status == OK && i < list->n && compare_texts(list->names[i].text, path) == 0;
         i++) {
        if (slice_equals(list->names[i].text, path))
            list->names[i].is_exact = true;
        status = interrupt_after(path.size, error);
    }
    return status;
}

/* Finds the name of a path: *number, unless a longer one counts already. */
static enum status match(struct name_list *list, struct slice path, uint32_t *number,
                         struct error *error)
{
    bool has_longer = *number != PQ_NOT_NAMED, is_first = true;
    for (uint32_t i = find_first(list, path);
         i < list->n && compare_texts(list->names[i].text, path) == 0; i++) {
        struct column_name *name = &list->names[i];
        enum status status = interrupt_after(path.size, error);
        if (status != OK)
            return status;
        if (name->is_exact && !slice_equals(name->text, path))
            continue;
        name->is_found = true;
        if (!is_first)
            return error_set(error, MISUSE,
                             "option column_keys names the column \"%.*s\" twice",
                             SLICE_SHOWN(path, 100));
        is_first = false;
        if (!has_longer)
            *number = name->number;
    }
    return OK;
}

/* The path without its last part; size 0: there is no more. */
static struct slice parent(struct slice path)
{
    while (path.size > 0 && path.data[path.size - 1] != '.')
        path.size--;
    path.size -= path.size > 0;
    return path;
}

static struct slice path_of(const struct pq_schema_tree *tree, uint32_t leaf)
{
    const char *text = tree->leaves[leaf].column.name;
    return slice_of(text, strlen(text));
}

static enum status find_columns(struct name_list *list, const struct pq_schema_tree *tree,
                                uint32_t *named, struct error *error)
{
    enum status status = OK;
    for (uint32_t leaf = 0; status == OK && leaf < tree->n_leaves; leaf++) {
        for (struct slice path = path_of(tree, leaf); status == OK && path.size > 0;
             path = parent(path))
            status = note_exact(list, path, error);
        if (status == OK)
            status = interrupt_after(path_of(tree, leaf).size, error);
    }
    for (uint32_t leaf = 0; status == OK && leaf < tree->n_leaves; leaf++) {
        struct slice path = path_of(tree, leaf);
        named[leaf] = PQ_NOT_NAMED;
        for (; status == OK && path.size > 0; path = parent(path))
            status = match(list, path, &named[leaf], error);
        if (status == OK)
            status = interrupt_after(path_of(tree, leaf).size, error);
    }
    return status;
}

static enum status refuse_name(struct slice name, const struct pq_schema_tree *tree,
                               struct error *error)
{
    struct known_names known;
    known_names_begin(&known, name);
    for (uint32_t leaf = 0; leaf < tree->n_leaves; leaf++)
        known_names_add(&known, path_of(tree, leaf));
    error_set(error, MISUSE, "option column_keys: the file has no column \"%.*s\"",
              SLICE_SHOWN(name, 100));
    return known_names_suggest(&known, "column", error);
}

enum status pq_named_columns_find(const struct slice *names, uint32_t n,
                                  const struct pq_schema_tree *tree, uint32_t *named,
                                  struct error *error)
{
    struct name_list list = {.names = mem_alloc_zeroed(n, sizeof *list.names), .n = n};
    if (list.names == NULL)
        return error_nomem(error);
    for (uint32_t i = 0; i < n; i++)
        list.names[i] = (struct column_name){.text = names[i], .number = i};
    if (n > 1)
        qsort(list.names, n, sizeof *list.names, compare_names);
    enum status status = find_columns(&list, tree, named, error);
    for (uint32_t i = 0; status == OK && i < n; i++) {
        if (!list.names[i].is_found)
            status = refuse_name(list.names[i].text, tree, error);
    }
    mem_free(list.names);
    return status;
}
