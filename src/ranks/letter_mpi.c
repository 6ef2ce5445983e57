/* letter_mpi.c - see letter_mpi.h. */
#include "ranks/letter_mpi.h"

#include <stdlib.h>
#include <string.h>

size_t letter_piece = 1UL << 30;

struct letter *letter_open(unsigned rank, int tag, void *bytes, size_t size)
{
    size_t npieces = size > 0 ? (size - 1) / letter_piece + 1 : 1;
    struct letter *l = malloc(sizeof *l + npieces * sizeof *l->pieces);
    if (l != NULL)
        *l = (struct letter){NULL, rank, tag, bytes, size, false, (int)npieces};
    return l;
}

void letter_close(struct letter *l)
{
    free(l->bytes);
    free(l);
}

void letter_send(struct letter *l)
{
    size_t at = 0;
    for (int i = 0; i < l->npieces; i++, at += letter_piece) {
        bool last = i + 1 == l->npieces;
        (void)MPI_Isend(l->size > 0 ? l->bytes + at : NULL,
                        (int)(last ? l->size - at : letter_piece), MPI_BYTE, (int)l->rank,
                        last ? l->tag : l->tag | LETTER_MORE, MPI_COMM_WORLD, &l->pieces[i]);
    }
}

struct letter *letter_receive(const MPI_Status *found)
{
    int size = 0;
    (void)MPI_Get_count(found, MPI_BYTE, &size);
    void *bytes = size > 0 ? malloc((size_t)size) : NULL;
    struct letter *l =
        letter_open((unsigned)found->MPI_SOURCE, found->MPI_TAG, bytes, (size_t)size);
    if (l == NULL || (size > 0 && bytes == NULL)) {
        free(bytes);
        free(l);
        return NULL;
    }
    (void)MPI_Irecv(bytes, size, MPI_BYTE, found->MPI_SOURCE, found->MPI_TAG, MPI_COMM_WORLD,
                    l->pieces);
    return l;
}

bool letter_is_done(struct letter *l)
{
    int done = 1;
    for (int i = 0; i < l->npieces && done; i++)
        (void)MPI_Test(&l->pieces[i], &done, MPI_STATUS_IGNORE);
    return done != 0;
}

struct letter *letter_join(struct letter *whole, struct letter *piece)
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
    letter_close(piece);
    return whole;
}

void letters_append(struct letters *list, struct letter *l)
{
    l->next = NULL;
    *list->behind = l;
    list->behind = &l->next;
}

struct letter *letters_take(struct letters *list, struct letter **at)
{
    struct letter *l = *at;
    *at = l->next;
    if (list->behind == &l->next)
        list->behind = at;
    return l;
}
