#include "naive_dna.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "naive_text.h"

/* A letter and its bases. */
static const char *const meanings[] = {"AA",  "CC",  "GG",   "TT",   "RAG",  "YCT",  "SCG",  "WAT",
                                       "KGT", "MAC", "BCGT", "DAGT", "HACT", "VACG", "NACGT"};

static unsigned char capital(uint32_t c)
{
    unsigned char letter = c < 0x80 ? (unsigned char)toupper((int)c) : '?';
    return letter == 'U' ? 'T' : letter;
}

const char *dna_bases(uint32_t c)
{
    for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++)
        if ((unsigned char)meanings[i][0] == capital(c))
            return meanings[i] + 1;
    return "";
}

bool dna_matches(const char *bases, uint32_t c, bool both)
{
    const char *others = dna_bases(c);
    return (both || strlen(others) == 1) && strpbrk(bases, others) != NULL;
}

struct naive_bytes dna_strand(struct naive_bytes pattern, bool reverse)
{
    static const char letters[] = "ACGTRYSWKMBDHVN", opposite[] = "TGCAYRSWMKVHDBN";
    size_t n = pattern.length;
    struct naive_bytes strand = {naive_allocate(n, 1), n};
    for (size_t i = 0; i < n; i++) {
        unsigned char letter = capital(pattern.bytes[i]);
        if (reverse)
            strand.bytes[n - 1 - i] = (unsigned char)opposite[strchr(letters, letter) - letters];
        else
            strand.bytes[i] = letter;
    }
    return strand;
}

/* Expressions */

/* The parser's state: the expression from `at` on, and the number of groups so far. */
struct strand_reader {
    const char *at;
    bool reverse;
    size_t groups;
};

/* Returns a and b concatenated in the order of the strand; frees both. */
static char *join(const struct strand_reader *r, char *a, char *b)
{
    char *both;
    if (asprintf(&both, "%s%s", r->reverse ? b : a, r->reverse ? a : b) < 0)
        abort();
    free(a);
    free(b);
    return both;
}

static char *copy(const char *text, size_t length)
{
    return memcpy(naive_allocate(length + 1, 1), text, length);
}

static char letter_of(const char *bases, size_t n)
{
    for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++)
        if (strlen(meanings[i] + 1) == n && strspn(bases, meanings[i] + 1) == strlen(bases))
            return meanings[i][0];
    abort();
}

static char *read_item(struct strand_reader *r)
{
    char bases[5] = "", letter;
    bool set = *r->at == '[', negated = set && r->at[1] == '^';
    if (*r->at == '.')
        return copy(r->at++, 1);
    size_t length = set ? strcspn(r->at, "]") : 1, n = 0;
    for (const char *base = "ACGT"; *base != '\0'; base++) {
        bool has = false;
        for (size_t i = set + negated; i < length; i++)
            has = has || strchr(dna_bases((unsigned char)r->at[i]), *base) != NULL;
        if (has != negated)
            bases[n++] = *base;
    }
    r->at += length + set;
    letter = letter_of(bases, n);
    struct naive_bytes one = {(unsigned char *)&letter, 1}, strand = dna_strand(one, r->reverse);
    char *item = copy((char *)strand.bytes, 1);
    free(strand.bytes);
    return item;
}

static char *read_choice(struct strand_reader *r);

/* Parses a group. Its number becomes a byte from 0x80 on. Groups after the last reported one become
 * (?: ): written backwards, they would come first. */
static char *read_group(struct strand_reader *r)
{
    bool plain = strncmp(r->at, "(?:", 3) == 0;
    r->at += plain ? 3 : 1;
    size_t number = plain ? 0 : ++r->groups;
    char *inner = read_choice(r), *group = naive_allocate(strlen(inner) + 5, 1);
    if (plain || number > DNA_GROUPS)
        sprintf(group, "(?:%s)", inner);
    else
        sprintf(group, "(%c%s)", (char)(0x80 + number), inner);
    free(inner);
    r->at++;
    return group;
}

static char *read_atom(struct strand_reader *r)
{
    static const char *const conditions[][2] = {{"^", "$"},     {"$", "^"},     {"\\b", "\\b"},
                                                {"\\B", "\\B"}, {"\\<", "\\>"}, {"\\>", "\\<"}};
    for (size_t i = 0; i < sizeof conditions / sizeof *conditions; i++)
        if (strncmp(r->at, conditions[i][0], strlen(conditions[i][0])) == 0) {
            r->at += strlen(conditions[i][0]);
            const char *now = conditions[i][r->reverse];
            return copy(now, strlen(now));
        }
    return *r->at == '(' ? read_group(r) : read_item(r);
}

/* Parses an atom with its limits and quantifiers. */
static char *read_piece(struct strand_reader *r)
{
    char *atom = read_atom(r);
    const char *from = r->at;
    while (*r->at != '\0' && strchr("?*+{", *r->at) != NULL)
        r->at += *r->at == '{' ? strcspn(r->at, "}") + 1 : 1;
    size_t length = strlen(atom), more = (size_t)(r->at - from);
    char *piece = memcpy(naive_allocate(length + more + 1, 1), atom, length);
    memcpy(piece + length, from, more);
    free(atom);
    return piece;
}

static char *read_choice(struct strand_reader *r)
{
    char *choice = copy("", 0), *sequence = copy("", 0);
    for (;; r->at++) {
        while (*r->at != '\0' && strchr("|)", *r->at) == NULL)
            sequence = join(r, sequence, read_piece(r));
        struct strand_reader forward = {0};
        choice = join(&forward, choice, sequence);
        if (*r->at != '|')
            return choice;
        sequence = copy("", 0);
        choice = join(&forward, choice, copy("|", 1));
    }
}

struct naive_bytes dna_expression(struct naive_bytes expression, bool reverse,
                                  size_t numbers[DNA_GROUPS])
{
    char *text = copy((char *)expression.bytes, expression.length);
    struct strand_reader r = {.at = text, .reverse = reverse};
    struct naive_bytes to = {(unsigned char *)read_choice(&r), 0};
    size_t groups = 0;
    for (const unsigned char *c = to.bytes; *c != '\0'; c++)
        if (*c < 0x80)
            to.bytes[to.length++] = *c;
        else
            numbers[groups++] = *c - 0x80u;
    free(text);
    return to;
}
