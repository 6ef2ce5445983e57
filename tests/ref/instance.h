/*
 * instance.h - a random case: patterns, options and inputs for the reference, and a way to pass
 * them to edgrep.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "naive.h"
#include "random.h"

enum {
    FEW_PATTERNS = 5, /* most cases have at most this number */
    SOME_PATTERNS = 60,
    MOST_PATTERNS = 2000, /* only in instance_draw_any() */
    FEW_INPUTS = 3,
    MOST_INPUTS = 40,
    MOST_EXPRESSIONS = NAIVE_MOST_WHERES + 1
};

enum pattern_form {
    PATTERN_OPERAND, /* lines of the operand PATTERN */
    PATTERN_OPTIONS, /* -e for each */
    PATTERN_FILE,    /* lines of a file (-f) */
    PATTERN_TABLE    /* --table */
};
/* DELIVER_BITS: written in small parts; DELIVER_PAUSES: read in small parts, as from a writer that
 * pauses */
enum delivery { DELIVER_FILE, DELIVER_PIPE, DELIVER_BITS, DELIVER_PAUSES };

/* Settings that must not change the output. */
struct handling {
    unsigned threads;
    size_t chunk_size; /* 0: the default */
    size_t range_size; /* 0: the default */
    /* The input that is standard input (ninputs: none), and how it is read. The others are files.
     */
    size_t standard_input;
    enum delivery delivery;
    uint32_t plan;      /* a bit for each forced way (EDGREP_PLAN) */
    uint64_t bits_seed; /* seed of the parts of DELIVER_BITS and DELIVER_PAUSES */
    bool stats, line_buffered;
    bool packed; /* --decompress; some inputs are compressed (bits_seed) */
};

struct instance {
    struct naive_options options;
    struct naive_bytes patterns[MOST_PATTERNS];
    size_t lengths[MOST_PATTERNS]; /* m of each */
    size_t npatterns;
    char *expressions[MOST_EXPRESSIONS]; /* of --delimiter and --where; owned */
    size_t nexpressions;
    struct naive_input inputs[MOST_INPUTS]; /* named "a", "b", "c" as files */
    size_t ninputs;
    bool cuts;          /* has --delimiter */
    bool loose;         /* an expression is loose: language_is_loose() */
    bool paths;         /* has costs, or an expression that is not a sequence of items */
    bool utf8_locale;   /* must not change anything */
    bool binary;        /* -U; the opposite of options.utf8 */
    bool letter_metric; /* -t for --metric=osa */
    bool color;         /* --color; only instance_draw_any(): the reference does not support it */
    bool cost_given[4]; /* --insert-cost, --delete-cost, --substitute-cost, --transpose-cost */
    enum pattern_form form;
    bool whole;        /* PATTERN_FILE: the whole file is one pattern (--pattern-file) */
    bool marked;       /* the pattern file begins with a byte order mark */
    const char *label; /* of standard input, or NULL */
    char filename;     /* 'H', 'h', or 0: neither */
    struct handling handling;
};

/* false: edgrep was built without libutf8proc */
extern bool instance_normal_forms;

/* Draws a case with all options that the reference supports. */
void instance_draw(struct instance *i, struct random *r);

/* Draws a small case, mostly with expressions, costs and confusions. */
void instance_draw_language(struct instance *i, struct random *r);

/* As instance_draw_language(), with letters of nucleotides. */
void instance_draw_dna(struct instance *i, struct random *r);

/* As instance_draw_language(), with literal patterns; */
void instance_draw_literals(struct instance *i, struct random *r);

/* and with texts of up to 4 million characters. */
void instance_draw_long_literals(struct instance *i, struct random *r);

/* Draws texts of up to 4 million characters, which are too long for the reference; without --top
 * and
 * --delimiter. */
void instance_draw_long(struct instance *i, struct random *r);

/* Draws texts of up to 4 million characters and up to MOST_PATTERNS patterns, with all options. */
void instance_draw_any(struct instance *i, struct random *r);

/* Draws other output options, whose output can be computed from that of -o. */
void instance_redraw_printing(struct instance *i, struct random *r);

/* Draws new handling, with the same input as standard input. */
void instance_redraw_handling(struct instance *i, struct random *r);

/* Makes all inputs files. */
void instance_use_files(struct instance *i);

/* Writes the argument of --limit to limits[]. Returns limits. */
char *instance_limits(const struct instance *i, char limits[32]);

/* Removes --and, --not, --max-per-pattern, --fasta and --fastq. */
void instance_drop_others(struct instance *i);

void instance_free(struct instance *i);
