/* SPDX-License-Identifier: MIT */
#include "scan/text_match.h"

#include <assert.h>

#include "base/alloc.h"

enum element_kind {
    ONE_CHARACTER,
    ANY_CHARACTER, /* _ and ? */
    ANY_TEXT,      /* % and * */
    ONE_OF,        /* [...] */
    NONE_OF,       /* [^...] */
};

struct pattern_element {
    enum element_kind kind;
    uint32_t character;   /* ONE_CHARACTER, in lower case if the pattern folds case */
    uint32_t first_range; /* ONE_OF and NONE_OF */
    uint32_t n_ranges;
    /* ANY_TEXT: the ASCII text that follows it, or NULL. */
    const struct byte_needle *needle;
};

struct character_range {
    uint32_t first, last;
};

/* ---- Characters ------------------------------------------------------------------- */

static bool is_continuation(const uint8_t *at, const uint8_t *end)
{
    return at < end && (*at & 0xc0) == 0x80;
}

/* Reads a character that begins with a byte >= 0xc0. */
static uint32_t read_long_character(const uint8_t **cursor, const uint8_t *end)
{
    const uint8_t *at = *cursor;
    uint32_t lead = *at++;
    uint32_t character = lead < 0xe0   ? lead & 0x1f
                         : lead < 0xf0 ? lead & 0x0f
                         : lead < 0xf8 ? lead & 0x07
                         : lead < 0xfc ? lead & 0x03
                         : lead < 0xfe ? lead & 0x01
                                       : 0;
    for (; is_continuation(at, end); at++)
        character = (character << 6) + (*at & 0x3f);
    *cursor = at;
    if (character < 0x80 || (character & 0xfffff800) == 0xd800 ||
        (character & 0xfffffffe) == 0xfffe)
        return 0xfffd;
    return character;
}

/* Reads one character of a text that is not at its end. */
static uint32_t read_character(const uint8_t **cursor, const uint8_t *end)
{
    if (**cursor < 0xc0)
        return *(*cursor)++;
    return read_long_character(cursor, end);
}

static uint32_t fold_character(uint32_t character)
{
    return character < 0x80 ? ascii_lower((uint8_t)character) : character;
}

/* The text's size up to its first 0 byte. */
static size_t text_size(struct bytes_value text)
{
    const uint8_t *nul = text.size == 0 ? NULL : memchr(text.data, 0, text.size);
    return nul != NULL ? (size_t)(nul - text.data) : text.size;
}

/* ---- Compiling -------------------------------------------------------------------- */

static void add_range(struct text_pattern *pattern, uint32_t first, uint32_t last)
{
    pattern->ranges[pattern->n_ranges++] = (struct character_range){first, last};
}

/* Compiles the set after a [.  False if the ] is missing: then nothing matches. */
static bool compile_set(struct text_pattern *pattern, struct pattern_element *element,
                        const uint8_t **cursor, const uint8_t *end)
{
    const uint8_t *at = *cursor;
    *element = (struct pattern_element){.kind = ONE_OF,
                                        .first_range = (uint32_t)pattern->n_ranges};
    if (at < end && *at == '^') {
        element->kind = NONE_OF;
        at++;
    }
    if (at < end && *at == ']') {
        add_range(pattern, ']', ']');
        at++;
    }
    uint32_t previous = 0; /* the character that may begin a range */
    while (at < end && *at != ']') {
        uint32_t character = read_character(&at, end);
        if (character == '-' && previous > 0 && at < end && *at != ']') {
            add_range(pattern, previous, read_character(&at, end));
            previous = 0;
        } else {
            add_range(pattern, character, character);
            previous = character;
        }
    }
    element->n_ranges = (uint32_t)pattern->n_ranges - element->first_range;
    bool is_closed = at < end;
    *cursor = at + is_closed;
    return is_closed;
}

static void compile_elements(struct text_pattern *pattern, bool is_glob,
                             const uint8_t *bytes, size_t size)
{
    const uint8_t *end = bytes + size;
    const uint8_t any_text = is_glob ? '*' : '%';
    const uint8_t any_character = is_glob ? '?' : '_';
    bool follows_any_text = false;
    while (bytes < end) {
        struct pattern_element *element = &pattern->elements[pattern->n_elements];
        uint32_t character = read_character(&bytes, end);
        if (character == any_text) {
            if (follows_any_text)
                continue;
            *element = (struct pattern_element){.kind = ANY_TEXT};
        } else if (character == any_character) {
            *element = (struct pattern_element){.kind = ANY_CHARACTER};
        } else if (is_glob && character == '[') {
            if (!compile_set(pattern, element, &bytes, end)) {
                pattern->shape = SHAPE_NONE;
                return;
            }
        } else {
            if (character == 0x80) /* after %, older SQLite versions read it as a byte */
                pattern->shape = SHAPE_ALL;
            if (pattern->folds_case)
                character = fold_character(character);
            *element = (struct pattern_element){.character = character};
        }
        follows_any_text = element->kind == ANY_TEXT;
        pattern->n_elements++;
    }
}

