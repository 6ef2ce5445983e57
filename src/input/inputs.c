/* inputs.c - operands and directories, opened one at a time. */
#include "input/inputs.h"

#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/io.h"
#include "base/xalloc.h"
#include "input/decompress.h"
#include "input/tree.h"

enum {
    PIPE_SIZE = 1 << 20, /* bytes; 64 KiB are usual */
    BEGINNING = 1 << 15  /* bytes of a file that tell whether it is binary */
};

struct inputs {
    const struct options *o;
    size_t next;       /* operand */
    struct tree *tree; /* being walked, or NULL */
    bool strip;        /* omit "./" from names in the tree, because no operand says "." */
    struct stat output;
    bool check_output; /* reject an input that is also the output */
    struct input_notes notes;
    unsigned char *beginning;     /* scratch space for BEGINNING bytes */
    struct decompress *unpacking; /* allocated when first needed */
};

static const char here[] = ".";

struct inputs *inputs_open(const struct options *o)
{
    struct inputs *t = xcalloc(1, sizeof *t);
    t->o = o;
    t->beginning = xmalloc(BEGINNING);
    bool prints = o->form.output == OUTPUT_TEXT || o->form.output == OUTPUT_FORMAT ||
                  o->form.output == OUTPUT_JSON;
    bool grows = prints && o->select.max_count > 1;
    t->check_output = grows && fstat(STDOUT_FILENO, &t->output) == 0 && S_ISREG(t->output.st_mode);
    return t;
}

void inputs_close(struct inputs *t)
{
    if (t->tree != NULL)
        tree_close(t->tree);
    decompress_close(t->unpacking);
    free(t->beginning);
    free(t);
}

struct input_notes inputs_notes(const struct inputs *t)
{
    return t->notes;
}

bool inputs_several(const struct options *o)
{
    struct stat status;
    if (o->inputs.noperands != 1 || !o->inputs.recursive)
        return o->inputs.noperands > 1 || o->inputs.recursive;
    return stat(o->inputs.operands[0], &status) == 0 && S_ISDIR(status.st_mode);
}

/* Returns whether the glob matches the name. For an operand, the part behind any slash may match
 * too: "c" and "b/c" of "a/b/c", and nothing ("") of "t/". */
static bool glob_matches(const struct glob *g, const char *name, bool operand)
{
    if (fnmatch(g->text, name, 0) == 0)
        return true;
    for (const char *slash = strchr(name, '/'); operand && slash != NULL;
         slash = strchr(slash + 1, '/'))
        if (slash[1] != '/' && fnmatch(g->text, slash + 1, 0) == 0)
            return true;
    return false;
}

/* As in grep, the last --include or --exclude that matches decides. If none does, the file is
 * searched unless the first of them is --include. */
static bool file_wanted(const struct options *o, const char *name, bool operand)
{
    bool wanted = true, first = true;
    for (size_t i = 0; i < o->inputs.nglobs; i++) {
        const struct glob *g = &o->inputs.globs[i];
        if (g->kind == GLOB_EXCLUDE_DIR)
            continue;
        if (first)
            wanted = g->kind == GLOB_EXCLUDE;
        first = false;
        if (glob_matches(g, name, operand))
            wanted = g->kind == GLOB_INCLUDE;
    }
    return wanted;
}

static bool directory_wanted(const struct options *o, const char *name, bool operand)
{
    for (size_t i = 0; i < o->inputs.nglobs; i++)
        if (o->inputs.globs[i].kind == GLOB_EXCLUDE_DIR &&
            glob_matches(&o->inputs.globs[i], name, operand))
            return false;
    return true;
}

static enum inputs_result file_failed(struct input_file *f, const char *name, int errnum)
{
    inputs_done(f);
    f->errnum = errnum;
    f->name = strdup(name);
    return f->name != NULL ? INPUTS_FILE : INPUTS_MEMORY;
}

/* Reads the bytes of a regular file at an offset. Returns how many there are, at most `size`; -1
 * with errno on failure. */
static ssize_t look_at(int fd, unsigned char *to, size_t size, off_t from)
{
    size_t n = io_pread_all(fd, to, size, from);
    return n < size && errno != 0 ? -1 : (ssize_t)n;
}

