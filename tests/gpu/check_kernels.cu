/*
 * check_kernels.cu - the kernels against the plain table, on random texts and patterns.
 *
 *     check_kernels [SEED [CASES [CELLS]]]
 *
 * Seeds count up from SEED; a table has at most CELLS cells (20 million). Each case has a metric.
 * All algorithms that support the metric scan it, in the shape that edgrep would choose and in
 * random shapes (rows of a lane, number of blocks, place of the ring buffer). A text in UTF-8 is
 * decoded too. The exit status is 1 if a result differs.
 */
extern "C" {
#include "base/utf8.h"
}
#include "gpu/scan/kernels.cu"

#include <algorithm>
#include <cstdio>
#include <random>
#include <set>
#include <tuple>
#include <vector>

typedef std::tuple<uint32_t, uint32_t, uint32_t> reported; /* end, pattern, distance */

static struct staging staging; /* one scan at a time */
static std::mt19937_64 random_bits;
static uint32_t most_cells = 20000000;

static uint32_t draw(uint32_t from, uint32_t to)
{
    return from + (uint32_t)(random_bits() % ((uint64_t)to - from + 1));
}

template <typename T> static T one_of(const std::vector<T> &of)
{
    return of[draw(0, (uint32_t)of.size() - 1)];
}

static void must(cudaError_t error)
{
    if (error == cudaSuccess)
        return;
    fprintf(stderr, "check_kernels: %s\n", cudaGetErrorString(error));
    exit(1);
}

/* An array on the host and on the device. */
template <typename T> struct both {
    std::vector<T> host;
    T *device = NULL;
    void send()
    {
        must(cudaMalloc(&device, std::max<size_t>(host.size() * sizeof(T), 1)));
        must(cudaMemcpy(device, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice));
    }
    void receive()
    {
        must(cudaMemcpy(host.data(), device, host.size() * sizeof(T), cudaMemcpyDeviceToHost));
    }
    ~both()
    {
        cudaFree(device);
    }
};

struct test {
    uint32_t ncodes, nslots, width;
    both<device_pattern> patterns;
    both<uint32_t> slots, matches;
    both<uint8_t> text;
    std::vector<uint32_t> codes;
    struct share own;
    bool best, rising;
    enum metric metric;
    struct device_query query;
};

static bool slot_has(const test &t, uint32_t slot, uint32_t code)
{
    return t.matches.host[slot * ((t.ncodes + 31) / 32) + code / 32] >> code % 32 & 1;
}

static void draw_slots(test &t)
{
    uint32_t words = (t.ncodes + 31) / 32;
    bool sets = draw(0, 3) == 0;
    t.nslots = t.ncodes - 2;
    t.matches.host.assign((size_t)t.nslots * words, 0);
    for (uint32_t slot = 0; slot < t.nslots; slot++) {
        uint32_t n = sets ? draw(0, 1) == 0 ? 1 : draw(0, t.ncodes) : 1;
        for (uint32_t i = 0; i < n; i++) {
            uint32_t code = i == 0 ? slot + 2 : draw(1, t.ncodes - 1);
            t.matches.host[slot * words + code / 32] |= 1U << code % 32;
        }
    }
}

static void draw_patterns(test &t, uint32_t npatterns, uint32_t longest)
{
    for (uint32_t p = 0; p < npatterns; p++) {
        device_pattern pattern;
        pattern.m = npatterns == 1 ? longest : draw(1, longest);
        uint32_t most = t.best ? pattern.m - 1
                               : one_of<uint32_t>({0, 2, pattern.m / 4, pattern.m / 3, pattern.m});
        pattern.k = t.best ? most : std::min(most, draw(0, most));
        pattern.first_row = (uint32_t)t.slots.host.size();
        uint32_t used = draw(0, 1) == 0 ? t.nslots : std::min(t.nslots, 1 + draw(0, 3));
        for (uint32_t i = 0; i < pattern.m; i++)
            t.slots.host.push_back(draw(0, used - 1));
        t.patterns.host.push_back(pattern);
    }
}

