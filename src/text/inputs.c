/* inputs.c - operands and directories, opened one at a time. */
#include "text/inputs.h"

#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <fts.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PIPE_SIZE = 1 << 20 };

struct inputs {
    const struct options *o;
    size_t next; /* operand */
    FTS *tree;   /* being walked, or NULL */
    bool strip;  /* names lose their "./": the tree is that of no operand */
    struct stat output;
    bool check_output; /* an input that is also the output is refused */
};

static char here[] = ".";

struct inputs *inputs_open(const struct options *o)
{
    struct inputs *t = calloc(1, sizeof *t);
    if (t == NULL)
        return NULL;
    t->o = o;
    bool grows = (o->output == OUTPUT_TEXT || o->output == OUTPUT_JSON) && o->max_count > 1;
    t->check_output = grows && fstat(STDOUT_FILENO, &t->output) == 0 && S_ISREG(t->output.st_mode);
    return t;
}

void inputs_close(struct inputs *t)
{
    if (t->tree != NULL)
        (void)fts_close(t->tree);
    free(t);
}

bool inputs_several(const struct options *o)
{
    struct stat status;
    if (o->noperands != 1 || !o->recursive)
        return o->noperands > 1 || o->recursive;
    return stat(o->operands[0], &status) == 0 && S_ISDIR(status.st_mode);
}

/* Whether glob matches the name; of an operand also what follows a slash. */
static bool glob_matches(const struct glob *g, const char *name, bool operand)
{
    if (fnmatch(g->text, name, 0) == 0)
        return true;
    for (const char *slash = strchr(name, '/'); operand && slash != NULL;
         slash = strchr(slash + 1, '/'))
        if (slash[1] != '/' && slash[1] != '\0' && fnmatch(g->text, slash + 1, 0) == 0)
            return true;
    return false;
}

/* As grep: the last --include or --exclude that matches wins; without any, the first one given
 * decides. */
