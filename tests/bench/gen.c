/*
 * gen.c - generates a text to search, always the same for the same seed (english: and the same
 * licences).
 *
 * Text consists of units (a word, a line, 64 symbols) that fill a block. Planted occurrences then
 * overwrite parts of the block, and it is written. So planting does not change the rest of the
 * text, and the generators of texts do not depend on it.
 */
#include <errno.h>
#include <getopt.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    BLOCK = 1 << 20,
    UNIT_MAX = 4096, /* maximum bytes that a unit appends */
    WORDS_MAX = 1 << 16,
};

static const char usage[] =
    "usage: gen [OPTION]... KIND SIZE[K|M|G] SEED\n"
    "  KIND: english, log, dna, binary01; bytes; words of random letters in UTF-8: latin, accent\n"
    "  (latin, with an e-acute per 5,000 bytes), russian, greek, chinese, hindi, emoji\n"
    "  --one-record        no newline\n"
    "  --line=N            wrap lines after N characters (english, dna, binary01)\n"
    "  --plant=PATTERN     plant occurrences of PATTERN in the text ...\n"
    "  --count=N           ... N of them (1)\n"
    "  --edits=K           ... each with 0 to K edits (0)\n"
    "  --behind=N          ... after the first N bytes (0)\n";

_Noreturn static void fail(const char *what)
{
    fprintf(stderr, "gen: %s: %s\n", what, strerror(errno));
    exit(2);
}

/* ---- random numbers: splitmix64 ---- */

struct random {
    uint64_t state;
};

static uint64_t random_bits(struct random *r)
{
    uint64_t z = r->state += 0x9E3779B97F4A7C15;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
    z = (z ^ z >> 27) * 0x94D049BB133111EB;
    return z ^ z >> 31;
}

/* Returns a number from 0 to n - 1, n < 2^32. */
static uint32_t random_below(struct random *r, uint32_t n)
{
    return (uint32_t)((random_bits(r) >> 32) * n >> 32);
}

/* ---- the generator ---- */

struct generator {
    struct random random;
    size_t line;   /* characters after which a line is wrapped; 0: never */
    size_t column; /* characters in the current line */
    char newline;  /* ' ' with --one-record */
    /* english */
    struct word {
        const char *text;
        uint32_t length;
        uint32_t same; /* the next place of this word in the text; the last links to the first */
    } * words;
    uint32_t nwords, at;
    /* words of a script */
    uint32_t first, letters; /* code points */
    /* log */
    uint64_t clock; /* microseconds since 1970 */
};

/* A kind of text: unit() appends one unit at `to` and returns its end. */
struct kind {
    const char *name;
    size_t line; /* default of --line */
    void (*open)(struct generator *g);
    char *(*unit)(struct generator *g, char *to);
    uint32_t first, letters; /* script_unit(): the range of code points */
};

/* Appends n in base 10 or 16, with at least `width` digits. */
static char *append_number(char *to, uint64_t n, unsigned base, unsigned width)
{
    char digits[20];
    unsigned count = 0;
    do {
        digits[count++] = "0123456789abcdef"[n % base];
        n /= base;
    } while (n > 0 || count < width);
    while (count > 0)
        *to++ = digits[--count];
    return to;
}

/* ---- english: a random walk through the licences ----
 *
 * The walk goes from a word to the next, or first jumps to another place with the same word: a
 * Markov chain of words that needs no table. */

static char *read_licences(void)
{
    static const char *const names[] = {"Apache-2.0", "Artistic", "BSD",     "CC0-1.0",
                                        "GFDL-1.3",   "GPL-1",    "GPL-2",   "GPL-3",
                                        "LGPL-2.1",   "LGPL-3",   "MPL-2.0", NULL};
    size_t used = 0, capacity = 1 << 20;
    char *text = malloc(capacity);
    if (text == NULL)
        fail("memory");
    for (const char *const *name = names; *name != NULL; name++) {
        char path[64];
        snprintf(path, sizeof path, "/usr/share/common-licenses/%s", *name);
        FILE *f = fopen(path, "r");
        if (f == NULL)
            fail(path);
        used += fread(text + used, 1, capacity - used - 1, f);
        fclose(f);
    }
    text[used] = '\0';
    return text;
}

static uint32_t hash_word(const struct word *w)
{
    uint32_t hash = 2166136261u;
    for (uint32_t i = 0; i < w->length; i++)
        hash = (hash ^ (unsigned char)w->text[i]) * 16777619u;
    return hash % WORDS_MAX;
}

