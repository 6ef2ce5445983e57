#include "naive_pair.h"

#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "naive_align.h"
#include "naive_text.h"

enum { SELECTED, NOTHING, TROUBLE };

/* Texts as units: characters or words */

struct side {
    struct naive_bytes bytes;
    struct text text;       /* as compared */
    uint32_t *codes;        /* [unit] */
    size_t *first, *end, n; /* [unit] its characters, without the white space after a word */
};

struct word {
    const uint32_t *characters;
    size_t n;
};

struct sides {
    struct side x, y;
    struct word *words; /* all different */
    size_t nwords;
};

static bool is_space(uint32_t c)
{
    static const uint32_t others[] = {0x85, 0xa0, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (c == others[i])
            return true;
    return c == ' ' || (c >= '\t' && c <= '\r') || (c >= 0x2000 && c <= 0x200a);
}

static bool space_at(const struct naive_pair_rules *rules, const struct side *s, size_t i)
{
    return is_space(s->text.chars[i]) && (rules->form.utf8 || s->text.chars[i] < 0x80);
}

static uint32_t word_code(struct sides *p, const uint32_t *characters, size_t n)
{
    for (size_t i = 0; i < p->nwords; i++)
        if (p->words[i].n == n &&
            memcmp(p->words[i].characters, characters, n * sizeof *characters) == 0)
            return (uint32_t)i;
    p->words = naive_with_room(p->words, p->nwords, sizeof *p->words);
    p->words[p->nwords] = (struct word){characters, n};
    return (uint32_t)p->nwords++;
}

static void make_units(const struct naive_pair_rules *rules, struct sides *p, struct side *s)
{
    const struct text *t = &s->text;
    s->codes = naive_allocate(t->n, sizeof *s->codes);
    s->first = naive_allocate(t->n, sizeof *s->first);
    s->end = naive_allocate(t->n, sizeof *s->end);
    for (size_t at = 0, end; at < t->n; at = end) {
        end = at + 1;
        if (rules->words && space_at(rules, s, at))
            continue;
        bool word = rules->words && character_is_word(&rules->form, t->chars[at]);
        while (word && end < t->n && character_is_word(&rules->form, t->chars[end]))
            end++;
        s->codes[s->n] = rules->words ? word_code(p, t->folded + at, end - at) : t->folded[at];
        s->first[s->n] = at;
        s->end[s->n++] = end;
    }
}

static struct sides sides_open(const struct naive_pair_rules *rules, struct naive_bytes x,
                               struct naive_bytes y)
{
    struct sides p = {.x = {.bytes = x}, .y = {.bytes = y}};
    struct folding *e = folding_open(&rules->form);
    struct naive_bytes form = folding_form(e, x, true);
    struct text known = folding_pattern(e, form); /* -i: the representatives */
    p.x.text = folding_record(e, x, 0);
    p.y.text = folding_record(e, y, 0);
    make_units(rules, &p, &p.x);
    make_units(rules, &p, &p.y);
    text_free(&known);
    free(form.bytes);
    folding_close(e);
    return p;
}

static void side_close(struct side *s)
{
    text_free(&s->text);
    free(s->codes);
    free(s->first);
    free(s->end);
}

static void sides_close(struct sides *p)
{
    side_close(&p->x);
    side_close(&p->y);
    free(p->words);
}

/* Returns where character i of the form begins in the text. */
static size_t place_of(const struct side *s, size_t i)
{
    return i == 0 ? 0 : i < s->text.n ? s->text.offset[i] : s->bytes.length;
}

/* Returns where unit i begins. White space before it belongs only to the first unit. */
static size_t place_of_unit(const struct side *s, size_t i)
{
    return i == 0 ? 0 : place_of(s, i < s->n ? s->first[i] : s->text.n);
}

static size_t distance_of(const struct sides *p, enum table_metric metric, char *edits)
{
    return table_align(p->x.codes, p->x.n, p->y.codes, p->y.n, metric, edits);
}

static size_t longer_of(const struct sides *p)
{
    return p->x.n > p->y.n ? p->x.n : p->y.n;
}

/* Numbers */

static size_t limit_of(const struct naive_pair_rules *rules, const struct sides *p)
{
    const struct naive_options *o = &rules->form;
    size_t share = longer_of(p) * o->k / 100;
    if (o->limit == NAIVE_NONE)
        return SIZE_MAX;
    if (o->limit == NAIVE_EDITS)
        return o->k;
    return o->limit == NAIVE_BOTH && o->most < share ? o->most : share;
}

static double similarity_of(const struct sides *p, size_t distance)
{
    return longer_of(p) == 0 ? 1 : 1 - (double)distance / (double)longer_of(p);
}

static size_t lcs_length(const struct sides *p)
{
    return (p->x.n + p->y.n - distance_of(p, TABLE_INDEL, NULL)) / 2;
}

static void print_json(FILE *out, const struct naive_pair_rules *rules, const struct sides *p,
                       size_t distance)
{
    static const char *const names[] = {"levenshtein", "indel", "osa", "hamming"};
    size_t limit = limit_of(rules, p);
    fprintf(out, "{\"length1\":%zu,\"length2\":%zu,\"metric\":\"%s\",", p->x.n, p->y.n,
            names[rules->metric]);
    if (limit != SIZE_MAX)
        fprintf(out, "\"limit\":%zu,", limit);
    if (distance > limit)
        fputs("\"distance\":null,\"similarity\":null,\"lcs_length\":null}\n", out);
    else
        fprintf(out, "\"distance\":%zu,\"similarity\":%.6f,\"lcs_length\":%zu}\n", distance,
                similarity_of(p, distance), lcs_length(p));
}

static size_t count_edits(const char *edits, char kind)
{
    size_t n = 0;
    for (; *edits != '\0'; edits++)
        n += *edits == kind;
    return n;
}

static void print_summary(FILE *out, const struct sides *p, size_t distance, const char *edits)
{
    fprintf(out,
            "distance: %zu\nsimilarity: %.2f%%\nequal: %zu\nsubstitutions: %zu\n"
            "insertions: %zu\ndeletions: %zu\nexchanges: %zu\n",
            distance, 100 * similarity_of(p, distance), count_edits(edits, '='),
            count_edits(edits, 'X'), count_edits(edits, 'I'), count_edits(edits, 'D'),
            count_edits(edits, 'T') / 2);
}

static void print_cigar(FILE *out, const char *edits)
{
    for (size_t run; *edits != '\0'; edits += run) {
        run = strspn(edits, (char[]){*edits, '\0'});
        fprintf(out, "%zu%c", *edits == 'T' ? run / 2 : run, *edits);
    }
    putc('\n', out);
}

/* Prints the characters of a text in from..to, or only the first white space there. Returns whether
 * the last printed one is white space, or `otherwise` if none was printed. */
static bool print_part(FILE *out, const struct naive_pair_rules *rules, const struct side *s,
                       size_t from, size_t to, bool space_only, bool otherwise)
{
    bool space = otherwise;
    for (size_t at = from, n; at < to; at += n) {
        uint32_t c;
        n = character_decode(s->bytes.bytes + at, s->bytes.length - at, rules->form.utf8, &c);
        bool this = is_space(c) && (rules->form.utf8 || c < 0x80);
        if (space_only && !this && space)
            return true;
        if (space_only && !this)
            continue;
        fwrite(s->bytes.bytes + at, 1, n, out);
        space = this;
    }
    return space;
}

static void print_lcs(FILE *out, const struct naive_pair_rules *rules, const struct sides *p,
                      const char *edits)
{
    bool space = true; /* between words */
    size_t i = 0;
    for (; *edits != '\0'; edits++) {
        size_t from = place_of_unit(&p->x, i), to = place_of_unit(&p->x, i + 1);
        if (*edits == '=')
            space = print_part(out, rules, &p->x, from, to, false, space);
        else if (*edits == 'D' && rules->words && !space)
            space = print_part(out, rules, &p->x, from, to, true, false);
        i += *edits != 'I';
    }
}

/* --align */

struct cells {
    struct naive_cell *v; /* `at`: characters of both texts before them */
    size_t n;
};

/* Returns the glyph of character i with its marks. */
static struct naive_glyph glyph_at(const struct naive_pair_rules *rules, const struct side *s,
                                   size_t i)
{
    bool utf8 = rules->form.utf8, newline = false;
    size_t from = s->text.offset[i], to = place_of(s, i + 1);
    struct naive_glyph g = naive_glyph_of(s->text.chars[i], utf8);
    for (size_t at = from, n; at < to; at += n) {
        uint32_t c;
        n = character_decode(s->bytes.bytes + at, s->bytes.length - at, utf8, &c);
        newline = newline || c == '\n';
        if (at == from)
            g = naive_glyph_of(c, utf8);
        else if (c < CODE_POINTS && wcwidth((wchar_t)c) == 0 &&
                 strlen(g.bytes) + 4 <= NAIVE_GLYPH_BYTES)
            g.bytes[strlen(g.bytes) + naive_encode(c, (unsigned char *)strchr(g.bytes, '\0'))] =
                '\0';
    }
    return newline ? naive_glyph_of('\n', utf8) : g;
}

/* Adds a cell for white space from..to: a blank or a newline. */
static struct naive_glyph space_glyph(const struct side *s, size_t from, size_t to)
{
    size_t begin = place_of(s, from), end = place_of(s, to);
    if (from < to && memchr(s->bytes.bytes + begin, '\n', end - begin) != NULL)
        return naive_glyph_of('\n', true);
    return (struct naive_glyph){"", from < to};
}

static void add_cell(struct cells *c, struct naive_cell cell)
{
    c->v = naive_with_room(c->v, c->n, sizeof *c->v);
    c->v[c->n++] = cell;
}

/* Adds the cells of a word of each side, and of the white space around it. */
struct reach {
    size_t from, begin, end, to;
};

static struct reach reach_of(const struct side *s, size_t i, bool present)
{
    size_t before = i == 0 ? 0 : i < s->n ? s->first[i] : s->text.n;
    if (!present)
        return (struct reach){before, before, before, before};
    return (struct reach){before, s->first[i], s->end[i],
                          i + 1 < s->n ? s->first[i + 1] : s->text.n};
}

static void add_space(struct cells *c, const struct side *const sides[2], const size_t from[2],
                      const size_t to[2])
{
    if (from[0] == to[0] && from[1] == to[1])
        return;
    add_cell(c, (struct naive_cell){.edit = ' ',
                                    .glyphs = {space_glyph(sides[0], from[0], to[0]),
                                               space_glyph(sides[1], from[1], to[1])},
                                    .at = {from[0], from[1]}});
}

/* Adds the cells of an edit of words or characters. */
static void add_edit(struct cells *c, const struct naive_pair_rules *rules, const struct sides *p,
                     char edit, const size_t units[2])
{
    const struct side *const sides[2] = {&p->x, &p->y};
    size_t before = c->n;
    struct reach x = reach_of(&p->x, units[0], edit != 'I');
    struct reach y = reach_of(&p->y, units[1], edit != 'D');
    size_t m = x.end - x.begin, n = y.end - y.begin;
    if (rules->words)
        add_space(c, sides, (size_t[]){x.from, y.from}, (size_t[]){x.begin, y.begin});
    for (size_t i = 0; i < m || i < n; i++) {
        struct naive_cell cell = {.edit = edit,
                                  .at = {x.begin + (i < m ? i : m), y.begin + (i < n ? i : n)}};
        if (i < m)
            cell.glyphs[0] = glyph_at(rules, &p->x, x.begin + i);
        if (i < n)
            cell.glyphs[1] = glyph_at(rules, &p->y, y.begin + i);
        add_cell(c, cell);
    }
    if (rules->words)
        add_space(c, sides, (size_t[]){x.end, y.end}, (size_t[]){x.to, y.to});
    for (size_t i = before + 1; i < c->n; i++)
        c->v[i].joined = true;
}

static size_t count_newlines(const struct side *s, size_t bytes)
{
    size_t n = 0;
    for (size_t i = 0; i < bytes; i++)
        n += s->bytes.bytes[i] == '\n';
    return n;
}

/* Returns the greatest line number; a newline at the end begins no line. */
static size_t last_line(const struct sides *p)
{
    size_t most = 0;
    for (int i = 0; i < 2; i++) {
        const struct side *s = i == 0 ? &p->x : &p->y;
        size_t lines = s->bytes.length > 0 ? 1 + count_newlines(s, s->bytes.length - 1) : 1;
        most = lines > most ? lines : most;
    }
    return most;
}

static int digits(size_t n)
{
    return snprintf(NULL, 0, "%zu", n);
}

static void print_block(FILE *out, const struct sides *p, const struct naive_cell *from,
                        const struct naive_cell *end)
{
    size_t lines = last_line(p);
    size_t most = p->x.bytes.length > p->y.bytes.length ? p->x.bytes.length : p->y.bytes.length;
    for (enum naive_line line = NAIVE_UPPER; line <= NAIVE_LOWER; line++) {
        const struct side *s = line == NAIVE_UPPER ? &p->x : &p->y;
        size_t place = place_of(s, from->at[line == NAIVE_LOWER]);
        if (line == NAIVE_MARKS) {
            fprintf(out, "%*s", 2 + (lines > 1 ? digits(lines) + 1 : 0) + digits(most), "");
        } else {
            fputs(line == NAIVE_UPPER ? "1 " : "2 ", out);
            if (lines > 1)
                fprintf(out, "%*zu:", digits(lines), 1 + count_newlines(s, place));
            fprintf(out, "%*zu", digits(most), place);
        }
        putc(' ', out);
        naive_print_cells(out, from, end, line);
    }
}

static void print_blocks(FILE *out, const struct naive_pair_rules *rules, const struct sides *p,
                         const struct cells *c)
{
    size_t lines = last_line(p), n = 0, left_out = 0;
    size_t most = p->x.bytes.length > p->y.bytes.length ? p->x.bytes.length : p->y.bytes.length;
    size_t room = 80 - (size_t)(3 + (lines > 1 ? digits(lines) + 1 : 0) + digits(most));
    size_t *begin = naive_allocate(c->n + 1, sizeof *begin);
    bool *differs = naive_allocate(c->n + 2, sizeof *differs), any = false; /* [1 + block] */
    for (size_t at = 0; at < c->n; n++) {
        begin[n] = at;
        begin[n + 1] = (size_t)(naive_block_end(c->v + at, c->v + c->n, room) - c->v);
        for (; at < begin[n + 1]; at++)
            differs[n + 1] = differs[n + 1] || strchr("= ", c->v[at].edit) == NULL;
        any = any || differs[n + 1];
    }
    for (size_t b = 0; b < n && (any || rules->full); b++) {
        bool show = rules->full || differs[b] || differs[b + 1] || differs[b + 2];
        if (!show && left_out++ == 0)
            fputs("...\n", out);
        if (!show)
            continue;
        left_out = 0;
        print_block(out, p, c->v + begin[b], c->v + begin[b + 1]);
    }
    free(begin);
    free(differs);
}

static void print_alignment(FILE *out, const struct naive_pair_rules *rules, const struct sides *p,
                            const char *edits)
{
    struct cells c = {0};
    size_t units[2] = {0, 0};
    for (; *edits != '\0'; edits++) {
        add_edit(&c, rules, p, *edits, units);
        units[0] += *edits != 'I';
        units[1] += *edits != 'D';
    }
    print_blocks(out, rules, p, &c);
    free(c.v);
}

/* --unified */

struct lines {
    const struct side *side;
    size_t *begin, *words, n; /* [line] number of bytes and words before it; n + 1 of them */
};

static struct lines lines_open(const struct side *s)
{
    struct lines l = {.side = s};
    l.begin = naive_allocate(s->bytes.length + 2, sizeof *l.begin);
    l.words = naive_allocate(s->bytes.length + 2, sizeof *l.words);
    for (size_t at = 0, word = 0; at < s->bytes.length; l.n++) {
        while (at < s->bytes.length && s->bytes.bytes[at] != '\n')
            at++;
        l.begin[l.n + 1] = at += at < s->bytes.length;
        while (word < s->n && s->text.offset[s->first[word]] < at)
            word++;
        l.words[l.n + 1] = word;
    }
    return l;
}

static void lines_close(struct lines *l)
{
    free(l->begin);
    free(l->words);
}

static bool are_equal(const struct lines *x, size_t i, const struct lines *y, size_t j)
{
    size_t m = x->words[i + 1] - x->words[i], n = y->words[j + 1] - y->words[j];
    return m == n && memcmp(x->side->codes + x->words[i], y->side->codes + y->words[j],
                            n * sizeof *x->side->codes) == 0;
}

/* The position in a diff and in both texts. */
struct reader {
    const char *at, *end;
    struct lines x, y;
    size_t i, j; /* lines read */
};

static bool pass(struct reader *r, const void *bytes, size_t n)
{
    if ((size_t)(r->end - r->at) < n || memcmp(r->at, bytes, n) != 0)
        return false;
    r->at += n;
    return true;
}

static bool pass_string(struct reader *r, const char *string)
{
    return pass(r, string, strlen(string));
}

static bool pass_line(struct reader *r, const struct lines *l, size_t i)
{
    const unsigned char *bytes = l->side->bytes.bytes;
    if (i >= l->n || !pass(r, bytes + l->begin[i], l->begin[i + 1] - l->begin[i]))
        return false;
    return bytes[l->begin[i + 1] - 1] == '\n' || pass_string(r, "\n\\ No newline at end of file\n");
}

/* Checks lines that the diff leaves out. */
static bool pass_equal(struct reader *r, size_t i, size_t j)
{
    for (; r->i < i && r->j < j; r->i++, r->j++)
        if (r->i >= r->x.n || r->j >= r->y.n || !are_equal(&r->x, r->i, &r->y, r->j))
            return false;
    return r->i == i && r->j == j;
}

static bool pass_number(struct reader *r, size_t *n)
{
    const char *begin = r->at;
    for (*n = 0; r->at < r->end && *r->at >= '0' && *r->at <= '9'; r->at++)
        *n = 10 * *n + (size_t)(*r->at - '0');
    return r->at > begin;
}

/* Checks the lines of a text in a hunk. */
static bool pass_range(struct reader *r, const char *mark, size_t *from, size_t *to)
{
    size_t n = 1;
    if (!pass_string(r, mark) || !pass_number(r, from) ||
        (pass_string(r, ",") && !pass_number(r, &n)))
        return false;
    *from -= n > 0;
    *to = *from + n;
    return true;
}

/* Checks a hunk; `equal`: the number of equal lines since the last change. */
static bool pass_hunk(struct reader *r, size_t context, size_t *equal)
{
    size_t i, j, to, until, lead = 0, same = 0, changes = 0;
    if (!pass_range(r, "@@ -", &i, &to) || !pass_range(r, " +", &j, &until) ||
        !pass_string(r, " @@\n"))
        return false;
    size_t left_out = i - r->i;
    if (!pass_equal(r, i, j))
        return false;
    for (; r->i < to || r->j < until; same++) {
        if (pass_string(r, " ")) {
            if (!pass_line(r, &r->x, r->i) || !pass_equal(r, r->i + 1, r->j + 1))
                return false;
            continue;
        }
        lead = changes++ == 0 ? same : lead;
        if ((changes > 1 && same > 2 * context) ||
            !(pass_string(r, "-")   ? pass_line(r, &r->x, r->i++)
              : pass_string(r, "+") ? pass_line(r, &r->y, r->j++)
                                    : false))
            return false;
        same = SIZE_MAX;
    }
    bool first = *equal == SIZE_MAX, complete = lead == context || left_out == 0;
    bool apart = first || *equal + left_out + lead > 2 * context;
    bool followed = first || *equal == context;
    *equal = same;
    return changes > 0 && lead <= context && same <= context && complete && apart && followed;
}

static bool is_diff(struct reader *r, const struct naive_pair_rules *rules,
                    const struct naive_pair_text texts[2])
{
    size_t equal = SIZE_MAX;
    if (!pass_string(r, "--- ") || !pass_string(r, texts[0].name) || !pass_string(r, "\n+++ ") ||
        !pass_string(r, texts[1].name) || !pass_string(r, "\n"))
        return false;
    while (r->at < r->end)
        if (!pass_hunk(r, rules->context, &equal))
            return false;
    return (equal == rules->context || r->i == r->x.n) && pass_equal(r, r->x.n, r->y.n);
}

bool naive_pair_is_unified(const struct naive_pair_rules *rules,
                           const struct naive_pair_text texts[2], struct naive_bytes output)
{
    struct sides p = sides_open(rules, texts[0].bytes, texts[1].bytes);
    const char *begin = (const char *)output.bytes;
    struct reader r = {begin, begin + output.length, lines_open(&p.x), lines_open(&p.y), 0, 0};
    bool equal = distance_of(&p, TABLE_LEVENSHTEIN, NULL) == 0;
    bool good = equal ? output.length == 0 : is_diff(&r, rules, texts);
    lines_close(&r.x);
    lines_close(&r.y);
    sides_close(&p);
    return good;
}

/* Both */

/* Prints the output. `distance`: by the metric that the output needs. */
static void print_output(FILE *out, const struct naive_pair_rules *rules, const struct sides *p,
                         size_t distance, const char *edits)
{
    bool more = distance > limit_of(rules, p);
    if (rules->output == NAIVE_PAIR_JSON)
        print_json(out, rules, p, distance);
    else if (rules->output == NAIVE_PAIR_QUIET)
        return;
    else if (more)
        fprintf(out, ">%zu\n", limit_of(rules, p));
    else if (rules->output == NAIVE_PAIR_LCS)
        print_lcs(out, rules, p, edits);
    else if (rules->output == NAIVE_PAIR_SUMMARY)
        print_summary(out, p, distance, edits);
    else if (rules->output == NAIVE_PAIR_DISTANCE)
        fprintf(out, "%zu\n", distance);
    else if (rules->output == NAIVE_PAIR_LCS_LENGTH)
        fprintf(out, "%zu\n", (p->x.n + p->y.n - distance) / 2);
    if (rules->output != NAIVE_PAIR_EDITS || more)
        return;
    if (rules->cigar)
        print_cigar(out, edits);
    if (rules->align)
        print_alignment(out, rules, p, edits);
}

static bool is_unlike(const struct naive_pair_rules *rules, const struct sides *p)
{
    return rules->metric == TABLE_HAMMING && rules->output != NAIVE_PAIR_LCS &&
           rules->output != NAIVE_PAIR_LCS_LENGTH && p->x.n != p->y.n;
}

/* Returns the exit status for two texts that can be compared. */
static int print_pair(FILE *out, const struct naive_pair_rules *rules, const struct sides *p)
{
    char *edits = naive_allocate(p->x.n + p->y.n + 1, 1);
    bool lcs = rules->output == NAIVE_PAIR_LCS || rules->output == NAIVE_PAIR_LCS_LENGTH;
    size_t distance = distance_of(p, lcs ? TABLE_INDEL : rules->metric, edits);
    size_t limit = limit_of(rules, p);
    print_output(out, rules, p, distance, edits);
    free(edits);
    return distance > (limit == SIZE_MAX ? 0 : limit) ? NOTHING : SELECTED;
}

int naive_pair_print(const struct naive_pair_rules *rules, const struct naive_pair_text texts[2],
                     FILE *out, FILE *errors)
{
    struct sides p = sides_open(rules, texts[0].bytes, texts[1].bytes);
    int status = TROUBLE;
    if (is_unlike(rules, &p))
        fprintf(errors, "edcmp: %s: %zu %s, but %zu in %s: --metric=hamming needs equal lengths\n",
                texts[1].name, p.y.n, rules->words ? "words" : "characters", p.x.n, texts[0].name);
    else
        status = print_pair(out, rules, &p);
    sides_close(&p);
    return status;
}

static int print_line(const struct naive_pair_rules *rules, const struct naive_pair_text *line,
                      size_t number, FILE *out, FILE *errors)
{
    struct naive_bytes b = line->bytes;
    unsigned char *tab = b.length > 0 ? memchr(b.bytes, '\t', b.length) : NULL;
    size_t m = tab != NULL ? (size_t)(tab - b.bytes) : b.length, n = b.length - m - (tab != NULL);
    const char *why = tab == NULL ? "no tab" : NULL;
    int status = TROUBLE;
    if (n > 0 && memchr(tab + 1, '\t', n) != NULL)
        why = "more than one tab";
    struct sides p = sides_open(rules, (struct naive_bytes){b.bytes, m},
                                (struct naive_bytes){tab != NULL ? tab + 1 : b.bytes, n});
    if (why == NULL && is_unlike(rules, &p))
        why = rules->words ? "--metric=hamming needs equally many words"
                           : "--metric=hamming needs equally many characters";
    if (why == NULL)
        status = print_pair(out, rules, &p);
    else
        fprintf(errors, "edcmp: %s: line %zu: %s\n", line->name, number, why);
    if (why != NULL && rules->output != NAIVE_PAIR_QUIET)
        fputs(rules->output == NAIVE_PAIR_JSON ? "null\n" : "\n", out);
    sides_close(&p);
    return status;
}

int naive_pair_print_lines(const struct naive_pair_rules *rules, struct naive_pair_text text,
                           FILE *out, FILE *errors, bool *ends)
{
    int status = SELECTED;
    *ends = false;
    struct naive_pair_text line = {.name = text.name};
    for (size_t at = 0, number = 1; at < text.bytes.length && !*ends; number++) {
        unsigned char *begin = text.bytes.bytes + at;
        unsigned char *end = memchr(begin, '\n', text.bytes.length - at);
        size_t n = end != NULL ? (size_t)(end - begin) : text.bytes.length - at;
        line.bytes = (struct naive_bytes){begin, n};
        int of_line = print_line(rules, &line, number, out, errors);
        status = of_line > status ? of_line : status;
        *ends = of_line == NOTHING && rules->output == NAIVE_PAIR_QUIET;
        at += n + 1;
    }
    return status;
}
