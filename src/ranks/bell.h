/*
 * bell.h - wakes a thread of this process or of another one of this host.
 *
 * A bell is a socket with an address that the system chooses. Whoever knows the address may ring;
 * the bell's owner waits until somebody does. A ring says nothing but that: its owner then looks
 * for what there is to do. It is kept until the owner waits; several may be heard as one. As the
 * address can be guessed by others of this host, a ring may come from anywhere.
 */
#ifndef BELL_H
#define BELL_H

#include <stdbool.h>
#include <sys/un.h>

struct bell {
    int socket; /* -1: there is none, and a wait lasts its whole time */
    struct bell_address {
        unsigned size; /* 0: nobody can ring */
        struct sockaddr_un name;
    } address;
};

/* Without a socket when none can be had. */
struct bell bell_open(void);

void bell_close(struct bell *b);

/* Rings the bell of that address by means of one's own. Never waits. Any thread. */
void bell_ring(const struct bell *own, const struct bell_address *to);

/* Waits until the bell was rung, but no longer than so many nanoseconds. Owner's thread. */
void bell_await(const struct bell *b, long nanoseconds);

#endif
