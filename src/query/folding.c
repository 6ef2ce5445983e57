/* folding.c - see folding.h. */
#define PCRE2_CODE_UNIT_WIDTH 8
#include "query/folding.h"

#include <pcre2.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "query/char_class.h"
#include "query/regex.h"
#include "query/rules.h"

enum { SPACE_LIMIT = 0x3001 /* the last white space of Unicode is U+3000 */ };

/* All characters below `limit`, one after the other; *at tells where each begins. */
static unsigned char *all_characters(bool utf8, uint32_t limit, size_t *length)
{
    unsigned char *text = xmalloc((size_t)4 * limit);
    *length = 0;
    for (uint32_t c = 0; c < limit; c++)
        if (!utf8)
            text[(*length)++] = (unsigned char)c;
        else if (c < 0xd800 || c > 0xdfff)
            *length += utf8_encode(c, text + *length);
    return text;
}

static void mark(struct folding *e, const unsigned char *text, size_t from, size_t to,
                 enum character_kind kind)
{
    for (size_t at = from; at < to;) {
        uint32_t c;
        at += utf8_or_byte(e->utf8, text + at, to - at, &c);
        e->kinds[c] |= (uint8_t)kind;
    }
}

/* Marks what the set of `option` matches of the characters below `limit`, which PCRE2 is asked
 * about all at once. */
static void mark_set(struct folding *e, const char *option, const struct class_item *set,
                     uint32_t flags, uint32_t limit, enum character_kind kind)
{
    size_t length, size = set->source_length;
    char *runs = xmalloc(size + 2);
    memcpy(runs, set->source, size);
    memcpy(runs + size, "++", 2);
    struct regex_error error;
    pcre2_code *regex = regex_try(runs, size + 2, flags, &error);
    pcre2_match_data *match = regex_match_data();
    if (regex == NULL || match == NULL)
        die_out_of_memory();
    (void)pcre2_jit_compile(regex, PCRE2_JIT_COMPLETE);
    unsigned char *text = all_characters(e->utf8, e->utf8 ? limit : 256, &length);
    const PCRE2_SIZE *bounds = pcre2_get_ovector_pointer(match);
    for (size_t from = 0; from < length; from = bounds[1]) {
        int result = pcre2_match(regex, text, length, from, PCRE2_NO_UTF_CHECK, match, NULL);
        if (result == PCRE2_ERROR_NOMATCH)
            break;
        if (result < 0)
            regex_die(option, result);
        mark(e, text, bounds[0], bounds[1], kind);
    }
    pcre2_code_free(regex);
    /* Otherwise PCRE2 keeps the pages of machine code, even when it is unloaded. */
    pcre2_jit_free_unused_memory(NULL);
    pcre2_match_data_free(match);
    free(runs);
    free(text);
    if (e->utf8 && set->undecodable)
        for (uint32_t c = CHAR_BYTE + 128; c < CHAR_LIMIT; c++)
            e->kinds[c] |= (uint8_t)kind;
}

/* Marks what is in the set of `option`; false when an error was reported. */
static bool add_set(struct folding *e, const struct pattern_rules *rules, const char *option,
                    const char *set, uint32_t limit, enum character_kind kind)
{
    struct regex_error error = {0};
    struct class_item item;
    if (!char_class_single(set, strlen(set), 0, rules, &item, &error)) {
        PCRE2_UCHAR reason[256] = "this is not one set of characters, as [\\s-] or \\n";
        if (error.number != 0)
            (void)pcre2_get_error_message(error.number, reason, sizeof reason);
        regex_complain(option, set, strlen(set), error.offset, rules->utf8, (const char *)reason);
        return false;
    }
    mark_set(e, option, &item, char_class_flags(rules), limit, kind);
    free(item.source);
    pcre2_code_free(item.regex);
    return true;
}

static void take_form(void *context, uint32_t c, bool joins, bool changes)
{
    struct folding *e = context;
    e->kinds[c] |= (uint8_t)((joins ? CHARACTER_JOINS : 0) | (changes ? CHARACTER_CHANGES : 0));
}

