/* SPDX-License-Identifier: MIT */
/*
 * test_options.c - options are read from key=value: values of every kind, quotes, what is
 * refused with which message and suggestion, limits, interrupts and lost memory.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/interrupt.h"
#include "sql/options/table_options.h"
#include "unit_bytes.h"
#include "unit_test.h"

/* ---- The options ------------------------------------------------------------------ */

/* A word of a choice that this build does not have. */
static const char *words_of(unsigned choice)
{
    static const char *const words[] = {"none plain", "", "full", "1 v1"};
    return choice < COUNT_OF(words) ? words[choice] : NULL;
}

#define TEST_OPTIONS(X)                                                                  \
    X(FLAG, flag, "switch toggle", TABLES, "on", "", ANY)                                \
    X(CHOICE, choice, NULL, TABLES, "text", "", WORDS("real r, text words, blob"))       \
    X(CHOICE, build, NULL, TABLES, NULL, "", WORDS_OF(words_of))                         \
    X(NUMBER, number, NULL, TABLES, "7", "", RANGE(2, 64))                               \
    X(SIZE, size, NULL, TABLES, "1MiB", "", RANGE(10, INT64_C(1) << 40))                 \
    X(INTEGER, integer, NULL, TABLES, NULL, "", ANY)                                     \
    X(RATIO, ratio, NULL, TABLES, "0.01", "", ANY)                                       \
    X(TEXT, text, NULL, TABLES, "UTC", "", ANY)                                          \
    X(LIST, list, NULL, TABLES, NULL, "", ANY)                                           \
    X(COLUMN_KEYS, keys, NULL, TABLES, NULL, "", ANY)                                    \
    X(NAMES, names, NULL, TABLES, "auto", "", WORDS("auto, none"))                       \
    X(ORDER, order, NULL, TABLES, NULL, "", ANY)                                         \
    X(PAIRS, pairs, NULL, TABLES, NULL, "", ANY)                                         \
    X(TYPES, types, NULL, TABLES, NULL, "", ANY)                                         \
    X(FLAG, written, NULL, WRITES, NULL, "", ANY)

struct test_options {
    struct option_values values;
    TEST_OPTIONS(OPTION_MEMBER)
};

static const struct option ROWS[] = {
#define ROW(...) OPTION_ROW(struct test_options, __VA_ARGS__)
    TEST_OPTIONS(ROW)};

static const struct option_set SET = {
    .options = ROWS, .n = COUNT_OF(ROWS), .noun = "option", .advice = ", as options are"};

/* ---- Values as text --------------------------------------------------------------- */

struct shown {
    char text[400];
    size_t n;
};

#define SHOW(shown, ...)                                                                 \
    ((shown)->n += (size_t)snprintf((shown)->text + (shown)->n,                          \
                                    sizeof(shown)->text - (shown)->n, __VA_ARGS__))

static void show_list(struct shown *shown, const struct option_list *list,
                      enum option_kind kind)
{
    if (list->word > 0)
        SHOW(shown, "word %u", list->word);
    for (uint32_t i = 0; i < list->n; i++) {
        const struct option_list_item *item = &list->items[i];
        SHOW(shown, "%s%s", i > 0 ? "|" : "", item->name);
        if (kind == KIND_PAIRS || kind == KIND_TYPES)
            SHOW(shown, "=%s", item->value);
        if (kind == KIND_ORDER)
            SHOW(shown, " %s %s", item->is_descending ? "desc" : "asc",
                 item->nulls_first ? "first" : "last");
    }
}

static void show_keys(struct shown *shown, const struct column_keys *keys)
{
    for (uint32_t i = 0; i < keys->n; i++)
        SHOW(shown, "%s%.*s: %s", i > 0 ? "|" : "", (int)keys->columns[i].size,
             (const char *)keys->columns[i].data, keys->keys[i]);
}

static const struct option *row_named(const char *name, size_t size)
{
    for (size_t i = 0; i < COUNT_OF(ROWS); i++) {
        if (slice_equals_word(slice_of(name, size), ROWS[i].name))
            return &ROWS[i];
    }
    return &ROWS[0]; /* a synonym of the first */
}

