/*
 * unpacker_archive.c - xz, bzip2, lz4 and compress, by the filters of libarchive.
 *
 * The library reads input by a callback, and returns text in blocks. It continues through members
 * of one kind. Bytes that it read but did not use lie behind the last member, and are returned to
 * `in`.
 *
 * If data is damaged, the library drops its current block, up to 64 KiB.
 *
 * The library depends on others, which take longer to load than a small search. So it is loaded
 * when first needed.
 */
#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/dynlib.h"
#include "input/unpacker.h"

enum { KEPT = 64 /* bytes: more than a filter reads to see whether another member follows */ };

/* Its functions. */
#define FUNCTIONS(F)                                                                               \
    F(archive_errno)                                                                               \
    F(archive_filter_bytes)                                                                        \
    F(archive_read_append_filter)                                                                  \
    F(archive_read_data_block)                                                                     \
    F(archive_read_free)                                                                           \
    F(archive_read_new)                                                                            \
    F(archive_read_next_header)                                                                    \
    F(archive_read_open1)                                                                          \
    F(archive_read_set_callback_data)                                                              \
    F(archive_read_set_read_callback)                                                              \
    F(archive_read_support_filter_compress)                                                        \
    F(archive_read_support_format_empty)                                                           \
    F(archive_read_support_format_raw)

static struct {
    FUNCTIONS(DYNLIB_MEMBER)
} library;

static const struct dynlib_function functions[] = {FUNCTIONS(DYNLIB_ENTRY)};
static struct dynlib archive_library = DYNLIB("libarchive.so.13", functions);

struct archive_state {
    enum compression_format packing;
    struct archive *archive; /* NULL: no member was begun */
    bool begun;              /* its header was read */
    struct input_bytes *in;
    size_t given;             /* bytes that the library has read, */
    size_t last;              /* and those of the last call */
    bool exhausted;           /* the library asked for more than there is */
    unsigned char kept[KEPT]; /* the bytes before those */
    size_t nkept;
    const unsigned char *block; /* the unread rest of the block */
    size_t size;
};

static void *archive_open(void)
{
    return calloc(1, sizeof(struct archive_state));
}

static void leave_member(struct archive_state *s)
{
    if (s->archive != NULL)
        (void)library.archive_read_free(s->archive);
    s->archive = NULL;
}

static void archive_close(void *state)
{
    leave_member(state);
    free(state);
}

static bool archive_begin(void *state, enum compression_format packing)
{
    struct archive_state *s = state;
    leave_member(s);
    *s = (struct archive_state){.packing = packing};
    enum dynlib_result result = dynlib_load(&archive_library);
    if (result == DYNLIB_LOADED)
        s->archive = library.archive_read_new();
    return s->archive != NULL || result == DYNLIB_MISSING;
}

/* Saves the last bytes given to the library, before they are overwritten. */
static void save_last_bytes(struct archive_state *s, const unsigned char *end)
{
    size_t n = s->last < KEPT ? s->last : KEPT;
    size_t old = s->nkept < KEPT - n ? s->nkept : KEPT - n;
    memmove(s->kept, s->kept + s->nkept - old, old);
    if (n > 0)
        memcpy(s->kept + old, end - n, n);
    s->nkept = old + n;
}

/* The library's read callback. The bytes stay in place until the next call. */
static la_ssize_t give(struct archive *a, void *state, const void **bytes)
{
    struct archive_state *s = state;
    struct input_bytes *in = s->in;
    (void)a;
    save_last_bytes(s, in->at);
    if (in->left == 0)
        (void)input_bytes_fill(in);
    *bytes = in->at;
    s->given += s->last = in->left;
    s->exhausted |= s->last == 0;
    input_bytes_use(in, in->left);
    return (la_ssize_t)s->last;
}

/* The filter of compress reads before there is any input, so let the library decide whether to use
 * it. */
