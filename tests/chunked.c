/*
 * chunked.c - see chunked.h.
 *
 * The expected result comes from one decoding of the whole text. Each delimiter is searched in the
 * text after the previous one, as if the text began there.
 */
#include "chunked.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <stdlib.h>
#include <string.h>

#include "base/binary_search.h"
#include "base/utf8.h"
#include "feed.h"
#include "filter/sieve.h"
#include "input/source.h"
#include "query/pattern.h"
#include "ref/naive_regex.h"
#include "text/chunk.h"

static struct sieve_plan sieve_plan; /* shared by all searches */

struct expected {
    size_t *bytes;        /* [n + 1] where each character begins; the last is the end */
    uint32_t *characters; /* [n] */
    size_t *record;       /* [n + 1] the first character of this character's record */
    bool *delimits;       /* [n] whether the character is part of a delimiter */
    size_t n;
    struct span *delimiters; /* in bytes */
    size_t ndelimiters;
};

static void *allocate(size_t count, size_t size)
{
    void *memory = calloc(count + 1, size);
    if (memory == NULL)
        abort();
    return memory;
}

static void decode_text(struct expected *e, const struct chunked *input)
{
    e->bytes = allocate(input->length + 1, sizeof *e->bytes);
    e->characters = allocate(input->length, sizeof *e->characters);
    for (size_t at = 0; at < input->length; e->n++) {
        e->bytes[e->n] = at;
        e->characters[e->n] = input->text[at];
        at += input->utf8 ? utf8_decode(input->text + at, input->length - at, &e->characters[e->n])
                          : 1;
    }
    e->bytes[e->n] = input->length;
}

static void find_bytes(struct expected *e, const struct chunked *input)
{
    for (size_t at = 0; at < input->length; at++)
        if (input->text[at] == input->delimiter_byte)
            e->delimiters[e->ndelimiters++] = (struct span){at, at + 1};
}

/* Compiles the delimiter, for PCRE2's JIT unless the regex is atomic. */
static pcre2_code *compile(const struct chunked *input)
{
    static const char interpreted[] = "(*NO_JIT)";
    uint32_t flags = input->utf8
                         ? PCRE2_UTF | PCRE2_UCP | PCRE2_MATCH_INVALID_UTF | PCRE2_NO_DOTSTAR_ANCHOR
                         : PCRE2_NEVER_UTF;
    int error;
    PCRE2_SIZE offset;
    const char *regex = input->delimiter;
    if (strncmp(regex, interpreted, sizeof interpreted - 1) == 0)
        regex += sizeof interpreted - 1;
    pcre2_code *code =
        pcre2_compile((PCRE2_SPTR)regex, PCRE2_ZERO_TERMINATED, flags, &error, &offset, NULL);
    if (code != NULL && !regex_is_atomic(regex))
        (void)pcre2_jit_compile(code, PCRE2_JIT_COMPLETE);
    return code;
}

/* Returns whether PCRE2's results may contradict each other: its interpreter takes an undecodable
 * byte for the end of the text, so that \z and \Z match before it; its JIT does not. */
static bool is_fragile(const struct chunked *input)
{
    const char *regex = input->delimiter;
    bool ends = strstr(regex, "\\A") || strstr(regex, "\\z") || strstr(regex, "\\Z");
    bool interpreted = strstr(regex, "(*NO_JIT)") != NULL || regex_is_atomic(regex);
    return input->utf8 && ends && interpreted &&
           utf8_good(input->text, input->length) < input->length;
}

/* Returns false if matching fails, or if its result is unknown. */
static bool find_matches(struct expected *e, const struct chunked *input)
{
    if (is_fragile(input))
        return false;
    pcre2_code *code = compile(input);
    if (code == NULL)
        return false;
    int result = 0;
    pcre2_match_data *match = pcre2_match_data_create(1, NULL);
    const size_t *bounds = pcre2_get_ovector_pointer(match);
    for (size_t at = 0; at < input->length && result >= 0; at += bounds[1]) {
        result = pcre2_match(code, input->text + at, input->length - at, 0, 0, match, NULL);
        if (result >= 0 && bounds[0] >= bounds[1])
            result = PCRE2_ERROR_INTERNAL; /* an empty delimiter */
        if (result >= 0)
            e->delimiters[e->ndelimiters++] = (struct span){at + bounds[0], at + bounds[1]};
    }
    pcre2_match_data_free(match);
    pcre2_code_free(code);
    return result >= 0 || result == PCRE2_ERROR_NOMATCH;
}

