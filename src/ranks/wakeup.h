/*
 * wakeup.h - wakes a thread of this process or of another process on this host.
 *
 * A wakeup is a socket with an address that the system chooses. Its owner waits at it. Any process
 * that has the address may send to it. What is sent carries no data: the owner then looks for work.
 * It is kept until the owner waits; several may count as one. As other processes of this host can
 * guess the address, the owner may be woken for nothing.
 */
#pragma once

#include <stdbool.h>
#include <sys/un.h>

struct wakeup {
    int socket; /* -1: none; then a wait always lasts its full time */
    struct wakeup_address {
        unsigned size; /* 0: nothing can be sent to it */
        struct sockaddr_un name;
    } address;
};

/* Opens a wakeup; without a socket if that fails. */
struct wakeup wakeup_open(void);

void wakeup_close(struct wakeup *w);

/* Wakes the owner of that address, through one's own socket. Never blocks. Any thread. */
void wakeup_send(const struct wakeup *own, const struct wakeup_address *to);

/* Waits until it is woken, at most `nanoseconds`. Owner's thread. */
void wakeup_await(const struct wakeup *w, long nanoseconds);
