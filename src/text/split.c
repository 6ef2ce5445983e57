#include "text/split.h"

#include <string.h>

#include "base/grow.h"

void split_begin(struct split *s)
{
    s->searched = s->record = s->last = 0;
    s->ended = s->middle = false;
}

static bool add_span(struct chunk *c, size_t start, size_t end)
{
    if (!grow(&c->delimiters.spans, &c->storage.capacity.spans, c->delimiters.n + 1,
              sizeof *c->delimiters.spans))
        return false;
    c->delimiters.spans[c->delimiters.n++] = (struct span){start, end};
    return true;
}

/*
 * The regex sees no text before the record. Of a record that began before the chunk, it sees the
 * part in the chunk, which reaches as far back as it may look.
 */
static enum split_result search_regex(struct split *s, struct chunk *c, const char **reason)
{
    while (s->searched < c->nbytes) {
        size_t bounds[2], base = c->delimiters.n > 0 ? s->last : s->middle ? 0 : s->record;
        struct delimiter_text text = {.bytes = c->bytes + base,
                                      .length = c->nbytes - base,
                                      .middle = s->middle && c->delimiters.n == 0,
                                      .last = s->ended};
        enum regex_result result =
            delimiter_find(s->regex, &text, s->searched - base, bounds, reason);
        s->searched = base + bounds[0];
        if (result == REGEX_ERROR)
            return SPLIT_ERROR;
        if (result != REGEX_YES)
            return SPLIT_OK;
        s->searched = s->last = base + bounds[1];
        if (!add_span(c, base + bounds[0], s->last))
            return SPLIT_MEMORY;
    }
    return SPLIT_OK;
}

enum split_result split_search(struct split *s, struct chunk *c, const char **reason)
{
    const unsigned char *found = NULL;
    if (s->regex != NULL)
        return search_regex(s, c, reason);
    if (s->byte >= 0 && c->nbytes > s->searched)
        found = memrchr(c->bytes + s->searched, s->byte, c->nbytes - s->searched);
    if (found != NULL)
        s->last = (size_t)(found - c->bytes) + 1;
    s->searched = c->nbytes;
    return SPLIT_OK;
}

void split_move(struct split *s, const struct chunk *c, size_t kept, size_t end)
{
    size_t passed = c->delimiters.n;
    while (passed > 0 && c->delimiters.spans[passed - 1].end > end)
        passed--;
    if (passed > 0) {
        s->record = c->delimiters.spans[passed - 1].end;
        s->middle = false;
    }
    if (s->record < kept)
        s->middle = true;
    s->record = s->middle ? 0 : s->record - kept;
    bool again = s->regex != NULL; /* a regex finds delimiters behind the cut again */
    s->searched = (again && s->searched > end ? end : s->searched) - kept;
    s->last = !again && s->last > end ? s->last - kept : 0;
}

size_t split_lookbehind(const struct split *s)
{
    return s->regex != NULL ? delimiter_lookbehind(s->regex) : 0;
}
