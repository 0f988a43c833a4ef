/* SPDX-License-Identifier: MIT */
#if !defined(_WIN32)
#include <fcntl.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>

#include "os/socket.h"

os_socket os_socket_open(int family, int type, int protocol)
{
    int opened = socket(family, type, protocol);
    if (opened >= 0)
        (void)fcntl(opened, F_SETFD, FD_CLOEXEC);
    return opened;
}

unsigned os_address_bytes(const void *sockaddr, unsigned size, uint8_t bytes[16])
{
    struct sockaddr_in v4;
    struct sockaddr_in6 v6;
    if (size >= sizeof v4 && ((const struct sockaddr *)sockaddr)->sa_family == AF_INET) {
        memcpy(&v4, sockaddr, sizeof v4);
        memcpy(bytes, &v4.sin_addr, 4);
        return 4;
    }
    if (size >= sizeof v6 && ((const struct sockaddr *)sockaddr)->sa_family == AF_INET6) {
        memcpy(&v6, sockaddr, sizeof v6);
        memcpy(bytes, &v6.sin6_addr, 16);
        return 16;
    }
    return 0;
}
#else
typedef int os_socket_posix_is_empty;
#endif
