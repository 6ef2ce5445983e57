#include "query/list_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/files.h"

char *list_file_whole(const char *name, struct list_line *all)
{
    static const char mark[] = {'\xef', '\xbb', '\xbf'}; /* the byte order mark in UTF-8 */
    size_t size = 0;
    int fd = files_open(&name);
    char *bytes = fd < 0 ? NULL : files_read(fd, &size);
    int reason = errno;
    if (fd > STDIN_FILENO)
        (void)close(fd);
    if (bytes == NULL && reason == ENOMEM)
        die_out_of_memory(); /* here nothing is open any more */
    if (bytes == NULL) {
        diag_error("%s: %s", name, strerror(reason));
        return NULL;
    }
    bool marked = size >= sizeof mark && memcmp(bytes, mark, sizeof mark) == 0;
    size_t begin = marked ? sizeof mark : 0;
    *all = (struct list_line){bytes + begin, size - begin, name, 1};
    return bytes;
}

bool list_file_read(const char *name, bool crlf,
                    const char *(*take)(void *context, const struct list_line *line), void *context)
{
    struct list_line line;
    char *bytes = list_file_whole(name, &line);
    if (bytes == NULL)
        return false;
    const char *reason = NULL, *end = line.text + line.length;
    for (; reason == NULL && line.text < end; line.line++) {
        const char *newline = memchr(line.text, '\n', (size_t)(end - line.text));
        size_t length = (size_t)((newline != NULL ? newline : end) - line.text);
        bool returned = crlf && newline != NULL && length > 0 && newline[-1] == '\r';
        line.length = length - returned;
        reason = line.length > 0 ? take(context, &line) : NULL;
        if (reason != NULL)
            diag_error("%s:%lu: %s", line.file, line.line, reason);
        line.text += length + 1;
    }
    free(bytes);
    return reason == NULL;
}
