#include "pair/character_codes.h"

#include <stdlib.h>
#include <string.h>

#include "base/character_map.h"
#include "base/xalloc.h"
#include "pair/sequences.h"
#include "query/case_classes.h"

enum { ASCII = 0x80, WORD = sizeof(uint64_t) };

struct character_codes {
    bool utf8, ignore_case;
    uint32_t count;
    struct case_classes cases;  /* ignore_case */
    struct character_map codes; /* of a character beyond ASCII; 0: none yet */
};

struct character_codes *character_codes_open(bool utf8, bool ignore_case)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz";
    struct character_codes *k = xcalloc(1, sizeof *k);
    k->utf8 = utf8;
    k->ignore_case = ignore_case;
    k->count = ASCII;
    if (ignore_case) {
        case_classes_open(&k->cases, utf8);
        case_classes_put(&k->cases, letters, sizeof letters - 1);
    }
    return k;
}

void character_codes_close(struct character_codes *k)
{
    if (k == NULL)
        return;
    if (k->ignore_case)
        case_classes_close(&k->cases);
    character_map_free(&k->codes);
    free(k);
}

uint32_t character_codes_count(const struct character_codes *k)
{
    return k->count;
}

/* Returns the code of a character beyond ASCII that has none yet, and is written as text[0..size).
 */
static uint32_t new_code(struct character_codes *k, uint32_t character, const unsigned char *text,
                         size_t size)
{
    if (k->ignore_case && k->utf8 && character < CHAR_BYTE) {
        uint32_t first = case_classes_first(&k->cases, (const char *)text, size, NULL);
        if (first < CHAR_LIMIT)
            return first < ASCII ? first : *character_map_slot(&k->codes, first);
    }
    return k->count++;
}

static uint32_t ascii_code(const struct character_codes *k, unsigned char byte)
{
    if (k->ignore_case)
        ascii_lower(&byte, 1);
    return byte;
}

/* Sets *code to that of the character at byte `at`. Returns the character's size. */
static size_t take_character(struct character_codes *k, const struct file_content *c, size_t at,
                             uint32_t *code)
{
    uint32_t character;
    size_t size = file_content_decode(c, k->utf8, at, &character);
    if (character < ASCII) {
        *code = ascii_code(k, (unsigned char)character);
        return size;
    }
    uint32_t *slot = character_map_slot(&k->codes, character);
    if (*slot == 0)
        *slot = new_code(k, character, c->bytes + at, size);
    *code = *slot;
    return size;
}

/* Returns the number of ASCII bytes from p on, in whole words. */
static size_t ascii_words(const unsigned char *p, size_t n)
{
    size_t at = 0;
    uint64_t word = 0;
    for (; n - at >= WORD; at += WORD) {
        memcpy(&word, p + at, WORD);
        if ((word & UINT64_C(0x8080808080808080)) != 0)
            return at;
    }
    return at;
}

void character_codes_add(struct character_codes *k, const struct file_content *c)
{
    uint32_t code;
    for (size_t at = 0; at < c->size;) {
        at += ascii_words(c->bytes + at, c->size - at);
        if (at < c->size)
            at += take_character(k, c, at, &code);
    }
}

/* Stores the codes of n ASCII bytes, from code number `at` on. */
static void put_ascii(const struct character_codes *k, unsigned char *codes, unsigned width,
                      size_t at, const unsigned char *bytes, size_t n)
{
    if (width == 1 && !k->ignore_case)
        memcpy(codes + at, bytes, n);
    else
        for (size_t i = 0; i < n; i++)
            sequences_put_code(codes, width, at + i, ascii_code(k, bytes[i]));
}

unsigned char *character_codes_encode(struct character_codes *k, const struct file_content *c,
                                      unsigned width, uint32_t other, size_t *count)
{
    unsigned char *codes = xreallocarray(NULL, c->size, width);
    size_t n = 0;
    for (size_t at = 0; at < c->size;) {
        size_t ascii = ascii_words(c->bytes + at, c->size - at);
        put_ascii(k, codes, width, n, c->bytes + at, ascii);
        at += ascii;
        n += ascii;
        for (size_t last = at + WORD; at < last && at < c->size;) {
            uint32_t code;
            at += take_character(k, c, at, &code);
            sequences_put_code(codes, width, n++, code < other ? code : other);
        }
    }
    *count = n;
    return xreallocarray(codes, n, width);
}
