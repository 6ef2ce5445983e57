/* confusion.c - see confusion.h. */
#include "query/confusion.h"

#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/xalloc.h"
#include "query/list_file.h"

enum { COST_MOST = 255 };

void confusions_add(struct confusion_list *to, const struct confusion *c)
{
    xgrow(&to->list, &to->capacity, to->count + 1, sizeof *to->list);
    struct confusion *own = &to->list[to->count++];
    *own = *c;
    for (int i = 0; i < 2; i++)
        own->sides[i] = xmemdup(c->sides[i], c->lengths[i]);
}

/* A number from 0 to COST_MOST. */
static bool read_cost(const char *text, size_t length, uint32_t *cost)
{
    *cost = 0;
    for (size_t i = 0; i < length; i++) {
        if (text[i] < '0' || text[i] > '9')
            return false;
        *cost = *cost * 10 + (uint32_t)(text[i] - '0');
        if (*cost > COST_MOST)
            return false;
    }
    return length > 0;
}

/* Reads a line into *c, whose sides are parts of it; returns what is wrong, or NULL. */
static const char *read_line(char *text, size_t length, struct confusion *c)
{
    char *end = text + length, *first = memchr(text, '\t', length);
    char *second = first != NULL ? memchr(first + 1, '\t', (size_t)(end - first - 1)) : NULL;
    if (second == NULL || memchr(second + 1, '\t', (size_t)(end - second - 1)) != NULL)
        return "a line is COST, a tab, A, a tab, B";
    if (!read_cost(text, (size_t)(first - text), &c->cost))
        return "the cost must be a number from 0 to 255";
    c->sides[0] = first + 1;
    c->lengths[0] = (size_t)(second - first - 1);
    c->sides[1] = second + 1;
    c->lengths[1] = (size_t)(end - second - 1);
    return NULL;
}

bool confusions_read(struct confusion_list *to, const char *name)
{
    size_t length;
    char *bytes = list_file_bytes(&name, &length);
    if (bytes == NULL)
        return false;
    char *limit = bytes + length;
    struct confusion c = {.file = name};
    const char *reason = NULL;
    for (char *text = bytes; reason == NULL && text < limit;) {
        char *newline = memchr(text, '\n', (size_t)(limit - text));
        char *end = newline != NULL ? newline : limit;
        c.line++;
        reason = end > text ? read_line(text, (size_t)(end - text), &c) : NULL;
        if (reason == NULL && end > text)
            confusions_add(to, &c);
        text = end + (newline != NULL);
    }
    if (reason != NULL)
        diag_error("%s:%lu: %s", name, c.line, reason);
    free(bytes);
    return reason == NULL;
}

void confusions_free(struct confusion_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        for (int side = 0; side < 2; side++)
            free(list->list[i].sides[side]);
    free(list->list);
}
