/*
 * pack.h - serializes numbers and bytes into one message, and reads them in the same order.
 *
 * A number takes 8 bytes, in the byte order of the machine, which is the same on all ranks. Exits
 * the program when out of memory.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "ranks/ranks.h"

struct pack {
    unsigned char *bytes;
    size_t size, capacity;
};

void pack_number(struct pack *p, uint64_t n);
void pack_value(struct pack *p, const void *value, size_t size); /* as it lies in memory */
void pack_bytes(struct pack *p, const void *bytes, size_t size); /* with their number before them */
void pack_string(struct pack *p, const char *s);                 /* `s` may be NULL */

/* Sends the packed bytes to rank `to`; the pack is empty then. */
void pack_send(struct pack *p, unsigned to, unsigned kind);

/* The unread rest of a message. Reading beyond its end exits the program: the ranks do not run the
 * same program. */
struct unpack {
    const unsigned char *at, *end;
};

struct unpack unpack_open(const struct message *m);
uint64_t unpack_number(struct unpack *u);
void unpack_value(struct unpack *u, void *to, size_t size);
const void *unpack_bytes(struct unpack *u, size_t *size); /* points into the message */
char *unpack_string(struct unpack *u);                    /* free() it; may be NULL */
