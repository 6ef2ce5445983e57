/*
 * dynlib.h - loads a shared library on first use, so that a program starts fast, and runs without
 * the library.
 *
 * A module lists the functions once, and has a struct of pointers to them and a table of both:
 *
 *     #define FUNCTIONS(F) F(ZSTD_isError) F(ZSTD_createDCtx)
 *     static struct { FUNCTIONS(DYNLIB_MEMBER) } library;
 *     static const struct dynlib_function functions[] = {FUNCTIONS(DYNLIB_ENTRY)};
 *     static struct dynlib dynlib = DYNLIB("libzstd.so.1", functions);
 *
 * Then library.ZSTD_isError is the function.
 */
#pragma once

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

struct dynlib_function {
    const char *name;
    void *to; /* points to the pointer to the function */
};

#define DYNLIB_MEMBER(name) __typeof__(name) *(name);
#define DYNLIB_ENTRY(name) {#name, &library.name},

struct dynlib {
    const char *file;
    const struct dynlib_function *functions;
    size_t n;
    pthread_mutex_t lock;
    bool loaded;
};

#define DYNLIB(file, functions)                                                                    \
    {                                                                                              \
        file, functions, sizeof(functions) / sizeof *(functions), PTHREAD_MUTEX_INITIALIZER, false \
    }

enum dynlib_result {
    DYNLIB_LOADED,
    DYNLIB_MISSING, /* the library does not exist, or lacks a function */
    DYNLIB_MEMORY,  /* out of memory, if the loader reports that */
};

/* Loads the library on the first call; it stays loaded. After a failure the next call tries again.
 * Thread-safe. */
enum dynlib_result dynlib_load(struct dynlib *l);

/* Returns whether `size` bytes of address space are left: for libraries that crash or wait forever
 * when they run out of it. */
bool address_space_left(size_t size);
