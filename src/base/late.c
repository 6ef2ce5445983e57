/* late.c - dlopen(3). */
#include "base/late.h"

#include <dlfcn.h>
#include <string.h>

bool late_load(const char *file, const struct late_function *functions, size_t n)
{
    void *handle = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    bool found = handle != NULL;
    for (size_t i = 0; found && i < n; i++) {
        void *function = dlsym(handle, functions[i].name);
        memcpy(functions[i].to, &function, sizeof function);
        found = function != NULL;
    }
    return found;
}
