/*
 * sift.h - what a thread does with a scanned chunk: its hits go to matches. A chunk with more hits
 * than a list holds is scanned again in halves.
 */
#ifndef SIFT_H
#define SIFT_H

#include "edgrep/matches.h"
#include "edgrep/scanner.h"

struct sift {
    struct scanner scanner; /* the thread's own, as the others; they outlive the sift */
    struct matches *matches;
    struct select *select;
};

/* Scans all that the chunk owns, now. */
enum engine_status sift_scan(struct sift *s, struct chunk *c, struct hits *hits);

/* Hands on the hits of a scan that ended with `status`; returns how many they were. Ends the
 * program when the engine failed. */
uint64_t sift_hits(struct sift *s, const struct chunk *c, struct hits *hits,
                   enum engine_status status);

#endif