/* Draws random symbols, with copies of the patterns that have errors. */
static void draw_text(test &t, uint32_t n)
{
    uint32_t record = one_of<uint32_t>({0, 5, 40, 300, 3000}),
             copies = one_of<uint32_t>({0, 2, 20});
    uint32_t used = draw(0, 1) == 0 ? t.ncodes - 1 : std::min(t.ncodes - 1, 3U);
    while (t.codes.size() < n) {
        if (copies > 0 && draw(0, 400) < copies) {
            const device_pattern &p = one_of(t.patterns.host);
            uint32_t rate = one_of<uint32_t>({100000, 50, 10});
            for (uint32_t i = 0; i < p.m; i++) {
                uint32_t what = draw(0, rate);
                if (what == 0)
                    continue;
                uint32_t slot = t.slots.host[p.first_row + i];
                if (what == 3 && i + 1 < p.m) { /* exchanged with the next */
                    t.codes.push_back(t.slots.host[p.first_row + ++i] + 2);
                    what = 4;
                }
                t.codes.push_back(what == 1 ? draw(1, t.ncodes - 1) : slot + 2);
                if (what == 2)
                    t.codes.push_back(draw(1, t.ncodes - 1));
            }
        }
        for (uint32_t i = draw(0, 200); i > 0; i--)
            t.codes.push_back(record > 0 && draw(0, record) == 0 ? 0 : draw(1, used));
    }
    t.codes.resize(n);
    t.width = t.ncodes <= 256 && draw(0, 3) > 0 ? 1 : 4;
    for (uint32_t code : t.codes)
        for (uint32_t b = 0; b < t.width; b++)
            t.text.host.push_back((uint8_t)(code >> 8 * b));
}

static void draw_test(test &t)
{
    static const std::vector<uint32_t> lengths = {1,   2,   5,   8,    20,   31,   32,   33,  40,
                                                  63,  64,  65,  96,   127,  128,  129,  200, 256,
                                                  300, 512, 777, 1024, 1025, 1500, 2049, 2100};
    t.ncodes = 2 + one_of<uint32_t>({2, 2, 4, 20, 60, 300});
    t.best = draw(0, 2) == 0;
    t.rising = draw(0, 2) == 0;
    t.metric = (enum metric)draw(METRIC_LEVENSHTEIN, METRIC_HAMMING);
    uint32_t longest = one_of(lengths), npatterns = draw(0, 2) == 0 ? draw(2, 12) : 1;
    draw_slots(t);
    draw_patterns(t, npatterns, longest);
    uint32_t n = draw(1, std::max(1U, std::min(60000U, most_cells / (longest * npatterns))));
    draw_text(t, n);
    t.own.lead = draw(0, 2) == 0 ? draw(0, n - 1) : 0;
    t.own.begin = draw(0, 2) == 0 ? draw((uint32_t)t.own.lead, n - 1) : t.own.lead;
    t.own.end = draw(0, 2) == 0 ? draw((uint32_t)t.own.begin, n) : n;
    t.patterns.send(), t.slots.send(), t.matches.send(), t.text.send();
    t.query = (struct device_query){npatterns,         (uint32_t)t.slots.host.size(),
                                    t.nslots,          t.ncodes,
                                    t.patterns.device, t.patterns.host.data(),
                                    t.slots.device,    t.slots.host.data(),
                                    t.matches.device,  t.metric};
}

/* The hits that must be reported, and those that may be reported too. */
struct expected {
    std::set<reported> must, may;
    /* The least distance of the hits in `must`, and of all hits; the limit lies between. */
    uint32_t limit = UINT32_MAX, least = UINT32_MAX;
};

static const uint32_t NEVER = UINT32_MAX / 2; /* no distance */

/* The last three columns of a pattern's table, and the last two codes, newest first. */
struct columns {
    std::vector<uint32_t> of[3];
    uint32_t codes[2];
};

/* Row 0 is 0 everywhere; no code precedes the text. */
static void restart(const test &t, columns &c, uint32_t m)
{
    c.of[0].assign(m + 1, 0);
    for (uint32_t i = 1; i <= m; i++)
        c.of[0][i] = t.metric == METRIC_HAMMING ? NEVER : i;
    c.codes[0] = 0;
}

static void step(const test &t, const device_pattern &p, columns &c, uint32_t code)
{
    c.of[2].swap(c.of[1]), c.of[1].swap(c.of[0]);
    c.codes[1] = c.codes[0], c.codes[0] = code;
    c.of[0].assign(p.m + 1, 0);
    const uint32_t *slots = &t.slots.host[p.first_row];
    for (uint32_t i = 1; i <= p.m; i++) {
        const bool matches = slot_has(t, slots[i - 1], code);
        uint32_t d = c.of[1][i - 1] + !matches;
        if (t.metric == METRIC_INDEL && !matches)
            d = NEVER;
        if (t.metric != METRIC_HAMMING)
            d = std::min(d, std::min(c.of[0][i - 1], c.of[1][i]) + 1);
        if (t.metric == METRIC_OSA && i > 1 && slot_has(t, slots[i - 1], c.codes[1]) &&
            slot_has(t, slots[i - 2], code))
            d = std::min(d, c.of[2][i - 2] + 1);
        c.of[0][i] = std::min(d, NEVER);
    }
}

