/*
 * pack.h - numbers and bytes, packed into one message and taken out of it in the same order.
 *
 * A number takes 8 bytes, in the byte order of the machine: all ranks have the same. Out of memory
 * the program ends.
 */
#ifndef PACK_H
#define PACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ranks/ranks.h"

struct pack {
    unsigned char *bytes;
    size_t size, capacity;
};

void pack_number(struct pack *p, uint64_t n);
void pack_bytes(struct pack *p, const void *bytes, size_t size); /* with their number */
void pack_string(struct pack *p, const char *s);                 /* or NULL */

/* Sends what is packed to rank `to`; the pack is empty then. */
void pack_send(struct pack *p, unsigned to, unsigned kind);

/* What has not been taken out of a message. Taking out more than there is ends the program: the
 * ranks do not run the same program. */
struct unpack {
    const unsigned char *at, *end;
};

struct unpack unpack_open(const struct message *m);
uint64_t unpack_number(struct unpack *u);
const void *unpack_bytes(struct unpack *u, size_t *size); /* they lie in the message */
char *unpack_string(struct unpack *u);                    /* free() it; or NULL */

#endif
