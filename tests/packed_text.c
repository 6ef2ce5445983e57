/*
 * packed_text.c - see packed_text.h. Blocks are stored, or runs of one byte.
 *
 * Formats: RFC 1951 and 1952 (gzip), the SAM specification 4.1 (bgzip), RFC 8878 (zstd), the frame
 * format of lz4 1.6.
 */
#include "packed_text.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "input/unpacker.h"

enum { BGZIP_MOST = 65000, ZSTD_BLOCK_MOST = 1 << 17, LZ4_BLOCK_MOST = 1 << 16 };

struct writer {
    struct naive_bytes to;
    struct random *random;
};

static void write_bytes(struct writer *w, const void *bytes, size_t n)
{
    w->to.bytes = realloc(w->to.bytes, w->to.length + n + 1);
    if (w->to.bytes == NULL)
        abort();
    if (n > 0)
        memcpy(w->to.bytes + w->to.length, bytes, n);
    w->to.length += n;
}

#define WRITE(w, string) write_bytes(w, string, sizeof(string) - 1)

static void write_number(struct writer *w, uint64_t n, unsigned bytes)
{
    for (; bytes > 0; bytes--, n >>= 8)
        write_bytes(w, &(unsigned char){(unsigned char)n}, 1);
}

/* Draws the size of the next part: often small, at most `most`. */
static size_t draw_part(struct writer *w, size_t left, size_t most)
{
    size_t n = random_percent(w->random, 50) ? left : random_log(w->random, left + 1) - 1;
    return n < most ? n : most;
}

/* --- gzip ---------------------------------------------------------------------------------- */

static uint32_t sum_of(const unsigned char *p, size_t n)
{
    uint32_t sum = UINT32_MAX, half[16];
    for (uint32_t i = 0; i < 16; i++) {
        half[i] = i;
        for (int bit = 0; bit < 4; bit++)
            half[i] = half[i] >> 1 ^ (half[i] & 1 ? UINT32_C(0xedb88320) : 0);
    }
    for (; n > 0; p++, n--) {
        sum = sum >> 4 ^ half[(sum ^ *p) & 15];
        sum = sum >> 4 ^ half[(sum ^ *p >> 4) & 15];
    }
    return ~sum;
}

/* Writes stored blocks. */
static void write_deflated(struct writer *w, const unsigned char *p, size_t n)
{
    bool last = false;
    while (!last) {
        size_t part = draw_part(w, n, UINT16_MAX);
        last = part == n;
        write_number(w, last, 1);
        write_number(w, part, 2);
        write_number(w, ~(uint64_t)part, 2);
        write_bytes(w, p, part);
        p += part;
        n -= part;
    }
}

static void write_gzip(struct writer *w, const unsigned char *p, size_t n)
{
    bool named = random_percent(w->random, 30);
    WRITE(w, "\x1f\x8b\x08");
    write_number(w, named ? 8 : 0, 1);
    WRITE(w, "\0\0\0\0\0\xff");
    if (named)
        WRITE(w, "name\0");
    write_deflated(w, p, n);
    write_number(w, sum_of(p, n), 4);
    write_number(w, n, 4);
}

/* Writes one block. The extra field has its size minus one. */
static void write_bgzip(struct writer *w, const unsigned char *p, size_t n)
{
    enum { AROUND = 31 };
    WRITE(w, "\x1f\x8b\x08\x04\0\0\0\0\0\xff\x06\0BC\x02\0");
    write_number(w, n + AROUND - 1, 2);
    WRITE(w, "\1");
    write_number(w, n, 2);
    write_number(w, ~(uint64_t)n, 2);
    write_bytes(w, p, n);
    write_number(w, sum_of(p, n), 4);
    write_number(w, n, 4);
}

/* --- frames -------------------------------------------------------------------------------- */

static void write_skippable(struct writer *w)
{
    size_t n = random_below(w->random, 7);
    write_number(w, UINT32_C(0x184d2a50) + random_below(w->random, 16), 4);
    write_number(w, n, 4);
    write_bytes(w, "......", n);
}