/* Links the places of each word in a circle; words with the same hash count as the same. */
static void link_words(struct generator *g)
{
    struct {
        uint32_t first, last; /* places, from 1; 0: none */
    } *seen = calloc(WORDS_MAX, sizeof *seen);
    if (seen == NULL)
        fail("memory");
    for (uint32_t i = 0; i < g->nwords; i++) {
        uint32_t hash = hash_word(&g->words[i]);
        if (seen[hash].first == 0)
            seen[hash].first = i + 1;
        else
            g->words[seen[hash].last - 1].same = i;
        seen[hash].last = i + 1;
        g->words[i].same = seen[hash].first - 1;
    }
    free(seen);
}

static void english_open(struct generator *g)
{
    g->words = calloc(WORDS_MAX, sizeof *g->words);
    if (g->words == NULL)
        fail("memory");
    char *text = read_licences();
    for (char *word = strtok(text, " \t\r\n\f"); word != NULL && g->nwords < WORDS_MAX;
         word = strtok(NULL, " \t\r\n\f"))
        g->words[g->nwords++] = (struct word){.text = word, .length = (uint32_t)strlen(word)};
    link_words(g);
    g->at = random_below(&g->random, g->nwords);
}

static char *english_unit(struct generator *g, char *to)
{
    uint64_t bits = random_bits(&g->random);
    if (bits % 4 == 0)
        for (bits >>= 2; bits % 4 != 0; bits >>= 2)
            g->at = g->words[g->at].same;
    const struct word *word = &g->words[g->at];
    bool wrap = g->line > 0 && g->column + word->length >= g->line;
    if (g->column > 0)
        *to++ = wrap ? g->newline : ' ';
    g->column = wrap ? word->length : g->column + 1 + word->length;
    g->at = g->at + 1 < g->nwords ? g->at + 1 : 0;
    memcpy(to, word->text, word->length);
    return to + word->length;
}

/* ---- dna and binary01: independent symbols ---- */

/* Appends 64 symbols, each of `bits` random bits, with line breaks. */
static char *append_symbols(struct generator *g, char *to, const char *symbols, unsigned bits)
{
    uint64_t random = 0;
    for (unsigned i = 0; i < 64; i++) {
        if (i * bits % 64 == 0)
            random = random_bits(&g->random);
        if (g->line > 0 && g->column++ == g->line) {
            *to++ = g->newline;
            g->column = 1;
        }
        *to++ = symbols[random & ((1u << bits) - 1)];
        random >>= bits;
    }
    return to;
}

static char *dna_unit(struct generator *g, char *to)
{
    return append_symbols(g, to, "ACGT", 2);
}

static char *binary01_unit(struct generator *g, char *to)
{
    return append_symbols(g, to, "01", 1);
}

/* ---- log: lines of the services of a small site ----
 *
 * In a template "%x" is replaced by a random value; see append_field(). */

struct service {
    const char *name;
    const char *const *templates; /* NULL at the end; all equally likely */
};

static const char *const sshd[] = {
    "Accepted publickey for %u from %a port %p ssh2: ED25519 SHA256:%h%h",
    "Failed password for invalid user %u from %a port %p ssh2",
    "Connection closed by authenticating user %u %a port %p [preauth]",
    "pam_unix(sshd:session): session opened for user %u(uid=%n) by (uid=0)",
    "Received disconnect from %a port %p:11: disconnected by user",
    NULL,
};
static const char *const kernel[] = {
    "[%s.%d] eth0: link becomes ready, %n Mbps full duplex",
    "[%s.%d] Out of memory: Killed process %p (%c) total-vm:%skB, anon-rss:%skB",
    "[%s.%d] nf_conntrack: table full, dropping packet SRC=%a DST=%a",
    "[%s.%d] ext4-fs (sda%o): mounted filesystem with ordered data mode",
    NULL,
};
static const char *const web[] = {
    "%a - %u \"GET /api/v%o/items/%n?page=%o HTTP/1.1\" 200 %s \"-\" \"Mozilla/5.0 (X11; Linux "
    "x86_64)\" %dus",
    "%a - - \"POST /login HTTP/1.1\" 302 0 \"https://shop.example.org/login\" \"curl/7.88.1\" %dus",
    "%a - - \"GET /static/%h.js HTTP/2.0\" 304 0 \"https://shop.example.org/cart?id=%n\" "
    "\"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    "Version/16.%o Safari/605.1.15\" %dus",
    "%l upstream timed out (110: Connection timed out) while reading response header, client: %a, "
    "server: shop.example.org, upstream: \"http://%a:%p/\"",
    NULL,
};
static const char *const database[] = {
    "%l: duplicate key value violates unique constraint \"%c_pkey\", key (id)=(%n) exists",
    "%l: connection authorized: user=%u database=shop SSL enabled (protocol=TLSv1.3)",
    "LOG: checkpoint complete: wrote %s buffers (%o.%o%%); write=%n.%d s, sync=0.%d s",
    "LOG: duration: %n.%d ms  statement: SELECT o.id, o.created, c.name, c.email, sum(i.price * "
    "i.amount) AS total FROM orders o JOIN customers c ON c.id = o.customer JOIN items i ON "
    "i.order_id = o.id WHERE o.created > now() - interval '%o days' AND c.country = 'DE' AND "
    "o.state IN ('paid', 'packed', 'shipped') GROUP BY o.id, o.created, c.name, c.email ORDER BY "
    "total DESC LIMIT %n",
    NULL,
};
static const char *const scheduler[] = {
    "(root) CMD (/usr/lib/%c/%c --quick --user %u)",
    "%l job %h of queue %c finished after %n.%d s with status %o",
    "%l retry %o of job %h: temporary failure in name resolution",
    "%l worker %n: received message %h%h from %c, %s bytes, checksum %h verified",
    NULL,
};
static const struct service services[] = {
    {"sshd", sshd}, {"kernel", kernel}, {"nginx", web}, {"postgres", database}, {"cron", scheduler},
};

