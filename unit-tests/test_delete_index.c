/* SPDX-License-Identifier: MIT */
/*
 * test_delete_index.c - which files of deletes apply to a data file: by sequence number,
 * partition, spec, path and kind, compared with the rules one by one (delete_index.h)
 */
#include "lake/iceberg/delete_index.h"

#include "base/alloc.h"
#include "base/interrupt.h"
#include "unit_bytes.h"
#include "unit_test.h"

static struct iceberg_partition_field by_one[] = {{.transform = ICEBERG_IDENTITY}};
static struct iceberg_partition_field by_none[] = {{.transform = ICEBERG_VOID}};
static const struct iceberg_partition_spec specs[] = {
    {.id = 0},                                   /* unpartitioned */
    {.id = 1, .fields = by_one, .n_fields = 1},  /* by a column */
    {.id = 2, .fields = by_one, .n_fields = 1},  /* by another one */
    {.id = 3, .fields = by_none, .n_fields = 1}, /* by one that was dropped */
};

enum kind { ROWS, POSITIONS, EQUALITY, VECTOR };

static struct arena arena; /* of the files of all tests */

static uint8_t *keep(struct bytes *bytes)
{
    uint8_t *copy = must(arena_alloc(&arena, bytes->size, 1));
    memcpy(copy, bytes->data, bytes->size);
    bytes_free(bytes);
    return copy;
}

static struct iceberg_file file_of(enum kind kind, int spec, const char *partition,
                                   int64_t sequence_number, const char *path,
                                   const char *data_file)
{
    struct bytes bytes = {0};
    struct iceberg_deletes *deletes = must(arena_alloc(&arena, 1, sizeof *deletes));
    struct iceberg_file file = {.spec = &specs[spec],
                                .content = (uint8_t)(kind == VECTOR ? POSITIONS : kind),
                                .format = ICEBERG_PARQUET,
                                .sequence_number = sequence_number,
                                .deletes = kind == ROWS ? NULL : deletes};
    bytes_put_text(&bytes, path);
    bytes_put_text(&bytes, partition);
    bytes_put_u8(&bytes, 0);
    file.location_size = (uint32_t)strlen(path);
    file.partition_size = (uint32_t)strlen(partition);
    file.bytes = keep(&bytes);
    deletes->content_offset = -1;
    if (data_file != NULL)
        deletes->data_file = slice_of(data_file, strlen(data_file));
    if (kind == VECTOR)
        file.format = ICEBERG_PUFFIN;
    return file;
}

/* Gives a file of position deletes bounds of its paths; key and size are a byte each. */
static void set_path_bounds(struct iceberg_file *file, const char *lower,
                            const char *upper)
{
    const char *const bounds[] = {lower, upper};
    struct bytes bytes = {0};
    bytes_put(&bytes, file->bytes, file->location_size + file->partition_size);
    for (unsigned i = 0; i < 2; i++) {
        if (bounds[i] == NULL)
            continue;
        bytes_put_varint(&bytes, (uint64_t)ICEBERG_DELETED_PATH_ID << 3 | (3 + i));
        bytes_put_varint(&bytes, strlen(bounds[i]));
        bytes_put_text(&bytes, bounds[i]);
    }
    file->metrics_size = (uint32_t)bytes.size - file->location_size -
                         file->partition_size;
    file->bytes = keep(&bytes);
}

static void append_name(const struct iceberg_file *file, char *text, size_t size)
{
    snprintf(text + strlen(text), size - strlen(text), "%.*s",
             SLICE_SHOWN(iceberg_file_location(file), 20));
}

static int by_name(const void *a, const void *b)
{
    const struct iceberg_file *const *x = a, *const *y = b;
    return slice_compare(iceberg_file_location(*x), iceberg_file_location(*y));
}

