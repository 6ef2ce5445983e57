/*
 * message_mpi.h - a message on its way, as MPI carries it.
 *
 * A count of MPI is an int, so a long message goes as several pieces: one request for each of them.
 * All but the last have the bit MPI_MESSAGE_MORE in the tag.
 */
#ifndef MESSAGE_MPI_H
#define MESSAGE_MPI_H

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>

#include "ranks/ranks.h"

/* Tags besides the kinds of messages (ranks.h). */
enum {
    MPI_MESSAGE_FAIL = RANKS_KINDS, /* a follower cannot go on: the reason */
    MPI_MESSAGE_QUIT,               /* rank 0 ends */
    MPI_MESSAGE_BYE,                /* the last of a follower */
    MPI_MESSAGE_MORE = 2 * RANKS_KINDS,
};

/* Bytes of a piece, at most; of all ranks alike. Tests have smaller ones. */
extern size_t mpi_message_piece;

/* A message, or a piece of one that comes. */
struct mpi_message {
    struct mpi_message *next;
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
struct mpi_message *mpi_message_open(unsigned rank, int tag, void *bytes, size_t size);
void mpi_message_close(struct mpi_message *l);

/* Of the courier's thread, which alone makes calls of MPI: */

/* Begins to send all pieces. */
void mpi_message_send(struct mpi_message *l);

/* Begins to receive the piece that MPI_Iprobe() has found. NULL: out of memory. */
struct mpi_message *mpi_message_receive(const MPI_Status *found);

/* Whether all of it is sent, or has come. */
bool mpi_message_is_done(struct mpi_message *l);

/* Adds a piece that has come to what came of its message before, if that is not NULL; the letter
 * that holds all of that. NULL: out of memory; both are as they were. */
struct mpi_message *mpi_message_join(struct mpi_message *whole, struct mpi_message *piece);

/* A list in the order of time: {NULL, &list.first} at first. */
struct letters {
    struct mpi_message *first, **behind;
};

void letters_append(struct letters *list, struct mpi_message *l);

/* Takes out the letter that `at`, a pointer of the list, points to. */
struct mpi_message *letters_take(struct letters *list, struct mpi_message **at);

#endif