static void scan_plainly(const test &t, uint32_t pattern, expected &e)
{
    const device_pattern &p = t.patterns.host[pattern];
    columns c;
    restart(t, c, p.m);
    for (size_t j = t.own.lead; j < t.own.end; j++) {
        uint32_t code = t.codes[j], before = c.of[0][p.m];
        if (code == 0) {
            restart(t, c, p.m);
            continue;
        }
        step(t, p, c, code);
        uint32_t d = c.of[0][p.m];
        if (j < t.own.begin || d > p.k)
            continue;
        reported r(j + 1, pattern, d);
        e.may.insert(r);
        e.least = std::min(e.least, d);
        if (!t.rising && d == before + 1 && t.metric != METRIC_HAMMING)
            continue;
        e.must.insert(r);
        e.limit = std::min(e.limit, d);
    }
}

static expected scan_plainly(const test &t)
{
    expected e;
    for (uint32_t p = 0; p < t.query.npatterns; p++)
        scan_plainly(t, p, e);
    for (auto i = e.must.begin(); t.best && i != e.must.end();)
        i = std::get<2>(*i) > e.limit ? e.must.erase(i) : std::next(i);
    return e;
}

/* What a scan has reported. */
struct outcome {
    std::vector<struct hit> hits;
    uint32_t n, limit;
};

/* Runs scan(parameters) with room for `most` hits. */
template <typename F> static outcome run_scan(const test &t, uint32_t most, F scan)
{
    both<struct hit> hits;
    both<uint32_t> words;
    words.host = {UINT32_MAX, 0};
    hits.host.resize(most);
    hits.send(), words.send();
    const struct scan parameters = {{t.text.device, t.width, t.codes.size()},
                                    (uint32_t)t.own.lead,
                                    (uint32_t)t.own.begin,
                                    (uint32_t)t.own.end,
                                    words.device,
                                    {hits.device, most, words.device + 1},
                                    t.best,
                                    t.rising};
    must(scan(&parameters));
    must(cudaDeviceSynchronize());
    words.receive();
    outcome o = {{}, words.host[1], words.host[0]};
    if (o.n > 0 && o.n <= most)
        hits.receive();
    hits.host.resize(std::min(o.n, most));
    o.hits = hits.host;
    return o;
}

static bool agrees(const test &t, const expected &e, const outcome &o, const char *how,
                   uint64_t seed)
{
    std::set<reported> seen;
    size_t wrong = 0, missing = 0, twice = 0;
    for (const struct hit &h : o.hits) {
        reported r(h.end, h.pattern, h.distance);
        wrong += e.may.count(r) == 0;
        twice += !seen.insert(r).second;
    }
    for (const reported &r : e.must)
        missing += seen.count(r) == 0 && std::get<2>(r) <= o.limit;
    bool limit = !t.best || (o.limit <= e.limit && o.limit >= e.least);
    if (wrong + missing + twice == 0 && limit)
        return true;
    printf("seed %llu: %s: %zu wrong, %zu missing of %zu, %zu twice, limit %u, not %u; "
           "%s, %zu patterns, m %u, k %u, codes %u, width %u, n %zu, own %zu %zu %zu, %s%s\n",
           (unsigned long long)seed, how, wrong, missing, e.must.size(), twice, o.limit, e.limit,
           metric_name(t.metric), t.patterns.host.size(), t.patterns.host[0].m,
           t.patterns.host[0].k, t.ncodes, t.width, t.codes.size(), t.own.lead, t.own.begin,
           t.own.end, t.best ? "best" : "threshold", t.rising ? ", rising" : "");
    for (const reported &r : e.must)
        if (seen.count(r) == 0) {
            printf("  missing: end %u pattern %u distance %u\n", std::get<0>(r), std::get<1>(r),
                   std::get<2>(r));
            break;
        }
    for (const reported &r : seen)
        if (e.may.count(r) == 0) {
            printf("  wrong: end %u pattern %u distance %u\n", std::get<0>(r), std::get<1>(r),
                   std::get<2>(r));
            break;
        }
    return false;
}

