#include "base/cuda_plugin.h"

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/dynlib.h"
#include "base/own_folder.h"

#define NAME "/libedgrep-cuda.so.1"

/* In the folder LIBDIR (Makefile). */
static const char installed[] =
#include "libdir.inc"
    "/edgrep" NAME;

static struct {
    pthread_mutex_t lock;
    struct cuda_plugin_host host;
    const struct cuda_plugin *plugin; /* NULL: not loaded */
    char why[PATH_MAX + 256];         /* why it was not loaded the last time */
} state = {.lock = PTHREAD_MUTEX_INITIALIZER,
           .host = {CUDA_PLUGIN_BASE(CUDA_PLUGIN_ENTRY).scan = NULL}};

/* Writes the path of the plug-in to `file`: in the build folder if the program is in it or in a
 * subfolder, else the path used by `make install`. */
static void find_plugin(char file[PATH_MAX])
{
    static const char *const beside[] = {NAME, "/.." NAME};
    char folder[PATH_MAX - sizeof "/.." NAME];
    find_own_folder(folder, sizeof folder);
    for (size_t i = 0; i < sizeof beside / sizeof *beside; i++) {
        (void)snprintf(file, PATH_MAX, "%s%s", folder, beside[i]);
        if (access(file, F_OK) == 0)
            return;
    }
    (void)snprintf(file, PATH_MAX, "%s", installed);
}

/* Records the reason. Does not write it again if it is unchanged, because threads may be reading
 * it. */
static void record_failure(const char *file, const char *reason)
{
    char why[sizeof state.why];
    (void)snprintf(why, sizeof why, "%s%s%s", file, *file != '\0' ? ": " : "", reason);
    if (strcmp(why, state.why) != 0)
        memcpy(state.why, why, sizeof why);
}

static void begin_plugin(void *handle, const char *file)
{
    cuda_plugin_begin *function;
    void *symbol = dlsym(handle, "edgrep_cuda_plugin");
    const char *version = EDGREP_VERSION;
    char reason[128];
    memcpy(&function, &symbol, sizeof function);
    if (function == NULL)
        record_failure(file, "it is not the plug-in of edgrep");
    else
        state.plugin = function(&version, &state.host);
    if (function != NULL && state.plugin == NULL) {
        (void)snprintf(reason, sizeof reason, "it is of version %s, not " EDGREP_VERSION, version);
        record_failure(file, reason);
    }
}

/* NVIDIA's runtime crashes if it is out of memory while kernels are registered with it. It needs
 * more than this anyway: CUDA reserves address space for the memory of all devices. */
static const size_t ROOM = (size_t)1 << 30;

static void load_plugin(void)
{
    char found[PATH_MAX];
    const char *file = secure_getenv("EDGREP_CUDA");
    if (file == NULL) {
        find_plugin(found);
        file = found;
    }
    if (*file == '\0') {
        record_failure("", "EDGREP_CUDA is empty");
        return;
    }
    if (!address_space_left(ROOM)) {
        record_failure(file, "less than 1 GiB of address space is left");
        return;
    }
    void *handle = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL) {
        const char *reason = dlerror();
        record_failure("", reason != NULL ? reason : file);
        return;
    }
    begin_plugin(handle, file);
    if (state.plugin == NULL)
        (void)dlclose(handle);
}

const struct cuda_plugin *cuda_plugin_load(const struct scan_host *scan,
                                           const struct strips_host *strips, const char **why)
{
    (void)pthread_mutex_lock(&state.lock);
    if (scan != NULL && state.host.scan == NULL)
        state.host.scan = scan;
    if (strips != NULL && state.host.strips == NULL)
        state.host.strips = strips;
    if (state.plugin == NULL)
        load_plugin();
    const struct cuda_plugin *plugin = state.plugin;
    (void)pthread_mutex_unlock(&state.lock);
    if (plugin == NULL)
        *why = state.why;
    return plugin;
}
