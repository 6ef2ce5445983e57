#include "query/confusion.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/own_folder.h"
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

static const char *take_line(void *list, const struct list_line *line)
{
    struct confusion c = {.file = line->file, .line = line->line};
    char *text = (char *)line->text, *end = text + line->length;
    if (*text == '#')
        return NULL;
    char *first = memchr(text, '\t', line->length);
    char *second = first != NULL ? memchr(first + 1, '\t', (size_t)(end - first - 1)) : NULL;
    if (second == NULL || memchr(second + 1, '\t', (size_t)(end - second - 1)) != NULL)
        return "a line is COST, a tab, A, a tab, B";
    if (!read_cost(text, (size_t)(first - text), &c.cost))
        return "the cost must be a number from 0 to 255";
    c.sides[0] = first + 1;
    c.lengths[0] = (size_t)(second - first - 1);
    c.sides[1] = second + 1;
    c.lengths[1] = (size_t)(end - second - 1);
    confusions_add(list, &c);
    return NULL;
}

/* Returns the file of a table that comes with edgrep. It is in share/edgrep of the folder above
 * that of the program or library, or, for a library in lib/TRIPLET, above that. The caller frees
 * it. NULL: there is none, which was reported. */
static char *shipped_table(const char *name)
{
    static const char *const above[] = {"..", "../.."};
    char folder[PATH_MAX];
    find_own_folder(folder, sizeof folder);
    size_t size = strlen(folder) + strlen(name) + sizeof "/../../share/edgrep/";
    char *path = xmalloc(size);
    for (size_t i = 0; i < sizeof above / sizeof *above; i++) {
        (void)snprintf(path, size, "%s/%s/share/edgrep/%s", folder, above[i], name);
        if (access(path, F_OK) == 0)
            return path;
    }
    free(path);
    diag_error("@%s: no table of this name is in share/edgrep", name);
    return NULL;
}

bool confusions_read(struct confusion_list *to, const char *name)
{
    if (*name != '@')
        return list_file_read(name, false, take_line, to);
    char *path = shipped_table(name + 1);
    size_t first = to->count;
    bool good = path != NULL && list_file_read(path, false, take_line, to);
    for (size_t i = first; i < to->count; i++)
        to->list[i].file = name;
    free(path);
    return good;
}

void confusions_free(struct confusion_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        for (int side = 0; side < 2; side++)
            free(list->list[i].sides[side]);
    free(list->list);
}