/* The names of the deletes: positions, equality, vector. */
static const char *applied(struct iceberg_file *deletes, uint32_t n,
                           struct iceberg_file data)
{
    static char text[1000];
    struct iceberg_file_list list = {deletes, n};
    struct delete_index index = {0};
    struct applicable_deletes found = {0};
    struct error error = {0};
    enum status status = delete_index_make(&list, &index, &error);
    if (status == OK)
        status = delete_index_find(&index, &data, &found, &error);
    text[0] = '\0';
    if (status != OK) {
        snprintf(text, sizeof text, "!%s", error.message);
    } else {
        if (found.n_positions > 1)
            qsort(found.positions, found.n_positions, sizeof *found.positions, by_name);
        if (found.n_equalities > 1)
            qsort(found.equalities, found.n_equalities, sizeof *found.equalities,
                  by_name);
        for (uint32_t i = 0; i < found.n_positions; i++)
            append_name(found.positions[i], text, sizeof text);
        strcat(text, "|");
        for (uint32_t i = 0; i < found.n_equalities; i++)
            append_name(found.equalities[i], text, sizeof text);
        strcat(text, "|");
        if (found.vector != NULL)
            append_name(found.vector, text, sizeof text);
    }
    applicable_deletes_release(&found);
    delete_index_release(&index);
    return text;
}

#define APPLIED(deletes, data) applied(deletes, COUNT_OF(deletes), data)

static void without_deletes(void)
{
    struct iceberg_file data = file_of(ROWS, 0, "", 1, "x", NULL);
    struct delete_index index = {0};
    struct applicable_deletes found = {0};
    struct error error = {0};
    CHECK(delete_index_find(&index, &data, &found, &error) == OK);
    CHECK(found.vector == NULL && found.n_positions == 0 && found.n_equalities == 0);
    CHECK_TEXT(applied(&data, 0, data), "||");
    delete_index_release(&index);
}

static void sequence_numbers_decide(void)
{
    struct iceberg_file deletes[] = {
        file_of(POSITIONS, 0, "", 4, "p", NULL),
        file_of(EQUALITY, 0, "", 4, "e", NULL),
    };
    CHECK_TEXT(APPLIED(deletes, file_of(ROWS, 0, "", 3, "x", NULL)), "p|e|");
    CHECK_TEXT(APPLIED(deletes, file_of(ROWS, 0, "", 4, "x", NULL)), "p||");
    CHECK_TEXT(APPLIED(deletes, file_of(ROWS, 0, "", 5, "x", NULL)), "||");
}

static void partitions_decide(void)
{
    struct iceberg_file deletes[] = {
        file_of(POSITIONS, 1, "A", 9, "p", NULL), file_of(EQUALITY, 1, "A", 9, "e", NULL),
        file_of(POSITIONS, 1, "B", 9, "q", NULL), file_of(EQUALITY, 2, "A", 9, "f", NULL),
        file_of(EQUALITY, 0, "", 9, "g", NULL),   file_of(POSITIONS, 0, "", 9, "r", NULL),
        file_of(EQUALITY, 3, "N", 9, "h", NULL),
    };
    CHECK_TEXT(APPLIED(deletes, file_of(ROWS, 1, "A", 1, "x", NULL)), "p|egh|");
    CHECK_TEXT(APPLIED(deletes, file_of(ROWS, 1, "B", 1, "x", NULL)), "q|gh|");
    CHECK_TEXT(APPLIED(deletes, file_of(ROWS, 2, "A", 1, "x", NULL)), "|fgh|");
    CHECK_TEXT(APPLIED(deletes, file_of(ROWS, 2, "B", 1, "x", NULL)), "|gh|");
    CHECK_TEXT(APPLIED(deletes, file_of(ROWS, 0, "", 1, "x", NULL)), "r|gh|");
    CHECK_TEXT(APPLIED(deletes, file_of(ROWS, 3, "N", 1, "x", NULL)), "|gh|");
}

static void deletes_of_one_data_file(void)
{
    struct iceberg_file deletes[] = {
        file_of(POSITIONS, 1, "A", 9, "p", "x"),
        file_of(POSITIONS, 1, "A", 9, "q", "y"),
        file_of(POSITIONS, 1, "A", 9, "r", "x"),
        file_of(POSITIONS, 1, "A", 9, "s", NULL),
    };
    CHECK_TEXT(APPLIED(deletes, file_of(ROWS, 1, "A", 1, "x", NULL)), "prs||");
    CHECK_TEXT(APPLIED(deletes, file_of(ROWS, 1, "A", 1, "y", NULL)), "qs||");
    CHECK_TEXT(APPLIED(deletes, file_of(ROWS, 1, "A", 10, "x", NULL)), "||");
}

