/*
 * reader_converted.c - converts inputs in other encodings to UTF-8 (--encoding), and reads others
 * as they are. Another reader reads the bytes.
 */
#include <stdlib.h>

#include "input/convert.h"
#include "input/reader.h"

struct reader_state {
    const struct reader *inner;
    struct reader_state *in; /* the inner reader's state, not this struct */
    struct convert *converting;
    bool as_it_is; /* the input is known to be in UTF-8 */
};

static void converted_close(struct reader_state *r)
{
    if (r->in != NULL)
        r->inner->close(r->in);
    convert_close(r->converting);
    free(r);
}

static struct reader_state *open_over(const struct reader *inner, struct helpers *helpers, int wake)
{
    struct reader_state *r = calloc(1, sizeof *r);
    if (r == NULL)
        return NULL;
    r->inner = inner;
    r->in = inner->open(helpers, wake);
    r->converting = convert_open();
    if (r->in != NULL && r->converting != NULL)
        return r;
    converted_close(r);
    return NULL;
}

static struct reader_state *open_over_plain(struct helpers *helpers, int wake)
{
    return open_over(&reader_plain, helpers, wake);
}

static struct reader_state *open_over_unpacked(struct helpers *helpers, int wake)
{
    return open_over(&reader_unpacked, helpers, wake);
}

static ssize_t read_inner(void *from, unsigned char *to, size_t size)
{
    struct reader_state *r = from;
    bool ascii;
    return r->inner->read(r->in, to, size, &ascii);
}

static void converted_begin(struct reader_state *r, const struct input_file *file, uint64_t from,
                            uint64_t to)
{
    r->inner->begin(r->in, file, from, to);
    r->as_it_is = file->encoding == NULL;
    if (!r->as_it_is)
        convert_begin(r->converting, file->encoding, read_inner, r);
}

static void converted_end(struct reader_state *r)
{
    r->inner->end(r->in);
}

static ssize_t converted_read(struct reader_state *r, unsigned char *to, size_t size, bool *ascii)
{
    if (r->as_it_is)
        return r->inner->read(r->in, to, size, ascii);
    *ascii = false;
    return convert_read(r->converting, to, size);
}

static bool converted_ready(const struct reader_state *r)
{
    return (!r->as_it_is && convert_ready(r->converting)) || r->inner->ready(r->in);
}

static const char *converted_reason(const struct reader_state *r)
{
    const char *own = r->as_it_is ? NULL : convert_reason(r->converting);
    return own != NULL ? own : r->inner->reason(r->in);
}

static uint64_t converted_packed(const struct reader_state *r)
{
    return r->inner->packed(r->in);
}

static const struct encoding *converted_encoding(const struct reader_state *r, size_t *mark)
{
    *mark = 0;
    return r->as_it_is ? NULL : convert_encoding(r->converting, mark);
}

#define READER(OPEN)                                                                               \
    {                                                                                              \
        .open = (OPEN), .close = converted_close, .begin = converted_begin, .end = converted_end,  \
        .read = converted_read, .ready = converted_ready, .reason = converted_reason,              \
        .packed = converted_packed, .encoding = converted_encoding,                                \
    }

const struct reader reader_converted = READER(open_over_plain);
const struct reader reader_converted_unpacked = READER(open_over_unpacked);
