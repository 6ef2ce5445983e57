/*
 * cuda_plugin.h - the plug-in libedgrep-cuda.so.1, which contains the CUDA engines of edgrep and
 * edcmp and the CUDA runtime. Programs and library load it when devices may pay or are requested,
 * so they start fast, and are built without CUDA.
 *
 * The plug-in exports one function, whose arguments are the version and the functions of src that
 * the plug-in calls. It is linked with no object of src, because there must be only one heap, one
 * lock of at_exit.h and so on.
 */
#pragma once

#include <stdlib.h>

#include "base/at_exit.h"

/*
 * A table of functions and variables is a macro, which lists their names:
 *
 *     #define TABLE(F) F(name1) F(name2)
 *     struct table { TABLE(CUDA_PLUGIN_MEMBER) };
 *     const struct table table = {TABLE(CUDA_PLUGIN_ENTRY)};
 */
#define CUDA_PLUGIN_MEMBER(name) __typeof__(name) *(name);
#define CUDA_PLUGIN_ENTRY(name) .name = &(name),

#define CUDA_PLUGIN_BASE(F)                                                                        \
    F(malloc)                                                                                      \
    F(calloc) F(realloc) F(reallocarray) F(free) F(at_exit_hold) F(at_exit_release) F(at_exit_hurry)

struct scan_host;   /* scan/engine_cuda.h */
struct strips_host; /* strips/strips_device_cuda.h */

/* The functions of src that the plug-in uses. */
struct cuda_plugin_host {
    CUDA_PLUGIN_BASE(CUDA_PLUGIN_MEMBER)
    /* Further functions for the engine of edgrep and for that of edcmp; NULL until the engine is
     * used. */
    const struct scan_host *scan;
    const struct strips_host *strips;
};

struct engine;
struct strips_device;

struct cuda_plugin {
    const char *(*why_not)(void); /* why no device can be used, or NULL */
    const struct engine *engine;
    const struct strips_device *device;
};

/* The type of the exported function, edgrep_cuda_plugin(). The plug-in keeps `host`. Sets *version
 * to the plug-in's version, and returns NULL if it differs from the host's. */
typedef const struct cuda_plugin *cuda_plugin_begin(const char **version,
                                                    const struct cuda_plugin_host *host);

/*
 * Returns the plug-in, and loads it on the first call; it stays loaded. Sets host->scan and
 * host->strips unless the arguments are NULL. On failure returns NULL and sets *why to the reason,
 * which stays valid; the next call tries again. Thread-safe.
 */
const struct cuda_plugin *cuda_plugin_load(const struct scan_host *scan,
                                           const struct strips_host *strips, const char **why);