static void a_vector_replaces_other_positions(void)
{
    struct iceberg_file deletes[] = {
        file_of(POSITIONS, 1, "A", 3, "p", NULL),
        file_of(POSITIONS, 1, "A", 3, "q", "x"),
        file_of(VECTOR, 1, "A", 4, "v", "x"),
        file_of(EQUALITY, 1, "A", 4, "e", NULL),
    };
    CHECK_TEXT(APPLIED(deletes, file_of(ROWS, 1, "A", 1, "x", NULL)), "|e|v");
    CHECK_TEXT(APPLIED(deletes, file_of(ROWS, 1, "A", 4, "x", NULL)), "||v");
    CHECK_TEXT(APPLIED(deletes, file_of(ROWS, 1, "A", 5, "x", NULL)), "||");
    CHECK_TEXT(APPLIED(deletes, file_of(ROWS, 1, "A", 1, "y", NULL)), "p|e|");
}

static void two_vectors_are_an_error(void)
{
    struct iceberg_file deletes[] = {
        file_of(VECTOR, 0, "", 4, "v", "x"),
        file_of(VECTOR, 0, "", 5, "w", "x"),
    };
    CHECK_TEXT(APPLIED(deletes, file_of(ROWS, 0, "", 1, "x", NULL)),
               "!\"x\" has several deletion vectors");
    CHECK_TEXT(APPLIED(deletes, file_of(ROWS, 0, "", 5, "x", NULL)), "||w");
}

static void bounds_of_paths(void)
{
    struct iceberg_file deletes[] = {
        file_of(POSITIONS, 0, "", 9, "p", NULL), file_of(POSITIONS, 0, "", 9, "q", NULL),
        file_of(POSITIONS, 0, "", 9, "r", NULL), file_of(POSITIONS, 0, "", 9, "s", NULL),
        file_of(POSITIONS, 0, "", 9, "t", "e"),
    };
    set_path_bounds(&deletes[0], "b", "d");
    set_path_bounds(&deletes[4], "b", "d"); /* the data file is stated */
    set_path_bounds(&deletes[1], "z", "a"); /* inverted: they say nothing */
    set_path_bounds(&deletes[2], "c", NULL);
    set_path_bounds(&deletes[3], NULL, "c");
    CHECK_TEXT(APPLIED(deletes, file_of(ROWS, 0, "", 1, "a", NULL)), "qs||");
    CHECK_TEXT(APPLIED(deletes, file_of(ROWS, 0, "", 1, "b", NULL)), "pqs||");
    CHECK_TEXT(APPLIED(deletes, file_of(ROWS, 0, "", 1, "c", NULL)), "pqrs||");
    CHECK_TEXT(APPLIED(deletes, file_of(ROWS, 0, "", 1, "cut", NULL)), "pqrs||");
    CHECK_TEXT(APPLIED(deletes, file_of(ROWS, 0, "", 1, "cx", NULL)), "pqrs||");
    CHECK_TEXT(APPLIED(deletes, file_of(ROWS, 0, "", 1, "e", NULL)), "qrt||");
}

/* Random files of few partitions, paths and numbers, and the rules as they are written.
 */
static bool applies(const struct iceberg_file *d, const struct iceberg_file *data)
{
    bool is_everywhere = d->spec->id == 0 || d->spec->id == 3;
    bool is_same = d->spec->id == data->spec->id &&
                   slice_equals(iceberg_file_partition(d), iceberg_file_partition(data));
    struct slice path = d->deletes->data_file;
    if (d->content == ICEBERG_EQUALITY_DELETES)
        return data->sequence_number < d->sequence_number && (is_everywhere || is_same);
    if (data->sequence_number > d->sequence_number)
        return false;
    return path.size > 0 ? slice_equals(path, iceberg_file_location(data)) : is_same;
}