/* Scans in a random shape. */
static cudaError_t scan_in_shape(const test &t, const struct scan *scan, char *how)
{
    struct launch launch;
    struct batch batch = {};
    batch.members.n = t.query.npatterns;
    batch.nslots = t.nslots + SLOT_FIRST;
    batch.planes = code_planes(&t.query);
    batch.metric = t.metric;
    for (const device_pattern &p : t.patterns.host) {
        batch.m = std::max(batch.m, p.m);
        batch.lead = std::max(batch.lead, lead_of(&p));
    }
    cudaError_t error = launch_begin(&launch, &t.query, scan, 0);
    if (error != cudaSuccess || t.own.begin == t.own.end)
        return error;
    uint32_t blocks = draw(1, 4);
    if (draw(0, 2) == 0) {
        struct launch_plan plan = bitvector_plan(&batch);
        plan.blocks = blocks;
        sprintf(how, "bitvector of %u lanes, %u strips, %u blocks", plan.lanes, plan.strips,
                blocks);
        return launch_free_memory(&launch, run_bitvector(&launch, &plan, &batch));
    }
    uint32_t rows = slice_rows[draw(0, sizeof slice_rows / sizeof *slice_rows - 1)];
    struct launch_plan plan = bitslice_plan(&batch, rows, true);
    if (plan.warps == 1 && plan.strips == 1 && draw(0, 1) == 0)
        plan = team_of(plan);
    if (draw(0, 4) == 0 || bitslice_shared(&plan, &batch) > (size_t)launch.limits.shared_of_block)
        plan = bitslice_plan(&batch, 32, false);
    plan.blocks = blocks;
    sprintf(how, "bitslice of %u rows, %u lanes, %u warps, %u strips, team of %u, %u blocks%s%s",
            plan.rows, plan.lanes, plan.warps, plan.strips, plan.team, blocks,
            plan.count ? ", counting" : "", plan.shared ? "" : ", ring not shared");
    return launch_free_memory(&launch, run_bitslice(&launch, &plan, &batch));
}

static bool check(uint64_t seed)
{
    static const char *const names[] = {"auto", "hmm", "bitvector", "bitslice"};
    random_bits.seed(seed);
    test t;
    draw_test(t);
    expected e = scan_plainly(t);
    const uint32_t room = (uint32_t)std::max(e.may.size(), (size_t)100000);
    bool good = true;
    for (int a = ALGORITHM_AUTO; a <= ALGORITHM_BITSLICE; a++) {
        if (a == ALGORITHM_HMM && t.metric != METRIC_LEVENSHTEIN)
            continue;
        outcome o = run_scan(t, room, [&](const struct scan *scan) {
            enum algorithm used;
            staging_reuse(&staging);
            return kernels_scan((enum algorithm)a, &t.query, scan, 0, &staging, &used);
        });
        good = agrees(t, e, o, names[a], seed) && good;
    }
    for (int i = 0; i < 4 && t.metric != METRIC_HAMMING; i++) {
        char how[200] = "";
        outcome o =
            run_scan(t, room, [&](const struct scan *scan) { return scan_in_shape(t, scan, how); });
        good = agrees(t, e, o, how, seed) && good;
    }
    if (!t.best && e.must.size() > 1) {
        outcome o = run_scan(t, 1, [&](const struct scan *scan) {
            enum algorithm used;
            staging_reuse(&staging);
            return kernels_scan(ALGORITHM_AUTO, &t.query, scan, 0, &staging, &used);
        });
        if (o.n <= 1) {
            printf("seed %llu: a full buffer: %u reported, not %zu to %zu\n",
                   (unsigned long long)seed, o.n, e.must.size(), e.may.size());
            good = false;
        }
    }
    return good;
}

/* A text in UTF-8, and its decoded form. */
struct decode_test {
    both<uint8_t> bytes, codes;
    both<uint16_t> numbers;
    both<uint32_t> symbols, marks, tiles, words; /* words: count, nunknown, unknown */
    uint32_t n, width, room;
};

enum { UNKNOWN_WORDS = (ALPHABET_PAGES + 31) / 32 };

/* Draws neighbouring characters, and bytes that may be undecodable. */
static void draw_bytes(decode_test &t)
{
    const uint32_t from = one_of<uint32_t>({0x20, 0x410, 0x4e00, 0x1f600, 0x7f0}),
                   rate = one_of<uint32_t>({0, 1, 20, 100});
    t.n = one_of<uint32_t>({draw(1, 200), draw(1, 20000), DECODE_TILE, draw(1, 3000000)});
    while (t.bytes.host.size() < t.n) {
        unsigned char sequence[4];
        const uint32_t any = draw(0, 1) == 0 ? draw(0x80, 0xff) : draw(0, 0x10ffff);
        const size_t length = utf8_encode(draw(1, 100) <= rate ? (any < 256 ? CHAR_BYTE + any : any)
                                                               : from + draw(0, 90),
                                          sequence);
        t.bytes.host.insert(t.bytes.host.end(), sequence, sequence + length);
    }
    t.bytes.host.resize(t.n);
    t.bytes.host.resize(t.n + DECODE_BEHIND);
}

