/* option_values.h - the values of edgrep's options after parsing and checking. */
#pragma once

#include "base/encoding.h"
#include "options/cmdline_value.h"
#include "query/confusion.h"
#include "query/pattern_file.h"

enum devices_when { DEVICES_OPERANDS, DEVICES_ALL, DEVICES_NONE }; /* which are read */
enum binary_when { BINARY_FOUND, BINARY_ALL, BINARY_NONE };        /* which are not searched */
enum filename_when { FILENAME_AUTO, FILENAME_ALWAYS, FILENAME_NEVER };
enum show_pattern { SHOW_NO_PATTERN, SHOW_NUMBER, SHOW_TEXT, SHOW_ID }; /* which field */
enum output_kind {
    OUTPUT_TEXT,
    OUTPUT_FORMAT,
    OUTPUT_COUNT,
    OUTPUT_LIST,
    OUTPUT_LIST_WITHOUT,
    OUTPUT_QUIET,
    OUTPUT_JSON,
    OUTPUT_HISTOGRAM
};

struct glob { /* --include, --exclude, --exclude-dir in order */
    enum { GLOB_INCLUDE, GLOB_EXCLUDE, GLOB_EXCLUDE_DIR } kind;
    char *text; /* owned */
};

struct where {
    const char *regex;
    bool negated; /* --where-not */
};

struct record_pattern {           /* --and, --not */
    struct pattern_source source; /* the text is owned */
    bool negated;
};

/* What is searched for. */
struct query_options {
    struct pattern_source *patterns;
    size_t npatterns;
    bool fixed;             /* -F: no pattern is meant as an expression */
    bool newline_separates; /* a newline in PATTERN did */
    struct pattern_rules rules;
    struct confusion_list confusions; /* --confuse; the rules point to them */
    struct where *wheres;             /* --where, --where-not: all must hold */
    size_t nwheres;
    struct record_pattern *record_patterns; /* all must hold, too */
    size_t nrecord_patterns;
};

struct record_options {
    const char *delimiter; /* --delimiter, or NULL */
    int delimiter_byte;    /* '\n', 0 with -z, -1 with --delimiter or --span-lines */
    bool span_lines, null_data, crlf;
    bool block; /* with span_lines: whole lines are printed */
};

/* Which records and occurrences are printed. */
struct select_options {
    bool invert;              /* -v */
    uint64_t max_per_pattern; /* or 0 */
    uint64_t max_count;       /* UINT64_MAX: no limit */
    uint64_t top;             /* --top, or 0; 2 with `second` */
    bool second;     /* best mode: besides, the nearest that does not overlap the best is found */
    uint64_t margin; /* --margin, or 0; `second` holds */
    uint64_t before, after; /* context records */
    bool context;           /* -A, -B or -C was given (even as 0): groups are separated */
    bool passthru;          /* records that are not selected are printed as context */
};

/* In which form they are printed. */
struct form_options {
    enum output_kind output;
    bool count_matches; /* OUTPUT_COUNT: occurrences are counted, not records */
    bool only_matching, bare, align, cigar;
    const char *format;  /* --format, or NULL: its fields decide line_number, column and cigar */
    bool format_record;  /* it has %r */
    bool bed;            /* --bed: `format` is TEMPLATE_BED */
    const char *replace; /* --replace, or NULL */
    enum when color;
    uint64_t around;     /* with -o: characters printed around MATCHED */
    bool streams_around; /* these are few, and no record is kept for them */
    bool line_buffered;
    const char *group_separator; /* between groups of context records; NULL: none */
};

/* What is printed before a record. */
struct field_options {
    bool line_number, byte_offset, initial_tab, null_name, show_strand;
    bool column; /* the number of a character is printed */
    enum show_pattern show_pattern;
    enum filename_when filename;
    const char *label; /* name of standard input */
};

struct input_options {
    char **operands;
    size_t noperands;
    bool recursive, dereference;
    bool skip_directories;      /* operands that are directories are left out */
    enum devices_when specials; /* devices, FIFOs and sockets */
    bool decompress;            /* compressed inputs are searched as what they contain */
    struct encoding encoding;   /* what texts are in */
    enum binary_when binary;    /* files with a NUL at their beginning */
    struct glob *globs;
    size_t nglobs, globs_capacity;
};

/* How the work is done. */
struct work_options {
    const char *engine;    /* --engine, default "auto" */
    const char *algorithm; /* --algorithm; NULL: any */
    unsigned *devices;     /* --gpus; none: all */
    size_t ndevices;
    unsigned threads;    /* -j */
    uint64_t chunk_size; /* bytes; 0: default */
    uint64_t range_size; /* bytes; 0: default */
};

struct options {
    struct query_options query;
    struct record_options records;
    struct select_options select;
    struct form_options form;
    struct field_options fields;
    struct input_options inputs;
    struct work_options work;
    bool no_messages, stats;
    int progress; /* argument of progress_open() */
    char **words; /* the command line up to the first operand; with the program's name */
    int nwords;
};

/* Returns whether records are entries of FASTA or FASTQ. */
static inline bool options_entries(const struct options *o)
{
    return o->query.rules.folding.entries != ENTRY_NO_FORMAT;
}

/* Returns the encoding of texts; NULL: they are as they are. */
static inline const struct encoding *options_encoding(const struct options *o)
{
    return o->inputs.encoding.kind != ENCODING_UTF8 ? &o->inputs.encoding : NULL;
}

/* Returns whether a record in which something occurs may be refused. */
static inline bool options_filter(const struct options *o)
{
    return o->query.nwheres > 0 || o->query.nrecord_patterns > 0;
}

/* Returns whether results farther than the nearest by more than the margin are not needed; JSON
 * needs them. */
static inline bool options_bounds_margin(const struct options *o)
{
    return o->select.margin > 0 && o->form.output != OUTPUT_JSON;
}

void options_add_where(struct options *o, const char *regex, bool negated);
void options_add_record_pattern(struct options *o, const char *text, bool negated);
/* As in grep, slashes at the end of a directory's glob are ignored: "build/" is "build". */
void options_add_glob(struct options *o, int kind, const char *value);

void options_free(struct options *o);
