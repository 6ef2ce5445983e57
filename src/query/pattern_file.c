/* pattern_file.c - patterns, one a line. */
#include "query/pattern_file.h"

#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "query/list_file.h"

static void add(struct pattern_list *list, const char *text, size_t length, const char *file,
                unsigned long line)
{
    xgrow(&list->sources, &list->capacity, list->count + 1, sizeof *list->sources);
    list->sources[list->count++] = (struct pattern_source){
        .text = xmemdup(text, length), .length = length, .file = file, .line = line};
}

/* A newline separates patterns. In a file it ends the last one too, and empty lines are passed
 * over.
 */
static void add_lines(struct pattern_list *list, const char *text, size_t size, const char *file)
{
    const char *limit = text + size;
    for (unsigned long line = 1;; line++) {
        if (file != NULL && text == limit)
            return;
        const char *newline = memchr(text, '\n', (size_t)(limit - text));
        size_t length = (size_t)((newline != NULL ? newline : limit) - text);
        if (file == NULL || length > 0)
            add(list, text, length, file, line);
        if (newline == NULL)
            return;
        text = newline + 1;
    }
}

void pattern_list_add(struct pattern_list *list, const char *text, size_t length)
{
    add_lines(list, text, length, NULL);
}

bool pattern_list_read(struct pattern_list *list, const char *name)
{
    size_t length;
    char *bytes = list_file_bytes(&name, &length);
    if (bytes == NULL)
        return false;
    if (list->crlf)
        length = list_file_drop_returns(bytes, length);
    add_lines(list, bytes, length, name);
    free(bytes);
    return true;
}

void pattern_sources_free(struct pattern_source *sources, size_t count)
{
    for (size_t i = 0; i < count; i++)
        free(sources[i].text);
    free(sources);
}
