/* unit_dynlib.c - a library that is loaded on first use: the errors if loading fails, and that the
 * next use tries again. This file defines a fake loader, for dynlib.c only: the runtime of a
 * sanitizer also calls dlsym(), before main(). */
#include <dlfcn.h>

static void *loader_open(const char *file, int mode);
static void *loader_find(void *handle, const char *name);
static char *loader_error(void);

#define dlopen loader_open
#define dlsym loader_find
#define dlerror loader_error
#include "base/dynlib.c" /* NOLINT(bugprone-suspicious-include) */
#include "unit.h"

#define FUNCTIONS(F) F(memcpy) F(strlen)

static struct {
    FUNCTIONS(DYNLIB_MEMBER)
} library;

static const struct dynlib_function functions[] = {FUNCTIONS(DYNLIB_ENTRY)};

/* How the fake loader behaves. */
static struct {
    bool opens;
    const char *lacks; /* a function that the library lacks, or NULL */
    char *words;
    unsigned opened; /* calls of dlopen() */
} loader;

static void *loader_open(const char *file, int mode)
{
    assert_string_equal(file, "libnew.so.1");
    assert_int_equal(mode, RTLD_NOW | RTLD_LOCAL);
    loader.opened++;
    return loader.opens ? &loader : NULL;
}

static void *loader_find(void *handle, const char *name)
{
    assert_ptr_equal(handle, &loader);
    return loader.lacks == NULL || strcmp(name, loader.lacks) != 0 ? &loader.opened : NULL;
}

static char *loader_error(void)
{
    return loader.words;
}

TEST(failures)
{
    static const struct {
        bool opens;
        const char *lacks;
        char *words;
        enum dynlib_result result;
    } v[] = {
        {false, NULL, "libnew.so.1: cannot open shared object file: No such file or directory",
         DYNLIB_MISSING},
        {false, NULL, "libnew.so.1: cannot create shared object descriptor: Cannot allocate memory",
         DYNLIB_MEMORY},
        {false, NULL, "out of memory", DYNLIB_MEMORY},
        {false, NULL, NULL, DYNLIB_MISSING},
        {true, "strlen", "libnew.so.1: undefined symbol: strlen", DYNLIB_MISSING},
        {true, "memcpy", "out of memory", DYNLIB_MEMORY},
    };
    struct dynlib loaded = DYNLIB("libnew.so.1", functions);
    loader.opened = 0;
    for (size_t i = 0; i < sizeof v / sizeof *v; i++) {
        loader.opens = v[i].opens;
        loader.lacks = v[i].lacks;
        loader.words = v[i].words;
        assert_int_equal(dynlib_load(&loaded), v[i].result);
        assert_int_equal(loader.opened, i + 1);
    }
    loader.opens = true;
    loader.lacks = NULL;
    assert_int_equal(dynlib_load(&loaded), DYNLIB_LOADED);
}

TEST(once)
{
    struct dynlib loaded = DYNLIB("libnew.so.1", functions);
    void *found;
    loader.opened = 0;
    loader.opens = true;
    loader.lacks = NULL;
    for (int i = 0; i < 3; i++)
        assert_int_equal(dynlib_load(&loaded), DYNLIB_LOADED);
    assert_int_equal(loader.opened, 1);
    memcpy(&found, &library.strlen, sizeof found);
    assert_ptr_equal(found, &loader.opened);
}