static bool file_wanted(const struct options *o, const char *name, bool operand)
{
    bool wanted = true, first = true;
    for (size_t i = 0; i < o->nglobs; i++) {
        const struct glob *g = &o->globs[i];
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
    for (size_t i = 0; i < o->nglobs; i++)
        if (o->globs[i].kind == GLOB_EXCLUDE_DIR && glob_matches(&o->globs[i], name, operand))
            return false;
    return true;
}

static enum inputs_result failed(struct input_file *f, const char *name, int errnum)
{
    f->fd = -1;
    f->errnum = errnum;
    f->name = strdup(name);
    return f->name != NULL ? INPUTS_FILE : INPUTS_MEMORY;
}

/* Looks at what has been opened: size, and whether it is the output too. */
static enum inputs_result examine(const struct inputs *t, struct input_file *f, const char *name)
{
    struct stat status;
    if (fstat(f->fd, &status) != 0) {
        int errnum = errno;
        inputs_done(f);
        return failed(f, name, errnum);
    }
    f->regular = S_ISREG(status.st_mode);
    if (S_ISFIFO(status.st_mode)) /* as much as anyone may have: fewer turns between the two ends */
        (void)fcntl(f->fd, F_SETPIPE_SZ, PIPE_SIZE);
    f->size = UINT64_MAX;
    if (f->regular) {
        off_t at = lseek(f->fd, 0, SEEK_CUR);
        if (at >= 0 && status.st_size >= at)
            f->size = (uint64_t)(status.st_size - at);
    }
    if (t->check_output && f->regular && status.st_ino == t->output.st_ino &&
        status.st_dev == t->output.st_dev) {
        inputs_done(f);
        f->reason = "input file is also the output";
    }
    f->name = strdup(name);
    return f->name != NULL ? INPUTS_FILE : INPUTS_MEMORY;
}

static enum inputs_result open_stdin(const struct inputs *t, struct input_file *f)
{
    f->fd = STDIN_FILENO;
    return examine(t, f, t->o->label != NULL ? t->o->label : "(standard input)");
}

/* A FIFO must not hold us in open(2), where nobody could stop us; reads wait by poll(2) anyway. */
static enum inputs_result open_file(const struct inputs *t, struct input_file *f, const char *path,
                                    const char *name)
{
    f->fd = open(path, O_RDONLY | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
    if (f->fd < 0)
        return failed(f, name, errno);
    return examine(t, f, name);
}

static int by_name(const FTSENT **a, const FTSENT **b)
{
    return strcmp((*a)->fts_name, (*b)->fts_name);
}

static bool open_tree(struct inputs *t, char *operand)
{
    char *roots[] = {operand, NULL};
    int how = t->o->dereference ? FTS_LOGICAL : FTS_PHYSICAL | FTS_COMFOLLOW;
    t->strip = operand == here;
    t->tree = fts_open(roots, how | FTS_NOCHDIR, by_name);
    return t->tree != NULL;
}

/* What there is to search at this entry of the tree: true when *result says. */
static bool visit(struct inputs *t, FTSENT *e, struct input_file *f, enum inputs_result *result)
{
    const char *name = e->fts_path;
    bool operand = e->fts_level == 0;
    if (t->strip && strncmp(name, "./", 2) == 0)
        name += 2;
    switch (e->fts_info) {
    case FTS_D:
        if (!(operand && t->strip) &&
            !directory_wanted(t->o, operand ? e->fts_path : e->fts_name, operand))
            (void)fts_set(t->tree, e, FTS_SKIP);
        return false;
    case FTS_DC:
        f->reason = "recursive directory loop";
        f->harmless = true;
        f->fd = -1;
        f->name = strdup(name);
        *result = f->name != NULL ? INPUTS_FILE : INPUTS_MEMORY;
        return true;
    case FTS_DNR:
    case FTS_ERR:
    case FTS_NS:
        *result = failed(f, name, e->fts_errno);
        return true;
    case FTS_DEFAULT: /* devices and FIFOs only when named */
        if (!operand)
            return false;
        break;
    case FTS_F:
    case FTS_NSOK:
        break;
    case FTS_SLNONE: /* named, and dangling */
        *result = failed(f, name, ENOENT);
        return operand || t->o->dereference;
    default:
        return false;
    }
    if (!file_wanted(t->o, operand ? e->fts_path : e->fts_name, operand))
        return false;
    *result = open_file(t, f, e->fts_accpath, name);
    return true;
}

/* The next file of the tree; INPUTS_END closes it. */
static enum inputs_result next_in_tree(struct inputs *t, struct input_file *f)
{
    enum inputs_result result;
    FTSENT *e;
    errno = 0;
    while ((e = fts_read(t->tree)) != NULL)
        if (visit(t, e, f, &result))
            return result;
    result = errno == ENOMEM ? INPUTS_MEMORY : INPUTS_END;
    (void)fts_close(t->tree);
    t->tree = NULL;
    return result;
}

enum inputs_result inputs_next(struct inputs *t, struct input_file *f)
{
    const struct options *o = t->o;
    for (;;) {
        *f = (struct input_file){.fd = -1, .size = UINT64_MAX};
        if (t->tree != NULL) {
            enum inputs_result result = next_in_tree(t, f);
            if (result != INPUTS_END)
                return result;
        }
        size_t i = t->next++;
        if (i >= o->noperands && (i > 0 || o->noperands > 0))
            return INPUTS_END;
        char *operand = i < o->noperands ? o->operands[i] : o->recursive ? here : NULL;
        if (operand == NULL || strcmp(operand, "-") == 0)
            return open_stdin(t, f);
        if (o->recursive) {
            if (!open_tree(t, operand))
                return errno == ENOMEM ? INPUTS_MEMORY : failed(f, operand, errno);
        } else if (file_wanted(o, operand, true)) {
            return open_file(t, f, operand, operand);
        }
    }
}

void inputs_done(struct input_file *f)
{
    if (f->fd > STDIN_FILENO)
        (void)close(f->fd);
    f->fd = -1;
}
