/*
 * late.h - functions of a shared library that is loaded when it is first needed, so that a program
 * starts fast, and also where that library is not.
 *
 * A module lists the functions once, has a struct of pointers to them, and a table of both:
 *
 *     #define FUNCTIONS(F) F(ZSTD_isError) F(ZSTD_createDCtx)
 *     static struct { FUNCTIONS(LATE_MEMBER) } library;
 *     static const struct late_function functions[] = {FUNCTIONS(LATE_ENTRY)};
 *     static struct late late = LATE("libzstd.so.1", functions);
 *
 * library.ZSTD_isError is then the function.
 */
#ifndef LATE_H
#define LATE_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

struct late_function {
    const char *name;
    void *to; /* points to the pointer to the function */
};

#define LATE_MEMBER(name) __typeof__(name) *(name);
#define LATE_ENTRY(name) {#name, &library.name},

struct late {
    const char *file;
    const struct late_function *functions;
    size_t n;
    pthread_mutex_t lock;
    bool loaded;
};

#define LATE(file, functions)                                                                      \
    {                                                                                              \
        file, functions, sizeof(functions) / sizeof *(functions), PTHREAD_MUTEX_INITIALIZER, false \
    }

enum late_result {
    LATE_LOADED,
    LATE_MISSING, /* the library is not there, or not as it should be */
    LATE_MEMORY,  /* memory is out, as far as the loader tells */
};

/* Loads the library, unless it is loaded; then it stays to the end of the program. After a failure
 * the next call tries again. Any thread. */
enum late_result late_load(struct late *l);

#endif
