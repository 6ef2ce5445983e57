/*
 * inputs.h - the inputs in their order: operands, standard input, and with -r the files below
 * directories.
 *
 * One thread at a time uses them: the one that reads. They report nothing, but hand errors on.
 */
#ifndef INPUTS_H
#define INPUTS_H

#include <sys/stat.h>

#include "options/options.h"
#include "text/compression_format.h"

struct input_file {
    char *name; /* as printed; whoever takes it frees it */
    int fd;     /* -1: errnum or reason says why it cannot be searched */
    int errnum;
    const char *reason;
    bool harmless; /* the reason is a warning */
    bool regular;  /* a regular file: reads never wait. Not an empty one: /proc/kmsg looks like that
                    */
    off_t start;   /* of a regular file: its offset when it was opened, where its text begins */
    uint64_t size; /* of a regular file, empty or not, behind its start; else UINT64_MAX */
    struct timespec modified;        /* when it was opened, its last change was then */
    bool decompress;                 /* --decompress */
    enum compression_format packing; /* with it, of a regular file: how its bytes are compressed; or
                             it is left open */
};

enum inputs_result { INPUTS_FILE, INPUTS_END, INPUTS_MEMORY };

struct inputs;

/* NULL when memory is out. */
struct inputs *inputs_open(const struct options *o);
void inputs_close(struct inputs *t);

/* The next input; the one before must have been closed with inputs_done(). */
enum inputs_result inputs_next(struct inputs *t, struct input_file *f);
void inputs_done(struct input_file *f);

/* Files that were not searched because they have a NUL at their beginning (options->binary): left
 * out, or with BINARY_ALL taken as empty ones. */
uint64_t inputs_binary(const struct inputs *t);

/* How many of these are compressed, or UTF-16. */
struct inputs_skipped {
    uint64_t compressed, utf16;
};
struct inputs_skipped inputs_skipped(const struct inputs *t);

/* Whether two bytes are the byte order mark of UTF-16. */
static inline bool inputs_mark_utf16(const unsigned char *p)
{
    return (p[0] == 0xff && p[1] == 0xfe) || (p[0] == 0xfe && p[1] == 0xff);
}

/* Sets f->start, f->size and f->packing anew: the offset of the open file has changed. */
void inputs_measure(struct input_file *f);

/* Whether its text comes as a stream, of unknown length: it has no places to go to. */
static inline bool input_is_stream(const struct input_file *f)
{
    return !f->regular || f->packing != COMPRESSION_FORMAT_NONE;
}

/* Whether there may be more than one input: then the field FILE is shown unless options say else.
 */
bool inputs_several(const struct options *o);

#endif
