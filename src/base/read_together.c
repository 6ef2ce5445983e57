#include "base/read_together.h"

#include <errno.h>
#include <pthread.h>

#include "base/io.h"

enum { PIECE = 1 << 17 }; /* bytes */

struct shared_reading {
    int fd;
    unsigned char *to;
    size_t size;
    off_t position;
    bool (*look)(const unsigned char *p, size_t n);
    pthread_mutex_t lock; /* guards the rest */
    size_t end;           /* offset of the first byte that could not be read, or `size` */
    int errnum;           /* the reason; 0: end of file */
    bool all;             /* AND of the results of look() */
};

static void read_piece(void *job, size_t i)
{
    struct shared_reading *r = job;
    size_t from = i * PIECE, to = r->size - from > PIECE ? from + PIECE : r->size;
    size_t end = from + io_pread_all(r->fd, r->to + from, to - from, r->position + (off_t)from);
    int errnum = errno;
    bool looked = r->look(r->to + from, end - from);
    (void)pthread_mutex_lock(&r->lock);
    r->all = r->all && looked;
    if (end < to && end < r->end) {
        r->end = end;
        r->errnum = errnum;
    }
    (void)pthread_mutex_unlock(&r->lock);
}

ssize_t read_together(struct helpers *helpers, int fd, void *to, size_t size, off_t position,
                      bool (*look)(const unsigned char *p, size_t n), bool *all)
{
    struct shared_reading r = {.fd = fd,
                               .to = to,
                               .size = size,
                               .position = position,
                               .look = look,
                               .end = size,
                               .all = true};
    (void)pthread_mutex_init(&r.lock, NULL);
    helpers_do(helpers, (size + PIECE - 1) / PIECE, read_piece, &r);
    (void)pthread_mutex_destroy(&r.lock);
    *all = r.all;
    errno = r.errnum;
    return r.end == 0 && r.errnum != 0 ? -1 : (ssize_t)r.end;
}
