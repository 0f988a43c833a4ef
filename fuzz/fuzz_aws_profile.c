/* SPDX-License-Identifier: MIT */
/*
 * fuzz_aws_profile.c - any bytes as a file of AWS's tools: settings are texts within it,
 * and a section that is added at its end is found.
 */
#include "fuzz.h"
#include "remote/s3/aws_profile.h"

static void check_text(const char *text, struct slice input)
{
    if (text != NULL)
        REQUIRE(text[0] != '\0' && strlen(text) <= input.size);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char added[] = "\n[profile added]\nregion=r # c\n";
    struct slice input = slice_of(data, size);
    bool is_config = choose_below(&input, 2);
    uint8_t *copy = exact_copy(input, 0);
    struct aws_profile profile;
    struct error error = {0};
    enum status status = aws_profile_read(slice_of(copy, input.size), "default",
                                          is_config, &profile, &error);
    require_error_fits(status, &error);
    REQUIRE(status == OK || status == CORRUPT);
    check_text(profile.key_id, input);
    check_text(profile.key_secret, input);
    check_text(profile.session_token, input);
    check_text(profile.region, input);
    check_text(profile.endpoint, input);
    aws_profile_release(&profile);
    free(copy);
    if (status != OK)
        return 0;
    size = input.size + sizeof added - 1;
    copy = exact_copy(input, sizeof added - 1);
    memcpy(copy + input.size, added, sizeof added - 1);
    REQUIRE(aws_profile_read(slice_of(copy, size), "added", true, &profile, &error) ==
            OK);
    REQUIRE(profile.exists && strcmp(profile.region, "r") == 0);
    aws_profile_release(&profile);
    free(copy);
    return 0;
}
