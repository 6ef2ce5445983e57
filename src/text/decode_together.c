/*
 * decode_together.c - decodes one large text with several threads.
 *
 * The text is cut into pieces. First the threads count the characters of each piece, which
 * determines where its symbols go; then they decode.
 *
 * A body may overwrite DECODE_BLOCK bytes behind the last symbol, and one mark. These belong to the
 * next piece. So the last characters of a piece are decoded to a separate buffer, and copied.
 */
#include "text/decode_body.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
    PIECE = 1 << 18,               /* bytes */
    LAST = 4 * (DECODE_BLOCK + 1), /* bytes decoded apart: more than DECODE_BLOCK characters */
    LAST_MARKS = LAST / CHUNK_MARK + 2,
};

struct piece_start {
    size_t byte, symbol;
};

struct decode_job {
    const struct decode_body *body;
    struct chunk *chunk;
    struct alphabet *alphabet;
    struct piece_start *pieces; /* where each begins, and behind the last one the end */
    atomic_bool failed;
};

/* Returns the first character border at or behind a byte. A character that begins before it has at
 * most three bytes left. */
static size_t border_at(const struct chunk *c, size_t byte)
{
    size_t at = byte;
    while (at < byte + 3 && (c->bytes[at] & 0xc0) == 0x80)
        at++;
    return at;
}

/* Stores the count in `symbol` of the next piece, for now. */
static void count_piece(void *job, size_t i)
{
    const struct decode_job *j = job;
    struct piece_start *p = &j->pieces[i];
    p[1].symbol = j->body->count(j->chunk, p[0].byte, p[1].byte);
}

/* Appends the last symbols of a piece to `done`, which holds its other symbols. */
static bool decode_last(const struct decode_job *j, const struct chunk *done, size_t from,
                        size_t to)
{
    uint8_t symbols[CHUNK_MARK + LAST + DECODE_BLOCK], *all = done->symbols;
    uint32_t marks[LAST_MARKS];
    size_t before = done->length % CHUNK_MARK, base = done->length - before;
    struct chunk last = *done;
    last.symbols = symbols;
    last.marks = marks;
    last.length = before;
    if (!j->body->append(&last, j->alphabet, from, to))
        return false;
    memcpy(all + done->length, symbols + before, last.length - before);
    for (size_t m = before > 0; m * CHUNK_MARK < last.length; m++)
        done->marks[base / CHUNK_MARK + m] = marks[m];
    return true;
}

static void decode_piece(void *job, size_t i)
{
    struct decode_job *j = job;
    const struct piece_start *p = &j->pieces[i];
    struct chunk piece = *j->chunk;
    size_t last = border_at(&piece, p[1].byte - LAST);
    piece.length = p[0].symbol;
    if (!j->body->append(&piece, j->alphabet, p[0].byte, last) ||
        !decode_last(j, &piece, last, p[1].byte))
        atomic_store(&j->failed, true);
}

bool decode_together(struct helpers *helpers, const struct decode_body *body, struct chunk *c,
                     struct alphabet *a, size_t from, size_t to)
{
    size_t n = (to - from) / PIECE;
    struct piece_start *pieces = calloc(n + 1, sizeof *pieces);
    struct decode_job job = {body, c, a, pieces, false};
    if (pieces == NULL)
        return false;
    for (size_t i = 0; i <= n; i++)
        pieces[i].byte = i == 0 ? from : i == n ? to : border_at(c, from + i * PIECE);
    helpers_do(helpers, n, count_piece, &job);
    pieces[0].symbol = c->length;
    for (size_t i = 0; i < n; i++)
        pieces[i + 1].symbol += pieces[i].symbol;
    helpers_do(helpers, n, decode_piece, &job);
    c->length = pieces[n].symbol;
    free(pieces);
    return !atomic_load(&job.failed);
}
