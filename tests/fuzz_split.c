/*
 * fuzz_split.c - any text in any pieces, with any delimiters, split into chunks of any size: see
 * chunked.h.
 */
#include <locale.h>

#include "chunked.h"
#include "fuzz_regex.h"

enum { LONGEST_TEXT = 2000, LONGEST_PLAN = 32, WIDE = 300 };

/* 300 different characters of two bytes, so that symbols need more than a byte. */
static char wide[2 * WIDE + 1];

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    setlocale(LC_ALL, "C.UTF-8");
    for (unsigned i = 0; i < WIDE; i++) {
        wide[2 * i] = (char)(0xc4 + (i >> 6));
        wide[2 * i + 1] = (char)(0x80 + (i & 0x3f));
    }
    fuzz_quietly(argc, argv);
    return 0;
}

static void choose_delimiter(struct choices *c, struct chunked *input, struct drawn_regex *regex)
{
    static const char *const regexes[] = {"\n",         "\r?\n",   "\n\n+",     "a+",
                                          "(?<=a)b",    "^a",      "\\bab?",    "(?s).{3}",
                                          "\xc3\xa9",   "a(?=b)",  "(?m)b$",    "\\Aa|\\ba",
                                          "[^ab\xe2]+", "a(?!ab)", "ab|abab|b", "(?<!a)b|\\Bc"};
    enum { REGEXES = sizeof regexes / sizeof *regexes };
    unsigned choice = choose_byte(c);
    input->delimiter_byte = choice & 32 ? (choice & 64 ? -1 : '\0') : '\n';
    if (!(choice & 128))
        return;
    input->delimiter_byte = -1;
    input->delimiter = regexes[choice % REGEXES];
    if (choice & 64) {
        regex_make(regex, c);
        input->delimiter = regex->text;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const patterns[] = {"a", "ab\xc3\xa9", "abcdefghijklmnopqrst", wide};
    static const uint32_t most[] = {1, 3, 20, 8}; /* distances below this */
    struct choices c = {data, size};
    struct chunked input = {.text = NULL};
    struct drawn_regex regex;
    unsigned bits = choose_byte(&c), choice = bits >> 2 & 3;
    input.utf8 = bits & 1;
    input.regular = bits & 2;
    input.pattern = patterns[choice];
    input.k = choose(&c, most[choice]);
    input.chunk_size = bits & 128 ? LONGEST_TEXT : 1 + choose_byte(&c) + (bits & 64 ? WIDE : 0);
    choose_delimiter(&c, &input, &regex);
    input.plan = choose_bytes(&c, choose(&c, LONGEST_PLAN), &input.planned);
    const unsigned char *text = choose_bytes(&c, LONGEST_TEXT, &input.length);
    unsigned char *copy = input.delimiter == regex.text
                              ? regex_subject(text, input.length, LONGEST_TEXT, &input.length)
                              : exact_copy(text, input.length);
    input.text = copy;
    bool marked =
        input.length >= 2 && (memcmp(copy, "\xff\xfe", 2) == 0 || memcmp(copy, "\xfe\xff", 2) == 0);
    if (input.utf8 && marked) { /* UTF-16, which unit_convert tests */
        free(copy);
        return 0;
    }
    bool refused;
    const char *wrong = chunked_check(&input, &refused);
    if (wrong != NULL && input.delimiter != NULL)
        regex_show(input.delimiter, input.text, input.length);
    if (wrong != NULL)
        fuzz_fail(__FILE__, __LINE__, wrong);
    free(copy);
    return 0;
}
