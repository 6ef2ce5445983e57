/*
 * wakeup.h - wakes a thread of this process or of another process on this host.
 *
 * A bell is a socket with an address that the system chooses. Any process that has the address may
 * ring; the bell's owner waits for it. A ring carries no data: the owner then looks for work. A
 * ring is kept until the owner waits; several may count as one. As other processes of this host can
 * guess the address, a ring may come from anywhere.
 */
#ifndef WAKEUP_H
#define WAKEUP_H

#include <stdbool.h>
#include <sys/un.h>

struct wakeup {
    int socket; /* -1: none; then a wait always lasts its full time */
    struct wakeup_address {
        unsigned size; /* 0: the bell cannot be rung */
        struct sockaddr_un name;
    } address;
};

/* Opens a bell; without a socket if that fails. */
struct wakeup wakeup_open(void);

void wakeup_close(struct wakeup *b);

/* Rings the bell with that address, through one's own socket. Never blocks. Any thread. */
void wakeup_ring(const struct wakeup *own, const struct wakeup_address *to);

/* Waits until the bell was rung, at most `nanoseconds`. Owner's thread. */
void wakeup_await(const struct wakeup *b, long nanoseconds);

#endif
