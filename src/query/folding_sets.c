#define PCRE2_CODE_UNIT_WIDTH 8
#include "query/folding_sets.h"

#include <pcre2.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "query/regex.h"

enum { SETS = 4, PAGE = 256, PAGES = CHAR_BYTE / PAGE };

struct folding_sets {
    uint8_t *kinds;
    bool utf8;
    struct {
        pcre2_code *regex; /* matches a run of characters of the set */
        uint32_t limit;    /* all its characters are below this */
        uint8_t kind;
    } sets[SETS];
    unsigned n;
    pthread_mutex_t asking; /* guards the following members, and writes to `kinds` */
    pcre2_match_data *match;
    _Atomic uint8_t known[PAGES];
};

struct folding_sets *folding_sets_open(uint8_t *kinds, bool utf8)
{
    struct folding_sets *x = xcalloc(1, sizeof *x);
    x->kinds = kinds;
    x->utf8 = utf8;
    (void)pthread_mutex_init(&x->asking, NULL);
    if ((x->match = regex_match_data()) == NULL)
        die_out_of_memory();
    return x;
}

void folding_sets_close(struct folding_sets *x)
{
    if (x == NULL)
        return;
    for (unsigned i = 0; i < x->n; i++)
        pcre2_code_free(x->sets[i].regex);
    pcre2_match_data_free(x->match);
    (void)pthread_mutex_destroy(&x->asking);
    free(x);
}

/* Writes the characters of a page one after the other. Returns the number of bytes. */
static size_t write_page(unsigned char *text, uint32_t first, bool utf8)
{
    size_t length = 0;
    for (uint32_t c = first; c < first + PAGE; c++)
        if (!utf8)
            text[length++] = (unsigned char)c;
        else if (c < 0xd800 || c > 0xdfff)
            length += utf8_encode(c, text + length);
    return length;
}

/* Marks the characters of a page that are in set i. Returns 0, or PCRE2's error. */
static int mark_page(struct folding_sets *x, unsigned i, uint32_t first)
{
    unsigned char text[PAGE * UTF8_LONGEST];
    const PCRE2_SIZE *bounds = pcre2_get_ovector_pointer(x->match);
    size_t length = write_page(text, first, x->utf8);
    for (size_t at = 0; at < length;) {
        int result =
            pcre2_match(x->sets[i].regex, text, length, at, PCRE2_NO_UTF_CHECK, x->match, NULL);
        if (result < 0)
            return result == PCRE2_ERROR_NOMATCH ? 0 : result;
        for (at = bounds[0]; at < bounds[1];) {
            uint32_t c;
            at += utf8_or_byte(x->utf8, text + at, length - at, &c);
            x->kinds[c] |= x->sets[i].kind;
        }
    }
    return 0;
}

static pcre2_code *compile_run(const struct class_item *set, uint32_t flags)
{
    struct regex_error error;
    size_t size = set->source_length;
    char *run = xmalloc(size + 2);
    memcpy(run, set->source, size);
    memcpy(run + size, "++", 2);
    pcre2_code *regex = regex_try(run, size + 2, flags, &error);
    if (regex == NULL)
        die_out_of_memory();
    free(run);
    return regex;
}

/* Marks the characters below `end` that are in set i. Exits the program when PCRE2 fails. */
static void mark_pages(struct folding_sets *x, unsigned i, uint32_t end, const char *option)
{
    for (uint32_t first = 0; first < end; first += PAGE) {
        int error = mark_page(x, i, first);
        if (error != 0)
            regex_die(option, error);
    }
}

void folding_sets_add(struct folding_sets *x, const char *option, struct class_item *set,
                      uint32_t flags, uint32_t limit, uint8_t kind)
{
    uint32_t asked = !x->utf8 ? PAGE : limit < FOLDING_KNOWN ? limit : FOLDING_KNOWN;
    unsigned i = x->n++;
    x->sets[i].limit = limit;
    x->sets[i].kind = kind;
    x->sets[i].regex = compile_run(set, flags);
    (void)pcre2_jit_compile(x->sets[i].regex, PCRE2_JIT_COMPLETE);
    mark_pages(x, i, asked, option);
    /* PCRE2 keeps pages of machine code until all code in them is freed, even after it is unloaded.
     * The library frees its objects as a whole, without folding_sets_close(). So machine code is
     * freed here, and PCRE2 interprets the expression for later pages. */
    pcre2_code_free(x->sets[i].regex);
    pcre2_jit_free_unused_memory(NULL);
    x->sets[i].regex = compile_run(set, flags);
    mark_pages(x, i, PAGE, option); /* allocates the memory of all later matches */
    for (uint32_t c = CHAR_BYTE + 128; x->utf8 && set->undecodable && c < CHAR_LIMIT; c++)
        x->kinds[c] |= kind;
    free(set->source);
    pcre2_code_free(set->regex);
}

/* No match can fail: earlier matches of the same sizes have allocated the memory. */
static void ask_page(struct folding_sets *x, uint32_t number)
{
    (void)pthread_mutex_lock(&x->asking);
    for (unsigned i = 0; i < x->n && x->known[number] == 0; i++)
        if (number * PAGE < x->sets[i].limit)
            (void)mark_page(x, i, number * PAGE);
    atomic_store_explicit(&x->known[number], 1, memory_order_release);
    (void)pthread_mutex_unlock(&x->asking);
}

uint8_t folding_sets_kind(struct folding_sets *x, uint32_t c)
{
    uint32_t number = c / PAGE;
    if (c < CHAR_BYTE && atomic_load_explicit(&x->known[number], memory_order_acquire) == 0)
        ask_page(x, number);
    return x->kinds[c];
}
