/*
 * compression_format.c - see compression_format.h.
 *
 * To avoid mistaking words of a text for a magic number, more than the number is compared: gzip's
 * only method, bzip2's block size and what follows it, the number of bits of compress. A skippable
 * frame of zstd or lz4 does not identify the format, but what follows it does; pzstd begins with
 * one of 12 bytes.
 */
#include "input/compression_format.h"

#include <string.h>

enum look { NO, PERHAPS, YES };

static const unsigned char gzip[] = {0x1f, 0x8b, 8}, zstd[] = {0x28, 0xb5, 0x2f, 0xfd},
                           xz[] = {0xfd, '7', 'z', 'X', 'Z', 0}, lz4[] = {0x04, 0x22, 0x4d, 0x18},
                           compress[] = {0x1f, 0x9d}, bzip2[] = {'B', 'Z', 'h'},
                           bzip2_block[] = {0x31, 0x41, 0x59, 0x26, 0x53, 0x59},
                           bzip2_end[] = {0x17, 0x72, 0x45, 0x38, 0x50, 0x90},
                           skipped[] = {0x2a, 0x4d, 0x18}; /* behind a byte of 0x50 to 0x5f */

enum {
    SKIPPED_HEAD = 8, /* bytes before the data of a skippable frame, */
    SKIPPED_MOST = 6, /* and the most skippable frames before the first real one */
    BZIP2_LEAST = 4,  /* shortest part of a magic number that no text is expected to consist of */
};

static enum look begins_with(const unsigned char *p, size_t n, const unsigned char *magic,
                             size_t length)
{
    if (memcmp(p, magic, n < length ? n : length) != 0)
        return NO;
    return n < length ? PERHAPS : YES;
}

#define BEGINS(p, n, magic) begins_with(p, n, magic, sizeof(magic))

static enum look is_bzip2(const unsigned char *p, size_t n)
{
    enum look look = BEGINS(p, n, bzip2);
    if (look != YES || n == 3)
        return look == NO ? NO : PERHAPS;
    if (p[3] < '1' || p[3] > '9')
        return NO;
    enum look block = BEGINS(p + 4, n - 4, bzip2_block), end = BEGINS(p + 4, n - 4, bzip2_end);
    return block > end ? block : end;
}

static enum look is_compress(const unsigned char *p, size_t n)
{
    enum look look = BEGINS(p, n, compress);
    if (look != YES || n == 2)
        return look == NO ? NO : PERHAPS;
    unsigned bits = p[2] & 0x1f;
    return (p[2] & 0x60) == 0 && bits >= 9 && bits <= 16 ? YES : NO;
}

/* Returns the size of the skippable frame that the bytes begin with, or 0. */
static size_t skipped_frame(const unsigned char *p, size_t n)
{
    if (n < SKIPPED_HEAD || (p[0] & 0xf0) != 0x50 || BEGINS(p + 1, n - 1, skipped) != YES ||
        p[4] > SKIPPED_MOST || (p[5] | p[6] | p[7]) != 0)
        return 0;
    return SKIPPED_HEAD + p[4];
}

/* Whether the bytes begin with the magic number, perhaps behind a skippable frame. */
static enum look is_frame(const unsigned char *p, size_t n, const unsigned char *magic)
{
    if (n > 0 && (p[0] & 0xf0) == 0x50 && n < SKIPPED_HEAD)
        return BEGINS(p + 1, n - 1, skipped) == NO ? NO : PERHAPS;
    size_t skip = skipped_frame(p, n);
    return skip < n ? begins_with(p + skip, n - skip, magic, sizeof zstd) : PERHAPS;
}

/* Returns whether the beginning of a magic number cannot be the beginning of a text. A skippable
 * frame decides nothing, even if complete. */
static bool is_no_text(const unsigned char *p, size_t n)
{
    bool printable = true;
    for (size_t i = 0; i < n; i++)
        printable = printable && p[i] >= ' ' && p[i] < 0x7f;
    return n > 1 && !printable && (p[0] & 0xf0) != 0x50;
}

enum compression_format compression_format_of(const unsigned char *p, size_t n, bool ended)
{
    const enum look looks[COMPRESSION_FORMATS] = {
        [COMPRESSION_FORMAT_GZIP] = BEGINS(p, n, gzip),
        [COMPRESSION_FORMAT_ZSTD] = is_frame(p, n, zstd),
        [COMPRESSION_FORMAT_XZ] = BEGINS(p, n, xz),
        [COMPRESSION_FORMAT_BZIP2] = is_bzip2(p, n),
        [COMPRESSION_FORMAT_LZ4] = is_frame(p, n, lz4),
        [COMPRESSION_FORMAT_COMPRESS] = is_compress(p, n),
    };
    enum compression_format found = COMPRESSION_FORMAT_NONE;
    for (unsigned i = COMPRESSION_FORMAT_NONE + 1; i < COMPRESSION_FORMATS; i++) {
        bool cut = ended && (i == COMPRESSION_FORMAT_BZIP2 ? n >= BZIP2_LEAST : is_no_text(p, n));
        if (looks[i] == YES || (looks[i] == PERHAPS && cut && found == COMPRESSION_FORMAT_NONE))
            found = (enum compression_format)i;
        else if (looks[i] == PERHAPS && !ended && found == COMPRESSION_FORMAT_NONE)
            found = COMPRESSION_FORMAT_OPEN;
    }
    return found;
}

#define WORDS(NAME, LIBRARY)                                                                       \
    {                                                                                              \
        NAME ": the data is damaged", NAME ": the data is cut short",                              \
            NAME ": what follows the data is ignored", NAME ": edgrep was built without " LIBRARY, \
            NAME ": " LIBRARY " cannot be loaded"                                                  \
    }

const struct compression_format_words *compression_format_words(enum compression_format packing)
{
    static const struct compression_format_words words[COMPRESSION_FORMATS] = {
        [COMPRESSION_FORMAT_GZIP] = WORDS("gzip", "libisal"),
        [COMPRESSION_FORMAT_ZSTD] = WORDS("zstd", "libzstd"),
        [COMPRESSION_FORMAT_XZ] = WORDS("xz", "libarchive"),
        [COMPRESSION_FORMAT_BZIP2] = WORDS("bzip2", "libarchive"),
        [COMPRESSION_FORMAT_LZ4] = WORDS("lz4", "libarchive"),
        [COMPRESSION_FORMAT_COMPRESS] = WORDS("compress", "libarchive"),
    };
    return &words[packing];
}
