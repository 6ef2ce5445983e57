/*
 * deliver.h - what the main thread does with scanned chunks and with extracts, in their order. It
 * begins and ends inputs, and prints what matches. It ends the program when an engine failed, or
 * when the worker died.
 */
#ifndef DELIVER_H
#define DELIVER_H

#include "edgrep/search.h"
#include "edgrep/turns.h"
#include "scan/sift.h"

struct deliver {
    const struct search *search;
    struct sift sift; /* the main thread's own */
    char *name;       /* of the current input; free() it */
    double rows;      /* of all patterns */
    uint64_t left;    /* bytes of it, UINT64_MAX: not known */
};

/* A deliver that ends with deliver_close(). */
struct deliver deliver_open(const struct search *search, unsigned device);
void deliver_close(struct deliver *d);

/* Takes in what a slot has: a scanned chunk, or the extract of a range. Takes names out of the
 * news. False when nothing more is wanted. */
bool deliver_slot(struct deliver *d, struct slot *slot);

#endif
