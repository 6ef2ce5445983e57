#include "input/reader.h"

#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/io.h"
#include "base/read_together.h"
#include "base/xalloc.h"
#include "input/convert.h"
#include "input/input_status.h"
#include "input/read_ahead.h"
#include "text/decode.h"

enum { TOGETHER_LEAST = 8 << 20 /* bytes that are worth several threads */ };

/* Bytes of the file, which are decompressed, which are converted to UTF-8. */
struct reader {
    const struct input_file *file;
    uint64_t at, to;         /* position of the next byte in the file, and of the end */
    bool ended;              /* the end of a regular file was reached */
    int wake;                /* becomes readable when the search stops */
    struct helpers *helpers; /* NULL: one thread reads alone */

    struct decompress *unpacking; /* NULL: without --decompress */
    struct read_ahead *ahead;     /* NULL: without threads */
    bool unpacks;                 /* the current file may be compressed */
    bool ahead_now;               /* `ahead` reads the current file */

    struct convert *converting; /* NULL: without --encoding */
    bool converts;              /* the current file is not known to be in UTF-8 */
};

static void end_reading(struct reader *r)
{
    if (r->ahead_now)
        read_ahead_end(r->ahead);
    r->ahead_now = false;
}

static void close_reader(struct reader *r)
{
    if (r == NULL)
        return;
    end_reading(r);
    read_ahead_close(r->ahead);
    decompress_close(r->unpacking);
    convert_close(r->converting);
    free(r);
}

static struct reader *open_reader(const struct options *o, struct helpers *helpers, int wake)
{
    struct reader *r = xcalloc(1, sizeof *r);
    bool packed = o->inputs.decompress;
    r->wake = wake;
    r->helpers = helpers;
    if (packed && (r->unpacking = decompress_open()) == NULL)
        die_out_of_memory();
    if (packed && helpers != NULL)
        r->ahead = read_ahead_open(helpers_threads(helpers));
    if (o->inputs.encoding.kind != ENCODING_UTF8)
        r->converting = convert_open();
    return r;
}

/* Waits until there is something to read; returns false when the search stops. */
static bool wait_readable(const struct reader *r)
{
    struct pollfd wait[] = {{.fd = r->file->fd, .events = POLLIN},
                            {.fd = r->wake, .events = POLLIN}};
    while (poll(wait, 2, -1) < 0 && (errno == EINTR || errno == EAGAIN))
        ;
    return wait[1].revents == 0;
}

/* Reads a regular file, which never blocks, without moving its offset. */
static ssize_t read_at(struct reader *r, unsigned char *to, size_t size, bool *ascii)
{
    off_t position = r->file->start + (off_t)r->at;
    if (r->helpers != NULL && size >= TOGETHER_LEAST && r->file->size >= r->at + TOGETHER_LEAST)
        return read_together(r->helpers, r->file->fd, to, size, position, decode_is_ascii, ascii);
    return io_pread(r->file->fd, to, size, position);
}

static ssize_t read_next(struct reader *r, unsigned char *to, size_t size)
{
    ssize_t n;
    do {
        if (!wait_readable(r))
            return 0;
        n = io_read_now(r->file->fd, to, size);
    } while (n < 0 && errno == EAGAIN);
    return n;
}

/* Returns whether the file became shorter after it was measured. (Files of /sys have fewer bytes
 * than their size.) */
static bool is_cut_short(const struct reader *r)
{
    const struct input_file *file = r->file;
    struct stat now;
    return file->regular && file->size != UINT64_MAX && r->at < file->size &&
           fstat(file->fd, &now) == 0 && now.st_size - file->start < (off_t)file->size;
}

/* Reads the bytes of the file as they are. */
static ssize_t read_plain(struct reader *r, unsigned char *to, size_t size, bool *ascii)
{
    uint64_t most = r->to - r->at < size ? r->to - r->at : size;
    *ascii = false;
    if (r->ended || most == 0)
        return 0;
    ssize_t n =
        r->file->regular ? read_at(r, to, (size_t)most, ascii) : read_next(r, to, (size_t)most);
    if (n > 0)
        r->at += (size_t)n;
    if (n == 0 && is_cut_short(r)) {
        errno = INPUT_STATUS_SHORTER;
        return -1;
    }
    r->ended = r->file->regular && n >= 0 && (uint64_t)n < most && r->at >= r->file->size;
    return n;
}

/* Reads what the file contains, if it is compressed; else its bytes. */
static ssize_t read_unpacked(struct reader *r, unsigned char *to, size_t size, bool *ascii)
{
    if (!r->unpacks)
        return read_plain(r, to, size, ascii);
    *ascii = false;
    return r->ahead_now ? read_ahead_read(r->ahead, to, size)
                        : decompress_read(r->unpacking, to, size);
}

static ssize_t read_converted(struct reader *r, unsigned char *to, size_t size, bool *ascii)
{
    if (!r->converts)
        return read_unpacked(r, to, size, ascii);
    *ascii = false;
    return convert_read(r->converting, to, size);
}

static ssize_t read_to_unpack(void *reader, unsigned char *to, size_t size)
{
    bool ascii;
    return read_plain(reader, to, size, &ascii);
}

static ssize_t read_to_convert(void *reader, unsigned char *to, size_t size)
{
    bool ascii;
    return read_unpacked(reader, to, size, &ascii);
}

static void begin_plain(struct reader *r, uint64_t from, uint64_t to)
{
    r->at = from;
    r->to = to;
    r->ended = false;
}

static void go_back(void *reader, uint64_t position)
{
    begin_plain(reader, position, UINT64_MAX);
}

static void begin_reading(struct reader *r, const struct input_file *file, uint64_t from,
                          uint64_t to)
{
    end_reading(r);
    r->file = file;
    begin_plain(r, from, to);
    r->unpacks =
        r->unpacking != NULL && (!file->regular || file->packing != COMPRESSION_FORMAT_NONE);
    r->converts = r->converting != NULL && file->encoding != NULL;
    if (r->unpacks) {
        assert(!file->regular || from == 0);
        decompress_begin(r->unpacking, read_to_unpack, r, !file->regular);
        r->ahead_now = file->regular && r->ahead != NULL; /* its reads never block */
    }
    if (r->ahead_now)
        read_ahead_begin(r->ahead, r->unpacking, go_back, r);
    if (r->converts)
        convert_begin(r->converting, file->encoding, read_to_convert, r);
}

static bool is_ready(const struct reader *r)
{
    return (r->converts && convert_ready(r->converting)) ||
           (r->unpacks && !r->ahead_now && decompress_ready(r->unpacking)) || r->file->regular ||
           io_ready(r->file->fd);
}

static const char *find_reason(const struct reader *r)
{
    const char *reason = r->converts ? convert_reason(r->converting) : NULL;
    return reason == NULL && r->unpacks ? decompress_reason(r->unpacking) : reason;
}

static uint64_t count_packed(const struct reader *r)
{
    return r->unpacks ? decompress_length(r->unpacking) : 0;
}

static const struct encoding *find_encoding(const struct reader *r, size_t *mark)
{
    *mark = 0;
    return r->converts ? convert_encoding(r->converting, mark) : NULL;
}

const struct reading reading_files = {
    .open = open_reader,
    .close = close_reader,
    .begin = begin_reading,
    .end = end_reading,
    .read = read_converted,
    .ready = is_ready,
    .reason = find_reason,
    .packed = count_packed,
    .encoding = find_encoding,
};