#define DRAW(r, list) ((list)[random_below(r, sizeof(list) / sizeof *(list))])

/* Appends a value for "%x". */
static char *append_field(struct random *r, char *to, char x)
{
    static const char *const users[] = {"root", "anna", "backup", "deploy", "www-data", "jmeyer"};
    static const char *const words[] = {"session", "invoice", "customer", "archive",
                                        "mailer",  "search",  "payment",  "report"};
    static const char *const levels[] = {"INFO", "INFO", "INFO", "WARNING", "ERROR", "DEBUG"};
    switch (x) {
    case 'a': /* address */
        to = stpcpy(to, "10.");
        to = append_number(to, random_below(r, 32), 10, 1);
        *to++ = '.';
        to = append_number(to, random_below(r, 256), 10, 1);
        *to++ = '.';
        return append_number(to, random_below(r, 256), 10, 1);
    case 'c': /* component */
        return stpcpy(to, DRAW(r, words));
    case 'd': /* decimals */
        return append_number(to, random_below(r, 1000000), 10, 6);
    case 'h': /* hash */
        return append_number(to, random_bits(r), 16, 16);
    case 'l': /* level */
        return stpcpy(to, DRAW(r, levels));
    case 'n': /* number */
        return append_number(to, random_below(r, 10000), 10, 1);
    case 'o': /* one digit */
        return append_number(to, random_below(r, 10), 10, 1);
    case 'p': /* port or process */
        return append_number(to, 1024 + random_below(r, 64000), 10, 1);
    case 's': /* size */
        return append_number(to, random_below(r, 10000000), 10, 1);
    case 'u': /* user */
        return stpcpy(to, DRAW(r, users));
    default:
        *to++ = x;
        return to;
    }
}

/* Appends "2026-03-01T08:15:00.123456Z", and advances the clock. */
static char *append_time(struct generator *g, char *to)
{
    g->clock += random_below(&g->random, 20000);
    uint64_t second = g->clock / 1000000 % 86400;
    to = stpcpy(to, "2026-03-");
    to = append_number(to, 1 + g->clock / 1000000 / 86400 % 28, 10, 2);
    *to++ = 'T';
    to = append_number(to, second / 3600, 10, 2);
    *to++ = ':';
    to = append_number(to, second / 60 % 60, 10, 2);
    *to++ = ':';
    to = append_number(to, second % 60, 10, 2);
    *to++ = '.';
    to = append_number(to, g->clock % 1000000, 10, 6);
    return stpcpy(to, "Z ");
}

static char *log_unit(struct generator *g, char *to)
{
    static const char *const hosts[] = {"alpha", "beta", "gamma", "db1", "db2", "gate"};
    struct random *r = &g->random;
    const struct service *service = &DRAW(r, services);
    size_t ntemplates = 0;
    while (service->templates[ntemplates] != NULL)
        ntemplates++;
    to = append_time(g, to);
    to = stpcpy(to, DRAW(r, hosts));
    *to++ = ' ';
    to = stpcpy(to, service->name);
    *to++ = '[';
    to = append_field(r, to, 'p');
    to = stpcpy(to, "]: ");
    for (const char *t = service->templates[random_below(r, (uint32_t)ntemplates)]; *t != '\0';) {
        size_t run = strcspn(t, "%");
        memcpy(to, t, run);
        to += run;
        t += run;
        if (*t == '%') {
            to = append_field(r, to, t[1]);
            t += 2;
        }
    }
    *to++ = g->newline;
    return to;
}

