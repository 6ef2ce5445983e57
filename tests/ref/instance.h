/*
 * instance.h - a random case for edgrep: patterns, options and inputs as the reference takes them,
 * and one way of the many to hand them to edgrep.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "naive.h"
#include "random.h"

enum {
    FEW_PATTERNS = 5, /* more often than not no more */
    SOME_PATTERNS = 60,
    MOST_PATTERNS = 2000, /* only in instance_draw_any() */
    FEW_INPUTS = 3,
    MOST_INPUTS = 40,
    MOST_EXPRESSIONS = NAIVE_MOST_WHERES + 1
};

enum pattern_form {
    PATTERN_OPERAND, /* one a line of the operand PATTERN */
    PATTERN_OPTIONS, /* -e for each */
    PATTERN_FILE,    /* one a line of a file, -f */
    PATTERN_TABLE    /* --table */
};
/* bits: written little by little; pauses: read little by little, as if the writer paused */
enum delivery { DELIVER_FILE, DELIVER_PIPE, DELIVER_BITS, DELIVER_PAUSES };

/* What must not change a byte of the output. */
struct handling {
    unsigned threads;
    size_t chunk_size; /* 0: the default */
    size_t range_size; /* the same */
    /* Which input is standard input (ninputs: none) and how it gets there. The others are files. */
    size_t standard_input;
    enum delivery delivery;
    uint32_t plan;      /* a bit for each way of searching that is forced (EDGREP_PLAN) */
    uint64_t bits_seed; /* how DELIVER_BITS and DELIVER_PAUSES cut it */
    bool stats, line_buffered;
    bool packed; /* --decompress; each input may be compressed, by bits_seed */
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
    bool cuts;          /* --delimiter is drawn */
    bool loose;         /* an expression is loose (language.h) */
    bool paths;         /* there are costs, or an expression that is no sequence of items */
    bool utf8_locale;   /* which must change nothing */
    bool binary;        /* -U: options.utf8 is its opposite */
    bool letter_metric; /* -t for --metric=osa */
    bool color;         /* --color, which the reference does not know; instance_draw_any() */
    bool cost_given[4]; /* --insert-cost, --delete-cost, --substitute-cost, --transpose-cost */
    enum pattern_form form;
    bool whole;        /* of PATTERN_FILE: one pattern is all of the file (--pattern-file) */
    bool marked;       /* the file of the patterns begins with a byte order mark */
    const char *label; /* of standard input, or NULL */
    char filename;     /* 'H', 'h', or 0 for neither */
    struct handling handling;
};

/* False: edgrep was made without libutf8proc. */
extern bool instance_normal_forms;

void instance_draw(struct instance *i, struct random *r);

/* Mostly of expressions, costs and confusions, and so small that many can be run. */
void instance_draw_language(struct instance *i, struct random *r);

/* The same, of letters of nucleotides. */
void instance_draw_dna(struct instance *i, struct random *r);

/* As above, for literal patterns. */
void instance_draw_literals(struct instance *i, struct random *r);

/* The same with texts of up to 4 million characters. */
void instance_draw_long_literals(struct instance *i, struct random *r);

/* Texts of up to 4 million characters, which the reference takes too long for; without --top and
 * --delimiter. */
void instance_draw_long(struct instance *i, struct random *r);

/* Texts of up to 4 million characters and up to MOST_PATTERNS patterns, with all options. */
void instance_draw_any(struct instance *i, struct random *r);

/* Other output of the same search, computed from its occurrences as -o prints them. */
void instance_redraw_printing(struct instance *i, struct random *r);

/* Another way to hand over the same: the same input is standard input. */
void instance_redraw_handling(struct instance *i, struct random *r);

/* None of the inputs is standard input. */
void instance_use_files(struct instance *i);

/* Writes the argument of --limit; returns it. */
char *instance_limits(const struct instance *i, char limits[32]);

/* Takes away --and, --not, --max-per-pattern, --fasta and --fastq. */
void instance_drop_others(struct instance *i);

void instance_free(struct instance *i);
