/* list_file.c - see list_file.h. */
#include "query/list_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/io.h"
#include "base/xalloc.h"

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

char *list_file_bytes(const char **name, size_t *length)
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
    if (bytes == NULL)
        diag_error("%s: %s", *name, strerror(reason));
    return bytes;
}

size_t list_file_drop_returns(char *bytes, size_t length)
{
    size_t left = 0;
    for (size_t i = 0; i < length; i++)
        if (bytes[i] != '\r' || i + 1 == length || bytes[i + 1] != '\n')
            bytes[left++] = bytes[i];
    return left;
}
