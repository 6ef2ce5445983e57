#include "input/source_standard.h"

#include <errno.h>
#include <unistd.h>

void standard_open(struct standard *s)
{
    *s = (struct standard){.start = -1};
    (void)pthread_mutex_init(&s->lock, NULL);
    (void)pthread_cond_init(&s->known, NULL);
}

void standard_close(struct standard *s)
{
    (void)pthread_cond_destroy(&s->known);
    (void)pthread_mutex_destroy(&s->lock);
}

void standard_end(struct standard *s, uint64_t read)
{
    (void)pthread_mutex_lock(&s->lock);
    s->read = read;
    (void)pthread_mutex_unlock(&s->lock);
}

void standard_done(struct standard *s, uint64_t input, uint64_t behind)
{
    (void)pthread_mutex_lock(&s->lock);
    if (s->start >= 0 && s->input == input) {
        s->done = true;
        s->behind = behind;
        (void)pthread_cond_signal(&s->known);
    }
    (void)pthread_mutex_unlock(&s->lock);
}

void standard_stop(struct standard *s)
{
    (void)pthread_mutex_lock(&s->lock);
    s->stopped = true;
    (void)pthread_cond_signal(&s->known);
    (void)pthread_mutex_unlock(&s->lock);
}

/* Sets the offset: reading a regular file did not move it. */
static bool seek(const struct standard *s)
{
    uint64_t behind = s->behind != UINT64_MAX ? s->behind : s->read;
    if (behind != UINT64_MAX && !s->packed)
        return lseek(STDIN_FILENO, s->start + (off_t)behind, SEEK_SET) >= 0;
    return lseek(STDIN_FILENO, 0, SEEK_END) >= 0;
}

bool standard_leave(struct standard *s)
{
    bool good = true;
    (void)pthread_mutex_lock(&s->lock);
    while (s->start >= 0 && !s->done && !s->stopped)
        (void)pthread_cond_wait(&s->known, &s->lock);
    if (s->start >= 0)
        good = seek(s);
    s->start = -1;
    (void)pthread_mutex_unlock(&s->lock);
    return good;
}

void standard_begin(struct standard *s, uint64_t input, struct input_file *file)
{
    if (!standard_leave(s)) {
        file->errnum = errno;
        file->fd = -1;
        return;
    }
    inputs_measure(file);
    (void)pthread_mutex_lock(&s->lock);
    s->start = lseek(STDIN_FILENO, 0, SEEK_CUR);
    s->input = input;
    s->packed = file->packing != COMPRESSION_FORMAT_NONE;
    s->read = UINT64_MAX;
    s->done = false;
    s->behind = 0; /* until some of it has been searched */
    (void)pthread_mutex_unlock(&s->lock);
}