static void no_open(struct generator *g)
{
    (void)g;
}

/* ---- scripts: words of independent letters ---- */

static char *append_utf8(char *to, uint32_t c)
{
    unsigned rest = c < 0x80 ? 0 : c < 0x800 ? 1 : c < 0x10000 ? 2 : 3; /* bytes that follow */
    *to++ = (char)(rest == 0 ? c : (0xf0u << (3 - rest) & 0xff) | c >> 6 * rest);
    while (rest-- > 0)
        *to++ = (char)(0x80 | (c >> 6 * rest & 0x3f));
    return to;
}

static char *script_unit(struct generator *g, char *to)
{
    uint32_t length = 1 + random_below(&g->random, 11);
    for (uint32_t i = 0; i < length; i++)
        to = append_utf8(to, g->first + random_below(&g->random, g->letters));
    g->column += length + 1;
    bool wrap = g->line > 0 && g->column >= g->line;
    *to++ = wrap ? g->newline : ' ';
    if (wrap)
        g->column = 0;
    return to;
}

static char *accent_unit(struct generator *g, char *to)
{
    if (random_below(&g->random, 5000 / 7) == 0) /* a word takes 7 bytes on average */
        to = append_utf8(to, 0xe9);
    return script_unit(g, to);
}

static char *bytes_unit(struct generator *g, char *to)
{
    uint64_t bits = random_bits(&g->random);
    memcpy(to, &bits, sizeof bits);
    return to + sizeof bits;
}

static const struct kind kinds[] = {
    {"english", 72, english_open, english_unit, 0, 0},
    {"log", 0, no_open, log_unit, 0, 0},
    {"dna", 80, no_open, dna_unit, 0, 0},
    {"binary01", 0, no_open, binary01_unit, 0, 0},
    {"bytes", 0, no_open, bytes_unit, 0, 0},
    {"latin", 72, no_open, script_unit, 'a', 26},
    {"accent", 72, no_open, accent_unit, 'a', 26},
    {"russian", 72, no_open, script_unit, 0x430, 32},
    {"greek", 72, no_open, script_unit, 0x3b1, 25},
    {"chinese", 72, no_open, script_unit, 0x4e00, 0x51a6},
    {"hindi", 72, no_open, script_unit, 0x904, 74},
    {"emoji", 72, no_open, script_unit, 0x1f300, 0x350},
};

/* ---- planting ---- */

struct plant {
    const char *pattern;
    size_t m;
    uint32_t count, edits;
    struct random random;
    uint64_t behind, slot; /* one occurrence in each `slot` bytes after the first `behind` bytes */
    uint32_t made;
    uint64_t offset; /* of the current occurrence */
    char *text;      /* room for m + edits characters */
    size_t length;
};

/* Makes one edit in text[0..length) with a character of the pattern. Returns the new length, at
 * least 1. */
static size_t edit(struct plant *p, char *text, size_t length)
{
    char c = p->pattern[random_below(&p->random, (uint32_t)p->m)];
    size_t at = random_below(&p->random, (uint32_t)length);
    uint32_t what = random_below(&p->random, 3);
    if (what == 0 && length > 1) {
        memmove(text + at, text + at + 1, length - at - 1);
        return length - 1;
    }
    if (what == 1) {
        memmove(text + at + 1, text + at, length - at);
        length++;
    }
    text[at] = c;
    return length;
}

/* Makes the next occurrence, at a random place in the next slot. */
static void plant_next(struct plant *p)
{
    if (p->made++ == p->count) {
        p->offset = UINT64_MAX;
        return;
    }
    uint32_t edits = random_below(&p->random, p->edits + 1);
    memcpy(p->text, p->pattern, p->m);
    p->length = p->m;
    for (uint32_t i = 0; i < edits; i++)
        p->length = edit(p, p->text, p->length);
    p->offset = p->behind + (p->made - 1) * p->slot;
    p->offset += random_bits(&p->random) % (p->slot - p->m - p->edits);
}

static void plant_open(struct plant *p, uint64_t size, uint64_t seed)
{
    p->offset = UINT64_MAX;
    if (p->pattern == NULL || p->count == 0)
        return;
    p->random.state = ~seed;
    p->m = strlen(p->pattern);
    p->slot = size > p->behind ? (size - p->behind) / p->count : 0;
    p->text = malloc(p->m + p->edits + 1);
    errno = ERANGE;
    if (p->text == NULL || p->m == 0 || p->slot <= p->m + p->edits)
        fail("--plant");
    plant_next(p);
}

