#include "ranks/message_mpi.h"

#include <stdlib.h>
#include <string.h>

size_t mpi_message_piece = 1UL << 30;

struct mpi_message *mpi_message_open(unsigned rank, int tag, void *bytes, size_t size)
{
    size_t npieces = size > 0 ? (size - 1) / mpi_message_piece + 1 : 1;
    struct mpi_message *m = malloc(sizeof *m + npieces * sizeof *m->pieces);
    if (m != NULL)
        *m = (struct mpi_message){NULL, rank, tag, bytes, size, false, (int)npieces};
    return m;
}

void mpi_message_close(struct mpi_message *m)
{
    free(m->bytes);
    free(m);
}

void mpi_message_send(struct mpi_message *m)
{
    size_t at = 0;
    for (int i = 0; i < m->npieces; i++, at += mpi_message_piece) {
        bool last = i + 1 == m->npieces;
        (void)MPI_Isend(m->size > 0 ? m->bytes + at : NULL,
                        (int)(last ? m->size - at : mpi_message_piece), MPI_BYTE, (int)m->rank,
                        last ? m->tag : m->tag | MPI_MESSAGE_MORE, MPI_COMM_WORLD, &m->pieces[i]);
    }
}

struct mpi_message *mpi_message_receive(const MPI_Status *found)
{
    int size = 0;
    (void)MPI_Get_count(found, MPI_BYTE, &size);
    void *bytes = size > 0 ? malloc((size_t)size) : NULL;
    struct mpi_message *m =
        mpi_message_open((unsigned)found->MPI_SOURCE, found->MPI_TAG, bytes, (size_t)size);
    if (m == NULL || (size > 0 && bytes == NULL)) {
        free(bytes);
        free(m);
        return NULL;
    }
    (void)MPI_Irecv(bytes, size, MPI_BYTE, found->MPI_SOURCE, found->MPI_TAG, MPI_COMM_WORLD,
                    m->pieces);
    return m;
}

bool mpi_message_is_done(struct mpi_message *m)
{
    int done = 1;
    for (int i = 0; i < m->npieces && done; i++)
        (void)MPI_Test(&m->pieces[i], &done, MPI_STATUS_IGNORE);
    return done != 0;
}

struct mpi_message *mpi_message_join(struct mpi_message *whole, struct mpi_message *piece)
{
    if (whole == NULL)
        return piece;
    unsigned char *bytes = realloc(whole->bytes, whole->size + piece->size);
    if (bytes == NULL)
        return NULL;
    memcpy(bytes + whole->size, piece->bytes, piece->size);
    whole->bytes = bytes;
    whole->size += piece->size;
    whole->tag = piece->tag;
    mpi_message_close(piece);
    return whole;
}

void message_list_append(struct message_list *list, struct mpi_message *m)
{
    m->next = NULL;
    *list->behind = m;
    list->behind = &m->next;
}

struct mpi_message *message_list_take(struct message_list *list, struct mpi_message **at)
{
    struct mpi_message *m = *at;
    *at = m->next;
    if (list->behind == &m->next)
        list->behind = at;
    return m;
}
