/* SPDX-License-Identifier: MIT */
/*
 * test_known_names.c - which name is suggested for an unknown one, and which are listed,
 * also for hostile names and for very many (known_names.h).
 */
#include "base/known_names.h"

#include "base/interrupt.h"
#include "unit_test.h"

static struct slice slice_of_text(const char *text)
{
    return slice_of(text, strlen(text));
}

/* The message for an unknown name; the known ones are separated by commas. */
static const char *suggested(const char *unknown, const char *names, const char *noun)
{
    static struct error error;
    struct known_names known;
    error = (struct error){0};
    known_names_begin(&known, slice_of_text(unknown));
    while (*names != '\0') {
        size_t size = strcspn(names, ",");
        known_names_add(&known, slice_of(names, size));
        names += size + (names[size] == ',');
    }
    error_set(&error, MISUSE, "no");
    CHECK(known_names_suggest(&known, noun, &error) == MISUSE);
    return error.message;
}

static void the_nearest_name_is_suggested(void)
{
    static const struct {
        const char *unknown, *names, *suffix;
    } examples[] = {
        {"nmae", "id,name,fare", "; did you mean \"name\"?"},
        {"nam", "id,name,fare", "; did you mean \"name\"?"},
        {"names", "id,name,fare", "; did you mean \"name\"?"},
        {"NAMF", "id,name,fare", "; did you mean \"name\"?"},
        {"ID", "ix,id", "; did you mean \"id\"?"},
        {"zstdd", "none,zstd,gzip", "; did you mean \"zstd\"?"},
        {"zip", "none,zstd,gzip", "; did you mean \"gzip\"?"},
        /* One edit is nearer than two; of equally near ones, the first counts. */
        {"abcdef", "abcxyf,abcdxf,abcdef_", "; did you mean \"abcdxf\"?"},
        {"typse", "types,type,typos", "; did you mean \"types\"?"},
        /* A part of a name, unless it is too short. */
        {"distance", "id,distance_of_trip", "; did you mean \"distance_of_trip\"?"},
        {"row_group_sizes", "page_size,row_group", "; did you mean \"row_group\"?"},
        {"id", "identity", ""},
        /* At most a third of the longer name may differ. */
        {"abcdxx", "abcdef", "; did you mean \"abcdef\"?"},
        {"abcxx", "abcde", ""},
        {"x", "y", ""},
        /* A name that is known is wrong for another reason. */
        {"name", "names,name", ""},
        {"ab", "ac", ""},
        {"", "a,b", ""},
        {"a", "", ""},
        {"", "", ""},
        /* Characters, not bytes. */
        {"stra\xc3\x9f",
         "stra\xc3\x9f"
         "e",
         "; did you mean \"stra\xc3\x9f"
         "e\"?"},
        {"gr\xc3\xb6n", "gr\xc3\xbcn", "; did you mean \"gr\xc3\xbcn\"?"},
        {"\xe6\x97\xa5\xe6\x9c\xac\xe8\xaa\x9e", "\xe6\x97\xa5\xe6\x9c\xac\xe4\xba\xba",
         "; did you mean \"\xe6\x97\xa5\xe6\x9c\xac\xe4\xba\xba\"?"},
        {"\xe6\x97\xa5\xe6\x9c\xac", "\xe6\x97\xa5\xe6\x9c\xab", ""},
        {"\xc3\x84\xc3\x96\xc3\x9c", "\xc3\xa4\xc3\xb6\xc3\xbc",
         "; did you mean \"\xc3\xa4\xc3\xb6\xc3\xbc\"?"},
        {"\xd0\x98\xd0\x9c\xd0\xaf", "\xd0\xb8\xd0\xbc\xd1\x8f",
         "; did you mean \"\xd0\xb8\xd0\xbc\xd1\x8f\"?"},
        {"\xc3\x97\xc3\x97", "\xc3\xb7\xc3\xb7", ""},
    };
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        const char *message = suggested(examples[i].unknown, examples[i].names, NULL);
        CHECK_TEXT(message + 2, examples[i].suffix);
    }
}

