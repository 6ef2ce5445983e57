/*
 * message_mpi.h - a message in transit, as MPI carries it.
 *
 * A count in MPI is an int, so a long message is sent in pieces, one request each. All but the last
 * have the bit MPI_MESSAGE_MORE in the tag.
 */
#pragma once

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>

#include "ranks/ranks.h"

/* Tags besides the kinds of messages (ranks.h). */
enum {
    MPI_MESSAGE_FAIL = RANKS_KINDS, /* a follower failed: the reason */
    MPI_MESSAGE_QUIT,               /* rank 0 ends */
    MPI_MESSAGE_BYE,                /* the last of a follower */
    MPI_MESSAGE_MORE = 2 * RANKS_KINDS,
};

/* Most bytes of a piece; equal on all ranks. Tests set a smaller one. */
extern size_t mpi_message_piece;

/* A message, or a received piece of one. */
struct mpi_message {
    struct mpi_message *next;
    unsigned rank; /* its receiver or sender */
    int tag;
    unsigned char *bytes; /* NULL when there are none */
    size_t size;
    bool announced; /* its receiver was woken */
    int npieces;
    MPI_Request pieces[];
};

/* Creates a message that owns the bytes, which malloc() gave. When out of memory, returns NULL, and
 * the caller still owns the bytes. */
struct mpi_message *mpi_message_open(unsigned rank, int tag, void *bytes, size_t size);
void mpi_message_close(struct mpi_message *m);

/* For the message thread, which makes all calls of MPI: */

/* Begins to send all pieces. */
void mpi_message_send(struct mpi_message *m);

/* Begins to receive the piece that MPI_Iprobe() has found. Returns NULL when out of memory. */
struct mpi_message *mpi_message_receive(const MPI_Status *found);

/* Returns whether all of the message has been sent, or received. */
bool mpi_message_is_done(struct mpi_message *m);

/* Appends a received piece to the pieces received before (NULL: none); returns the joined message.
 * When out of memory, returns NULL and changes nothing. */
struct mpi_message *mpi_message_join(struct mpi_message *whole, struct mpi_message *piece);

/* A FIFO list: {NULL, &list.first} at first. */
struct message_list {
    struct mpi_message *first, **behind;
};

void message_list_append(struct message_list *list, struct mpi_message *m);

/* Removes the message that `at`, a pointer of the list, points to. */
struct mpi_message *message_list_take(struct message_list *list, struct mpi_message **at);