static void show_value(struct shown *shown, const struct option *row,
                       const struct test_options *options)
{
    const void *value = (const char *)options + row->offset;
    *shown = (struct shown){.n = 0};
    switch (row->kind) {
    case KIND_FLAG:
        SHOW(shown, "%s", *(const bool *)value ? "on" : "off");
        break;
    case KIND_CHOICE:
        SHOW(shown, "%u", *(const unsigned *)value);
        break;
    case KIND_NUMBER:
    case KIND_SIZE:
        SHOW(shown, "%" PRIu64, *(const uint64_t *)value);
        break;
    case KIND_INTEGER:
        SHOW(shown, "%" PRId64, *(const int64_t *)value);
        break;
    case KIND_RATIO:
        SHOW(shown, "%g", *(const double *)value);
        break;
    case KIND_TEXT:
    case KIND_LIST:
        SHOW(shown, "%s", *(const char *const *)value);
        break;
    case KIND_COLUMN_KEYS:
        show_keys(shown, value);
        break;
    default:
        show_list(shown, value, row->kind);
    }
}

/* Sets an option of new ones. */
static enum status set_one(struct test_options *options, const char *argument,
                           struct error *error)
{
    *options = (struct test_options){.flag = false};
    options_init(&SET, &options->values);
    error_clear(error);
    return options_set(&SET, &options->values, IN_TABLES, argument, error);
}

static void check_value(const char *argument, const char *expected)
{
    struct test_options options;
    struct error error = {0};
    struct shown shown;
    enum status status = set_one(&options, argument, &error);
    const struct option *row = row_named(argument, strcspn(argument, "= "));
    CHECK(status == OK);
    CHECK_TEXT(error.message, "");
    if (status == OK) {
        show_value(&shown, row, &options);
        CHECK_TEXT(shown.text, expected);
        CHECK(option_is_given(&options.values, (unsigned)(row - ROWS)));
    }
    options_release(&options.values);
    CHECK(options.values.given == 0);
}

static void check_message(const char *argument, const char *expected)
{
    struct test_options options;
    struct error error = {0};
    CHECK(set_one(&options, argument, &error) == MISUSE);
    CHECK_TEXT(error.message, expected);
    options_release(&options.values);
}

/* ---- Tests ------------------------------------------------------------------------ */

static void values_begin_with_their_defaults(void)
{
    static const char *const expected[] = {
        [0] = "on", [1] = "1", [3] = "7", [4] = "1048576", [6] = "0.01", [10] = "word 1"};
    struct test_options options = {.flag = false};
    struct shown shown;
    options_init(&SET, &options.values);
    CHECK(options.values.given == 0 && options.values.arena.blocks == NULL);
    for (size_t i = 0; i < COUNT_OF(expected); i++) {
        show_value(&shown, &ROWS[i], &options);
        CHECK(expected[i] == NULL || strcmp(shown.text, expected[i]) == 0);
    }
    CHECK(options.text == NULL && options.list == NULL);
    CHECK(!option_is_given(&options.values, 0));
    options_release(&options.values);
}