static void random_files(void)
{
    enum { N_DELETES = 1000, N_DATA = 300 };
    static const char *const partitions[] = {"", "A", "B", "CC"};
    static const char *const paths[] = {"u", "v", "w", "x", "y", "z"};
    static struct iceberg_file deletes[N_DELETES];
    struct iceberg_file_list list = {deletes, N_DELETES};
    struct delete_index index = {0};
    struct applicable_deletes found = {0};
    struct error error = {0};
    uint64_t state = 1;
    for (int i = 0; i < N_DELETES; i++) {
        enum kind kind = random_below(&state, 2) == 0 ? POSITIONS : EQUALITY;
        deletes[i] = file_of(
            kind, (int)random_below(&state, 4), partitions[random_below(&state, 4)],
            (int64_t)random_below(&state, 20), "d",
            random_below(&state, 3) == 0 ? paths[random_below(&state, 6)] : NULL);
    }
    CHECK(delete_index_make(&list, &index, &error) == OK);
    for (int i = 0; i < N_DATA; i++) {
        struct iceberg_file data = file_of(
            ROWS, (int)random_below(&state, 4), partitions[random_below(&state, 4)],
            (int64_t)random_below(&state, 20), paths[random_below(&state, 6)], NULL);
        uint32_t n_positions = 0, n_equalities = 0;
        for (int j = 0; j < N_DELETES; j++) {
            bool is_position = deletes[j].content == ICEBERG_POSITION_DELETES;
            n_positions += applies(&deletes[j], &data) && is_position;
            n_equalities += applies(&deletes[j], &data) && !is_position;
        }
        CHECK(delete_index_find(&index, &data, &found, &error) == OK);
        CHECK(found.n_positions == n_positions && found.n_equalities == n_equalities);
        for (uint32_t j = 0; j < found.n_positions; j++)
            CHECK(applies(found.positions[j], &data));
        for (uint32_t j = 0; j < found.n_equalities; j++)
            CHECK(applies(found.equalities[j], &data));
    }
    applicable_deletes_release(&found);
    delete_index_release(&index);
}

static void allocation_failures(void)
{
    struct iceberg_file deletes[] = {
        file_of(POSITIONS, 1, "A", 9, "p", NULL),
        file_of(POSITIONS, 1, "A", 9, "q", "x"),
        file_of(EQUALITY, 1, "A", 9, "e", NULL),
    };
    struct iceberg_file data = file_of(ROWS, 1, "A", 1, "x", NULL);
    const char *text = "";
    long n = 0;
    while (strcmp(text, "pq|e|") != 0 && ++n < 20) {
        mem_fail_at(n, 0);
        text = APPLIED(deletes, data);
        mem_fail_at(0, 0);
        CHECK(text[0] == 'p' || strcmp(text, "!out of memory") == 0);
    }
    CHECK(n > 3 && n < 20);
}

static bool always(void *argument)
{
    (void)argument;
    return true;
}

static void making_and_finding_can_be_interrupted(void)
{
    enum { N = 10000 };
    static struct iceberg_file deletes[N];
    struct iceberg_file_list list = {deletes, N};
    struct iceberg_file data = file_of(ROWS, 0, "", 1, "x", NULL);
    struct interrupt work = {.is_wanted = always};
    struct delete_index index = {0};
    struct applicable_deletes found = {0};
    struct error error = {0};
    for (int i = 0; i < N; i++)
        deletes[i] = file_of(EQUALITY, 0, "", 9, "e", NULL);
    interrupt_begin(&work);
    CHECK(delete_index_make(&list, &index, &error) == INTERRUPTED);
    CHECK(interrupt_end(&work, OK, &error) == INTERRUPTED);
    error_clear(&error);
    CHECK(delete_index_make(&list, &index, &error) == OK);
    work = (struct interrupt){.is_wanted = always};
    interrupt_begin(&work);
    CHECK(delete_index_find(&index, &data, &found, &error) == INTERRUPTED);
    CHECK(interrupt_end(&work, OK, &error) == INTERRUPTED);
    applicable_deletes_release(&found);
    delete_index_release(&index);
}

int main(void)
{
    RUN(without_deletes);
    RUN(sequence_numbers_decide);
    RUN(partitions_decide);
    RUN(deletes_of_one_data_file);
    RUN(a_vector_replaces_other_positions);
    RUN(two_vectors_are_an_error);
    RUN(bounds_of_paths);
    RUN(random_files);
    RUN(allocation_failures);
    RUN(making_and_finding_can_be_interrupted);
    arena_release(&arena);
    return unit_test_done();
}
