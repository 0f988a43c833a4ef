/* SPDX-License-Identifier: MIT */
/* test_bucket_keys.c - what is known of the keys below a folder answers questions about
 * folders and files, but only those that it can. */
#include "remote/bucket_keys.h"

#include <string.h>

#include "unit_bytes.h"
#include "unit_test.h"

static struct bucket_key some[] = {
    {.name = "_delta_log/0.json"}, {.name = "a.parquet"}, {.name = "day=1/a.parquet"},
    {.name = "day=1/b.parquet"},   {.name = "day=1/x/c"}, {.name = "day=1.txt"},
    {.name = "day=2//odd"},        {.name = "day=2/a"},
};

/* In the order of their bytes. */
static struct bucket_keys make(bool is_complete)
{
    for (size_t i = 1; i < COUNT_OF(some); i++) {
        for (size_t j = i; j > 0 && strcmp(some[j - 1].name, some[j].name) > 0; j--) {
            struct bucket_key key = some[j];
            some[j] = some[j - 1];
            some[j - 1] = key;
        }
    }
    return (struct bucket_keys){
        .keys = some, .n = COUNT_OF(some), .is_complete = is_complete};
}

/* The names in a folder: "a b/ " for a file a and a folder b; "none" if it is missing. */
static const char *names_in(const struct bucket_keys *keys, const char *within)
{
    static char text[200];
    struct folder_listing listing = {.n = 0};
    struct error error = {0};
    CHECK(bucket_keys_list(keys, within, &listing, &error) == OK);
    strcpy(text, listing.is_missing ? "none" : "");
    const char *name = (const char *)listing.names.data;
    for (size_t i = 0; i < listing.n; i++) {
        strcat(text, name);
        strcat(text, listing.entries[i].kind == ENTRY_FOLDER ? "/ " : " ");
        name += strlen(name) + 1;
    }
    folder_listing_release(&listing);
    return text;
}

static void folders_are_listed(void)
{
    struct bucket_keys keys = make(true);
    CHECK(strcmp(names_in(&keys, ""), "_delta_log/ a.parquet day=1.txt day=1/ day=2/ ") ==
          0);
    CHECK(strcmp(names_in(&keys, "day=1/"), "a.parquet b.parquet x/ ") == 0);
    CHECK(strcmp(names_in(&keys, "day=1/x/"), "c ") == 0);
    CHECK(strcmp(names_in(&keys, "day=2/"), "a ") == 0); /* without the empty name */
    CHECK(strcmp(names_in(&keys, "day=3/"), "none") == 0);
    CHECK(strcmp(names_in(&keys, "day/"), "none") == 0);
}

static void files_are_found(void)
{
    struct bucket_keys keys = make(true);
    CHECK(bucket_keys_look_up(&keys, "day=1/b.parquet") != NULL);
    CHECK(bucket_keys_look_up(&keys, "_delta_log/0.json") != NULL);
    CHECK(bucket_keys_look_up(&keys, "day=1/b.parque") == NULL);
    CHECK(bucket_keys_look_up(&keys, "day=1") == NULL);
    CHECK(bucket_keys_look_up(&keys, "z") == NULL);
    CHECK(bucket_keys_has(&keys, "day=1/") && bucket_keys_has(&keys, ""));
    CHECK(!bucket_keys_has(&keys, "day=3/") && !bucket_keys_has(&keys, "day=/"));
}

/* Others may be anywhere in the order, and some servers give no list. */
static void some_keys_cover_nothing(void)
{
    struct bucket_keys keys = make(false);
    CHECK(!bucket_keys_cover(&keys) && bucket_keys_has(&keys, ""));
    keys.n = 0;
    CHECK(!bucket_keys_cover(&keys) && !bucket_keys_has(&keys, ""));
    keys.is_complete = true;
    CHECK(bucket_keys_cover(&keys) && !bucket_keys_has(&keys, ""));
    keys.failure.status = CANTOPEN;
    CHECK(!bucket_keys_cover(&keys));
}

int main(void)
{
    RUN(folders_are_listed);
    RUN(files_are_found);
    RUN(some_keys_cover_nothing);
    return unit_test_done();
}