static bool is_ascii_element(const struct text_pattern *pattern, size_t i)
{
    return i < pattern->n_elements && pattern->elements[i].kind == ONE_CHARACTER &&
           pattern->elements[i].character < 0x80;
}

/* Finds the runs of ASCII characters.  A run is the same bytes in every text that
 * matches, because no other bytes decode to ASCII, so it can be searched for as bytes.
 * Returns where the longest run begins; *longest is its number of elements. */
static size_t find_literals(struct text_pattern *pattern, size_t *longest)
{
    size_t first = 0, end = 0;
    *longest = 0;
    for (size_t begin = 0; begin < pattern->n_elements; begin = end + 1) {
        for (end = begin; is_ascii_element(pattern, end); end++)
            pattern->ascii[end] = (uint8_t)pattern->elements[end].character;
        if (end > begin && begin > 0 && pattern->elements[begin - 1].kind == ANY_TEXT) {
            struct byte_needle *needle = &pattern->needles[pattern->n_needles++];
            byte_needle_init(needle, pattern->ascii + begin, end - begin,
                             pattern->folds_case);
            pattern->elements[begin - 1].needle = needle;
        }
        if (end - begin > *longest) {
            first = begin;
            *longest = end - begin;
        }
    }
    return first;
}

/* The shape of a pattern with a literal of `size` elements from `first` on: with ANY_TEXT
 * before it, after it, both or neither; general if it has other elements. */
static enum text_pattern_shape find_shape(const struct text_pattern *pattern,
                                          size_t first, size_t size)
{
    size_t n = pattern->n_elements;
    size_t n_behind = n - first - size;
    if (n == 0)
        return SHAPE_EXACT;
    bool begins_with_any = pattern->elements[0].kind == ANY_TEXT;
    bool ends_with_any = pattern->elements[n - 1].kind == ANY_TEXT;
    if (size == 0)
        return n == 1 && begins_with_any ? SHAPE_ALL : SHAPE_GENERAL;
    if (first > begins_with_any || n_behind > ends_with_any)
        return SHAPE_GENERAL;
    if (begins_with_any)
        return ends_with_any ? SHAPE_CONTAINS : SHAPE_SUFFIX;
    return ends_with_any ? SHAPE_PREFIX : SHAPE_EXACT;
}

enum status text_pattern_init(struct text_pattern *pattern, enum text_pattern_kind kind,
                              const void *bytes, size_t size, struct error *error)
{
    *pattern = (struct text_pattern){.shape = SHAPE_ALL,
                                     .folds_case = kind == PATTERN_LIKE};
    if (size > MOST_PATTERN_BYTES)
        return OK;
    size = text_size((struct bytes_value){bytes, size});
    /* Each element and each range needs a byte of the pattern, each needle two. */
    pattern->elements = mem_alloc(size, sizeof *pattern->elements);
    pattern->ascii = mem_alloc(size, 1);
    pattern->needles = mem_alloc(size / 2, sizeof *pattern->needles);
    pattern->ranges = mem_alloc(size, sizeof *pattern->ranges);
    if (pattern->elements == NULL || pattern->ascii == NULL || pattern->needles == NULL ||
        pattern->ranges == NULL) {
        text_pattern_release(pattern);
        return error_nomem(error);
    }
    pattern->shape = SHAPE_GENERAL;
    if (size > 0)
        compile_elements(pattern, kind == PATTERN_GLOB, bytes, size);
    if (pattern->shape != SHAPE_GENERAL)
        return OK;
    size_t literal_size;
    size_t literal = find_literals(pattern, &literal_size);
    pattern->shape = find_shape(pattern, literal, literal_size);
    /* Most texts contain a single byte: searching for it first would be wasted work. */
    if (literal_size > (pattern->shape == SHAPE_GENERAL))
        byte_needle_init(&pattern->needle, pattern->ascii + literal, literal_size,
                         pattern->folds_case);
    return OK;
}

void text_pattern_release(struct text_pattern *pattern)
{
    mem_free(pattern->elements);
    mem_free(pattern->ascii);
    mem_free(pattern->needles);
    mem_free(pattern->ranges);
    *pattern = (struct text_pattern){0};
}

