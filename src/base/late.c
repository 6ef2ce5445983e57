/* late.c - dlopen(3). */
#include "base/late.h"

#include <dlfcn.h>
#include <string.h>

static bool load(const struct late *l)
{
    void *handle = dlopen(l->file, RTLD_NOW | RTLD_LOCAL);
    bool found = handle != NULL;
    for (size_t i = 0; found && i < l->n; i++) {
        void *function = dlsym(handle, l->functions[i].name);
        memcpy(l->functions[i].to, &function, sizeof function);
        found = function != NULL;
    }
    return found;
}

bool late_loaded(struct late *l)
{
    (void)pthread_mutex_lock(&l->lock);
    if (!l->tried)
        l->loaded = load(l);
    l->tried = true;
    bool loaded = l->loaded;
    (void)pthread_mutex_unlock(&l->lock);
    return loaded;
}
