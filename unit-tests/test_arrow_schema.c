/* SPDX-License-Identifier: MIT */
/*
 * test_arrow_schema.c - whether ARROW:schema rules out that a file was written from
 * dictionary arrays.  The schemas are those of pyarrow 26.
 */
#include "parquet/format/arrow_schema.h"
#include "unit_bytes.h"
#include "unit_test.h"

static const struct {
    const char *base64;
    bool may_have;
} schemas[] = {
    /* c: string */
    {"/////3AAAAAQAAAAAAAKAAwABgAFAAgACgAAAAABBAAMAAAACAAIAAAABAAIAAAABAAAAAEAAAAU"
     "AAAAEAAUAAgABgAHAAwAAAAQABAAAAAAAAEFEAAAABgAAAAEAAAAAAAAAAEAAABjAAAABAAEAAQA"
     "AAAAAAAA",
     false},
    /* id: int64, c: string */
    {"/////6gAAAAQAAAAAAAKAAwABgAFAAgACgAAAAABBAAMAAAACAAIAAAABAAIAAAABAAAAAIAAABA"
     "AAAABAAAANj///8AAAEFEAAAABgAAAAEAAAAAAAAAAEAAABjAAAABAAEAAQAAAAQABQACAAGAAcA"
     "DAAAABAAEAAAAAAAAQIQAAAAHAAAAAQAAAAAAAAAAgAAAGlkAAAIAAwACAAHAAgAAAAAAAABQAAA"
     "AAAAAAA=",
     false},
    /* structs, lists and maps of plain types */
    {"/////7gBAAAQAAAAAAAKAAwABgAFAAgACgAAAAABBAAMAAAACAAIAAAABAAIAAAABAAAAAIAAADE"
     "AAAABAAAALj+//8AAAERFAAAABgAAAAEAAAAAQAAABAAAAABAAAAbQAAAKz+//+g////AAAADRgA"
     "AAAgAAAABAAAAAIAAABYAAAAFAAAAAcAAABlbnRyaWVzANz+//8Q////AAABAhAAAAAYAAAABAAA"
     "AAAAAAAFAAAAdmFsdWUAAABI////AAAAAQgAAAAQABQACAAAAAcADAAAABAAEAAAAAAAAAUQAAAA"
     "FAAAAAQAAAAAAAAAAwAAAGtleQBA////dP///wAAAQ0YAAAAHAAAAAQAAAACAAAAhAAAABAAAAAB"
     "AAAAcwAAAGz///+g////AAABDBQAAAAYAAAABAAAAAEAAAAQAAAAAQAAAGwAAACU////yP///wAA"
     "AQIQAAAAIAAAAAQAAAAAAAAABAAAAGl0ZW0AAAAACAAMAAgABwAIAAAAAAAAASAAAAAQABQACAAG"
     "AAcADAAAABAAEAAAAAAAAQUQAAAAGAAAAAQAAAAAAAAAAQAAAGEAAAAEAAQABAAAAA==",
     false},
    /* c: dictionary */
    {"/////5AAAAAQAAAAAAAKAAwABgAFAAgACgAAAAABBAAEAAAAvP///wQAAAABAAAAFAAAABAAGAAI"
     "AAYABwAMABAAFAAQAAAAAAABBRQAAABAAAAAHAAAAAQAAAAAAAAAAQAAAGMAAAAIAAgAAAAEAAgA"
     "AAAMAAAACAAMAAgABwAIAAAAAAAAASAAAAAEAAQABAAAAAAAAAA=",
     true},
    /* id: int64, c: dictionary */
    {"/////9AAAAAQAAAAAAAKAAwABgAFAAgACgAAAAABBAAEAAAAuP///wQAAAACAAAAcAAAABQAAAAQ"
     "ABgACAAGAAcADAAQABQAEAAAAAAAAQUUAAAAOAAAABwAAAAEAAAAAAAAAAEAAABjAAAACAAIAAAA"
     "BAAIAAAABAAAALz///8AAAABIAAAAAQABAAEAAAAEAAUAAgABgAHAAwAAAAQABAAAAAAAAECEAAA"
     "ABwAAAAEAAAAAAAAAAIAAABpZAAACAAMAAgABwAIAAAAAAAAAUAAAAAAAAAA",
     true},
    /* a dictionary in a struct in a list in a struct */
    {"/////0ABAAAQAAAAAAAKAAwABgAFAAgACgAAAAABBAAEAAAAPP///wQAAAABAAAABAAAACT///8A"
     "AAENGAAAABwAAAAEAAAAAgAAANQAAAAQAAAAAQAAAHMAAAAc////UP///wAAAQwUAAAAGAAAAAQA"
     "AAABAAAAEAAAAAEAAABsAAAARP///3j///8AAAENFAAAABwAAAAEAAAAAQAAACQAAAAEAAAAaXRl"
     "bQAAAABw////EAAYAAgABgAHAAwAEAAUABAAAAAAAAEFFAAAADwAAAAcAAAABAAAAAAAAAABAAAA"
     "eAAAAAgACAAAAAQACAAAAAwAAAAIAAwACAAHAAgAAAAAAAABIAAAAMz///8QABQACAAGAAcADAAA"
     "ABAAEAAAAAAAAQUQAAAAGAAAAAQAAAAAAAAAAQAAAGEAAAAEAAQABAAAAA==",
     true},
    /* no fields, so the schema is another file's */
    {"/////zAAAAAQAAAAAAAKAAwABgAFAAgACgAAAAABBAAMAAAACAAIAAAABAAIAAAABAAAAAAAAAA=",
     true},
};

static bool may_have(const void *text, size_t size)
{
    uint8_t *copy = exact_copy(text, size);
    bool may_have = pq_arrow_schema_may_have_dictionaries(slice_of(copy, size));
    free(copy);
    return may_have;
}

static void dictionaries_are_found_in_arrow_schemas(void)
{
    for (size_t i = 0; i < COUNT_OF(schemas); i++)
        CHECK(may_have(schemas[i].base64, strlen(schemas[i].base64)) ==
              schemas[i].may_have);
}

/* Text that cannot be parsed may have dictionaries.  Truncated text cannot be parsed,
 * unless only bytes at the end that the parser does not need are missing. */
static void unparsable_text_may_have_dictionaries(void)
{
    CHECK(may_have("", 0));
    CHECK(may_have("/////3AAAAA", 11));
    CHECK(may_have("not base64 at all, and long enough for a message of a kind", 58));
    for (size_t i = 0; i < COUNT_OF(schemas); i++) {
        size_t size = strlen(schemas[i].base64);
        for (size_t cut = 0; cut < size; cut++) {
            bool may = may_have(schemas[i].base64, cut);
            CHECK(cut < size / 2 ? may : may || !schemas[i].may_have);
        }
    }
}

/* Random bytes, with counts and offsets beyond the end. */
static void damaged_schemas_do_no_harm(void)
{
    char text[700];
    uint64_t random = 5;
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                 "0123456789+/=";
    for (int i = 0; i < 20000; i++) {
        const char *good = schemas[random_below(&random, COUNT_OF(schemas))].base64;
        size_t size = strlen(good);
        memcpy(text, good, size);
        for (uint64_t k = 0; k <= random_below(&random, 4); k++)
            text[random_below(&random, size)] =
                digits[random_below(&random, sizeof digits - 1)];
        (void)may_have(text, size);
    }
}

int main(void)
{
    RUN(dictionaries_are_found_in_arrow_schemas);
    RUN(unparsable_text_may_have_dictionaries);
    RUN(damaged_schemas_do_no_harm);
    return unit_test_done();
}
