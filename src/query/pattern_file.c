/* pattern_file.c - patterns, one a line. */
#include "query/pattern_file.h"

#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "query/list_file.h"

static void add(struct pattern_list *list, struct pattern_source source)
{
    source.text = xmemdup(source.text, source.length);
    xgrow(&list->sources, &list->capacity, list->count + 1, sizeof *list->sources);
    list->sources[list->count++] = source;
}

void pattern_list_add(struct pattern_list *list, const char *text, size_t length)
{
    for (const char *limit = text + length, *newline;; text = newline + 1) {
        newline = memchr(text, '\n', (size_t)(limit - text));
        const char *end = newline != NULL ? newline : limit;
        add(list, (struct pattern_source){.text = (char *)text, .length = (size_t)(end - text)});
        if (newline == NULL)
            return;
    }
}

static const char *take_pattern(void *list, const struct list_line *line)
{
    add(list, (struct pattern_source){.text = (char *)line->text,
                                      .length = line->length,
                                      .file = line->file,
                                      .line = line->line});
    return NULL;
}

bool pattern_list_read(struct pattern_list *list, const char *name)
{
    return list_file_read(name, take_pattern, list);
}

void pattern_sources_free(struct pattern_source *sources, size_t count)
{
    for (size_t i = 0; i < count; i++)
        free(sources[i].text);
    free(sources);
}
