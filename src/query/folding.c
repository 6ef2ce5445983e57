#define PCRE2_CODE_UNIT_WIDTH 8
#include "query/folding.h"

#include <pcre2.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "query/char_class.h"
#include "query/folding_sets.h"
#include "query/regex.h"
#include "query/rules.h"

enum { SPACE_LIMIT = 0x3001 /* the last white space of Unicode is U+3000 */ };

/* Adds the set of `option`, all of whose characters are below `limit`; false when an error was
 * reported. */
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
    if (e->sets == NULL)
        e->sets = folding_sets_open(e->kinds, e->utf8);
    folding_sets_add(e->sets, option, &item, char_class_flags(rules), limit, (uint8_t)kind);
    return true;
}

static void take_form(void *context, uint32_t c, bool joins, bool changes)
{
    struct folding *e = context;
    e->kinds[c] |= (uint8_t)((joins ? CHARACTER_JOINS : 0) | (changes ? CHARACTER_CHANGES : 0));
}

/* Sets e->alone. */
static void ask_alone(struct folding *e)
{
    struct piece_form piece = {0};
    e->alone = xcalloc(FOLDING_ALONE, sizeof *e->alone);
    for (uint32_t c = 0x80; c < FOLDING_ALONE; c++) {
        unsigned char bytes[UTF8_LONGEST];
        if ((e->kinds[c] & CHARACTER_CHANGES) == 0)
            continue;
        if (!normal_form_piece(e->drops_accents, bytes, 0, utf8_encode(c, bytes), &piece))
            die_out_of_memory();
        if (piece.count == 1 && piece.list[0].character <= UINT16_MAX)
            e->alone[c] = (uint16_t)piece.list[0].character;
    }
    piece_form_free(&piece);
}

/* Lists the bytes that need a closer look as a few ranges; in UTF-8 only those below 128. */
static void list_ranges(struct folding *e)
{
    unsigned limit = e->utf8 ? 128 : 256;
    for (unsigned c = 0; c < limit; c++)
        if (e->kinds[c] != 0)
            byte_set_add(&e->attention, (uint8_t)c);
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

/* Returns whether folding leaves all sequences that begin with this byte unchanged; false if not
 * every second byte is valid, or the sequences have four bytes. */
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

static bool add_normal_form(struct folding *e, const struct folding_rules *r)
{
    const char *why_not = normal_form_why_not();
    if (why_not != NULL) {
        diag_error("--%s: %s", r->normalize ? "normalize" : "fold-accents", why_not);
        return false;
    }
    e->normalizes = true;
    e->drops_accents = r->fold_accents;
    normal_form_tell(e->drops_accents, take_form, e);
    if (e->utf8)
        ask_alone(e);
    return true;
}

static bool fill_folding(struct folding *e, const struct pattern_rules *rules)
{
    const struct folding_rules *r = &rules->folding;
    if (((r->normalize || r->fold_accents) && !add_normal_form(e, r)) ||
        (r->skip != NULL && !add_set(e, rules, "--skip", r->skip, CHAR_BYTE, CHARACTER_SKIPPED)))
        return false;
    if (r->fold_space)
        (void)add_set(e, rules, "--fold-space", "\\s", SPACE_LIMIT, CHARACTER_SPACE);
    if (r->trim_lines || r->join_lines)
        (void)add_set(e, rules, "--block", "\\s", SPACE_LIMIT, CHARACTER_BLANK);
    if (e->crlf)
        e->kinds['\r'] |= CHARACTER_RETURN;
    list_ranges(e);
    if (e->utf8)
        list_leads(e);
    return true;
}

bool folding_of(const struct pattern_rules *rules, struct folding **e)
{
    const struct folding_rules *r = &rules->folding;
    *e = NULL;
    if (!folding_rules_fold(r))
        return true;
    *e = xcalloc(1, sizeof **e);
    (*e)->utf8 = rules->utf8;
    (*e)->fold_space = r->fold_space;
    (*e)->trim_lines = r->trim_lines;
    (*e)->join_lines = r->join_lines;
    (*e)->pieces = r->normalize || r->fold_accents || r->trim_lines || r->join_lines;
    (*e)->crlf = rules->crlf;
    (*e)->entries = r->entries;
    (*e)->kernel = folding_kernel();
    (*e)->kinds = xcalloc(rules->utf8 ? CHAR_LIMIT : 256, 1);
    if (fill_folding(*e, rules))
        return true;
    folding_free(*e);
    *e = NULL;
    return false;
}

void folding_free(struct folding *e)
{
    if (e == NULL)
        return;
    free(e->alone);
    folding_sets_close(e->sets);
    free(e->kinds);
    free(e);
}
