/*
 * inputs.h - the inputs in order: operands, standard input, and with -r the files below
 * directories.
 *
 * Only the thread that reads may use them. They report no errors, but return them.
 */
#pragma once

#include <sys/stat.h>

#include "input/compression_format.h"
#include "options/options.h"

struct input_file {
    char *name; /* as printed; the caller frees it */
    int fd;     /* -1: errnum or reason says why it cannot be searched */
    int errnum;
    const char *reason;
    bool harmless; /* the reason is a warning */
    bool regular;  /* a regular file: reads never block. An empty one does not count: /proc/kmsg
                      looks like that */
    off_t start;   /* of a regular file: its offset when it was opened; its text begins there */
    uint64_t size; /* bytes of a regular file (even if empty) behind `start`; else UINT64_MAX */
    struct timespec modified;        /* its modification time when it was opened */
    bool decompress;                 /* --decompress */
    enum compression_format packing; /* with --decompress, of a regular file: its format, or
                                        COMPRESSION_FORMAT_OPEN if unknown */
    const struct encoding *encoding; /* what its text is in; NULL: UTF-8. Of a regular file it is
                                        never ENCODING_AUTO, unless the file is compressed or its
                                        first bytes could not be read */
    const char *resembles; /* an encoding that its first bytes look like, though they have no byte
                              order mark; static, or NULL */
};

enum inputs_result { INPUTS_FILE, INPUTS_END, INPUTS_MEMORY, INPUTS_SKIPPED /* private */ };

struct inputs;

/* Returns NULL when out of memory. */
struct inputs *inputs_open(const struct options *o);
void inputs_close(struct inputs *t);

/* Opens the next input; inputs_done() must have closed the previous one. */
enum inputs_result inputs_next(struct inputs *t, struct input_file *f);
void inputs_done(struct input_file *f);

/* Properties of the files so far, for hints. */
struct input_notes {
    uint64_t binary;       /* not searched because of a NUL at their beginning (options->binary):
                              skipped, or with BINARY_ALL treated as empty */
    uint64_t compressed;   /* of those, the compressed ones */
    uint64_t marked;       /* files in UTF-16 or UTF-32 by their byte order marks */
    const char *resembled; /* the last `resembles` that is not NULL */
};

struct input_notes inputs_notes(const struct inputs *t);

/* Sets f->start, f->size, f->packing and f->encoding again, after the offset of the open file
 * changed. */
void inputs_measure(struct input_file *f);

/* Returns whether the input's text is a stream of unknown length, without random access. */
static inline bool input_is_stream(const struct input_file *f)
{
    return !f->regular || f->packing != COMPRESSION_FORMAT_NONE || f->encoding != NULL;
}

/* Returns whether there may be more than one input: then the field FILE is shown by default. */
bool inputs_several(const struct options *o);
