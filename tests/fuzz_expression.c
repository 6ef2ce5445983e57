/*
 * fuzz_expression.c - any expressions (-E) under any rules. Queries that patterns_compile() accepts
 * must be consistent, and the paths through their automata must have equal costs forwards and
 * backwards.
 */
#include <locale.h>

#include "fuzz_paths.h"

enum { LONGEST = 256 /* bytes of an expression */ };

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    setlocale(LC_ALL, "C.UTF-8");
    fuzz_quietly(argc, argv);
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct choices c = {data, size};
    unsigned bits = choose_byte(&c), more = choose_byte(&c);
    struct pattern_rules rules = {.expression = true,
                                  .best = true,
                                  .utf8 = bits & 1,
                                  .ignore_case = bits & 2,
                                  .span_lines = bits & 4,
                                  .metric = (enum metric)(bits >> 3 & 3),
                                  .costs.given = more & 1,
                                  .costs.edits = {(more >> 1 & 3) + 1, (more >> 3 & 3) + 1,
                                                  more & 32 ? EDIT_NEVER : 1,
                                                  more & 64 ? (more >> 7) + 1 : EDIT_NEVER}};
    size_t n, length;
    const unsigned char *bytes = choose_bytes(&c, choose(&c, MOST_TEXT + 1), &n);
    const unsigned char *expression = choose_bytes(&c, LONGEST, &length);
    check_pattern(expression, length, &rules, bytes, n);
    return 0;
}
