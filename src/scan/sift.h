/*
 * sift.h - what a thread does with a scanned chunk: its hits go to who takes them. A chunk with
 * more hits than a list holds is scanned again in halves.
 */
#ifndef SIFT_H
#define SIFT_H

#include "scan/scanner.h"

struct sift {
    struct scanner scanner; /* the thread's own */
    /* Takes the chunk, or a view of a part of it, with the hits that end in its owned range. False:
     * nothing more is wanted. */
    bool (*take)(void *context, const struct chunk *c, const struct hits *hits);
    void *context;
};

/* Scans all that the chunk owns, now. */
enum engine_status sift_scan(struct sift *s, struct chunk *c, struct hits *hits);

/* Ends the program when the engine failed in a scan that ended with `status`: it can do no other,
 * even if nobody wants the hits of this one. */
void sift_check(const struct scanner_parts *parts, enum engine_status status);

/* Hands on the hits of a scan that ended with `status`; returns how many they were. As
 * sift_check(). */
uint64_t sift_hits(struct sift *s, const struct chunk *c, struct hits *hits,
                   enum engine_status status);

#endif
