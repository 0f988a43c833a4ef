/* SPDX-License-Identifier: MIT */
/*
 * Preloaded by fault_runs.py: names that end with ".faults.test" are this machine's, and
 * some look-ups of a name fail, as the name says: "fails-2-...": the second one;
 * "dies-2-...": from the second one on.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <netdb.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

enum { NAMES = 256 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
    char name[80];
    unsigned n;
} looked_up[NAMES];
static unsigned next;

/* How often a name has been looked up, with this time. */
static unsigned count(const char *name)
{
    unsigned i = 0, n;
    pthread_mutex_lock(&lock);
    while (i < NAMES && strcmp(looked_up[i].name, name) != 0)
        i++;
    if (i == NAMES) {
        i = next++ % NAMES;
        snprintf(looked_up[i].name, sizeof looked_up[i].name, "%s", name);
        looked_up[i].n = 0;
    }
    n = ++looked_up[i].n;
    pthread_mutex_unlock(&lock);
    return n;
}

int getaddrinfo(const char *name, const char *service, const struct addrinfo *hints,
                struct addrinfo **found)
{
    int (*next_one)(const char *, const char *, const struct addrinfo *,
                    struct addrinfo **) = dlsym(RTLD_NEXT, "getaddrinfo");
    size_t size = name != NULL ? strlen(name) : 0;
    unsigned which = 0;
    if (size < 12 || strcmp(name + size - 12, ".faults.test") != 0)
        return next_one(name, service, hints, found);
    unsigned n = count(name);
    if ((sscanf(name, "fails-%u", &which) == 1 && n == which) ||
        (sscanf(name, "dies-%u", &which) == 1 && n >= which))
        return n % 2 == 0 ? EAI_AGAIN : EAI_NONAME;
    return next_one("127.0.0.1", service, hints, found);
}