static void names_are_listed(void)
{
    CHECK_TEXT(suggested("xyz", "", "column"), "no");
    CHECK_TEXT(suggested("xyz", "id", "column"), "no; the only column is id");
    CHECK_TEXT(suggested("nmae", "name", "column"), "no; did you mean \"name\"?");
    CHECK_TEXT(suggested("xyz", "a,b,c", "column"), "no; the columns are a, b, c");
    CHECK_TEXT(suggested("nmae", "id,name", "column"),
               "no; did you mean \"name\"? (the columns are id, name)");
    CHECK_TEXT(suggested("x", "1,2,3,4,5,6,7,8,9,10", "key"),
               "no; the keys are 1, 2, 3, 4, 5, 6, 7, 8, 9, 10");
    /* Of more than ten the nearest, in their own order. */
    CHECK_TEXT(
        suggested("xx", "aaa,xy,1,2,3,4,5,6,7,8,9,xxx,aaaa,x", "key"),
        "no; did you mean \"xxx\"? (among the 14 keys are xy, 1, 2, 3, 4, 5, 6, 7, "
        "xxx, x)");
}

static void hostile_names_are_shown_safely(void)
{
    static const char forty[] = "1234567890123456789012345678901234567890";
    char names[200];
    CHECK_TEXT(suggested("x", "a\nb,\x1b[31m,\x7f", "key"),
               "no; the keys are a?b, ?[31m, ?");
    snprintf(names, sizeof names, "%s,%s1", forty, forty);
    CHECK_TEXT(suggested("x", names, "key"),
               "no; the keys are 1234567890123456789012345678901234567890, "
               "1234567890123456789012345678901234567890...");
    /* Names are cut between characters. */
    snprintf(names, sizeof names, "%.39s\xc3\xa4", forty);
    CHECK_TEXT(suggested("x", names, "key"),
               "no; the only key is 123456789012345678901234567890123456789...");
    /* Bytes that are no characters. */
    CHECK_TEXT(suggested("x", "\xc3,\xff\xff,\x80\x80,\xf0\x9f", "key"),
               "no; the keys are \xc3, \xff\xff, \x80\x80, \xf0\x9f");
    CHECK_TEXT(suggested("\xff\xff\xff", "\xff\xff\xfe", NULL),
               "no; did you mean \"\xff\xff\xfe\"?");
}

static char long_name[1 << 20];

static void long_names_are_compared_by_their_fronts(void)
{
    struct known_names known;
    struct error error = {0};
    memset(long_name, 'a', sizeof long_name);
    known_names_begin(&known, slice_of(long_name, sizeof long_name));
    for (int i = 1; i <= 1000; i++)
        known_names_add(&known, slice_of(long_name, sizeof long_name - (size_t)i));
    error_set(&error, MISUSE, "no");
    (void)known_names_suggest(&known, NULL, &error);
    CHECK_TEXT(error.message,
               "no; did you mean \"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa...\"?");

    /* A message that is full already stays as it is. */
    error = (struct error){0};
    error_set(&error, MISUSE, "%.*s", 1000, long_name);
    size_t size = strlen(error.message);
    CHECK(size < sizeof error.message);
    (void)known_names_suggest(&known, "column", &error);
    CHECK(strlen(error.message) == size && error.message[size - 1] == 'a');
}

static int n_polls;

static bool is_wanted(void *argument)
{
    n_polls++;
    return *(const bool *)argument;
}

static void comparisons_end_when_interrupted(void)
{
    enum { N = 100000 };
    bool is_interrupted = false;
    struct interrupt interrupt = {.is_wanted = is_wanted, .argument = &is_interrupted};
    struct known_names known;
    struct error error = {0};
    interrupt_begin(&interrupt);
    known_names_begin(&known, slice_of_text("name"));
    for (int i = 0; i < N; i++)
        known_names_add(&known, slice_of_text("something else"));
    CHECK(n_polls > N / 100);
    is_interrupted = true;
    for (int i = 0; i < 100; i++)
        known_names_add(&known, slice_of_text("something else"));
    known_names_add(&known, slice_of_text("name"));
    CHECK(interrupt_end(&interrupt, OK, &error) == INTERRUPTED);
    error = (struct error){0};
    error_set(&error, MISUSE, "no");
    (void)known_names_suggest(&known, NULL, &error);
    CHECK_TEXT(error.message, "no");
}

int main(void)
{
    RUN(the_nearest_name_is_suggested);
    RUN(names_are_listed);
    RUN(hostile_names_are_shown_safely);
    RUN(long_names_are_compared_by_their_fronts);
    RUN(comparisons_end_when_interrupted);
    return unit_test_done();
}
