/* columns.c - see columns.h. */
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

/* Where symbols are bytes, so are characters; of a chunk without symbols that is not known. */
static uint64_t characters(const struct chunk *chunk, uint64_t from, uint64_t to)
{
    size_t begin = (size_t)(from - chunk->offset), end = (size_t)(to - chunk->offset);
    bool bytes = chunk_of_bytes(chunk) && !chunk->barren && chunk->raw == NULL;
    return chunk->utf8 && !bytes ? decode_count(chunk, begin, end) : end - begin;
}

/* How many characters of the record lie before this offset. */
static uint64_t count_to(struct columns *c, const struct chunk *chunk, uint64_t offset)
{
    if (offset >= c->at)
        c->before += characters(chunk, c->at, offset);
    else
        c->before -= characters(chunk, offset, c->at);
    c->at = offset;
    return c->before;
}

/* The line that begins behind the last newline in [from, to), if there is one. */
static bool find_line(struct columns *c, const struct chunk *chunk, uint64_t from, uint64_t to,
                      struct column_line *line)
{
    from = from > chunk->offset ? from : chunk->offset;
    const unsigned char *begin = chunk->bytes + (from - chunk->offset);
    const unsigned char *newline = from < to ? memrchr(begin, '\n', (size_t)(to - from)) : NULL;
    if (newline == NULL)
        return false;
    line->offset = chunk->offset + (uint64_t)(newline - chunk->bytes) + 1;
    line->before = count_to(c, chunk, line->offset);
    return true;
}

/* The line of an offset that lies before the line that was asked for last. */
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

/* Sets c->line to that of the offset. */
static void find(struct columns *c, const struct chunk *chunk, uint64_t offset)
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
        find(c, chunk, offset);
    return count_to(c, chunk, offset) - c->line.before + 1;
}

static void keep(struct columns *c, struct column_line line)
{
    xgrow(&c->kept, &c->capacity, c->nkept + 1, sizeof *c->kept);
    c->kept[c->nkept++] = line;
}

/* Places of the next chunk lie at or behind this byte of this one. Of a plain text the symbols are
 * known; much may lie between them. */
static size_t reach_back(const struct columns *c, const struct chunk *chunk)
{
    if (chunk->equality != NULL)
        return chunk_byte(chunk, chunk->own.end > c->reach ? chunk->own.end - c->reach : 0);
    size_t reach = UTF8_LONGEST * c->reach;
    return chunk->end_byte > reach ? chunk->end_byte - reach : 0;
}

/* Keeps the lines that a place of the next chunk may lie in. The last is the current one. */
static void keep_lines(struct columns *c, const struct chunk *chunk)
{
    uint64_t from = chunk->offset + reach_back(c, chunk);
    struct column_line line = c->line;
    struct column_line first = line.offset > from ? earlier_line(c, chunk, from) : line;
    c->nkept = 0;
    keep(c, line);
    while (line.offset > from) {
        line = first;
        (void)find_line(c, chunk, from, c->kept[c->nkept - 1].offset - 1, &line);
        keep(c, line);
    }
}

void columns_leave(struct columns *c, const struct chunk *chunk)
{
    uint64_t end = chunk->offset + chunk->end_byte;
    if (c->record == UINT64_MAX || end <= c->at)
        return;
    (void)columns_of(c, chunk, end);
    if (c->lines)
        keep_lines(c, chunk);
    (void)count_to(c, chunk, end);
}
