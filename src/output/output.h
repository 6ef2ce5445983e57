/*
 * output.h - how results are printed: each format is one `const struct output` in a file
 * out_NAME.c.
 *
 * select.c decides what is printed (-v, -m, context, counts); an output only formats. One thread
 * uses it. Everything goes to one sink; write errors end the program there.
 *
 * For one input the calls come in this order:
 *   begin, any of { match, occurrence, context, separator, join } in the order of the text, end
 * and after the last input: finish. In best mode all that was printed may be taken back: the sink
 * drops it, then `forget` is called.
 *
 * A worker that collects (env->collects) has an output of its own. It calls begin for each part of
 * an input, and match or occurrence, but neither end nor finish. What it collected goes to the main
 * thread's sink behind a call of join.
 */
#ifndef OUTPUT_H
#define OUTPUT_H

#include "match/occurrence.h"
#include "options/options.h"
#include "output/requirements.h"
#include "print/sink.h"
#include "query/query.h"

struct output_input { /* the results of an input */
    const char *name;
    uint64_t selected;    /* records (with --span-lines: occurrences) selected, after -m */
    uint64_t occurrences; /* of these, as far as they are wanted (requirements.h) */
    uint64_t bytes;       /* read of it */
    bool goes_on;         /* --top: the input begins once more later */
};

struct output;

struct output_env { /* fixed for a run */
    const struct options *options;
    const struct query *query;
    const struct output *output; /* the format */
    void *target;                /* the format's, if it does not print */
    struct requirements wants;
    struct distance_bounds *bests; /* in best mode: what bounds distances, of this thread */
    struct sink *sink;
    bool collects;  /* the sink is a worker's: sink_collect() */
    bool filename;  /* FILE is printed (-H, -h and AUTO resolved) */
    bool color;     /* colours are printed (--color, NO_COLOR and terminal resolved) */
    bool visible;   /* standard output is a terminal: RECORD, MATCHED and FILE go through
                       sink_put_visible */
    unsigned width; /* columns of the terminal, for --align; 0 when it is none */
};

struct output {
    enum output_kind kind;
    /* The state of the format. Exits the program when out of memory. */
    void *(*open)(const struct output_env *env);
    /* name: valid until end; size of the input in bytes, UINT64_MAX: not known */
    void (*begin)(void *state, const char *name, uint64_t size);
    /* A selected record (with -v: one without occurrences). With -o (record kept): prints its
     * occurrences. */
    void (*match)(void *state, const struct record *record);
    /* -o without kept records: one occurrence as soon as it is certain. */
    void (*occurrence)(void *state, const struct record *record,
                       const struct occurrence *occurrence);
    void (*context)(void *state, const struct record *record);
    void (*separator)(void *state); /* between groups of context */
    void (*join)(void *state);      /* what follows was formatted elsewhere */
    /* NULL: it goes to the sink as it is. Else it is for the format. */
    void (*take)(void *state, const unsigned char *bytes, size_t size);
    void (*end)(void *state, const struct output_input *input);
    /* All that was printed has been dropped. The format forgets it, as if only the current input
     * had begun. */
    void (*forget)(void *state);
    /* NULL: it is not wanted. With options->second, before the first input: the distance of the
     * nearest occurrence that does not overlap the best one, UINT32_MAX: there is none. */
    void (*second)(void *state, uint32_t distance);
    /* `best`: the least distance found, or UINT32_MAX (none, or not best mode). */
    void (*finish)(void *state, uint32_t best);
    void (*close)(void *state);
};

/* The output for `kind`; never NULL. */
const struct output *output_find(enum output_kind kind);

/* How much is shown of a record: on a terminal not the carriage return at its end. */
static inline size_t output_shown_length(const struct output_env *env, const struct record *record)
{
    size_t n = record->length, one;
    return n - (env->visible && n > 0 && *record_piece(record, n - 1, &one) == '\r');
}

/* For calls that mean nothing to a format. */
void output_ignore(void *state);
void output_ignore_input(void *state, const char *name, uint64_t size);
void output_ignore_record(void *state, const struct record *record);
void output_ignore_occurrence(void *state, const struct record *record,
                              const struct occurrence *occurrence);
void output_ignore_end(void *state, const struct output_input *input);
void output_ignore_best(void *state, uint32_t best);

#endif
