/*
 * fuzz_pairs.c - any bytes as lines of pairs. Each line must be a pair or have a reason why not,
 * and each string must have the characters that utf8.h finds.
 */
#include "base/utf8.h"
#include "fuzz.h"
#include "pair/pair_lines.h"

enum { MOST = 2000 };

static size_t count_characters(const unsigned char *p, size_t n, bool utf8)
{
    size_t count = 0;
    uint32_t character;
    for (size_t at = 0; at < n; count++)
        at += utf8_or_byte(utf8, p + at, n - at, &character);
    return count;
}

/* Returns the pair on a line; NULL if the line has none. */
static const struct lanes_pair *pair_of(const struct pair_lines *p, size_t line)
{
    for (unsigned k = 0; k < PAIR_LINES_KINDS; k++)
        for (size_t i = 0; i < p->lists[k].count; i++)
            if (p->lists[k].lines[i] == line)
                return &p->lists[k].pairs[i];
    return NULL;
}

static void check_line(const struct pair_lines *p, size_t number, const unsigned char *line,
                       size_t size)
{
    const struct lanes_pair *pair = pair_of(p, number);
    const unsigned char *tab = size > 0 ? memchr(line, '\t', size) : NULL;
    size_t m = tab != NULL ? (size_t)(tab - line) : 0, n = tab != NULL ? size - m - 1 : 0;
    bool good = tab != NULL && (n == 0 || memchr(tab + 1, '\t', n) == NULL);
    REQUIRE(good == (p->wrong[number] == NULL) && good == (pair != NULL));
    if (good)
        REQUIRE(pair->x.length == count_characters(line, m, p->rules.utf8) &&
                pair->y.length == count_characters(tab + 1, n, p->rules.utf8));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct choices c = {data, size};
    struct pair_lines p = {
        .rules = {.utf8 = choose(&c, 2) == 0, .ignore_case = choose(&c, 3) == 0}};
    size_t n, lines = 0;
    const unsigned char *bytes = choose_bytes(&c, MOST, &n);
    unsigned char *text = exact_copy(bytes, n);
    pair_lines_take(&p, text, n);
    for (size_t at = 0; at < n; lines++) {
        const unsigned char *newline = memchr(bytes + at, '\n', n - at);
        size_t end = newline != NULL ? (size_t)(newline - bytes) : n;
        REQUIRE(lines < p.count);
        check_line(&p, lines, bytes + at, end - at);
        at = end + 1;
    }
    REQUIRE(lines == p.count);
    pair_lines_free(&p);
    free(text);
    return 0;
}