static size_t run_of(const unsigned char *p, size_t n)
{
    size_t run = n > 0;
    while (run < n && p[run] == *p)
        run++;
    return run;
}

/* Writes a frame of blocks of at most 128 KiB. It may or may not state the size of its text. */
static void write_zstd(struct writer *w, const unsigned char *p, size_t n)
{
    bool last = false, sized = random_percent(w->random, 60);
    WRITE(w, "\x28\xb5\x2f\xfd");
    write_number(w, sized ? 0xa0 : 0, 1);
    write_number(w, sized ? n : 0x38, sized ? 4 : 1);
    while (!last) {
        size_t run = run_of(p, n), part = draw_part(w, n, ZSTD_BLOCK_MOST);
        bool repeats = part > 3 && run >= part;
        last = part == n;
        write_number(w, part << 3 | repeats << 1 | last, 3);
        write_bytes(w, p, repeats ? 1 : part);
        p += part;
        n -= part;
    }
}

static void write_lz4(struct writer *w, const unsigned char *p, size_t n)
{
    WRITE(w, "\x04\x22\x4d\x18\x60\x40\x82");
    for (size_t part; n > 0; p += part, n -= part) {
        part = draw_part(w, n, LZ4_BLOCK_MOST);
        part += part == 0;
        write_number(w, part | UINT32_C(1) << 31, 4);
        write_bytes(w, p, part);
    }
    write_number(w, 0, 4);
}

/* --- members ------------------------------------------------------------------------------- */

struct kind {
    enum compression_format packing;
    const char *library; /* the library that decompresses it, loaded on demand; NULL: none needed */
    void (*write_bytes)(struct writer *w, const unsigned char *p, size_t n);
    size_t most; /* maximum size of a member's text */
    bool skips;  /* a skippable frame may come before it */
};

static const struct kind kinds[] = {
    {COMPRESSION_FORMAT_GZIP, "libisal.so.2", write_gzip, SIZE_MAX, false},
    {COMPRESSION_FORMAT_GZIP, "libisal.so.2", write_bgzip, BGZIP_MOST, false},
    {COMPRESSION_FORMAT_ZSTD, NULL, write_zstd, UINT32_MAX, true},
    {COMPRESSION_FORMAT_LZ4, "libarchive.so.13", write_lz4, SIZE_MAX, true},
};

enum { KINDS = sizeof kinds / sizeof *kinds };

static bool can_be_unpacked(const struct kind *k)
{
    return unpacker_find(k->packing) != NULL &&
           (k->library == NULL || dlopen(k->library, RTLD_LAZY) != NULL);
}

/* Returns NULL if none is available. */
static const struct kind *draw_kind(struct random *r)
{
    size_t first = random_below(r, KINDS);
    for (size_t i = 0; i < KINDS; i++)
        if (can_be_unpacked(&kinds[(first + i) % KINDS]))
            return &kinds[(first + i) % KINDS];
    return NULL;
}

struct naive_bytes packed_text(struct naive_bytes text, struct random *r)
{
    static const size_t paddings[] = {0, 0, 0, 20, 600};
    static const unsigned char nothing[600];
    struct writer w = {.random = r};
    const struct kind *kind = draw_kind(r);
    bool few = random_percent(r, 60), last = false;
    if (kind == NULL)
        write_bytes(&w, text.bytes, text.length);
    for (size_t at = 0; kind != NULL && !last;) {
        size_t left = text.length - at;
        size_t part = few && left <= kind->most ? left : draw_part(&w, left, kind->most);
        if (kind->skips && random_percent(r, 20))
            write_skippable(&w);
        kind->write_bytes(&w, text.bytes + at, part);
        at += part;
        last = at == text.length;
    }
    if (kind != NULL)
        write_bytes(&w, nothing, paddings[random_below(r, sizeof paddings / sizeof *paddings)]);
    return w.to;
}
