/* dynlib.c - dlopen(3). */
#include "base/dynlib.h"

#include <dlfcn.h>
#include <errno.h>
#include <string.h>
#include <sys/mman.h>

/* Returns the reason of a failure. dlerror(3) has only text: that of strerror(3), or glibc's own
 * text if there is no memory for a message. */
static enum dynlib_result load_failure(void)
{
    const char *words = dlerror();
    bool memory = words != NULL && (strstr(words, strerror(ENOMEM)) != NULL ||
                                    strstr(words, "out of memory") != NULL);
    return memory ? DYNLIB_MEMORY : DYNLIB_MISSING;
}

/* The handle is never closed: the library stays loaded until the program exits. */
static enum dynlib_result load_library(const struct dynlib *l)
{
    void *handle = dlopen(l->file, RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL)
        return load_failure();
    for (size_t i = 0; i < l->n; i++) {
        void *function = dlsym(handle, l->functions[i].name);
        if (function == NULL)
            return load_failure();
        memcpy(l->functions[i].to, &function, sizeof function);
    }
    return DYNLIB_LOADED;
}

enum dynlib_result dynlib_load(struct dynlib *l)
{
    (void)pthread_mutex_lock(&l->lock);
    enum dynlib_result result = l->loaded ? DYNLIB_LOADED : load_library(l);
    l->loaded = result == DYNLIB_LOADED;
    (void)pthread_mutex_unlock(&l->lock);
    return result;
}

bool address_space_left(size_t size)
{
    void *room = mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return room != MAP_FAILED && munmap(room, size) == 0;
}
