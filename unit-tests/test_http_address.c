/* SPDX-License-Identifier: MIT */
/* test_http_address.c - which addresses belong to private networks. */
#include "remote/http/http.h"
#include "unit_bytes.h"
#include "unit_test.h"

static void check_v4(int a, int b, int c, int d, bool is_private)
{
    const uint8_t bytes[4] = {(uint8_t)a, (uint8_t)b, (uint8_t)c, (uint8_t)d};
    CHECK(http_address_is_private(bytes, 4) == is_private);
}

static void private_networks_of_version_4(void)
{
    check_v4(127, 0, 0, 1, true);
    check_v4(10, 1, 2, 3, true);
    check_v4(0, 0, 0, 0, true);
    check_v4(172, 16, 0, 1, true);
    check_v4(172, 31, 255, 255, true);
    check_v4(192, 168, 0, 1, true);
    check_v4(169, 254, 169, 254, true);
    check_v4(100, 64, 0, 1, true);
    check_v4(224, 0, 0, 1, true);
    check_v4(255, 255, 255, 255, true);
    check_v4(172, 15, 0, 1, false);
    check_v4(172, 32, 0, 1, false);
    check_v4(192, 167, 0, 1, false);
    check_v4(100, 128, 0, 1, false);
    check_v4(8, 8, 8, 8, false);
}

static void private_networks_of_version_6(void)
{
    static const struct {
        uint8_t bytes[16];
        bool is_private;
    } addresses[] = {
        {{0}, true},                                       /* :: */
        {{[15] = 1}, true},                                /* ::1 */
        {{0xfe, 0x80, [15] = 1}, true},                    /* fe80::1 */
        {{0xfd, 0, [15] = 1}, true},                       /* fd00::1 */
        {{0xff, 2, [15] = 1}, true},                       /* ff02::1 */
        {{[10] = 0xff, 0xff, 127, 0, 0, 1}, true},         /* ::ffff:127.0.0.1 */
        {{[10] = 0xff, 0xff, 8, 8, 8, 8}, false},          /* ::ffff:8.8.8.8 */
        {{0, 0x64, 0xff, 0x9b, [12] = 10, 0, 0, 1}, true}, /* 64:ff9b::10.0.0.1 */
        {{0, 0x64, 0xff, 0x9b, [12] = 8, 8, 8, 8}, false}, /* 64:ff9b::8.8.8.8 */
        {{0x20, 0x02, 192, 168, 1, 1}, true},              /* 2002:c0a8:101:: */
        {{0x20, 0x02, 8, 8, 8, 8}, false},                 /* 2002:808:808:: */
        {{0x2a, 0x00, 0x14, 0x50, [15] = 1}, false},       /* 2a00:1450::1 */
    };
    for (size_t i = 0; i < COUNT_OF(addresses); i++)
        CHECK(http_address_is_private(addresses[i].bytes, 16) == addresses[i].is_private);
}

int main(void)
{
    RUN(private_networks_of_version_4);
    RUN(private_networks_of_version_6);
    return unit_test_done();
}
