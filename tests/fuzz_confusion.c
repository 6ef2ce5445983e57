/*
 * fuzz_confusion.c - any bytes as the file of --confuse. The parsed list must agree with the file,
 * and the patterns that patterns_compile() accepts must have equal costs forwards and backwards.
 */
#include <locale.h>
#include <sys/mman.h>

#include "fuzz_paths.h"
#include "query/confusion.h"

enum { LONGEST_PATTERN = 40 };

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    setlocale(LC_ALL, "C.UTF-8");
    REQUIRE(dup2(memfd_create("confusions", 0), STDIN_FILENO) == STDIN_FILENO);
    fuzz_quietly(argc, argv);
    return 0;
}

static void put_file(const unsigned char *bytes, size_t length)
{
    REQUIRE(ftruncate(STDIN_FILENO, 0) == 0 && lseek(STDIN_FILENO, 0, SEEK_SET) == 0);
    REQUIRE(write(STDIN_FILENO, bytes, length) == (ssize_t)length);
    REQUIRE(lseek(STDIN_FILENO, 0, SEEK_SET) == 0);
}

/* Returns line `line` of the file, counted from 1. */
static const unsigned char *line_of(const unsigned char *bytes, size_t length, unsigned long line,
                                    size_t *n)
{
    const unsigned char *end = bytes + length;
    while (--line > 0) {
        const unsigned char *newline = memchr(bytes, '\n', (size_t)(end - bytes));
        REQUIRE(newline != NULL);
        bytes = newline + 1;
    }
    const unsigned char *newline = memchr(bytes, '\n', (size_t)(end - bytes));
    *n = (size_t)((newline != NULL ? newline : end) - bytes);
    return bytes;
}

/* Checks that a line has the cost and the two sides that were parsed. */
static void check_line(const struct confusion *c, const unsigned char *line, size_t n)
{
    char written[16];
    int cost = snprintf(written, sizeof written, "%u\t", c->cost);
    size_t sides = c->lengths[0] + 1 + c->lengths[1], zeros = 0;
    while (zeros + 1 < n && line[zeros] == '0' && line[zeros + 1] != '\t')
        zeros++;
    REQUIRE(c->cost <= 255 && n == zeros + (size_t)cost + sides);
    REQUIRE(memcmp(line + zeros, written, (size_t)cost) == 0);
    const unsigned char *first = line + n - sides, *second = first + c->lengths[0] + 1;
    REQUIRE(memcmp(first, c->sides[0], c->lengths[0]) == 0 && second[-1] == '\t');
    REQUIRE(memcmp(second, c->sides[1], c->lengths[1]) == 0);
}

static void check_lines(const struct confusion_list *l, const unsigned char *bytes, size_t length)
{
    enum { MARK = 3 }; /* bytes of a byte order mark, which is not part of the first line */
    size_t mark = length >= MARK && memcmp(bytes, "\xef\xbb\xbf", MARK) == 0 ? MARK : 0;
    bytes += mark;
    length -= mark;
    for (size_t i = 0; i < l->count; i++) {
        size_t n;
        REQUIRE(l->list[i].line > (i > 0 ? l->list[i - 1].line : 0));
        const unsigned char *line = line_of(bytes, length, l->list[i].line, &n);
        check_line(&l->list[i], line, n);
    }
}

static void check_patterns(struct choices *c, const struct confusion_list *l, unsigned bits)
{
    struct pattern_rules rules = {.expression = bits & 1,
                                  .best = true,
                                  .utf8 = bits & 2,
                                  .ignore_case = bits & 4,
                                  .costs = {.given = true},
                                  .costs.edits = {(bits >> 3 & 1) + 1, 1,
                                                  bits & 16 ? EDIT_NEVER : 1,
                                                  bits & 32 ? 1 : EDIT_NEVER},
                                  .costs.confusions = l->list,
                                  .costs.nconfusions = l->count};
    size_t n, length;
    const unsigned char *bytes = choose_bytes(c, choose(c, MOST_TEXT + 1), &n);
    const unsigned char *pattern = choose_bytes(c, choose(c, LONGEST_PATTERN), &length);
    check_pattern(pattern, length, &rules, bytes, n);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct choices c = {data, size};
    unsigned bits = choose_byte(&c);
    size_t length;
    const unsigned char *bytes = choose_bytes(&c, choose_byte(&c), &length);
    struct confusion_list l = {NULL, 0, 0};
    put_file(bytes, length);
    diag_reset();
    bool good = confusions_read(&l, "-");
    REQUIRE(good == !diag_failed());
    check_lines(&l, bytes, length);
    if (good)
        check_patterns(&c, &l, bits);
    confusions_free(&l);
    return 0;
}
