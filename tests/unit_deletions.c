/* unit_deletions.c - the hashes of a string with up to k codes deleted (deletions.h). */
#include "filter/deletions.h"
#include "unit.h"

static size_t count_of(const char *codes, uint32_t n, uint32_t k)
{
    uint64_t hashes[DELETIONS_MOST];
    return deletions_hash((const unsigned char *)codes, n, k, hashes);
}

/* Each deletion removes one code of the string; of equal neighbours only one is removed. */
TEST(counts)
{
    assert_int_equal(count_of("abc", 3, 0), 1);
    assert_int_equal(count_of("abc", 3, 1), 1 + 3);
    assert_int_equal(count_of("abc", 3, 2), 1 + 3 + 3);
    assert_int_equal(count_of("aab", 3, 1), 1 + 2);
}

TEST(counts_of_different_codes)
{
    unsigned char codes[DELETIONS_LONGEST];
    uint64_t hashes[DELETIONS_MOST];
    for (unsigned i = 0; i < DELETIONS_LONGEST; i++)
        codes[i] = (unsigned char)(3 * i);
    for (uint32_t n = 1; n <= DELETIONS_LONGEST; n++)
        for (uint32_t k = 0; k < 4; k++)
            if (deletions_count(n, k) <= DELETIONS_MOST)
                assert_int_equal(deletions_hash(codes, n, k, hashes), deletions_count(n, k));
    assert_int_equal(deletions_count(DELETIONS_LONGEST, 1), 1 + DELETIONS_LONGEST);
    assert_int_equal(deletions_count(3, 5), 8);
}

static bool have_common(const char *x, const char *y, uint32_t n, uint32_t k)
{
    uint64_t a[DELETIONS_MOST], b[DELETIONS_MOST];
    size_t na = deletions_hash((const unsigned char *)x, n, k, a);
    size_t nb = deletions_hash((const unsigned char *)y, n, k, b);
    for (size_t i = 0; i < na; i++)
        for (size_t j = 0; j < nb; j++)
            if (a[i] == b[j])
                return true;
    return false;
}

TEST(common_parts)
{
    assert_true(have_common("abcd", "abxd", 4, 1));
    assert_true(have_common("abcd", "bcde", 4, 1));
    assert_false(have_common("abcd", "axyd", 4, 1));
    assert_true(have_common("abcd", "axyd", 4, 2));
}
