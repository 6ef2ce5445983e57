#include "base/files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/grow.h"
#include "base/io.h"

int files_open(const char **name)
{
    if (strcmp(*name, "-") != 0)
        return open(*name, O_RDONLY | O_NOCTTY | O_CLOEXEC);
    *name = "(standard input)";
    return STDIN_FILENO;
}

void *files_read(int fd, size_t *size)
{
    enum { STEP = 1 << 16 };
    char *bytes = NULL;
    size_t capacity = 0;
    for (*size = 0;;) {
        bool room = grow(&bytes, &capacity, *size + STEP, 1);
        ssize_t n = room ? io_read(fd, bytes + *size, capacity - *size) : -1;
        if (n < 0) {
            int reason = room ? errno : ENOMEM;
            free(bytes);
            errno = reason;
            return NULL;
        }
        if (n == 0)
            return bytes;
        *size += (size_t)n;
    }
}
