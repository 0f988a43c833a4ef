/* SPDX-License-Identifier: MIT */
/* socket.h - sockets for a library that asks before it connects to an address. */
#ifndef OS_SOCKET_H
#define OS_SOCKET_H

#include <stdbool.h>
#include <stdint.h>

/* A descriptor, or on Windows a SOCKET. */
typedef intptr_t os_socket;
enum { OS_NO_SOCKET = -1 };

/* Opens a socket that no other program inherits; OS_NO_SOCKET if that fails. */
os_socket os_socket_open(int family, int type, int protocol);

/* Copies the bytes of an Internet address, 4 or 16, from a struct sockaddr of `size`
 * bytes, and returns their number; 0: it has another family. */
unsigned os_address_bytes(const void *sockaddr, unsigned size, uint8_t bytes[16]);

#endif