/* ---- One text --------------------------------------------------------------------- */

static bool set_contains(const struct text_pattern *pattern,
                         const struct pattern_element *element, uint32_t character)
{
    const struct character_range *range = pattern->ranges + element->first_range;
    for (uint32_t i = 0; i < element->n_ranges; i++)
        if (character >= range[i].first && character <= range[i].last)
            return true;
    return false;
}

static bool element_takes(const struct text_pattern *pattern,
                          const struct pattern_element *element, uint32_t character)
{
    switch (element->kind) {
    case ONE_CHARACTER:
        if (pattern->folds_case)
            character = fold_character(character);
        return character == element->character;
    case ONE_OF:
        return set_contains(pattern, element, character);
    case NONE_OF:
        return !set_contains(pattern, element, character);
    case ANY_CHARACTER:
    case ANY_TEXT:
        break;
    }
    return true;
}

/* The next position, from `at` on, where the elements after ANY_TEXT can match; `end` if
 * there is none. */
static const uint8_t *seek_next(const struct pattern_element *any_text, const uint8_t *at,
                                const uint8_t *end)
{
    if (any_text->needle != NULL) {
        const uint8_t *found = find_bytes(any_text->needle, at, end);
        return found != NULL ? found : end;
    }
    const struct pattern_element *next = any_text + 1;
    if (next->kind != ONE_CHARACTER)
        return at;
    while (at < end) {
        const uint8_t *begin = at;
        if (*at < 0x80)
            at++;
        else if (read_character(&at, end) == next->character)
            return begin;
    }
    return end;
}

/* Each ANY_TEXT matches as little as possible, and more only while the elements up to the
 * next ANY_TEXT do not match.  Only the latest one is ever extended: it can match any
 * text that an earlier one would match in addition. */
static bool elements_match(const struct text_pattern *pattern, const uint8_t *at,
                           const uint8_t *end)
{
    const struct pattern_element *element = pattern->elements;
    const struct pattern_element *last = element + pattern->n_elements;
    const struct pattern_element *any_text = NULL; /* the latest, and its end */
    const uint8_t *any_text_end = NULL;
    for (;;) {
        if (element < last && element->kind == ANY_TEXT) {
            any_text = element;
            any_text_end = at;
        } else if (at == end) {
            return element == last;
        } else if (element < last &&
                   element_takes(pattern, element, read_character(&at, end))) {
            element++;
            continue;
        } else if (any_text != NULL) {
            (void)read_character(&any_text_end, end);
        } else {
            return false;
        }
        element = any_text + 1;
        if (element == last)
            return true;
        at = any_text_end = seek_next(any_text, any_text_end, end);
        if (at < end && any_text->needle != NULL) {
            at += any_text->needle->size;
            element += any_text->needle->size;
        }
    }
}

/* Whether the position found lies before the text's first 0 byte. */
static inline bool is_in_text(const uint8_t *found, struct bytes_value text,
                              bool has_no_nul)
{
    return has_no_nul || found == text.data ||
           memchr(text.data, 0, (size_t)(found - text.data)) == NULL;
}

static inline bool contains_literal(const struct text_pattern *pattern,
                                    struct bytes_value text, bool has_no_nul)
{
    if (text.size < pattern->needle.size)
        return false;
    const uint8_t *found = find_bytes(&pattern->needle, text.data, text.data + text.size);
    return found != NULL && is_in_text(found, text, has_no_nul);
}

static bool general_matches(const struct text_pattern *pattern, struct bytes_value text,
                            bool has_no_nul)
{
    size_t size = has_no_nul ? text.size : text_size(text);
    /* The pointer may be NULL if the size is 0. */
    const uint8_t *bytes = size == 0 ? (const uint8_t *)"" : text.data;
    return elements_match(pattern, bytes, bytes + size);
}

static inline bool value_matches(const struct text_pattern *pattern,
                                 struct bytes_value text, bool has_no_nul)
{
    size_t size = pattern->needle.size;
    switch (pattern->shape) {
    case SHAPE_NONE:
        return false;
    case SHAPE_ALL:
        return true;
    case SHAPE_EXACT:
        return text.size >= size && (text.size == size || text.data[size] == 0) &&
               (size == 0 || byte_needle_is_at(&pattern->needle, text.data));
    case SHAPE_PREFIX:
        return text.size >= size && byte_needle_is_at(&pattern->needle, text.data);
    case SHAPE_SUFFIX:
        if (!has_no_nul)
            text.size = text_size(text);
        return text.size >= size &&
               byte_needle_is_at(&pattern->needle, text.data + text.size - size);
    case SHAPE_CONTAINS:
        return contains_literal(pattern, text, has_no_nul);
    case SHAPE_GENERAL:
        break;
    }
    return (size == 0 || contains_literal(pattern, text, has_no_nul)) &&
           general_matches(pattern, text, has_no_nul);
}