static bool expect(struct expected *e, const struct chunked *input)
{
    *e = (struct expected){.n = 0};
    decode_text(e, input);
    e->record = allocate(e->n + 1, sizeof *e->record);
    e->delimits = allocate(e->n, sizeof *e->delimits);
    e->delimiters = allocate(input->length, sizeof *e->delimiters);
    bool good = true;
    if (input->delimiter != NULL)
        good = find_matches(e, input);
    else if (input->delimiter_byte >= 0)
        find_bytes(e, input);
    for (size_t i = 0, d = 0; i < e->n; i++) {
        while (d < e->ndelimiters && e->delimiters[d].end <= e->bytes[i])
            d++;
        e->delimits[i] = d < e->ndelimiters && e->delimiters[d].start <= e->bytes[i];
        bool ended = d > 0 && e->delimiters[d - 1].end == e->bytes[i];
        e->record[i] = i == 0 || ended ? i : e->record[i - 1];
    }
    bool ended = e->ndelimiters > 0 && e->delimiters[e->ndelimiters - 1].end == input->length;
    e->record[e->n] = e->n == 0 || ended ? e->n : e->record[e->n - 1];
    return good;
}

static void expected_free(struct expected *e)
{
    free(e->bytes);
    free(e->characters);
    free(e->record);
    free(e->delimits);
    free(e->delimiters);
}

/* Returns the number of the character that begins at `byte`; e->n + 1 if none does. */
static size_t character_at(const struct expected *e, size_t byte)
{
    BINARY_SEARCH(count, e->n + 1, middle, e->bytes[middle] < byte);
    return count <= e->n && e->bytes[count] == byte ? count : e->n + 1;
}

struct run {
    const struct chunked *input;
    struct expected expected;
    const struct query *query;
    struct alphabet *alphabet;
    struct source *source;
    size_t at;     /* bytes owned so far */
    size_t chunks; /* chunks so far */
};

#define HOLDS(CONDITION, WRONG)                                                                    \
    if (!(CONDITION))                                                                              \
    return WRONG

/* Checks the status of the input. */
static const char *check_status(const struct run *r, const struct chunk *c,
                                const struct input_status *n)
{
    HOLDS(c->origin.input == 0 && !n->unopened && n->errnum == 0, "unexpected error");
    HOLDS(n->first == (r->chunks == 0) && n->first == (n->name != NULL), "first");
    HOLDS(!n->last || c->origin.offset + c->end_byte == r->input->length, "last before the end");
    HOLDS(n->last || c->end_byte > c->begin_byte, "a chunk that owns nothing");
    HOLDS(!n->paused || !(r->input->regular || n->last), "paused");
    HOLDS(c->origin.ends_text == n->last, "ends_text");
    return NULL;
}

/* Checks the chunk's bytes and their place in the text. */
static const char *check_place(const struct run *r, const struct chunk *c)
{
    const struct chunked *input = r->input;
    HOLDS(c->begin_byte <= c->end_byte && c->end_byte <= c->nbytes, "order of bytes");
    HOLDS(c->origin.offset + c->begin_byte == r->at, "owned ranges do not join");
    HOLDS(c->origin.offset + c->nbytes <= input->length, "more bytes than the text has");
    HOLDS(memcmp(c->bytes, input->text + c->origin.offset, c->nbytes) == 0, "wrong bytes");
    return NULL;
}

/* Returns whether a record continues after the owned range, so that the next character matters. */
static bool goes_on(const struct expected *e, size_t end)
{
    return end < e->n && e->record[end] != end;
}

/* Checks the lead-in, and the one character after the owned range. */
static const char *check_borders(const struct run *r, const struct chunk *c)
{
    const struct expected *e = &r->expected;
    size_t first = character_at(e, c->origin.offset), begin = character_at(e, r->at);
    size_t end = character_at(e, c->origin.offset + c->end_byte);
    HOLDS(first <= e->n && begin <= e->n && end <= e->n, "a border inside a character");
    HOLDS(c->own.lead == 0 && c->own.begin == begin - first && c->own.end == end - first,
          "owned symbols and owned bytes differ");
    size_t record = e->record[begin], lead = begin - record;
    if (lead > r->query->overlap)
        lead = r->query->overlap;
    HOLDS(begin - first >= lead, "the lead-in is too short");
    HOLDS(first >= record, "the lead-in reaches over a delimiter");
    HOLDS(c->length <= c->own.end + 1, "more than one character after the owned ones");
    HOLDS(!goes_on(e, end) || c->origin.offset + c->nbytes == e->bytes[end + 1],
          "not the next character");
    return NULL;
}

static const char *check_symbols(const struct run *r, const struct chunk *c)
{
    const struct expected *e = &r->expected;
    const uint32_t *bytes = alphabet_bytes(r->alphabet);
    size_t first = character_at(e, c->origin.offset), end = first + c->own.end;
    size_t looked_at = goes_on(e, end) ? c->own.end + 1 : c->own.end;
    HOLDS(c->width == 0 || c->width == 1 || c->width == 4, "width of symbols");
    HOLDS(c->alphabet_size <= alphabet_size(r->alphabet), "size of the alphabet");
    HOLDS(c->length >= looked_at, "symbols are missing");
    for (size_t i = 0; i < looked_at; i++) {
        uint32_t symbol = chunk_symbol(c, bytes, i);
        HOLDS(chunk_byte(c, i) == e->bytes[first + i] - c->origin.offset, "chunk_byte()");
        HOLDS(symbol < c->alphabet_size, "a symbol beyond the alphabet");
        HOLDS((symbol == SYMBOL_DELIMITER) == e->delimits[first + i], "delimiter");
        HOLDS(e->delimits[first + i] ||
                  symbol == alphabet_symbol(r->alphabet, e->characters[first + i]),
              "wrong symbol");
    }
    HOLDS(chunk_byte(c, c->own.end) == c->end_byte, "chunk_byte() of the end");
    HOLDS(chunk_byte(c, c->length) == c->nbytes, "chunk_byte() of all");
    return NULL;
}

