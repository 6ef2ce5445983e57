/*
 * gather.h - reads a stretch of one input as a sequence of chunks.
 *
 * A stretch is a whole input, or a part of one that begins with a record. gather_next() returns a
 * chunk when it has enough text, when the stretch ends, or when the input pauses behind a complete
 * record.
 *
 * One thread at a time may use a gather.
 */
#pragma once

#include "input/input_status.h"
#include "input/inputs.h"
#include "input/reader.h"
#include "options/options.h"
#include "query/alphabet.h"
#include "text/chunk.h"

struct gather;
struct sieve_plan;

enum gather_result {
    GATHER_CHUNK,
    GATHER_MEMORY, /* out of memory */
    GATHER_REGEX,  /* the regex of --delimiter failed: see gather_reason() */
    GATHER_WAIT,   /* all pushed bytes are used up: push more, and call gather_next() again with the
                      same chunk */
};

/* What to read. */
struct stretch {
    const struct input_file *file; /* open; must stay open until the stretch ends. NULL: the text
                                      comes by gather_push() */
    uint64_t input;                /* its number */
    uint64_t begin, end; /* positions in the input; end = UINT64_MAX: to the end of the input */
    bool sieved;         /* the sieve has already been tried, and does not exclude the patterns */
    const struct encoding *converted; /* the file has text that was converted from this encoding */
    uint64_t source;                  /* with `converted`: where in the input it begins */
};

/* How a gather reads files. */
struct gather_files {
    const struct reading *reading; /* reading_files */
    unsigned threads;              /* that read and decode large chunks together */
    int wake;                      /* ends waits: see reader.h */
};

/*
 * Returns NULL if --delimiter is invalid, and reports why. Exits the program when out of memory.
 * `files`: NULL if the text is pushed. All gathers of a search share the plan.
 *
 * A full chunk owns `chunk_size` bytes. With --chunk-size=N it owns N - q->overlap, at least one:
 * there N counts the lead-in too.
 */
struct gather *gather_open(const struct options *o, const struct query *q, struct alphabet *a,
                           struct sieve_plan *plan, size_t chunk_size,
                           const struct gather_files *files);
void gather_close(struct gather *g);

/* Sets the number of bytes that a full chunk owns, unless --chunk-size is given. */
void gather_aim(struct gather *g, size_t chunk_size);

/* Makes full chunks end with a record, if one ends in them. Not with --delimiter. */
void gather_whole_records(struct gather *g);

/* Starts a new stretch. */
void gather_begin(struct gather *g, const struct stretch *stretch);

/* Adds the next bytes of a stretch without a file; `last`: no more will come. The bytes must stay
 * until gather_next() returns GATHER_WAIT, or the stretch ends. */
void gather_push(struct gather *g, const void *bytes, size_t n, bool last);

/* Replaces gather_begin(), gather_push() and gather_next() for a short text: copies the whole text
 * into one chunk, as a sieved stretch. GATHER_WAIT: impossible for this text; nothing was
 * changed. */
enum gather_result gather_whole(struct gather *g, const void *bytes, size_t n, struct chunk *c);

/* Fills the next chunk, reusing its buffers. A stretch has at least one chunk. Sets n->paused, and
 * with the last chunk n->last, errnum or reason, and `packed`. */
enum gather_result gather_next(struct gather *g, struct chunk *c, struct input_status *n);

/* Ends reading: the stretch's file may be closed. */
void gather_end(struct gather *g);

/* Fills a chunk without text, for an input that cannot be opened. */
enum gather_result gather_nothing(struct gather *g, uint64_t input, struct chunk *c);
const char *gather_reason(const struct gather *g);

/* Position of the next chunk in the input as read; whether a record begins there. */
uint64_t gather_position(const struct gather *g);
bool gather_at_record(const struct gather *g);
