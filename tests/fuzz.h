/*
 * fuzz.h - what the fuzz targets (fuzz_NAME.c, libFuzzer) have in common: how they take their
 * choices from the fuzzer's bytes, and how they say what is wrong.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* libFuzzer calls these. */
int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The bytes not used yet. */
struct choices {
    const unsigned char *bytes;
    size_t left;
};

/* The next byte; 0 when there is none. */
static inline unsigned choose_byte(struct choices *c)
{
    if (c->left == 0)
        return 0;
    c->left--;
    return *c->bytes++;
}

/* Below n (1 to 256). */
static inline unsigned choose(struct choices *c, unsigned n)
{
    return choose_byte(c) % n;
}

/* Returns the next `most` bytes, or the rest; sets *length. */
static inline const unsigned char *choose_bytes(struct choices *c, size_t most, size_t *length)
{
    const unsigned char *bytes = c->bytes;
    *length = most < c->left ? most : c->left;
    c->bytes += *length;
    c->left -= *length;
    return bytes;
}

/* A copy that ends where its memory ends, so that the sanitizer sees what is read beyond. */
static inline void *exact_copy(const void *bytes, size_t length)
{
    void *copy = malloc(length);
    if (copy != NULL && length > 0)
        memcpy(copy, bytes, length);
    return copy;
}

/* Where fuzz_fail() writes. */
static int fuzz_messages = 2;

/*
 * For LLVMFuzzerInitialize(): standard output and error of the target go nowhere, those of
 * libFuzzer, the sanitizers and fuzz_fail() stay.
 */
static inline void fuzz_quietly(int *argc, char ***argv)
{
    static char quietly[] = "-close_fd_mask=3";
    static char *arguments[256];
    int count = *argc < 254 ? *argc : 254;
    memcpy(arguments, *argv, (size_t)count * sizeof *arguments);
    arguments[count] = quietly;
    *argc = count + 1;
    *argv = arguments;
    fuzz_messages = dup(2);
}

/* Ends the run: a finding. */
_Noreturn static inline void fuzz_fail(const char *file, int line, const char *what)
{
    dprintf(fuzz_messages, "%s:%d: %s\n", file, line, what);
    abort();
}

/* What must hold. */
#define REQUIRE(CONDITION) ((CONDITION) ? (void)0 : fuzz_fail(__FILE__, __LINE__, #CONDITION))
