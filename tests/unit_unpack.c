/*
 * unit_unpack.c - compressed inputs, whole, damaged, truncated and concatenated: the result does
 * not depend on how they are read. The inputs are the seeds of fuzz_unpack.
 */
#include <glob.h>

#include "base/xalloc.h"
#include "input/compression_format.h"
#include "ref/random.h"
#include "unit.h"
#include "unpack_check.h"

#define INPUTS "tests/fuzz_corpus/unpack/*"
enum { MOST = 1 << 22, SEEDS = 64, DAMAGES = 150, HEAD = 2 /* bytes of a seed for options */ };

struct seed {
    unsigned char *bytes;
    size_t n;
};

static struct seed seeds[SEEDS];
static size_t nseeds;

int unit_setup(void **state)
{
    glob_t found;
    (void)state;
    if (glob(INPUTS, 0, NULL, &found) != 0) {
        print_error("no files " INPUTS ": run this in the root of the tree\n");
        return -1;
    }
    for (; nseeds < found.gl_pathc && nseeds < SEEDS; nseeds++) {
        struct seed *s = &seeds[nseeds];
        FILE *file = fopen(found.gl_pathv[nseeds], "rb");
        s->bytes = xmalloc(1 << 20);
        s->n = fread(s->bytes, 1, 1 << 20, file);
        (void)fclose(file);
    }
    globfree(&found);
    return 0;
}

int unit_teardown(void **state)
{
    (void)state;
    for (size_t i = 0; i < nseeds; i++)
        free(seeds[i].bytes);
    return 0;
}

TEST(test_whole)
{
    for (size_t i = 0; i < nseeds; i++)
        for (unsigned how = 0; how < 2000; how += 53)
            (void)unpack_check(seeds[i].bytes + HEAD, seeds[i].n - HEAD, MOST, how);
}

/* Inputs with some bytes replaced, truncated, or followed by another input. */
TEST(test_damaged)
{
    static unsigned char bytes[2 << 20];
    struct random r = random_open(17, 0);
    for (unsigned i = 0; i < DAMAGES; i++) {
        const struct seed *s = &seeds[random_below(&r, nseeds)],
                          *other = &seeds[random_below(&r, nseeds)];
        size_t n = s->n - HEAD;
        memcpy(bytes, s->bytes + HEAD, n);
        for (uint64_t k = random_below(&r, 4); k > 0 && n > 0; k--)
            bytes[random_below(&r, n)] ^= (unsigned char)(1 << random_below(&r, 8));
        if (random_percent(&r, 30))
            n = (size_t)random_below(&r, n + 1);
        if (random_percent(&r, 30)) {
            memcpy(bytes + n, other->bytes + HEAD, other->n - HEAD);
            n += other->n - HEAD;
        }
        (void)unpack_check(bytes, n, MOST, (unsigned)random_below(&r, 1 << 16));
    }
}

/* A magic number is recognized as soon as it is complete. Its prefixes leave the format open; other
 * bytes are no compressed input. */
TEST(test_magic)
{
    static const struct {
        const char *bytes;
        size_t n;
        enum compression_format packing;
    } cases[] = {
        {"\x1f\x8b\x08", 3, COMPRESSION_FORMAT_GZIP},
        {"\x1f\x8b\x07", 3, COMPRESSION_FORMAT_NONE},
        {"\x28\xb5\x2f\xfd", 4, COMPRESSION_FORMAT_ZSTD},
        {"\x50\x2a\x4d\x18\x04\0\0\0....\x28\xb5\x2f\xfd", 16, COMPRESSION_FORMAT_ZSTD},
        {"\x5f\x2a\x4d\x18\x04\0\0\0....\x04\x22\x4d\x18", 16, COMPRESSION_FORMAT_LZ4},
        {"\x5f\x2a\x4d\x18\x04\0\0\0....text", 16, COMPRESSION_FORMAT_NONE},
        {"\x5f\x2a\x4d\x18\x07\0\0\0.......\x04\x22\x4d", 18, COMPRESSION_FORMAT_NONE},
        {"\xfd\x37zXZ\0", 6, COMPRESSION_FORMAT_XZ},
        {"\x04\x22\x4d\x18", 4, COMPRESSION_FORMAT_LZ4},
        {"\x1f\x9d\x90", 3, COMPRESSION_FORMAT_COMPRESS},
        {"\x1f\x9d\x88", 3, COMPRESSION_FORMAT_NONE},
        {"BZh1\x31\x41\x59\x26\x53\x59", 10, COMPRESSION_FORMAT_BZIP2},
        {"BZh9\x17\x72\x45\x38\x50\x90", 10, COMPRESSION_FORMAT_BZIP2},
        {"BZh0\x17\x72\x45\x38\x50\x90", 10, COMPRESSION_FORMAT_NONE},
        {"BZhxyz", 6, COMPRESSION_FORMAT_NONE},
        {"text", 4, COMPRESSION_FORMAT_NONE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const unsigned char *p = (const unsigned char *)cases[i].bytes;
        assert_int_equal(compression_format_of(p, cases[i].n, false), cases[i].packing);
        for (size_t n = 0; n < cases[i].n && cases[i].packing != COMPRESSION_FORMAT_NONE; n++) {
            assert_int_equal(compression_format_of(p, n, false), COMPRESSION_FORMAT_OPEN);
            bool recognized = n >= (*p == 'B' ? 4 : 2) && (*p & 0xf0) != 0x50; /* truncated */
            assert_int_equal(compression_format_of(p, n, true),
                             recognized ? cases[i].packing : COMPRESSION_FORMAT_NONE);
        }
    }
}
