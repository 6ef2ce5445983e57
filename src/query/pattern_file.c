/* pattern_file.c - patterns, one a line. */
#include "query/pattern_file.h"

#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/xalloc.h"
#include "query/list_file.h"
#include "query/regex.h"

/* Appends a source; takes ownership of source.text. */
static void append_source(struct pattern_list *list, struct pattern_source source)
{
    xgrow(&list->sources, &list->capacity, list->count + 1, sizeof *list->sources);
    list->sources[list->count++] = source;
}

void pattern_list_add(struct pattern_list *list, const char *text, size_t length)
{
    for (const char *limit = text + length, *newline;; text = newline + 1) {
        newline = list->span ? NULL : memchr(text, '\n', (size_t)(limit - text));
        const char *end = newline != NULL ? newline : limit;
        size_t size = (size_t)(end - text);
        append_source(list, (struct pattern_source){.text = xmemdup(text, size), .length = size});
        if (newline == NULL)
            return;
    }
}

static const char *take_pattern(void *list, const struct list_line *line)
{
    append_source(list, (struct pattern_source){.text = xmemdup(line->text, line->length),
                                                .length = line->length,
                                                .file = line->file,
                                                .line = line->line});
    return NULL;
}

bool pattern_list_read(struct pattern_list *list, const char *name)
{
    return list_file_read(name, list->crlf, take_pattern, list);
}

/* Replaces CR LF by LF. Returns the new length. */
static size_t drop_returns(char *text, size_t length)
{
    size_t n = 0;
    for (size_t i = 0; i < length; i++)
        if (text[i] != '\r' || i + 1 == length || text[i + 1] != '\n')
            text[n++] = text[i];
    return n;
}

bool pattern_list_read_whole(struct pattern_list *list, const char *name)
{
    struct list_line all;
    char *bytes = list_file_whole(name, &all);
    if (bytes == NULL)
        return false;
    struct pattern_source s = {.text = xmemdup(all.text, all.length), .file = all.file, .line = 1};
    free(bytes);
    s.length = drop_returns(s.text, all.length);
    s.length -= s.length > 0 && s.text[s.length - 1] == '\n';
    append_source(list, s);
    return true;
}

bool pattern_list_check_lines(const struct pattern_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        const struct pattern_source *s = &list->sources[i];
        if (s->file == NULL || memchr(s->text, '\n', s->length) == NULL)
            continue;
        diag_error(
            "%s: the pattern has several lines, a record has one: say --block or --span-lines",
            s->file);
        return false;
    }
    return true;
}

/* Parses K of a table. Returns false if it is invalid. */
static bool read_limit(struct pattern_source *s, const char *text, size_t length)
{
    if (length == 0)
        return true;
    char *copy = xmemdup(text, length + 1);
    copy[length] = '\0';
    s->limited = strlen(copy) == length && limit_parse(&s->limit, copy) == NULL;
    free(copy);
    return s->limited;
}

static const char *take_row(void *list, const struct list_line *line)
{
    struct pattern_source s = {.file = line->file, .line = line->line};
    const char *id = line->text, *end = line->text + line->length;
    const char *tab = memchr(id, '\t', line->length);
    if (tab != NULL) {
        if (!read_limit(&s, id, (size_t)(tab - id)))
            return "K must be N, P%, N,P% or empty: a line is PATTERN, K<TAB>PATTERN or "
                   "K<TAB>ID<TAB>PATTERN";
        id = tab + 1;
        tab = memchr(id, '\t', (size_t)(end - id));
    }
    const char *text = tab != NULL ? tab + 1 : id;
    if (text == end)
        return "there is no pattern";
    s.length = (size_t)(end - text);
    s.id_length = tab != NULL ? (size_t)(tab - id) : 0;
    s.text = xreallocarray(NULL, s.length + s.id_length, 1);
    memcpy(s.text, text, s.length);
    memcpy(s.text + s.length, id, s.id_length);
    append_source(list, s);
    return NULL;
}

bool pattern_list_read_table(struct pattern_list *list, const char *name)
{
    return list_file_read(name, list->crlf, take_row, list);
}

bool pattern_list_check_limits(const struct pattern_list *list, bool *limited)
{
    const struct pattern_source *without = NULL;
    size_t with = 0;
    for (size_t i = 0; i < list->count; i++) {
        with += list->sources[i].limited;
        if (without == NULL && !list->sources[i].limited)
            without = &list->sources[i];
    }
    if (with == 0 || *limited || without == NULL) {
        *limited = *limited || with > 0;
        return true;
    }
    int shown = regex_excerpt(without->text, without->length);
    if (without->file != NULL)
        diag_error("%s:%lu: no K on this line, and no -k", without->file, without->line);
    else
        diag_error("pattern '%.*s' has no K, and there is no -k", shown, without->text);
    return false;
}

void pattern_sources_free(struct pattern_source *sources, size_t count)
{
    for (size_t i = 0; i < count; i++)
        free(sources[i].text);
    free(sources);
}
