/* late.c - dlopen(3). */
#include "base/late.h"

#include <dlfcn.h>
#include <errno.h>
#include <string.h>

/* Why the loader failed, which it tells in words only: those of strerror(3), or its own where there
 * was no memory for these. */
static enum late_result failure(void)
{
    const char *words = dlerror();
    bool memory = words != NULL && (strstr(words, strerror(ENOMEM)) != NULL ||
                                    strstr(words, "out of memory") != NULL);
    return memory ? LATE_MEMORY : LATE_MISSING;
}

/* The handle stays open: the library is there to the end of the program. */
static enum late_result load(const struct late *l)
{
    void *handle = dlopen(l->file, RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL)
        return failure();
    for (size_t i = 0; i < l->n; i++) {
        void *function = dlsym(handle, l->functions[i].name);
        if (function == NULL)
            return failure();
        memcpy(l->functions[i].to, &function, sizeof function);
    }
    return LATE_LOADED;
}

enum late_result late_load(struct late *l)
{
    (void)pthread_mutex_lock(&l->lock);
    enum late_result result = l->loaded ? LATE_LOADED : load(l);
    l->loaded = result == LATE_LOADED;
    (void)pthread_mutex_unlock(&l->lock);
    return result;
}
