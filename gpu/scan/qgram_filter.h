/*
 * qgram_filter.h - many patterns at once on a device: of those whose pieces are rare in the text,
 * the pieces are looked for, and the patterns only where a piece is.
 *
 * Which patterns are covered, that is, looked for in this way, is chosen as for the processor
 * (filter/qgram_cover.h), by a sample of the first chunk, and by what things cost a device. The
 * others are searched for beside that, as always. A chunk has a budget of candidates. Where that is
 * spent, or there are too many hits, the whole chunk is searched plainly; patterns that have cost
 * too much are no longer covered then.
 *
 * Status as in resident.h. The calling thread uses the device, unless said otherwise.
 */
#ifndef QGRAM_FILTER_H
#define QGRAM_FILTER_H

#include "filter/qgram_cover.h"
#include "gpu/scan/flight.h"
#include "query/distance_bounds.h"

/* All zero: it is for no query, and covers nothing. */
struct covered {
    const struct query *q; /* NULL: nothing is ever covered */
    const struct alphabet *a;
    struct qgram_codes codes;
    struct qgram_model *model;
    struct qgram_cover chosen;
    uint32_t *sample; /* symbols of the text */
    size_t nsample;
    unsigned char *sample_codes; /* the same as codes */
    bool built;
    struct distance_bounds bests;   /* of the chunk, as it began */
    uint64_t limits;                /* it was built when these were so much together */
    struct device_pattern *beside;  /* host: patterns as in resident.h; those covered have m = 0 */
    size_t rows_beside;             /* of the others, that are sequences */
    uint32_t folded;                /* number of symbols in `fold` */
    struct buffer fold;             /* of each symbol its code; then zeros, to 256 */
    struct buffer tables, patterns; /* of `device` */
    struct device_cover device;
    uint64_t searched;             /* symbols, since candidates of patterns are counted */
    uint32_t ban, banned;          /* chunks to go without: the next time, and from now on */
    uint64_t candidates, verified; /* of all chunks */
    size_t latest;                 /* patterns that were covered in the latest */
};

/* Needs no device. Returns false when out of memory; covered_free() is right even then. */
bool covered_open(struct covered *x, const struct query *q, const struct alphabet *a);

/* Makes ready for a chunk, in which distances within *bests are to be found; what symbols match is
 * there (resident_match(), resident_expect()). */
enum engine_status covered_begin(struct covered *x, const struct resident *r, const struct chunk *c,
                                 struct share own, const struct distance_bounds *bests);

/* The same for the chunk of a flight once more, as the alphabet may have grown. */
enum engine_status covered_again(struct covered *x, const struct resident *r);

/* Sends the flight's codes through the fold, if patterns are covered now: then f->covered. */
bool covered_fold(const struct covered *x, struct flight *f);

/* Scans for the covered patterns. False: failed. */
bool covered_scan(const struct covered *x, const struct resident *r, struct flight *f,
                  struct share own, const struct device_hits *hits);

/* Whether a flight, which was awaited, has to go once more without; then covered_blame() says which
 * patterns have cost too much. */
bool covered_gave_up(const struct flight *f);
enum engine_status covered_blame(struct covered *x, const struct flight *f);

/* Counts what a flight has done. */
void covered_count(struct covered *x, const struct flight *f);

void covered_release(struct covered *x); /* what is on the device */
void covered_free(struct covered *x);    /* the rest; needs no device */

#endif