bool text_pattern_matches(const struct text_pattern *pattern, struct bytes_value text)
{
    return value_matches(pattern, text, false);
}

/* ---- Vectors ---------------------------------------------------------------------- */

static uint32_t filter_rows(const struct text_pattern *pattern,
                            const struct column_vector *vector, const uint32_t *from,
                            uint32_t n, uint32_t *rows)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t row = from != NULL ? from[i] : i;
        if (column_vector_is_null(vector, row))
            continue;
        struct bytes_value text = vector->values.bytes[column_vector_index(vector, row)];
        if (value_matches(pattern, text, vector->has_no_nul))
            rows[kept++] = row;
    }
    return kept;
}

/* Searches the block for the literal and, for each position found, advances to its value.
 * Places not entirely within the value of one of the rows are ignored. */
static uint32_t filter_block(const struct text_pattern *pattern,
                             const struct column_vector *vector, const uint32_t *from,
                             uint32_t n, uint32_t *rows)
{
    const size_t size = pattern->needle.size;
    const uint8_t *end = vector->bytes_end;
    const uint8_t *found = find_bytes(&pattern->needle, vector->bytes_begin, end);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < n && found != NULL; i++) {
        uint32_t row = from != NULL ? from[i] : i;
        if (column_vector_is_null(vector, row))
            continue;
        struct bytes_value text = vector->values.bytes[row];
        if (text.size < size)
            continue;
        const uint8_t *last_place = text.data + (text.size - size);
        if (found > last_place)
            continue;
        if (found < text.data) /* between values, or across this one's start */
            found = find_bytes(&pattern->needle, text.data, end);
        if (found == NULL || found > last_place)
            continue;
        if (pattern->shape == SHAPE_CONTAINS
                ? is_in_text(found, text, vector->has_no_nul)
                : general_matches(pattern, text, vector->has_no_nul))
            rows[kept++] = row;
        found = find_bytes(&pattern->needle, text.data + text.size, end);
    }
    return kept;
}

uint32_t text_pattern_filter(const struct text_pattern *pattern,
                             const struct column_vector *vector, const uint32_t *from,
                             uint32_t n, uint32_t *rows)
{
    assert(vector->kind == VECTOR_BYTES && n <= vector->n_rows);
    if (pattern->shape == SHAPE_NONE)
        return 0;
    bool has_needle = (pattern->shape == SHAPE_CONTAINS ||
                       pattern->shape == SHAPE_GENERAL) &&
                      pattern->needle.size > 0;
    /* Searching the block reads the other rows' values too. */
    if (has_needle && vector->bytes_begin != NULL && vector->indices == NULL &&
        n >= vector->n_rows / 4)
        return filter_block(pattern, vector, from, n, rows);
    return filter_rows(pattern, vector, from, n, rows);
}

void text_pattern_mask_entries(const struct text_pattern *pattern,
                               const struct column_vector *vector, uint8_t *mask)
{
    for (uint32_t k = 0; k < vector->n_entries; k++)
        mask[k] = value_matches(pattern, vector->values.bytes[k], vector->has_no_nul);
}

/* ---- Numbers ---------------------------------------------------------------------- */

/* The first byte from `at` on that is not a digit. */
static const uint8_t *skip_digits(const uint8_t *at, const uint8_t *end)
{
    while (at < end && is_ascii_digit(*at))
        at++;
    return at;
}

static const uint8_t *skip_sign(const uint8_t *at, const uint8_t *end)
{
    return at < end && (*at == '-' || *at == '+') ? at + 1 : at;
}

bool text_looks_numeric(struct bytes_value text)
{
    if (text.size == 0)
        return false;
    const uint8_t *at = text.data;
    const uint8_t *end = at + text_size(text);
    while (at < end && ascii_is_space(*at))
        at++;
    at = skip_sign(at, end);
    const uint8_t *digits = at;
    at = skip_digits(at, end);
    size_t n_digits = (size_t)(at - digits);
    if (at < end && *at == '.') {
        digits = ++at;
        at = skip_digits(at, end);
        n_digits += (size_t)(at - digits);
    }
    if (n_digits == 0)
        return false;
    if (at < end && ascii_lower(*at) == 'e')
        at = skip_digits(skip_sign(at + 1, end), end);
    while (at < end && ascii_is_space(*at))
        at++;
    return at == end;
}
