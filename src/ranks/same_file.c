#include "ranks/same_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Without O_NONBLOCK, a named pipe of this name would block. */
const char *same_file_open(const char *name, struct file_version version, int *fd)
{
    struct stat s;
    *fd = open(name, O_RDONLY | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
    if (*fd < 0)
        return strerror(errno);
    const char *why = NULL;
    if (fstat(*fd, &s) != 0)
        why = strerror(errno);
    else if (!S_ISREG(s.st_mode) || (uint64_t)s.st_size != version.size ||
             s.st_mtim.tv_sec != version.modified.tv_sec ||
             s.st_mtim.tv_nsec != version.modified.tv_nsec)
        why = "size or modification time differs from rank 0's";
    if (why != NULL) {
        (void)close(*fd);
        *fd = -1;
    }
    return why;
}
