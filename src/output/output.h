/*
 * output.h - the interface of output formats: each is one `const struct output` in a file
 * out_NAME.c.
 *
 * select.c decides what is printed (-v, -m, context, counts); an output only formats. One thread
 * uses it. All output goes to one sink; a write error ends the program there.
 *
 * For one input the calls come in this order:
 *   begin, any of { match, occurrence, context, separator, join } in the order of the text, end
 * and after the last input: finish. In best mode all printed output may be withdrawn: the sink
 * drops it, then `forget` is called.
 *
 * A worker that collects (env->collects) has an output of its own. It calls begin for each part of
 * an input, and match or occurrence, but neither end nor finish. Its collected output goes to the
 * main thread's sink after a call of join.
 */
#pragma once

#include "match/occurrence.h"
#include "options/options.h"
#include "output/requirements.h"
#include "print/paint.h"
#include "print/sink.h"
#include "query/query.h"

struct output_input { /* the results of an input */
    const char *name;
    uint64_t selected;    /* records (with --span-lines: occurrences) selected, after -m */
    uint64_t occurrences; /* in these records, as far as they are needed (requirements.h) */
    uint64_t bytes;       /* read of it */
    bool goes_on;         /* --top: the input begins once more later */
};

struct output;

struct output_env { /* constant during a run */
    const struct options *options;
    const struct query *query;
    const struct output *output; /* the format */
    void *target;                /* for a format that does not print */
    struct requirements wants;
    struct distance_bounds *bests; /* in best mode: the bounds of distances, of this thread */
    struct sink *sink;
    bool collects;  /* the sink is a worker's: sink_collect() */
    bool filename;  /* FILE is printed (-H, -h and AUTO resolved) */
    bool color;     /* colours are printed (--color, NO_COLOR and terminal resolved) */
    bool visible;   /* standard output is a terminal: RECORD, MATCHED and FILE go through
                       sink_put_visible */
    unsigned width; /* columns of the terminal, for --align; 0: not known */
};

/* What a format does. NULL: it ignores the call; without `open` it has no state. */
struct output {
    /* The state of the format. Exits the program when out of memory. */
    void *(*open)(const struct output_env *env);
    /* name: valid until end; size of the input in bytes, UINT64_MAX: unknown */
    void (*begin)(void *state, const char *name, uint64_t size);
    /* A selected record (with -v: one without occurrences). With -o (record kept): prints its
     * occurrences. Not NULL if the format prints anything. */
    void (*match)(void *state, const struct record *record);
    /* -o without kept records: one occurrence as soon as it is certain. NULL: the format prints
     * none, or its records are kept. */
    void (*occurrence)(void *state, const struct record *record,
                       const struct occurrence *occurrence);
    void (*context)(void *state, const struct record *record); /* not NULL if -B is possible */
    void (*separator)(void *state);                            /* between groups of context */
    void (*join)(void *state); /* output that a worker formatted follows */
    /* Receives the bytes collected by a worker; NULL: they go to the sink as they are. */
    void (*take)(void *state, const unsigned char *bytes, size_t size);
    void (*end)(void *state, const struct output_input *input);
    /* All printed output has been dropped. Resets the format, as if only the current input had
     * begun. */
    void (*forget)(void *state);
    /* With options->second, called before the first input: the distance of the nearest
     * occurrence that does not overlap the best one; UINT32_MAX: there is none. */
    void (*second)(void *state, uint32_t distance);
    /* `best`: the least distance found, or UINT32_MAX (none, or not best mode). */
    void (*finish)(void *state, uint32_t best);
    void (*close)(void *state);
};

/* Calls a function of a format, unless the format ignores that call. */
#define output_call(output, name, ...)                                                             \
    ((output)->name != NULL ? (output)->name(__VA_ARGS__) : (void)0)

/* Returns the output for `kind`; never NULL. */
const struct output *output_find(enum output_kind kind);

/* Returns how many bytes of a record are shown: on a terminal without the carriage return at its
 * end. */
static inline size_t output_shown_length(const struct output_env *env, const struct record *record)
{
    size_t n = record->length;
    return n - (env->visible && n > 0 && *record_view(record, n - 1, n, NULL) == '\r');
}

/* Prints bytes [from, to) of a record. */
void output_put_bytes(const struct paint *paint, const struct record *record, size_t from,
                      size_t to);

struct surroundings { /* bytes */
    size_t before, behind;
};

/* Returns the n characters before and behind MATCHED of an occurrence, or as many as the first
 * `length` bytes of its record have there. */
struct surroundings surroundings_of(bool utf8, const struct record *record, size_t length,
                                    const struct occurrence *o, uint64_t n);

/* Prints MATCHED of an occurrence, with what is around it. */
void output_put_matched(const struct paint *paint, const struct record *record,
                        const struct occurrence *o, struct surroundings around, bool entries);

/* Returns the name of an entry of FASTA or FASTQ, *n bytes, valid until the next call. */
const unsigned char *output_entry_name(const struct record *record, size_t *n);
