/* SPDX-License-Identifier: MIT */
#include "base/known_names.h"

#include <stdio.h>

#include "base/interrupt.h"

enum {
    MOST_COMPARED = 64, /* characters of a name */
    MOST_SHOWN = 40,    /* bytes of a name */
    LEAST_PART = 3,     /* characters that count as a part of another name */
};

/* The front of a name, without case. */
struct front {
    uint32_t characters[MOST_COMPARED];
    unsigned n;
};

/* The size of the character at the front; of bytes that are none, 1 or a few. */
static size_t character_size(struct slice text)
{
    uint8_t first = text.data[0];
    size_t size = first < 0xc0 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4, i = 1;
    while (i < size && i < text.size && (text.data[i] & 0xc0) == 0x80)
        i++;
    return i;
}

/* Folds the case of Latin, Greek and Cyrillic letters, as far as their codes are in the
 * same order in both cases. */
static uint32_t fold(uint32_t c)
{
    bool is_upper = (c >= 'A' && c <= 'Z') || (c >= 0xc0 && c <= 0xde && c != 0xd7) ||
                    (c >= 0x391 && c <= 0x3a9) || (c >= 0x410 && c <= 0x42f);
    return is_upper ? c + 0x20 : c;
}

static void take_front(struct slice name, struct front *front)
{
    for (front->n = 0; name.size > 0 && front->n < MOST_COMPARED; front->n++) {
        size_t size = character_size(name);
        uint32_t c = size > 1 ? name.data[0] & (0x7fu >> size) : name.data[0];
        for (size_t i = 1; i < size; i++)
            c = c << 6 | (name.data[i] & 0x3f);
        front->characters[front->n] = fold(c);
        name = slice_of(name.data + size, name.size - size);
    }
}

static unsigned least_of(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* The number of characters to insert, remove, replace, or exchange with the next one. */
static unsigned edits_between(const struct front *a, const struct front *b)
{
    /* Of the fronts of a that end before i - 2, i - 1 and i, to those of b. */
    unsigned rows[3][MOST_COMPARED + 1];
    unsigned *two_before = rows[0], *before = rows[1], *row = rows[2];
    for (unsigned j = 0; j <= b->n; j++)
        row[j] = j;
    for (unsigned i = 1; i <= a->n; i++) {
        unsigned *free_row = two_before;
        two_before = before;
        before = row;
        row = free_row;
        row[0] = i;
        for (unsigned j = 1; j <= b->n; j++) {
            const uint32_t *p = a->characters + i - 1, *q = b->characters + j - 1;
            row[j] = least_of(before[j - 1] + (*p != *q),
                              1 + least_of(before[j], row[j - 1]));
            if (i > 1 && j > 1 && p[0] == q[-1] && p[-1] == q[0])
                row[j] = least_of(row[j], two_before[j - 2] + 1);
        }
    }
    return row[b->n];
}

static bool contains(const struct front *whole, const struct front *part)
{
    size_t size = part->n * sizeof part->characters[0];
    for (unsigned i = 0; part->n >= LEAST_PART && i + part->n <= whole->n; i++) {
        if (memcmp(whole->characters + i, part->characters, size) == 0)
            return true;
    }
    return false;
}

/* A name inside the other one is as near as a single edit. */
static unsigned distance_between(const struct front *a, const struct front *b)
{
    unsigned edits = edits_between(a, b);
    return contains(a, b) || contains(b, a) ? least_of(edits, 1) : edits;
}

static bool is_near(const struct known_name *name, const struct front *unknown)
{
    struct front front;
    take_front(name->name, &front);
    return 3 * name->distance <= (front.n > unknown->n ? front.n : unknown->n);
}

/* The nearest of the n names listed; NULL if none is near, or one is just the same, which
 * must then be wrong for another reason. */
static const struct known_name *find_near(const struct known_names *known, size_t n)
{
    const struct known_name *nearest = NULL;
    struct front unknown;
    take_front(known->unknown, &unknown);
    for (size_t i = 0; i < n; i++) {
        const struct known_name *name = &known->listed[i];
        if (slice_equals(name->name, known->unknown))
            return NULL;
        if ((nearest == NULL || name->distance < nearest->distance) &&
            is_near(name, &unknown))
            nearest = name;
    }
    return nearest;
}

void known_names_begin(struct known_names *known, struct slice unknown)
{
    known->unknown = unknown;
    known->n = 0;
}

/* The index of the name that is farthest; of several the last one. */
static size_t farthest(const struct known_names *known)
{
    size_t at = 0;
    for (size_t i = 1; i < KNOWN_NAMES_LISTED; i++) {
        if (known->listed[i].distance >= known->listed[at].distance)
            at = i;
    }
    return at;
}

void known_names_add(struct known_names *known, struct slice name)
{
    struct known_name *last = &known->listed[KNOWN_NAMES_LISTED - 1];
    struct front unknown, front;
    size_t n = known->n++;
    (void)interrupt_stops((size_t)MOST_COMPARED * MOST_COMPARED);
    if (interrupt_is_pending() && n >= KNOWN_NAMES_LISTED)
        return;
    take_front(known->unknown, &unknown);
    take_front(name, &front);
    const struct known_name added = {name, distance_between(&unknown, &front)};
    if (n < KNOWN_NAMES_LISTED) {
        known->listed[n] = added;
        return;
    }
    size_t at = farthest(known);
    if (known->listed[at].distance <= added.distance)
        return;
    for (struct known_name *to = &known->listed[at]; to < last; to++)
        to[0] = to[1];
    *last = added;
}

void known_names_add_texts(struct known_names *known, const char *const *texts, size_t n)
{
    for (size_t i = 0; i < n; i++)
        known_names_add(known, slice_of(texts[i], strlen(texts[i])));
}

/* Appends as much of the name as messages show, without control characters. */
static void append_name(struct error *error, struct slice name)
{
    char text[MOST_SHOWN + 1];
    size_t size = 0;
    bool is_cut = name.size > MOST_SHOWN;
    while (name.size > 0 && size + character_size(name) <= MOST_SHOWN) {
        size_t n = character_size(name);
        memcpy(text + size, name.data, n);
        if (name.data[0] < ' ' || name.data[0] == 0x7f)
            text[size] = '?';
        size += n;
        name = slice_of(name.data + n, name.size - n);
    }
    error_append(error, "%.*s%s", (int)size, text, is_cut ? "..." : "");
}

static void append_list(const struct known_names *known, size_t n_listed,
                        const char *noun, struct error *error)
{
    if (known->n == 1)
        error_append(error, "the only %s is ", noun);
    else if (known->n == n_listed)
        error_append(error, "the %ss are ", noun);
    else
        error_append(error, "among the %zu %ss are ", known->n, noun);
    for (size_t i = 0; i < n_listed; i++) {
        error_append(error, i > 0 ? ", " : "");
        append_name(error, known->listed[i].name);
    }
}

enum status known_names_suggest(const struct known_names *known, const char *noun,
                                struct error *error)
{
    size_t n_listed = known->n < KNOWN_NAMES_LISTED ? known->n : KNOWN_NAMES_LISTED;
    const struct known_name *nearest = find_near(known, n_listed);
    if (nearest != NULL) {
        error_append(error, "; did you mean \"");
        append_name(error, nearest->name);
        error_append(error, "\"?");
    }
    if (noun == NULL || n_listed == 0 || (nearest != NULL && known->n == 1))
        return error->status;
    error_append(error, nearest != NULL ? " (" : "; ");
    append_list(known, n_listed, noun, error);
    error_append(error, nearest != NULL ? ")" : "");
    return error->status;
}
