/* unit_pack_sequences.c - sequences arrive unchanged in a message: all widths of codes, random
 * lengths. */
#include "pair/pack_sequences.h"
#include "ref/random.h"
#include "unit.h"

enum { CASES = 20000, MOST = 300 };

static unsigned char *draw(struct random *r, size_t n, unsigned width, uint32_t alphabet)
{
    unsigned char *codes = malloc(n * width + 1);
    assert_non_null(codes);
    for (size_t i = 0; i < n; i++) {
        uint32_t code = random_percent(r, 10) ? alphabet - 1 : (uint32_t)random_below(r, alphabet);
        if (width > 1)
            memcpy(codes + i * width, &code, sizeof code);
        else
            codes[i] = (unsigned char)code;
    }
    return codes;
}

static void check(struct random *r)
{
    static const uint32_t alphabets[] = {1,   2,   3,   4,     5,        16,        17,
                                         255, 256, 257, 65537, 1u << 31, UINT32_MAX};
    struct sequences s = {.m = random_below(r, MOST), .n = random_below(r, MOST)}, received;
    s.alphabet = alphabets[random_below(r, sizeof alphabets / sizeof *alphabets)];
    s.width = s.alphabet > 256 || random_percent(r, 20) ? sizeof(uint32_t) : 1;
    unsigned char *x = draw(r, s.m, s.width, s.alphabet), *y = draw(r, s.n, s.width, s.alphabet);
    s.x = x;
    s.y = y;
    struct pack p = {0};
    pack_number(&p, 7);
    pack_sequences(&p, &s);
    pack_number(&p, 9);
    struct message m = {.bytes = p.bytes, .size = p.size};
    struct unpack u = unpack_open(&m);
    assert_int_equal(unpack_number(&u), 7);
    void *memory = unpack_sequences(&u, &received);
    assert_int_equal(unpack_number(&u), 9);
    assert_ptr_equal(u.at, u.end);
    assert_true(received.m == s.m && received.n == s.n && received.width == s.width &&
                received.alphabet == s.alphabet);
    assert_ptr_equal(received.y, received.x + received.m * received.width);
    assert_memory_equal(received.x, x, s.m * s.width);
    assert_memory_equal(received.y, y, s.n * s.width);
    free(memory);
    free(p.bytes);
    free(x);
    free(y);
}

TEST(sequences)
{
    for (size_t i = 0; i < CASES; i++) {
        struct random r = random_open(1, i);
        check(&r);
    }
}

/* DNA needs two bits per base. */
TEST(dna)
{
    enum { N = 32 * 1000 };
    static unsigned char codes[N];
    struct sequences s = {codes, codes, N, N, 1, 4};
    struct pack p = {0};
    pack_sequences(&p, &s);
    assert_int_equal(p.size, 2 * N / 4 + 4 * sizeof(uint64_t));
    free(p.bytes);
}
