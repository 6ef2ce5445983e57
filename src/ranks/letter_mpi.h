/*
 * letter_mpi.h - a message on its way, as MPI carries it.
 *
 * A count of MPI is an int, so a long message goes as several pieces: one request for each of them.
 * All but the last have the bit LETTER_MORE in the tag.
 */
#ifndef LETTER_MPI_H
#define LETTER_MPI_H

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>

#include "ranks/ranks.h"

/* Tags besides the kinds of messages (ranks.h). */
enum {
    LETTER_FAIL = RANKS_KINDS, /* a follower cannot go on: the reason */
    LETTER_QUIT,               /* rank 0 ends */
    LETTER_BYE,                /* the last of a follower */
    LETTER_MORE = 2 * RANKS_KINDS,
};

/* Bytes of a piece, at most; of all ranks alike. Tests have smaller ones. */
extern size_t letter_piece;

/* A message, or a piece of one that comes. */
struct letter {
    struct letter *next;
    unsigned rank; /* that it goes to or comes from */
    int tag;
    unsigned char *bytes; /* NULL when there are none */
    size_t size;
    bool announced; /* its receiver was rung */
    int npieces;
    MPI_Request pieces[];
};

/* The letter owns the bytes, which malloc() gave. NULL: out of memory; then they are still the
 * caller's. */
struct letter *letter_open(unsigned rank, int tag, void *bytes, size_t size);
void letter_close(struct letter *l);

/* Of the courier's thread, which alone makes calls of MPI: */

/* Begins to send all pieces. */
void letter_send(struct letter *l);

/* Begins to receive the piece that MPI_Iprobe() has found. NULL: out of memory. */
struct letter *letter_receive(const MPI_Status *found);

/* Whether all of it is sent, or has come. */
bool letter_is_done(struct letter *l);

/* Adds a piece that has come to what came of its message before, if that is not NULL; the letter
 * that holds all of that. NULL: out of memory; both are as they were. */
struct letter *letter_join(struct letter *whole, struct letter *piece);

/* A list in the order of time: {NULL, &list.first} at first. */
struct letters {
    struct letter *first, **behind;
};

void letters_append(struct letters *list, struct letter *l);

/* Takes out the letter that `at`, a pointer of the list, points to. */
struct letter *letters_take(struct letters *list, struct letter **at);

#endif