/* Checks that the list has exactly the delimiters that begin in the owned range. It may have others
 * outside the range. */
static const char *check_spans(const struct run *r, const struct chunk *c)
{
    const struct expected *e = &r->expected;
    HOLDS(c->rules.listed == (r->input->delimiter != NULL), "listed");
    if (!c->rules.listed)
        return NULL;
    size_t d = 0, s = 0;
    while (d < e->ndelimiters && e->delimiters[d].start < r->at)
        d++;
    while (s < c->delimiters.n && c->delimiters.spans[s].start < c->begin_byte)
        s++;
    for (; d < e->ndelimiters && e->delimiters[d].start < c->origin.offset + c->end_byte; d++, s++)
        HOLDS(s < c->delimiters.n &&
                  c->origin.offset + c->delimiters.spans[s].start == e->delimiters[d].start &&
                  c->origin.offset + c->delimiters.spans[s].end == e->delimiters[d].end,
              "the list lacks a delimiter");
    HOLDS(s == c->delimiters.n || c->delimiters.spans[s].start >= c->end_byte,
          "the list has an extra delimiter");
    for (size_t byte = 0; byte <= c->nbytes; byte++) {
        size_t after = 0;
        while (after < c->delimiters.n && c->delimiters.spans[after].end <= byte)
            after++;
        HOLDS(chunk_span_after(c, byte) == after, "chunk_span_after()");
    }
    return NULL;
}

static const char *check_chunk(const struct run *r, const struct chunk *c,
                               const struct input_status *n)
{
    const char *wrong = check_status(r, c, n);
    if (wrong == NULL)
        wrong = check_place(r, c);
    if (wrong == NULL)
        wrong = check_borders(r, c);
    if (wrong == NULL)
        wrong = check_symbols(r, c);
    return wrong != NULL ? wrong : check_spans(r, c);
}

/* Checks all chunks. All use the same buffer. */
static const char *check_all(struct run *r)
{
    struct chunk c = {0};
    struct input_status n = {0};
    const char *wrong = NULL;
    enum source_result result = SOURCE_CHUNK;
    for (bool last = false; wrong == NULL && !last && result == SOURCE_CHUNK; r->chunks++) {
        result = source_next(r->source, &c, &n);
        if (result == SOURCE_REGEX && strstr(source_reason(r->source), "delimiter") == NULL) {
            /* PCRE2 failed. The reference's search may have succeeded: in the whole text, PCRE2 can
             * see early that no match is possible. */
            input_status_clear(&n);
            chunk_free(&c);
            return NULL;
        }
        wrong = result == SOURCE_CHUNK ? check_chunk(r, &c, &n) : "no chunk";
        r->at = (size_t)c.origin.offset + c.end_byte;
        last = n.last;
    }
    if (wrong == NULL && r->at != r->input->length)
        wrong = "the end is missing";
    if (wrong == NULL && source_next(r->source, &c, &n) != SOURCE_END)
        wrong = "more chunks after the end";
    input_status_clear(&n);
    chunk_free(&c);
    return wrong;
}

static void run_open(struct run *r, const struct options *o)
{
    struct pattern_source pattern = {.text = (char *)r->input->pattern,
                                     .length = strlen(r->input->pattern)};
    struct pattern_rules rules = {
        .utf8 = r->input->utf8, .limited = true, .limit = {r->input->k, LIMIT_NONE}};
    feed(r->input->text, r->input->length, r->input->plan, r->input->planned);
    feed_standard_input(r->input->regular);
    r->query = patterns_compile(&pattern, 1, &rules);
    r->alphabet = r->query != NULL ? alphabet_open(r->query, r->input->delimiter_byte) : NULL;
    if (r->alphabet == NULL)
        abort();
    r->source = source_open(o, r->query, r->alphabet, &sieve_plan, 1 << 20);
}

const char *chunked_check(const struct chunked *input, bool *refused)
{
    struct options o = {.records.delimiter_byte = input->delimiter_byte,
                        .records.delimiter = input->delimiter,
                        .work.chunk_size = input->chunk_size,
                        .fields.label = "-",
                        .inputs.encoding.kind = input->utf8 ? ENCODING_AUTO : ENCODING_UTF8,
                        .select.max_count = UINT64_MAX};
    struct run r = {.input = input};
    const char *wrong = NULL;
    run_open(&r, &o);
    *refused = !expect(&r.expected, input) || r.source == NULL;
    if (!*refused)
        wrong = check_all(&r);
    if (r.source != NULL)
        source_close(r.source);
    alphabet_close(r.alphabet);
    query_free(r.query);
    expected_free(&r.expected);
    return wrong;
}