/* Returns the format of a regular file. If its bytes cannot be read, returns
 * COMPRESSION_FORMAT_OPEN; the reader will report the error. */
static enum compression_format look_packing(const struct input_file *f)
{
    unsigned char bytes[COMPRESSION_FORMAT_LOOK];
    ssize_t n = f->decompress ? look_at(f->fd, bytes, sizeof bytes, f->start) : 0;
    return n < 0 ? COMPRESSION_FORMAT_OPEN : compression_format_of(bytes, (size_t)n, true);
}

/* Sets the encoding that the text of a regular file is in, by its first bytes. If they cannot be
 * read, leaves it to the reader, which will report the error. */
static void look_encoding(struct input_file *f)
{
    unsigned char bytes[ENCODING_LOOK];
    size_t mark;
    if (f->encoding == NULL || f->encoding->kind != ENCODING_AUTO ||
        f->packing != COMPRESSION_FORMAT_NONE)
        return;
    ssize_t n = look_at(f->fd, bytes, sizeof bytes, f->start);
    if (n >= 0)
        f->encoding = n > 0 ? encoding_resolve(f->encoding, bytes, (size_t)n, &mark) : NULL;
    if (n > 0 && f->encoding == NULL)
        f->resembles = encoding_resembled(bytes, (size_t)n);
}

/* Sets f->start, f->size, f->packing and f->encoding of a file with this `status`, from offset `at`
 * on. */
static void measure_file(struct input_file *f, const struct stat *status, off_t at)
{
    f->start = 0;
    f->size = UINT64_MAX;
    f->packing = COMPRESSION_FORMAT_NONE;
    if (!S_ISREG(status->st_mode) || at < 0)
        return;
    f->start = at;
    f->packing = look_packing(f);
    look_encoding(f);
    if (status->st_size >= at)
        f->size = (uint64_t)(status->st_size - at);
}

void inputs_measure(struct input_file *f)
{
    struct stat status;
    if (fstat(f->fd, &status) == 0)
        measure_file(f, &status, lseek(f->fd, 0, SEEK_CUR));
}

/* Sets up an opened file with this `status`; rejects it if it is also the output. */
static enum inputs_result accept_file(const struct inputs *t, struct input_file *f,
                                      const char *name, const struct stat *status)
{
    bool regular = S_ISREG(status->st_mode);
    f->regular = regular && status->st_size > 0;
    f->modified = status->st_mtim;
    if (S_ISFIFO(status->st_mode)) /* the most that users without privileges get: fewer switches
                                      between the two processes */
        (void)fcntl(f->fd, F_SETPIPE_SZ, PIPE_SIZE);
    measure_file(f, status, 0);
    if (t->check_output && regular && status->st_ino == t->output.st_ino &&
        status->st_dev == t->output.st_dev) {
        inputs_done(f);
        f->reason = "input file is also the output";
    }
    f->name = strdup(name);
    return f->name != NULL ? INPUTS_FILE : INPUTS_MEMORY;
}

/* O_NONBLOCK: open(2) would wait for the writer of a FIFO, and nothing could end that wait. Waits
 * for input use poll(2) anyway. */
