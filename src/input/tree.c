/*
 * tree.c - see tree.h.
 *
 * A level is a directory on the path to the current entry, with the names of its entries. Most
 * directories give the types of their entries, so stat(2) is rarely needed. To save descriptors,
 * only those of the first OPEN_MOST levels and of the current level stay open. When the walk
 * returns to another level, it is opened again, level by level.
 */
#include "input/tree.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/grow.h"

enum { OPEN_MOST = 64, ENTRIES = 1 << 15 /* bytes of entries read at a time */ };

struct tree_name {
    char *text;         /* owned */
    unsigned char type; /* DT_REG, ... */
};

struct tree_level {
    int fd;                  /* -1: closed for now */
    dev_t device;            /* which directory it is */
    ino_t inode;             /* on that device */
    struct tree_name *names; /* sorted; owned */
    size_t count, next;
    size_t name;   /* where its own name begins in the path */
    size_t length; /* where its entries' names begin in the path */
};

struct tree {
    bool follow, devices, enter; /* enter: the last entry is a directory to be read */
    struct tree_level *levels;
    size_t depth, capacity;
    char *path;
    size_t path_capacity;
    _Alignas(struct dirent64) char entries[ENTRIES];
};

/* Makes the path end with this name, at byte `at`. */
static bool set_name(struct tree *t, size_t at, const char *name)
{
    size_t size = strlen(name) + 2; /* a slash may follow */
    if (!grow(&t->path, &t->path_capacity, at + size, 1))
        return false;
    memcpy(t->path + at, name, size - 1);
    return true;
}

static int by_name(const void *a, const void *b)
{
    const struct tree_name *x = a, *y = b;
    return strcmp(x->text, y->text);
}

/* Adds the name of an entry, except "." and ".."; returns false with errno on failure. */
static bool take_name(struct tree_level *l, size_t *capacity, const struct dirent64 *d)
{
    if (strcmp(d->d_name, ".") == 0 || strcmp(d->d_name, "..") == 0)
        return true;
    char *text = NULL;
    if (!grow(&l->names, capacity, l->count + 1, sizeof *l->names) ||
        (text = strdup(d->d_name)) == NULL) {
        errno = ENOMEM;
        return false;
    }
    struct tree_name *name = &l->names[l->count++];
    name->text = text;
    name->type = d->d_type;
    return true;
}

/* Reads the names of the directory's entries; returns false with errno on failure. */
static bool read_names(struct tree *t, struct tree_level *l)
{
    size_t capacity = 0;
    ssize_t n;
    while ((n = getdents64(l->fd, t->entries, sizeof t->entries)) > 0)
        for (ssize_t at = 0; at < n;) {
            const struct dirent64 *d = (const void *)(t->entries + at);
            if (!take_name(l, &capacity, d))
                return false;
            at += d->d_reclen;
        }
    if (l->count > 0)
        qsort(l->names, l->count, sizeof *l->names, by_name);
    return n == 0;
}

static int open_directory(const struct tree *t, int from, const char *name, bool root)
{
    int how = O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK;
    return openat(from, name, how | (t->follow || root ? 0 : O_NOFOLLOW));
}

/* Returns the descriptor of level i, reopened if necessary; -1 with errno. */
static int descriptor(struct tree *t, size_t i)
{
    size_t first = i;
    while (t->levels[first].fd < 0) /* that of the first level stays open */
        first--;
    for (; first < i; first++) {
        struct tree_level *from = &t->levels[first], *to = from + 1;
        char after = t->path[to->length - 1];
        t->path[to->length - 1] = '\0'; /* its slash */
        to->fd = open_directory(t, from->fd, t->path + to->name, false);
        t->path[to->length - 1] = after;
        if (first >= OPEN_MOST) {
            (void)close(from->fd);
            from->fd = -1;
        }
        if (to->fd < 0)
            return -1;
    }
    return t->levels[i].fd;
}

static void free_level(struct tree_level *l)
{
    if (l->fd >= 0)
        (void)close(l->fd);
    for (size_t i = 0; i < l->count; i++)
        free(l->names[i].text);
    free(l->names);
}

static bool is_loop(const struct tree *t, const struct tree_level *l)
{
    for (size_t i = 0; i < t->depth; i++)
        if (t->levels[i].device == l->device && t->levels[i].inode == l->inode)
            return true;
    return false;
}

static enum tree_kind tree_failure(int errnum)
{
    return errnum == ENOMEM ? TREE_MEMORY : TREE_ERROR;
}

/* Opens the directory `name` in `from`, and reads it. Returns TREE_DIRECTORY, or an error with
 * errno. */
