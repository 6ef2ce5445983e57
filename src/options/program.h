/* program.h - what the main functions of the programs share. */
#ifndef PROGRAM_H
#define PROGRAM_H

#include "print/sink.h"

struct program {
    const char *name;
    /* Engines by number, the best first. */
    const char *(*engine)(size_t i);  /* its name; NULL when there are no more */
    const char *(*why_not)(size_t i); /* why it cannot be used here, or NULL */
    bool (*by_name_only)(size_t i);   /* "auto" does not take it; NULL: it takes all */
};

/* The locale, the standard streams and the state of diag.h for a run of the program. */
void program_begin(const struct program *p);

/* --version and --engine=help */
void program_put_version(const struct program *p, struct sink *out);
void program_put_engines(const struct program *p, struct sink *out);

/* The number of the engine called `name`, or for "auto" of the first usable one; SIZE_MAX when it
 * is not to be had (reported). */
size_t program_find_engine(const struct program *p, const char *name);

#endif