static void values_of_every_kind_are_read(void)
{
    static const char *const cases[][2] = {
        {"flag=on", "on"},
        {"flag=OFF", "off"},
        {"flag=True", "on"},
        {"flag=false", "off"},
        {"flag=yes", "on"},
        {"flag=no", "off"},
        {"flag=1", "on"},
        {"flag=0", "off"},
        {"switch=off", "off"},
        {"TOGGLE=off", "off"},
        {"choice=real", "0"},
        {"choice=TEXT", "1"},
        {"choice=words", "1"},
        {"choice=R", "0"},
        {"choice=blob", "2"},
        {"build=none", "0"},
        {"build=plain", "0"},
        {"build=Full", "2"},
        {"build=1", "3"},
        {"build=V1", "3"},
        {"number=2", "2"},
        {"number=64", "64"},
        {"number=0007", "7"},
        {"size=10", "10"},
        {"size=10B", "10"},
        {"size=3 kb", "3000"},
        {"size=3KiB", "3072"},
        {"size=2mb", "2000000"},
        {"size=2 MiB", "2097152"},
        {"size=1gb", "1000000000"},
        {"size=1024GiB", "1099511627776"},
        {"integer=-7", "-7"},
        {"integer=+7", "7"},
        {"integer=1000000", "1000000"},
        {"integer=-1000000", "-1000000"},
        {"ratio=0.5", "0.5"},
        {"ratio=.25", "0.25"},
        {"ratio=0.9", "0.9"},
        {"ratio=000.125000", "0.125"},
        {"text=a=b, c", "a=b, c"},
        {"list=", ""},
        {"list=a, b", "a, b"},
        {"keys=k: a, b; l: c", "a: k|b: k|c: l"},
        {"names=a, \"b, c\",[d]", "a|b, c|d"},
        {"names=auto", "word 1"},
        {"names=NONE", "word 2"},
        {"names=auto, none", "auto|none"},
        {"order=a, b DESC, c asc nulls last", "a asc first|b desc last|c asc last"},
        {"order=a nulls last, b nulls  first", "a asc last|b asc first"},
        {"order=a asc, b asc nulls first", "a asc first|b asc first"},
        {"order=a desc nulls first,b DESC\tNULLS\nLAST", "a desc first|b desc last"},
        {"pairs=a=1, b = 'two, 2', \"c, d\"=", "a=1|b=two, 2|c, d="},
        {"types=a=DECIMAL(10,2) NOT NULL, b=LIST<STRUCT<x INT, y INT>>",
         "a=DECIMAL(10,2) NOT NULL|b=LIST<STRUCT<x INT, y INT>>"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        check_value(cases[i][0], cases[i][1]);
}

static void white_space_and_quotes_around_values_are_removed(void)
{
    static const char *const cases[][2] = {
        {" flag = on ", "on"},    {"flag\n=\t'off'", "off"},
        {"number=\"8\"", "8"},    {"size='2 KB'", "2000"},
        {"text='it''s'", "it's"}, {"text=\"a \"\"b\"\"\"", "a \"b\""},
        {"text=`a`", "a"},        {"text=[a]", "a"},
        {"text='a", "'a"},        {"text='a', 'b'", "'a', 'b'"},
        {"text=' a '", " a "},    {"list='a, b'", "a, b"},
        {"list=''", ""},          {"names='a, b'", "a, b"},
        {"names='auto'", "auto"}, {"choice='blob'", "2"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        check_value(cases[i][0], cases[i][1]);
}

static void wrong_values_are_refused(void)
{
    static const char *const cases[][2] = {
        {"flag=", "option flag must be on or off, not \"\""},
        {"flag=of", "option flag must be on or off, not \"of\"; did you mean \"off\"?"},
        {"flag=2", "option flag must be on or off, not \"2\""},
        {"choice=", "option choice cannot be \"\"; the values are real, text, blob"},
        {"choice=txt", "option choice cannot be \"txt\"; did you mean \"text\"? (the "
                       "values are real, text, blob)"},
        {"choice=text words", "option choice cannot be \"text words\"; did you mean "
                              "\"text\"? (the values are real, text, blob)"},
        {"build=", "option build cannot be \"\"; the values are none, full, 1"},
        {"number=1", "option number must be a whole number from 2 to 64, not \"1\""},
        {"number=65", "option number must be a whole number from 2 to 64, not \"65\""},
        {"number=8KB", "option number must be a whole number from 2 to 64, not \"8KB\""},
        {"number=99999999999999999999999999999999",
         "option number must be a whole number from 2 to 64, not "
         "\"99999999999999999999999999999999\""},
        {"size=1025GiB",
         "option size must be a whole number from 10 to 1099511627776, optionally with "
         "KB, MB, GB, KiB, MiB or GiB, not \"1025GiB\""},
        {"size=KB", "option size must be a whole number from 10 to 1099511627776, "
                    "optionally with KB, MB, GB, KiB, MiB or GiB, not \"KB\""},
        {"integer=", "option integer must be a whole number, not \"\""},
        {"integer=1.5", "option integer must be a whole number, not \"1.5\""},
        {"integer=1000001", "option integer must be a whole number, not \"1000001\""},
        {"integer=-99999999999999999999",
         "option integer must be a whole number, not \"-99999999999999999999\""},
        {"ratio=0", "option ratio must be between 0 and 1, such as 0.01, not \"0\""},
        {"ratio=1", "option ratio must be between 0 and 1, such as 0.01, not \"1\""},
        {"ratio=", "option ratio must be between 0 and 1, such as 0.01, not \"\""},
        {"ratio=.", "option ratio must be between 0 and 1, such as 0.01, not \".\""},
        {"ratio=0.5.", "option ratio must be between 0 and 1, such as 0.01, not "
                       "\"0.5.\""},
        {"ratio=0,5", "option ratio must be between 0 and 1, such as 0.01, not \"0,5\""},
        {"ratio=1e-3", "option ratio must be between 0 and 1, such as 0.01, not "
                       "\"1e-3\""},
        {"text=", "option text is empty"},
        {"text=''", "option text is empty"},
        {"order=a up", "option order: a name may be followed by ASC or DESC and NULLS "
                       "FIRST or NULLS LAST, not by \"up\""},
        {"order=a descnulls last",
         "option order: a name may be followed by ASC or DESC and NULLS FIRST or NULLS "
         "LAST, not by \"descnulls last\""},
        {"order=a desc nulls last or so, or not",
         "option order: a name may be followed by ASC or DESC and NULLS FIRST or NULLS "
         "LAST, not by \"desc nulls last or so\""},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        check_message(cases[i][0], cases[i][1]);
}

/* More digits than a double can tell. */
static void long_ratios_are_read_or_refused(void)
{
    char argument[1000] = "ratio=0.";
    struct test_options options;
    struct error error = {0};
    memset(argument + strlen(argument), '3', 40);
    CHECK(set_one(&options, argument, &error) == OK);
    CHECK(options.ratio > 0.3333 && options.ratio < 0.3334);
    options_release(&options.values);
    memset(argument + strlen(argument), '3', 900);
    CHECK(set_one(&options, argument, &error) == MISUSE);
    options_release(&options.values);
}

static void unknown_names_are_refused_with_the_nearest(void)
{
    static const struct {
        const char *argument, *front;
    } cases[] = {
        {"nubmer=8", "unknown option \"nubmer\"; did you mean \"number\"?"},
        {"togle=on", "unknown option \"togle\""},
        {"number of=8", "unknown option \"number of\"; did you mean \"number\"?"},
        {"=8", "unknown option \"\""},
        {"written=on", "unknown option \"written\""}, /* not in tables */
        {"'flag'=on", "unknown option \"'flag'\"; did you mean \"flag\"?"},
        {"xyzzy=on", "unknown option \"xyzzy\""},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct test_options options;
        struct error error = {0};
        size_t size = strlen(cases[i].front);
        CHECK(set_one(&options, cases[i].argument, &error) == MISUSE);
        CHECK(strncmp(error.message, cases[i].front, size) == 0);
        CHECK(strstr(error.message, "among the ") != NULL);
        CHECK(strstr(error.message, ", written") == NULL);
        options_release(&options.values);
    }
}

static void other_arguments_are_not_options(void)
{
    const struct option_set without_advice = {
        .options = ROWS, .n = 2, .noun = "limit", .advice = ""};
    struct test_options options = {.flag = false};
    struct error error = {0};
    check_message("flag", "\"flag\" is not key=value, as options are");
    check_message("", "\"\" is not key=value, as options are");
    CHECK(options_set(&without_advice, &options.values, IN_TABLES, "chioce", &error) ==
          MISUSE);
    CHECK_TEXT(error.message,
               "\"chioce\" is not key=value; did you mean \"choice\"? (the limits are "
               "flag, switch toggle, choice)");
    options_release(&options.values);
}

static void options_are_given_once(void)
{
    static const char *const twice[][2] = {{"flag=on", "flag=on"},
                                           {"flag=on", "Switch=off"},
                                           {"toggle=on", "flag=off"},
                                           {"flag=wrong", "flag=on"}};
    for (size_t i = 0; i < COUNT_OF(twice); i++) {
        struct test_options options;
        struct error error = {0};
        enum status first = set_one(&options, twice[i][0], &error);
        CHECK(first == (i == 3 ? MISUSE : OK));
        error_clear(&error);
        CHECK(options_set(&SET, &options.values, IN_TABLES, "number=3", &error) == OK);
        CHECK(options_set(&SET, &options.values, IN_TABLES, twice[i][1], &error) ==
              MISUSE);
        CHECK_TEXT(error.message, "option flag is given twice");
        CHECK(options.number == 3);
        options_release(&options.values);
    }
}

/* Each of 64 options has its bit. */
static void a_set_has_up_to_64_options(void)
{
    struct option rows[64];
    char names[64][8], argument[16];
    struct {
        struct option_values values;
        bool flags[64];
    } many = {.flags = {false}};
    const struct option_set set = {
        .options = rows, .n = 64, .noun = "option", .advice = ""};
    for (unsigned i = 0; i < 64; i++) {
        snprintf(names[i], sizeof names[i], "o%u", i);
        rows[i] = (struct option){
            .name = names[i],
            .kind = KIND_FLAG,
            .scopes = IN_TABLES,
            .offset = (size_t)((char *)&many.flags[i] - (char *)&many)};
    }
    for (unsigned i = 64; i-- > 0;) {
        struct error error = {0};
        snprintf(argument, sizeof argument, "o%u=on", i);
        CHECK(options_set(&set, &many.values, IN_TABLES, argument, &error) == OK);
        CHECK(many.flags[i] && option_is_given(&many.values, i));
        CHECK(i == 0 || !option_is_given(&many.values, i - 1));
    }
    options_release(&many.values);
}

static void long_arguments_are_refused(void)
{
    enum { MOST = 16 << 20 };
    char *argument = must(malloc(MOST + 2));
    struct test_options options;
    struct error error = {0};
    memset(argument, 'a', MOST + 1);
    memcpy(argument, "text=", 5);
    argument[MOST + 1] = '\0';
    CHECK(set_one(&options, argument, &error) == TOO_BIG);
    CHECK_TEXT(error.message, "an option of more than 16 MiB");
    options_release(&options.values);
    argument[MOST] = '\0';
    CHECK(set_one(&options, argument, &error) == OK);
    CHECK(strlen(options.text) == MOST - 5);
    options_release(&options.values);
    memcpy(argument, "txet=", 5);
    CHECK(set_one(&options, argument, &error) == MISUSE);
    options_release(&options.values);
    free(argument);
}

/* Arguments end there: callers refuse texts with one (text_argument()). */
static void a_nul_ends_an_argument(void)
{
    check_value("flag=off\0x", "off");
    check_value("names=a\0, b", "a");
    check_message("fl\0ag=on", "\"fl\" is not key=value, as options are");
    CHECK(!slice_equals_word(slice_of("on\0", 3), "on"));
    CHECK(!slice_equals_nocase(slice_of("a\0b", 3), slice_of("a\0c", 3)));
    CHECK(slice_equals_nocase(slice_of("a\0B", 3), slice_of("A\0b", 3)));
}

static bool always(void *argument)
{
    (void)argument;
    return true;
}

static void long_lists_can_be_interrupted(void)
{
    enum { N = 100000 };
    char *argument = must(malloc(2 * N + 10));
    struct test_options options;
    struct error error = {0};
    struct interrupt interrupt = {.is_wanted = always};
    strcpy(argument, "names=");
    for (size_t i = 0, at = strlen(argument); i < N; i++)
        at += (size_t)snprintf(argument + at, 3, "%sa", i > 0 ? "," : "");
    interrupt_begin(&interrupt);
    enum status status = set_one(&options, argument, &error);
    CHECK(interrupt_end(&interrupt, status, &error) == INTERRUPTED);
    CHECK(status == INTERRUPTED && options.names.n < N / 2);
    options_release(&options.values);
    CHECK(set_one(&options, argument, &error) == OK && options.names.n == N);
    options_release(&options.values);
    free(argument);
}

/* Each allocation of an option fails in turn. */
static void check_lost_memory(const char *argument)
{
    enum status status = NOMEM;
    long n = 0;
    while (status == NOMEM && n < 1000) {
        struct test_options options = {.flag = false};
        struct error error = {0};
        options_init(&SET, &options.values);
        mem_fail_at(++n, 0);
        status = options_set(&SET, &options.values, IN_TABLES, argument, &error);
        bool has_failed = mem_fail_at(0, 0) <= 0;
        CHECK(status == error.status && has_failed == (status == NOMEM));
        options_release(&options.values);
    }
    CHECK(status == OK && n > 1);
}

static void lost_memory_is_reported(void)
{
    static const char *const arguments[] = {
        "flag=off",         "choice=blob",
        "size=2MiB",        "text=a",
        "list=a, b",        "keys=k: a, b; l: c",
        "names=a, b, 'c'",  "order=a desc, b",
        "pairs=a=1, b='2'", "types=a=DATE, b=LIST<INT>"};
    static char pair[100000] = "pairs="; /* its name does not fit into a shared block */
    for (size_t i = 0; i < COUNT_OF(arguments); i++)
        check_lost_memory(arguments[i]);
    memset(pair + strlen(pair), 'a', sizeof pair - 10);
    memcpy(pair + sizeof pair - 4, "=1", 3);
    check_lost_memory(pair);
}

/* ---- Words ------------------------------------------------------------------------ */

static void words_are_taken_one_by_one(void)
{
    struct slice words = slice_of("one two  three", 14);
    CHECK(slice_equals_text(option_take_word(&words), "one"));
    CHECK(slice_equals_text(option_take_word(&words), "two"));
    CHECK(slice_equals_text(option_take_word(&words), ""));
    CHECK(slice_equals_text(option_take_word(&words), "three"));
    CHECK(option_take_word(&words).size == 0 && words.size == 0);
    CHECK(slice_equals_text(option_choice(&ROWS[1], 0), "real r"));
    CHECK(slice_equals_text(option_choice(&ROWS[1], 1), "text words"));
    CHECK(slice_equals_text(option_choice(&ROWS[1], 2), "blob"));
    CHECK(option_choice(&ROWS[1], 3).data == NULL);
    CHECK(option_choice(&ROWS[1], 4).data == NULL);
    CHECK(option_choice(&ROWS[2], 1).data != NULL);
    CHECK(option_choice(&ROWS[2], 4).data == NULL);
    CHECK(option_choice(&ROWS[0], 0).data == NULL &&
          option_choice(&ROWS[0], 0).size == 0);
}

/* Of codecs and encodings, each word is found as its own choice. */
static void codecs_and_encodings_have_words(void)
{
    const char *(*const functions[])(unsigned) = {compression_words, encoding_words};
    for (size_t f = 0; f < COUNT_OF(functions); f++) {
        unsigned n = 0, n_words = 0;
        for (; functions[f](n) != NULL; n++) {
            const char *words = functions[f](n);
            struct slice left = slice_of(words, strlen(words));
            while (left.size > 0) {
                struct slice word = option_take_word(&left);
                for (unsigned i = 0; i < n; i++)
                    CHECK(!slice_equals_word(word, functions[f](i)));
                n_words++;
            }
        }
        CHECK(n > 3 && n_words > 3 && functions[f](n + 1) == NULL);
        CHECK(f == 0 || functions[f](n - 1)[0] != '\0'); /* ALP */
    }
}

/* The list itself: names and synonyms are different, and each choice has its own. */
static void options_of_tables_can_be_told_apart(void)
{
    struct table_options options = table_options_default();
    CHECK(options.values.given == 0 && options.pushdown && options.checksums);
    for (unsigned i = 0; i < table_option_set.n; i++) {
        const struct option *option = &table_option_set.options[i];
        struct slice name = slice_of(option->name, strlen(option->name));
        CHECK(option->help[0] != '\0' && option->scopes != 0);
        for (unsigned k = 0; k < table_option_set.n; k++) {
            const struct option *other = &table_option_set.options[k];
            CHECK((i == k) == slice_equals_word(name, other->name));
            CHECK(other->synonyms == NULL || !slice_equals_word(name, other->synonyms));
        }
    }
    table_options_release(&options);
}

int main(void)
{
    RUN(values_begin_with_their_defaults);
    RUN(values_of_every_kind_are_read);
    RUN(white_space_and_quotes_around_values_are_removed);
    RUN(wrong_values_are_refused);
    RUN(long_ratios_are_read_or_refused);
    RUN(unknown_names_are_refused_with_the_nearest);
    RUN(other_arguments_are_not_options);
    RUN(options_are_given_once);
    RUN(a_set_has_up_to_64_options);
    RUN(long_arguments_are_refused);
    RUN(a_nul_ends_an_argument);
    RUN(long_lists_can_be_interrupted);
    RUN(lost_memory_is_reported);
    RUN(words_are_taken_one_by_one);
    RUN(codecs_and_encodings_have_words);
    RUN(options_of_tables_can_be_told_apart);
    return unit_test_done();
}