/* Copies the occurrences into block[0..n), which has the offset `offset` in the text. */
static void plant_over(struct plant *p, char *block, uint64_t offset, size_t n)
{
    while (p->offset < offset + n) {
        for (size_t i = 0; i < p->length; i++) {
            uint64_t at = p->offset + i;
            if (at >= offset && at < offset + n)
                block[at - offset] = p->text[i];
        }
        if (p->offset + p->length > offset + n)
            return; /* the rest belongs to the next block */
        plant_next(p);
    }
}

/* ---- the program ---- */

static void write_all(const char *bytes, size_t size)
{
    while (size > 0) {
        ssize_t n = write(STDOUT_FILENO, bytes, size);
        if (n < 0 && errno != EINTR)
            fail("write error");
        if (n > 0) {
            bytes += n;
            size -= (size_t)n;
        }
    }
}

static void generate(const struct kind *kind, struct generator *g, struct plant *plant,
                     uint64_t size)
{
    char *block = malloc(BLOCK + UNIT_MAX);
    if (block == NULL)
        fail("memory");
    size_t filled = 0;
    for (uint64_t done = 0; done < size;) {
        while (filled < BLOCK)
            filled = (size_t)(kind->unit(g, block + filled) - block);
        size_t n = size - done < BLOCK ? (size_t)(size - done) : BLOCK;
        plant_over(plant, block, done, n);
        bool lines = g->newline == '\n' && (g->line > 0 || kind->unit == log_unit);
        if (done + n == size && lines)
            block[n - 1] = '\n';
        write_all(block, n);
        done += n;
        filled -= n < filled ? n : filled;
        memmove(block, block + n, filled);
    }
    free(block);
}

/* Returns a number, which may have a suffix K, M or G. Prints the usage and exits if it is
 * invalid. */
static uint64_t number(const char *text)
{
    char *end;
    errno = 0;
    uint64_t n = strtoull(text, &end, 10);
    const char *suffix = strchr("KMG", *end);
    if (end == text || errno != 0 || suffix == NULL || (*end != '\0' && end[1] != '\0')) {
        fputs(usage, stderr);
        exit(2);
    }
    switch (*end) {
    case 'G':
        return n << 30;
    case 'M':
        return n << 20;
    case 'K':
        return n << 10;
    default:
        return n;
    }
}

/* Sets the values of the options; --line is SIZE_MAX if it is not given. */
static void parse_options(int argc, char **argv, struct generator *g, struct plant *plant)
{
    static const struct option options[] = {
        {"one-record", no_argument, NULL, 'r'},
        {"line", required_argument, NULL, 'l'},
        {"plant", required_argument, NULL, 'p'},
        {"count", required_argument, NULL, 'c'},
        {"edits", required_argument, NULL, 'e'},
        {"behind", required_argument, NULL, 'b'},
        {NULL, 0, NULL, 0},
    };
    for (int c; (c = getopt_long(argc, argv, "", options, NULL)) != -1;) {
        if (c == 'r') {
            g->newline = ' ';
            g->line = 0;
        } else if (c == 'l') {
            g->line = (size_t)number(optarg);
        } else if (c == 'p') {
            plant->pattern = optarg;
        } else if (c == 'c') {
            plant->count = (uint32_t)number(optarg);
        } else if (c == 'e') {
            plant->edits = (uint32_t)number(optarg);
        } else if (c == 'b') {
            plant->behind = number(optarg);
        } else {
            fputs(usage, stderr);
            exit(2);
        }
    }
}

int main(int argc, char **argv)
{
    struct generator g = {.newline = '\n', .line = SIZE_MAX};
    struct plant plant = {.count = 1};
    parse_options(argc, argv, &g, &plant);
    const struct kind *kind = kinds, *end = kinds + sizeof kinds / sizeof *kinds;
    while (kind < end && (argc - optind != 3 || strcmp(kind->name, argv[optind]) != 0))
        kind++;
    if (kind == end) {
        fputs(usage, stderr);
        return 2;
    }
    uint64_t size = number(argv[optind + 1]), seed = number(argv[optind + 2]);
    if (g.line == SIZE_MAX)
        g.line = kind->line;
    g.first = kind->first;
    g.letters = kind->letters;
    g.random.state = seed;
    g.clock = 8 * 3600 * UINT64_C(1000000);
    kind->open(&g);
    plant_open(&plant, size, seed);
    generate(kind, &g, &plant, size);
    return 0;
}