/* Lists the bytes that need a look, as few ranges. In UTF-8 only those below 128. */
static void list_ranges(struct folding *e)
{
    unsigned limit = e->utf8 ? 128 : 256;
    for (unsigned c = 0, end; c < limit && e->nranges <= FOLDING_RANGES; c = end) {
        for (end = c + 1; end < limit && (e->kinds[end] != 0) == (e->kinds[c] != 0);)
            end++;
        if (e->kinds[c] == 0)
            continue;
        if (e->nranges < FOLDING_RANGES)
            e->ranges[e->nranges] = (struct byte_range){(uint8_t)c, (uint8_t)(end - c - 1)};
        e->nranges++;
    }
}

/* Whether all sequences that begin with this byte count as they stand; false if not every second
 * byte makes one, or there are four bytes. */
static bool lead_stands(const struct folding *e, unsigned lead)
{
    if (lead < 0xc2 || lead == 0xe0 || lead == 0xed || lead >= 0xf0)
        return false;
    size_t n = lead < 0xe0 ? 1 << 6 : 1 << 12;
    const uint8_t *kinds = e->kinds + (lead & (lead < 0xe0 ? 0x1f : 0xf)) * n;
    return kinds[0] == 0 && memcmp(kinds, kinds + 1, n - 1) == 0;
}

static void list_leads(struct folding *e)
{
    for (unsigned lead = 0xc0, end; lead <= 0xff; lead = end) {
        for (end = lead; lead_stands(e, end);)
            end++;
        for (unsigned i = lead; i < end; i++)
            e->leads[i - 0xc0] = (struct byte_range){(uint8_t)lead, (uint8_t)(end - lead - 1)};
        end += end == lead;
    }
}

static bool fill(struct folding *e, const struct pattern_rules *rules)
{
    const struct equality_rules *r = &rules->equality;
    if (r->normalize || r->fold_accents) {
        if (normal_form_why_not() != NULL) {
            diag_error("--%s: %s", r->normalize ? "normalize" : "fold-accents",
                       normal_form_why_not());
            return false;
        }
        if ((e->normal = normal_form_open(r->fold_accents)) == NULL)
            die_out_of_memory();
        normal_form_tell(e->normal, take_form, e);
    }
    if ((r->skip != NULL && !add_set(e, rules, "--skip", r->skip, CHAR_BYTE, CHARACTER_SKIPPED)) ||
        (r->fold_space &&
         !add_set(e, rules, "--fold-space", "\\s", SPACE_LIMIT, CHARACTER_SPACE)) ||
        ((r->trim_lines || r->join_lines) &&
         !add_set(e, rules, "--block", "\\s", SPACE_LIMIT, CHARACTER_BLANK)))
        return false;
    if (e->crlf)
        e->kinds['\r'] |= CHARACTER_RETURN;
    list_ranges(e);
    if (e->utf8)
        list_leads(e);
    return true;
}

bool folding_of(const struct pattern_rules *rules, struct folding **e)
{
    const struct equality_rules *r = &rules->equality;
    *e = NULL;
    if (!equality_rules_fold(r))
        return false;
    *e = xcalloc(1, sizeof **e);
    (*e)->utf8 = rules->utf8;
    (*e)->fold_space = r->fold_space;
    (*e)->trim_lines = r->trim_lines;
    (*e)->join_lines = r->join_lines;
    (*e)->pieces = r->normalize || r->fold_accents || r->trim_lines || r->join_lines;
    (*e)->crlf = rules->crlf;
    (*e)->entries = r->entries;
    (*e)->kinds = xcalloc(rules->utf8 ? CHAR_LIMIT : 256, 1);
    if (!fill(*e, rules)) {
        folding_free(*e);
        *e = NULL;
    }
    return true;
}

void folding_free(struct folding *e)
{
    if (e == NULL)
        return;
    normal_form_close(e->normal);
    free(e->kinds);
    free(e);
}
