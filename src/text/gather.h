/*
 * gather.h - a stretch of one input as a sequence of chunks.
 *
 * A stretch is a whole input, or a part of one that begins with a record. A chunk is made when
 * enough text for one is there, when the stretch ends, or when the input pauses behind a complete
 * record.
 *
 * One thread at a time uses a gather.
 */
#ifndef GATHER_H
#define GATHER_H

#include "options/options.h"
#include "query/alphabet.h"
#include "text/chunk.h"
#include "text/input_status.h"
#include "text/inputs.h"

struct gather;
struct reader;
struct sieve_plan;

enum gather_result {
    GATHER_CHUNK,
    GATHER_MEMORY, /* memory is out */
    GATHER_REGEX,  /* --delimiter failed: gather_reason() */
    GATHER_WAIT,   /* all that was pushed is used up: the same chunk goes on with the next call */
};

/* What is read where. */
struct stretch {
    const struct input_file *file; /* open; it must stay until the stretch ends. NULL: its text is
                                      what gather_push() gives */
    uint64_t input;                /* its number */
    uint64_t begin, end; /* bytes of its text; an end of UINT64_MAX: to the end of the input */
    bool sieved; /* the sieve was asked about it before, and does not exclude the patterns */
};

/*
 * NULL when --delimiter is no good, which is reported. Ends the program when memory is out. So many
 * threads may read and decode together; `reader` reads, and `wake` ends its waits (reader.h). The
 * plan is shared with all who read for this search.
 *
 * A full chunk owns `chunk_size` bytes. With --chunk-size=N it owns N - q->overlap, at least one:
 * there N counts the lead-in too.
 */
struct gather *gather_open(const struct options *o, const struct query *q, struct alphabet *a,
                           struct sieve_plan *plan, size_t chunk_size, unsigned threads,
                           const struct reader *reader, int wake);
void gather_close(struct gather *g);

/* From now on a full chunk owns `chunk_size` bytes, unless --chunk-size is given. */
void gather_aim(struct gather *g, size_t chunk_size);

/* From now on a full chunk ends with a record, if one ends in it. Not with --delimiter. */
void gather_whole_records(struct gather *g);

/* A new stretch. */
void gather_begin(struct gather *g, const struct stretch *stretch);

/* The next bytes of a stretch without a file; `last`: they are the last ones. They must stay until
 * gather_next() says GATHER_WAIT, or the stretch has ended. */
void gather_push(struct gather *g, const void *bytes, size_t n, bool last);

/* In the place of all that: makes one chunk of a whole text, which is copied, and begins and ends a
 * stretch that is sieved. GATHER_WAIT: that cannot be done here, and nothing was. */
enum gather_result gather_whole(struct gather *g, const void *bytes, size_t n, struct chunk *c);

/* Fills the next chunk, in the buffers that it has. A stretch has at least one. The news get
 * `paused`, and with the last chunk `last`, errnum or reason, and `packed`. */
enum gather_result gather_next(struct gather *g, struct chunk *c, struct input_status *n);

/* Nothing more is read of the stretch: its file may be closed. */
void gather_end(struct gather *g);

/* Fills a chunk without text, for an input that cannot be opened. */
enum gather_result gather_nothing(struct gather *g, uint64_t input, struct chunk *c);
const char *gather_reason(const struct gather *g);

/* How many bytes of the input lie before the next chunk; whether a record begins there. */
uint64_t gather_position(const struct gather *g);
bool gather_at_record(const struct gather *g);

#endif
