#include "match/columns.h"

#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "base/xalloc.h"
#include "text/decode.h"

void columns_free(struct columns *c)
{
    free(c->kept);
}

void columns_input(struct columns *c)
{
    c->record = UINT64_MAX;
}

void columns_record(struct columns *c, uint64_t offset)
{
    if (c->record == offset)
        return;
    c->record = c->at = c->searched = offset;
    c->before = 0;
    c->line = (struct column_line){offset, 0};
    c->nkept = 0;
}

/* Returns the number of characters in the bytes [from, to). If symbols are bytes, so are
 * characters; unknown for a chunk without symbols. */
static uint64_t characters(const struct chunk *chunk, uint64_t from, uint64_t to)
{
    size_t begin = (size_t)(from - chunk->origin.offset), end = (size_t)(to - chunk->origin.offset);
    bool bytes = chunk_of_bytes(chunk) && !chunk->decoding.barren && chunk->decoding.raw == NULL;
    return chunk->rules.utf8 && !bytes ? decode_count(chunk, begin, end) : end - begin;
}

/* Returns the number of the record's characters before this offset. */
static uint64_t count_to(struct columns *c, const struct chunk *chunk, uint64_t offset)
{
    if (offset >= c->at)
        c->before += characters(chunk, c->at, offset);
    else
        c->before -= characters(chunk, offset, c->at);
    c->at = offset;
    return c->before;
}

/* Sets *line to the line that begins after the last newline in [from, to). Returns false if there
 * is none. */
static bool find_line(struct columns *c, const struct chunk *chunk, uint64_t from, uint64_t to,
                      struct column_line *line)
{
    from = from > chunk->origin.offset ? from : chunk->origin.offset;
    const unsigned char *begin = chunk->bytes + (from - chunk->origin.offset);
    const unsigned char *newline = from < to ? memrchr(begin, '\n', (size_t)(to - from)) : NULL;
    if (newline == NULL)
        return false;
    line->offset = chunk->origin.offset + (uint64_t)(newline - chunk->bytes) + 1;
    line->before = count_to(c, chunk, line->offset);
    return true;
}

/* Returns the line of an offset before the previous query's line. */
static struct column_line earlier_line(struct columns *c, const struct chunk *chunk,
                                       uint64_t offset)
{
    struct column_line line = {c->record, 0};
    if (find_line(c, chunk, c->record, offset, &line))
        return line;
    for (size_t i = 0; i < c->nkept; i++)
        if (c->kept[i].offset <= offset)
            return c->kept[i];
    return line;
}

/* Sets c->line to the line of the offset. */
static void move_to_line(struct columns *c, const struct chunk *chunk, uint64_t offset)
{
    if (offset < c->line.offset) {
        c->line = earlier_line(c, chunk, offset);
        c->searched = offset;
    } else if (offset > c->searched) {
        (void)find_line(c, chunk, c->searched, offset, &c->line);
        c->searched = offset;
    }
}

uint64_t columns_of(struct columns *c, const struct chunk *chunk, uint64_t offset)
{
    if (c->lines)
        move_to_line(c, chunk, offset);
    return count_to(c, chunk, offset) - c->line.before + 1;
}

static void keep_line(struct columns *c, struct column_line line)
{
    xgrow(&c->kept, &c->capacity, c->nkept + 1, sizeof *c->kept);
    c->kept[c->nkept++] = line;
}

/* Returns the first byte of this chunk that queries of the next chunk may refer to. Folded text is
 * counted in symbols, because many bytes may lie between two symbols. */
static size_t reach_back(const struct columns *c, const struct chunk *chunk)
{
    if (chunk->rules.folding != NULL && !chunk->decoding.barren)
        return chunk_byte(chunk, chunk->own.end > c->reach ? chunk->own.end - c->reach : 0);
    size_t reach = UTF8_LONGEST * c->reach;
    return chunk->end_byte > reach ? chunk->end_byte - reach : 0;
}

/* Keeps the lines that queries of the next chunk may refer to. The last is the current one. */
static void keep_lines(struct columns *c, const struct chunk *chunk)
{
    uint64_t from = chunk->origin.offset + reach_back(c, chunk);
    struct column_line line = c->line;
    struct column_line first = line.offset > from ? earlier_line(c, chunk, from) : line;
    c->nkept = 0;
    keep_line(c, line);
    while (line.offset > from) {
        line = first;
        (void)find_line(c, chunk, from, c->kept[c->nkept - 1].offset - 1, &line);
        keep_line(c, line);
    }
}

void columns_leave(struct columns *c, const struct chunk *chunk)
{
    uint64_t end = chunk->origin.offset + chunk->end_byte;
    if (c->record == UINT64_MAX || end <= c->at)
        return;
    (void)columns_of(c, chunk, end);
    if (c->lines)
        keep_lines(c, chunk);
    (void)count_to(c, chunk, end);
}