static void draw_pages(decode_test &t)
{
    const uint32_t known = draw(0, 3);
    for (uint32_t page = 0; page < ALPHABET_PAGES; page++) {
        const bool listed = draw(0, 1) == 0;
        t.numbers.host.push_back((uint16_t)(draw(0, 2) >= known ? PAGE_UNKNOWN
                                            : listed
                                                ? PAGE_FIRST + t.symbols.host.size() / ALPHABET_PAGE
                                                : PAGE_OTHER));
        for (uint32_t i = 0; i < ALPHABET_PAGE && t.numbers.host[page] >= PAGE_FIRST; i++)
            t.symbols.host.push_back(draw(0, t.width == 1 ? 255 : 100000));
    }
}

/* Returns what is wrong with the result, or NULL. */
static const char *wrong_codes(const decode_test &t)
{
    std::vector<uint32_t> unknown(UNKNOWN_WORDS);
    uint32_t count = 0, nunknown = 0, character;
    auto code = [&](uint32_t i) {
        return t.width == 1 ? t.codes.host[i] : ((const uint32_t *)t.codes.host.data())[i];
    };
    for (size_t at = 0; at < t.n; count++) {
        if (count % DECODE_MARK == 0 && t.marks.host[count / DECODE_MARK] != at)
            return "a mark";
        at += utf8_decode(t.bytes.host.data() + at, t.n - at, &character);
        const uint32_t page = character / ALPHABET_PAGE, number = t.numbers.host[page];
        uint32_t symbol = SYMBOL_OTHER;
        if (number >= PAGE_FIRST)
            symbol =
                t.symbols.host[(number - PAGE_FIRST) * ALPHABET_PAGE + character % ALPHABET_PAGE];
        if (number == PAGE_UNKNOWN && (unknown[page / 32] >> page % 32 & 1) == 0) {
            unknown[page / 32] |= 1U << page % 32;
            nunknown++;
        }
        if (code(count) != symbol)
            return "a code";
    }
    for (uint32_t i = count; i < t.room; i++)
        if (code(i) != SYMBOL_DELIMITER)
            return "the padding after the codes";
    if (t.words.host[0] != count || t.words.host[1] != nunknown)
        return "a count";
    return std::equal(unknown.begin(), unknown.end(), t.words.host.begin() + 2) ? NULL : "a page";
}

static bool check_decoding(uint64_t seed)
{
    random_bits.seed(~seed);
    decode_test t;
    draw_bytes(t);
    t.width = one_of<uint32_t>({1, 4});
    t.room = draw(0, t.n);
    draw_pages(t);
    t.codes.host.resize((size_t)t.n * t.width);
    t.marks.host.resize(t.n / DECODE_MARK + 1);
    t.tiles.host.resize(t.n / DECODE_TILE + 1);
    t.words.host.resize(2 + UNKNOWN_WORDS);
    t.bytes.send(), t.codes.send(), t.numbers.send(), t.symbols.send(), t.marks.send();
    t.tiles.send(), t.words.send();
    const struct device_decoding d = {t.bytes.device,
                                      t.n,
                                      {t.numbers.device, t.symbols.device},
                                      t.codes.device,
                                      t.width,
                                      t.room,
                                      t.marks.device,
                                      t.tiles.device,
                                      t.words.device,
                                      t.words.device + 2,
                                      t.words.device + 1};
    must(kernels_decode(&d, 0));
    must(cudaDeviceSynchronize());
    t.codes.receive(), t.marks.receive(), t.words.receive();
    const char *wrong = wrong_codes(t);
    if (wrong != NULL)
        printf("seed %llu: %u bytes decoded to codes of %u, room %u: %s is wrong\n",
               (unsigned long long)seed, t.n, t.width, t.room, wrong);
    return wrong == NULL;
}

int main(int argc, char **argv)
{
    uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
    uint64_t cases = argc > 2 ? strtoull(argv[2], NULL, 10) : 100, failed = 0;
    if (argc > 3)
        most_cells = (uint32_t)strtoul(argv[3], NULL, 10);
    for (uint64_t i = 0; i < cases; i++)
        failed += !check(seed + i) | !check_decoding(seed + i);
    printf("%llu cases from seed %llu, %llu failed\n", (unsigned long long)cases,
           (unsigned long long)seed, (unsigned long long)failed);
    return failed > 0;
}