static int add_filter(struct archive_state *s)
{
    if (s->packing == COMPRESSION_FORMAT_COMPRESS)
        return library.archive_read_support_filter_compress(s->archive);
    int code = s->packing == COMPRESSION_FORMAT_XZ      ? ARCHIVE_FILTER_XZ
               : s->packing == COMPRESSION_FORMAT_BZIP2 ? ARCHIVE_FILTER_BZIP2
                                                        : ARCHIVE_FILTER_LZ4;
    return library.archive_read_append_filter(s->archive, code);
}

/* Starts a member: one filter, and its output is taken as raw data. */
static int read_header(struct archive_state *s)
{
    struct archive *a = s->archive;
    struct archive_entry *entry;
    int results[] = {library.archive_read_support_format_raw(a),
                     library.archive_read_support_format_empty(a), add_filter(s),
                     library.archive_read_set_read_callback(a, give),
                     library.archive_read_set_callback_data(a, s)};
    s->begun = true;
    for (size_t i = 0; i < sizeof results / sizeof *results; i++)
        if (results[i] != ARCHIVE_OK)
            return results[i];
    int result = library.archive_read_open1(a);
    if (library.archive_errno(a) != 0)
        return ARCHIVE_FATAL; /* the library takes unreadable data for empty */
    return result == ARCHIVE_OK ? library.archive_read_next_header(a, &entry) : result;
}

/* Returns the bytes that the library read but did not use to `in`. False: they cannot follow a
 * member, so the library found no end in a truncated one. */
static bool give_back(struct archive_state *s, struct input_bytes *in)
{
    la_int64_t used = library.archive_filter_bytes(s->archive, -1);
    size_t rest = used > 0 && (size_t)used < s->given ? s->given - (size_t)used : 0;
    size_t last = rest < s->last ? rest : s->last, before = rest - last;
    if (used == 0 || before > s->nkept)
        return false;
    in->at -= last;
    in->left += last;
    return input_bytes_put_back(in, s->kept + s->nkept - before, before);
}

/* Returns what the end of a member means. */
static enum unpacked ended(struct archive_state *s, struct input_bytes *in, int result)
{
    enum unpacked end = s->exhausted ? UNPACKED_CUT : UNPACKED_DAMAGED;
    if (result == ARCHIVE_EOF && give_back(s, in))
        end = UNPACKED_END;
    else if (library.archive_errno(s->archive) == ENOMEM)
        end = UNPACKED_MEMORY;
    leave_member(s);
    return end;
}

/* Reads the next block. Returns ARCHIVE_OK, or an error. */
static int read_block(struct archive_state *s)
{
    const void *block;
    la_int64_t offset;
    int result = s->begun ? ARCHIVE_OK : read_header(s);
    s->size = 0;
    if (result == ARCHIVE_OK || result == ARCHIVE_WARN)
        result = library.archive_read_data_block(s->archive, &block, &s->size, &offset);
    if (result == ARCHIVE_WARN)
        result = ARCHIVE_OK;
    if (result == ARCHIVE_OK)
        s->block = block;
    return result;
}

static enum unpacked archive_read(void *state, struct input_bytes *in, unsigned char *to,
                                  size_t size, size_t *made)
{
    struct archive_state *s = state;
    s->in = in;
    *made = 0;
    if (s->archive == NULL) {
        in->reason = compression_format_words(s->packing)->unloaded;
        return UNPACKED_DAMAGED;
    }
    while (s->size == 0) {
        int result = read_block(s);
        if (result != ARCHIVE_OK)
            return ended(s, in, result);
    }
    *made = s->size < size ? s->size : size;
    memcpy(to, s->block, *made);
    s->block += *made;
    s->size -= *made;
    return UNPACKED_MORE;
}

const struct unpacker unpacker_archive = {
    .packings = PACKING_BIT(COMPRESSION_FORMAT_XZ) | PACKING_BIT(COMPRESSION_FORMAT_BZIP2) |
                PACKING_BIT(COMPRESSION_FORMAT_LZ4) | PACKING_BIT(COMPRESSION_FORMAT_COMPRESS),
    .open = archive_open,
    .close = archive_close,
    .begin = archive_begin,
    .read = archive_read,
};