static enum tree_kind read_level(struct tree *t, struct tree_level *l, int from, const char *name)
{
    struct stat status;
    l->fd = open_directory(t, from, name, t->depth == 0);
    if (l->fd < 0 || fstat(l->fd, &status) != 0)
        return tree_failure(errno);
    l->device = status.st_dev;
    l->inode = status.st_ino;
    if (is_loop(t, l))
        return TREE_LOOP;
    return read_names(t, l) ? TREE_DIRECTORY : tree_failure(errno);
}

/* Enters the directory at the end of the tree's path: its name begins at byte `at`, and it lies in
 * the directory `from`. Returns TREE_DIRECTORY, or an error with errno. */
static enum tree_kind enter_directory(struct tree *t, int from, size_t at)
{
    if (!grow(&t->levels, &t->capacity, t->depth + 1, sizeof *t->levels))
        return TREE_MEMORY;
    assert(t->levels != NULL); /* clang-tidy does not see that grow() sets it */
    struct tree_level *l = &t->levels[t->depth];
    *l = (struct tree_level){.fd = -1, .name = at};
    enum tree_kind kind = read_level(t, l, from, t->path + at);
    if (kind != TREE_DIRECTORY) {
        int errnum = errno;
        free_level(l);
        errno = errnum;
        return kind;
    }
    l->length = at + strlen(t->path + at);
    if (t->path[l->length - 1] != '/')
        t->path[l->length++] = '/';
    if (t->depth > OPEN_MOST) {
        (void)close(from);
        t->levels[t->depth - 1].fd = -1;
    }
    t->depth++;
    return TREE_DIRECTORY;
}

struct tree *tree_open(const char *root, bool follow, bool devices)
{
    struct tree *t = calloc(1, sizeof *t);
    if (t == NULL || !set_name(t, 0, root)) {
        free(t);
        return NULL;
    }
    for (size_t n = strlen(root); n > 1 && t->path[n - 1] == '/' && t->path[n - 2] == '/'; n--)
        t->path[n - 1] = '\0';
    t->follow = follow;
    t->devices = devices;
    t->enter = true;
    return t;
}

void tree_close(struct tree *t)
{
    while (t->depth > 0)
        free_level(&t->levels[--t->depth]);
    free(t->levels);
    free(t->path);
    free(t);
}

/* Enters the directory that came last, or the root. Returns TREE_DIRECTORY, or sets the error in
 * the entry. */
static enum tree_kind enter_last(struct tree *t, struct tree_entry *e)
{
    const struct tree_level *l = t->depth > 0 ? &t->levels[t->depth - 1] : NULL;
    size_t at = l != NULL ? l->length : 0;
    t->enter = false;
    e->kind = enter_directory(t, l != NULL ? l->fd : AT_FDCWD, at);
    e->errnum = errno;
    e->name = t->path + at;
    return e->kind;
}

/* Returns the kind of an entry, for which the directory may give a type; TREE_END to skip it. */
static enum tree_kind examine_entry(const struct tree *t, const struct tree_entry *e,
                                    unsigned char type)
{
    struct stat status;
    if (type == DT_REG)
        return TREE_FILE;
    if (type == DT_DIR)
        return TREE_DIRECTORY;
    if (type != DT_UNKNOWN && type != DT_LNK)
        return t->devices ? TREE_FILE : TREE_END;
    if (type == DT_LNK && !t->follow)
        return TREE_END;
    if (fstatat(e->directory, e->name, &status, t->follow ? 0 : AT_SYMLINK_NOFOLLOW) != 0)
        return TREE_FILE;
    if (S_ISDIR(status.st_mode))
        return TREE_DIRECTORY;
    bool device = !S_ISREG(status.st_mode) && !S_ISLNK(status.st_mode);
    return S_ISREG(status.st_mode) || (device && t->devices) ? TREE_FILE : TREE_END;
}

enum tree_kind tree_next(struct tree *t, struct tree_entry *e)
{
    *e = (struct tree_entry){.kind = TREE_END, .path = t->path, .directory = -1};
    if (t->enter && enter_last(t, e) != TREE_DIRECTORY)
        return e->kind;
    while (t->depth > 0) {
        struct tree_level *l = &t->levels[t->depth - 1];
        if (l->next == l->count) {
            free_level(l);
            t->depth--;
            continue;
        }
        const struct tree_name *name = &l->names[l->next++];
        bool named = set_name(t, l->length, name->text);
        e->path = t->path;
        e->name = name->text;
        e->directory = named ? descriptor(t, t->depth - 1) : -1;
        e->errnum = errno;
        e->kind = !named             ? TREE_MEMORY
                  : e->directory < 0 ? tree_failure(errno)
                                     : examine_entry(t, e, name->type);
        t->enter = e->kind == TREE_DIRECTORY;
        if (e->kind != TREE_END)
            return e->kind;
    }
    return TREE_END;
}

void tree_skip(struct tree *t)
{
    t->enter = false;
}
