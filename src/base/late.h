/*
 * late.h - functions of a shared library that is loaded when it is first needed, so that a program
 * starts fast, and also where that library is not.
 *
 * A module lists the functions once, has a struct of pointers to them, and a table of both:
 *
 *     #define FUNCTIONS(F) F(ZSTD_isError) F(ZSTD_createDCtx)
 *     static struct { FUNCTIONS(LATE_MEMBER) } library;
 *     static const struct late_function functions[] = {FUNCTIONS(LATE_ENTRY)};
 *
 * library.ZSTD_isError is then the function.
 */
#ifndef LATE_H
#define LATE_H

#include <stdbool.h>
#include <stddef.h>

struct late_function {
    const char *name;
    void *to; /* points to the pointer to the function */
};

#define LATE_MEMBER(name) __typeof__(name) *name;
#define LATE_ENTRY(name) {#name, &library.name},

/* Loads the library `file`, which stays to the end of the program, and finds n functions in it.
 * False: it is not there, or has not all of them. */
bool late_load(const char *file, const struct late_function *functions, size_t n);

#endif
