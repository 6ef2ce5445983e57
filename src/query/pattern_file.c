/* pattern_file.c - patterns, one a line. */
#include "query/pattern_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/io.h"
#include "base/xalloc.h"

static void add(struct pattern_list *list, const char *text, size_t length, const char *file,
                unsigned long line)
{
    xgrow(&list->sources, &list->capacity, list->count + 1, sizeof *list->sources);
    list->sources[list->count++] = (struct pattern_source){
        .text = xmemdup(text, length), .length = length, .file = file, .line = line};
}

/* A newline separates patterns and, in a file, ends the last one too. */
static void add_lines(struct pattern_list *list, const char *text, size_t length, const char *file)
{
    const char *limit = text + length;
    for (unsigned long line = 1;; line++) {
        if (file != NULL && text == limit)
            return;
        const char *newline = memchr(text, '\n', (size_t)(limit - text));
        add(list, text, (size_t)((newline != NULL ? newline : limit) - text), file, line);
        if (newline == NULL)
            return;
        text = newline + 1;
    }
}

void pattern_list_add(struct pattern_list *list, const char *text, size_t length)
{
    add_lines(list, text, length, NULL);
}

/* All bytes of fd, *length of them; NULL with errno. */
static char *read_all(int fd, size_t *length)
{
    enum { STEP = 1 << 16 };
    char *bytes = NULL;
    size_t capacity = 0, used = 0;
    for (;;) {
        xgrow(&bytes, &capacity, used + STEP, 1);
        ssize_t n = io_read(fd, bytes + used, capacity - used);
        if (n < 0) {
            int reason = errno;
            free(bytes);
            errno = reason;
            return NULL;
        }
        if (n == 0)
            break;
        used += (size_t)n;
    }
    *length = used;
    return bytes;
}

bool pattern_list_read(struct pattern_list *list, const char *name)
{
    bool standard_input = strcmp(name, "-") == 0;
    int fd = standard_input ? STDIN_FILENO : open(name, O_RDONLY | O_CLOEXEC);
    size_t length = 0;
    char *bytes = fd < 0 ? NULL : read_all(fd, &length);
    int reason = errno;
    if (standard_input)
        name = "(standard input)";
    else if (fd >= 0)
        (void)close(fd);
    if (bytes == NULL) {
        diag_error("%s: %s", name, strerror(reason));
        return false;
    }
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
