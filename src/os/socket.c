/* SPDX-License-Identifier: MIT */
#if defined(_WIN32)
#include <winsock2.h>
#include <ws2tcpip.h>
#else
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>
#endif
#include <string.h>

#include "os/process.h"
#include "os/socket.h"

#if defined(_WIN32)
/* Loaded, so that the library needs no further one where nobody opens a URL. */
os_socket os_socket_open(int family, int type, int protocol)
{
    typedef SOCKET WSAAPI open_socket(int, int, int);
    void *library = os_library_open("ws2_32.dll");
    void *found = library != NULL ? os_library_find(library, "socket") : NULL;
    open_socket *open = NULL;
    memcpy(&open, &found, sizeof open);
    return open != NULL ? (os_socket)open(family, type, protocol) : OS_NO_SOCKET;
}
#else
os_socket os_socket_open(int family, int type, int protocol)
{
    int opened = socket(family, type, protocol);
    if (opened >= 0)
        (void)fcntl(opened, F_SETFD, FD_CLOEXEC);
    return opened;
}
#endif

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