static int open_file(int directory, const char *path)
{
    return openat(directory, path, O_RDONLY | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
}

/* A place in an open file. */
struct file_cursor {
    int fd;
    off_t at;
};

static ssize_t read_at(void *from, unsigned char *to, size_t size)
{
    struct file_cursor *c = from;
    ssize_t n = io_pread(c->fd, to, size, c->at);
    c->at += n > 0 ? n : 0;
    return n;
}

/* Decompresses the beginning of the file's text. Returns how many bytes, or -1 with errno. Text
 * before damage counts. */
static ssize_t unpack_beginning(struct inputs *t, int fd)
{
    struct file_cursor cursor = {fd, 0};
    size_t n = 0;
    ssize_t more = 1;
    if (t->unpacking == NULL && (t->unpacking = decompress_open()) == NULL) {
        errno = ENOMEM;
        return -1;
    }
    decompress_begin(t->unpacking, read_at, &cursor, false);
    while (n < BEGINNING && more > 0) {
        more = decompress_read(t->unpacking, t->beginning + n, BEGINNING - n);
        n += more > 0 ? (size_t)more : 0;
    }
    return more < 0 && errno != 0 ? -1 : (ssize_t)n;
}

/* Returns 1 if a regular file begins with binary data, 0 if not; -1 with errno if it cannot be
 * read. */
static int is_binary(struct inputs *t, int fd)
{
    struct input_file f = {.fd = fd,
                           .regular = true,
                           .decompress = t->o->inputs.decompress,
                           .encoding = options_encoding(t->o)};
    size_t mark;
    f.packing = look_packing(&f);
    ssize_t n = f.packing != COMPRESSION_FORMAT_NONE ? unpack_beginning(t, fd)
                                                     : look_at(fd, t->beginning, BEGINNING, 0);
    if (n > 0 && f.encoding != NULL)
        f.encoding = encoding_resolve(f.encoding, t->beginning, (size_t)n, &mark);
    if (n <= 0 || !(f.encoding != NULL ? encoding_has_nul(f.encoding, t->beginning, (size_t)n)
                                       : memchr(t->beginning, '\0', (size_t)n) != NULL))
        return n < 0 ? -1 : 0;
    t->notes.compressed +=
        f.packing == COMPRESSION_FORMAT_NONE &&
        compression_format_of(t->beginning, (size_t)n, true) != COMPRESSION_FORMAT_NONE;
    return 1;
}

/* Returns whether f->fd was opened; sets *status. If not, sets the error in f and *why. */
static bool examine_file(struct input_file *f, const char *name, struct stat *status,
                         enum inputs_result *why)
{
    if (f->fd >= 0 && fstat(f->fd, status) == 0)
        return true;
    *why = file_failed(f, name, errno);
    return false;
}

/* Replaces f->fd by an empty input: what grep -I sees in a binary file. */
static enum inputs_result take_nothing(struct inputs *t, struct input_file *f, const char *name)
{
    struct stat status;
    enum inputs_result why;
    inputs_done(f);
    f->fd = open_file(AT_FDCWD, "/dev/null");
    return examine_file(f, name, &status, &why) ? accept_file(t, f, name, &status) : why;
}

/* Accepts f->fd, unless the file is binary and binary files are skipped. With -I they count as
 * empty inputs. */
static enum inputs_result unless_binary(struct inputs *t, struct input_file *f, const char *name,
                                        const struct stat *status)
{
    int binary = S_ISREG(status->st_mode) ? is_binary(t, f->fd) : 0;
    if (binary == 0)
        return accept_file(t, f, name, status);
    if (binary < 0)
        return file_failed(f, name, errno);
    t->notes.binary++;
    if (t->o->inputs.binary == BINARY_ALL)
        return take_nothing(t, f, name);
    inputs_done(f);
    return INPUTS_SKIPPED;
}

static enum inputs_result open_stdin(struct inputs *t, struct input_file *f)
{
    const char *name = t->o->fields.label;
    struct stat status;
    enum inputs_result result;
    f->fd = STDIN_FILENO;
    if (!examine_file(f, name, &status, &result))
        return result;
    result = accept_file(t, f, name, &status);
    if (f->fd == STDIN_FILENO)
        inputs_measure(f);
    return result;
}

/*
 * Opens an operand. As in grep, failing is an error even if --include, --exclude or --exclude-dir
 * would exclude the operand: they need to know whether it is a directory.
 */
static enum inputs_result open_operand(struct inputs *t, struct input_file *f, const char *operand)
{
    const struct options *o = t->o;
    struct stat status;
    enum inputs_result why;
    f->fd = open_file(AT_FDCWD, operand);
    if (!examine_file(f, operand, &status, &why))
        return why;
    t->strip = operand == here;
    bool directory = S_ISDIR(status.st_mode);
    bool wanted =
        directory ? t->strip || directory_wanted(o, operand, true) : file_wanted(o, operand, true);
    if (directory ? o->inputs.skip_directories
                  : o->inputs.specials == DEVICES_NONE && !S_ISREG(status.st_mode))
        wanted = false;
    if (wanted && !(directory && o->inputs.recursive))
        return o->inputs.binary == BINARY_ALL ? unless_binary(t, f, operand, &status)
                                              : accept_file(t, f, operand, &status);
    inputs_done(f);
    bool devices = o->inputs.specials == DEVICES_ALL;
    if (wanted && (t->tree = tree_open(operand, o->inputs.dereference, devices)) == NULL)
        return INPUTS_MEMORY;
    return INPUTS_SKIPPED;
}

static enum inputs_result warn_of_loop(const struct inputs *t, struct input_file *f,
                                       const char *name)
{
    if (t->o->no_messages)
        return INPUTS_SKIPPED;
    f->reason = "recursive directory loop";
    f->harmless = true;
    f->name = strdup(name);
    return f->name != NULL ? INPUTS_FILE : INPUTS_MEMORY;
}

/* Handles one entry of the tree. */
static enum inputs_result visit_entry(struct inputs *t, const struct tree_entry *e,
                                      struct input_file *f)
{
    bool strip = t->strip && strncmp(e->path, "./", 2) == 0;
    const char *name = strip ? e->path + 2 : e->path;
    bool directory = e->kind == TREE_DIRECTORY || e->kind == TREE_LOOP;
    if (e->kind == TREE_MEMORY)
        return INPUTS_MEMORY;
    if (e->kind == TREE_ERROR)
        return file_failed(f, name, e->errnum);
    if (!(directory ? directory_wanted : file_wanted)(t->o, e->name, false)) {
        tree_skip(t->tree);
        return INPUTS_SKIPPED;
    }
    if (e->kind == TREE_LOOP)
        return warn_of_loop(t, f, name);
    if (e->kind == TREE_DIRECTORY)
        return INPUTS_SKIPPED;
    struct stat status;
    enum inputs_result why;
    f->fd = open_file(e->directory, e->name);
    if (!examine_file(f, name, &status, &why))
        return why;
    return t->o->inputs.binary == BINARY_NONE ? accept_file(t, f, name, &status)
                                              : unless_binary(t, f, name, &status);
}

/* Returns the next file of the tree; closes the tree at its end. */
static enum inputs_result next_in_tree(struct inputs *t, struct input_file *f)
{
    struct tree_entry e;
    while (tree_next(t->tree, &e) != TREE_END) {
        enum inputs_result result = visit_entry(t, &e, f);
        if (result != INPUTS_SKIPPED)
            return result;
    }
    tree_close(t->tree);
    t->tree = NULL;
    return INPUTS_SKIPPED;
}

/* Returns the next operand, or the default if there are no operands; NULL at the end. */
static const char *next_operand(struct inputs *t)
{
    const struct options *o = t->o;
    size_t i = t->next++;
    if (o->inputs.noperands > 0)
        return i < o->inputs.noperands ? o->inputs.operands[i] : NULL;
    return i > 0 ? NULL : o->inputs.recursive ? here : "-";
}

enum inputs_result inputs_next(struct inputs *t, struct input_file *f)
{
    enum inputs_result result = INPUTS_SKIPPED;
    while (result == INPUTS_SKIPPED) {
        const char *operand;
        *f = (struct input_file){.fd = -1,
                                 .size = UINT64_MAX,
                                 .decompress = t->o->inputs.decompress,
                                 .encoding = options_encoding(t->o)};
        if (t->tree != NULL)
            result = next_in_tree(t, f);
        else if ((operand = next_operand(t)) == NULL)
            return INPUTS_END;
        else if (strcmp(operand, "-") == 0)
            result = open_stdin(t, f);
        else
            result = open_operand(t, f, operand);
    }
    t->notes.marked += t->o->inputs.encoding.kind == ENCODING_AUTO && f->encoding != NULL &&
                       f->encoding->kind != ENCODING_AUTO;
    t->notes.resembled = f->resembles != NULL ? f->resembles : t->notes.resembled;
    return result;
}

void inputs_done(struct input_file *f)
{
    if (f->fd > STDIN_FILENO)
        (void)close(f->fd);
    f->fd = -1;
}
