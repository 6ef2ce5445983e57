#include "query/list_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/grow.h"
#include "base/io.h"

/* Returns all bytes of fd, *length of them. Returns NULL and sets errno on failure. */
static char *read_all(int fd, size_t *length)
{
    enum { STEP = 1 << 16 };
    char *bytes = NULL;
    size_t capacity = 0, used = 0;
    for (;;) {
        bool room = grow(&bytes, &capacity, used + STEP, 1);
        ssize_t n = room ? io_read(fd, bytes + used, capacity - used) : -1;
        if (n < 0) {
            int reason = room ? errno : ENOMEM;
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

/* Returns the bytes of a file, *length of them, which the caller frees. Returns NULL after
 * reporting an error. Sets *name to the file's name in messages. */
static char *file_bytes(const char **name, size_t *length)
{
    bool standard_input = strcmp(*name, "-") == 0;
    int fd = standard_input ? STDIN_FILENO : open(*name, O_RDONLY | O_CLOEXEC);
    *length = 0;
    char *bytes = fd < 0 ? NULL : read_all(fd, length);
    int reason = errno;
    if (standard_input)
        *name = "(standard input)";
    else if (fd >= 0)
        (void)close(fd);
    if (bytes == NULL && reason == ENOMEM)
        die_out_of_memory(); /* here nothing is open any more */
    if (bytes == NULL)
        diag_error("%s: %s", *name, strerror(reason));
    return bytes;
}

char *list_file_whole(const char *name, struct list_line *all)
{
    static const char mark[] = {'\xef', '\xbb', '\xbf'}; /* the byte order mark in UTF-8 */
    size_t size;
    char *bytes = file_bytes(&name, &size);
    bool marked = bytes != NULL && size >= sizeof mark && memcmp(bytes, mark, sizeof mark) == 0;
    size_t begin = marked ? sizeof mark : 0;
    if (bytes != NULL)
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
