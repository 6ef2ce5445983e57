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
    int socket; /* -1: there is none, and a wait lasts its whole time */
    struct wakeup_address {
        unsigned size; /* 0: nobody can ring */
        struct sockaddr_un name;
    } address;
};

/* Without a socket when none can be had. */
struct wakeup wakeup_open(void);

void wakeup_close(struct wakeup *b);

/* Rings the bell of that address by means of one's own. Never waits. Any thread. */
void wakeup_ring(const struct wakeup *own, const struct wakeup_address *to);

/* Waits until the bell was rung, at most `nanoseconds`. Owner's thread. */
void wakeup_await(const struct wakeup *b, long nanoseconds);

#endif
