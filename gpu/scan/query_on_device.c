#include "gpu/scan/query_on_device.h"

#include <stdlib.h>
#include <string.h>

#include "gpu/base/device.h"
#include "gpu/base/host.h"

enum { BYTES = 256 /* values of a symbol of one byte */ };

static bool upload(struct query_on_device *r, struct buffer *to, const void *from, size_t size)
{
    return buffer_send_now(to, from, size, r->streams[0]);
}

/* Automata */

static void fill_states(const struct automaton *m, struct device_state *states)
{
    for (uint32_t i = 0; i < m->nstates; i++) {
        const struct state *s = &m->states[i];
        states[i] = (struct device_state){.item = s->item,
                                          .cost = s->cost,
                                          .conditions = s->conditions,
                                          .edited = s->edited,
                                          .inserted = s->insert_behind,
                                          .last = s->last};
    }
}

/* Copies the states, edges and tables of an automaton to the device. */
static enum engine_status send_automaton(struct sent_automaton *x, cudaStream_t stream)
{
    const struct automaton *m = x->automaton;
    const size_t edges_at = buffer_aligned(m->nstates * sizeof(struct device_state));
    const size_t tables_at = edges_at + buffer_aligned(m->nedges * sizeof(struct device_edge));
    const size_t size = tables_at + (x->tables != NULL ? sizeof *x->tables : 0);
    unsigned char *all = calloc(size + 1, 1);
    if (all == NULL)
        return ENGINE_MEMORY;
    fill_states(m, (struct device_state *)(void *)all);
    struct device_edge *edges = (void *)(all + edges_at);
    for (uint32_t i = 0; i < m->nstates; i++)
        for (uint32_t e = m->states[i].edges_begin; e < m->states[i].edges_end; e++)
            edges[e] = (struct device_edge){i, m->edges[e]};
    if (x->tables != NULL)
        memcpy(all + tables_at, x->tables, sizeof *x->tables);
    bool good = buffer_send_now(&x->memory, all, size, stream);
    free(all);
    x->device.states = buffer_at(&x->memory, 0);
    x->device.edges = buffer_at(&x->memory, edges_at);
    x->device.device_tables = x->tables != NULL ? buffer_at(&x->memory, tables_at) : NULL;
    return good ? ENGINE_OK : ENGINE_FAILED;
}

static enum engine_status open_automaton(struct sent_automaton *x, const struct query *q,
                                         uint32_t pattern, cudaStream_t stream)
{
    const struct automaton *m = q->patterns[pattern].automaton;
    bool memory;
    x->automaton = m;
    x->tables = bit_nfa_tables_make(m, &memory);
    if (!memory)
        return ENGINE_MEMORY;
    x->device = (struct device_automaton){.pattern = pattern,
                                          .k = q->patterns[pattern].k,
                                          .insert = m->edits.insert,
                                          .remove = m->edits.delete,
                                          .substitute = m->edits.substitute,
                                          .nstates = m->nstates,
                                          .nedges = m->nedges,
                                          .word_slot = q->classes.word,
                                          .line = q->line,
                                          .tables = x->tables};
    for (unsigned c = 0; c < BIT_NFA_CLASSES * BIT_NFA_CLASSES; c++)
        x->device.holding[c / BIT_NFA_CLASSES][c % BIT_NFA_CLASSES] =
            bit_nfa_holding(c / BIT_NFA_CLASSES, c % BIT_NFA_CLASSES);
    return send_automaton(x, stream);
}

static enum engine_status open_automata(struct query_on_device *r)
{
    const struct query *q = r->q;
    enum engine_status status = ENGINE_OK;
    if (!q->automata)
        return ENGINE_OK;
    r->heartbeat = device_heartbeat();
    if (r->heartbeat == NULL)
        return ENGINE_FAILED;
    r->automata = calloc(q->npatterns, sizeof *r->automata);
    if (r->automata == NULL)
        return ENGINE_MEMORY;
    for (uint32_t p = 0; p < q->npatterns && status == ENGINE_OK; p++)
        if (q->patterns[p].automaton != NULL)
            status = open_automaton(&r->automata[r->nautomata++], q, p, r->streams[0]);
    return status;
}

bool query_on_device_scan_automata(const struct query_on_device *r, const struct scan *scan,
                                   uint32_t known, cudaStream_t stream, bool columns,
                                   enum algorithm *used)
{
    for (size_t i = 0; i < r->nautomata; i++) {
        const struct sent_automaton *x = &r->automata[i];
        const uint32_t k = x->device.k;
        if (x->tables != NULL && scan->best && known > BIT_NFA_MOST && k > BIT_NFA_MOST &&
            !device_fetch(&known, scan->limit, sizeof known, stream))
            return false;
        struct automaton_way way = {.bound = known < k ? known : k, .heartbeat = r->heartbeat};
        way.levels = x->tables != NULL && way.bound <= BIT_NFA_MOST && !columns;
        uint64_t reach = host->scan->automaton_longest(x->automaton, way.bound) + 1;
        way.lead_in = reach < LANE_RECORDS ? (uint32_t)reach : LANE_RECORDS;
        if (!GOOD(kernels_scan_automaton, &x->device, way, &r->query, scan, stream))
            return false;
        *used = way.levels ? ALGORITHM_LEVELS : ALGORITHM_PATHS;
    }
    return true;
}

/* The other tables */

static bool list_patterns(struct query_on_device *r)
{
    const struct query *q = r->q;
    uint32_t row = 0;
    size_t rows = 0;
    for (size_t p = 0; p < q->npatterns; p++)
        rows += q->patterns[p].m;
    r->patterns = calloc(q->npatterns + 1, sizeof *r->patterns);
    r->host_slots = reallocarray(NULL, rows + 1, sizeof *r->host_slots);
    if (r->patterns == NULL || r->host_slots == NULL)
        return false;
    for (size_t p = 0; p < q->npatterns; p++) {
        const struct pattern *from = &q->patterns[p];
        uint32_t m = from->automaton == NULL ? from->m : 0;
        r->patterns[p] = (struct device_pattern){m, from->k, row};
        if (m > 0)
            memcpy(r->host_slots + row, from->items, m * sizeof *r->host_slots);
        row += m;
    }
    r->query.nrows = row;
    return true;
}

static enum engine_status upload_patterns(struct query_on_device *r)
{
    const struct query *q = r->q;
    if (!list_patterns(r))
        return ENGINE_MEMORY;
    size_t rows = r->query.nrows;
    if (!upload(r, &r->slots, r->host_slots, rows * sizeof *r->host_slots) ||
        !upload(r, &r->patterns_memory, r->patterns, q->npatterns * sizeof *r->patterns))
        return ENGINE_FAILED;
    r->query.npatterns = (uint32_t)q->npatterns;
    r->query.nslots = (uint32_t)q->nitems;
    r->query.patterns = r->patterns_memory.memory;
    r->query.host_patterns = r->patterns;
    r->query.slots = r->slots.memory;
    r->query.host_slots = r->host_slots;
    r->query.metric = q->metric;
    return open_automata(r);
}

static bool upload_tables(struct query_on_device *r)
{
    const uint32_t *bytes = host->scan->alphabet_bytes(r->a);
    uint32_t tables[2][BYTES], known = r->q->utf8 ? BYTES / 2 : BYTES;
    for (uint32_t b = 0; b < BYTES; b++) {
        tables[0][b] = b < known ? bytes[b] : SYMBOL_OTHER;
        tables[1][b] = b;
    }
    return upload(r, &r->tables, tables, sizeof tables);
}

enum engine_status query_on_device_open(struct query_on_device *r, const struct query *q,
                                        const struct alphabet *a,
                                        const cudaStream_t streams[QUERY_STREAMS])
{
    r->q = q;
    r->a = a;
    memcpy(r->streams, streams, sizeof r->streams);
    enum engine_status status = upload_patterns(r);
    return status != ENGINE_OK ? status : upload_tables(r) ? ENGINE_OK : ENGINE_FAILED;
}

bool query_on_device_wait(const struct query_on_device *r)
{
    bool good = true;
    for (unsigned i = 0; i < QUERY_STREAMS; i++)
        good = good && device_wait(r->streams[i]);
    return good;
}

enum engine_status query_on_device_match(struct query_on_device *r, uint32_t ncodes)
{
    if (ncodes <= r->query.ncodes)
        return ENGINE_OK;
    size_t words = (ncodes + 31) / 32;
    uint32_t *matches = calloc(r->q->nitems * words + 1, sizeof *matches);
    const uint32_t *items;
    if (matches == NULL)
        return ENGINE_MEMORY;
    for (uint32_t symbol = SYMBOL_FIRST; symbol < ncodes; symbol++)
        for (size_t i = host->scan->alphabet_items(r->a, symbol, &items); i-- > 0;)
            matches[items[i] * words + symbol / 32] |= UINT32_C(1) << symbol % 32;
    bool good = query_on_device_wait(r) &&
                upload(r, &r->matches, matches, r->q->nitems * words * sizeof *matches);
    free(matches);
    r->query.matches = r->matches.memory;
    r->query.ncodes = good ? ncodes : 0;
    return good ? ENGINE_OK : ENGINE_FAILED;
}

/* Pages of the alphabet */

static bool reserve_pages(struct alphabet_pages *p)
{
    if (p->numbers == NULL && (p->numbers = calloc(ALPHABET_PAGES, sizeof *p->numbers)) == NULL)
        return false;
    if (p->n < p->capacity)
        return true;
    size_t capacity = p->capacity > 0 ? 2 * p->capacity : ALPHABET_PAGE;
    uint32_t *symbols = reallocarray(p->symbols, capacity, ALPHABET_PAGE * sizeof *symbols);
    if (symbols == NULL)
        return false;
    p->symbols = symbols;
    p->capacity = capacity;
    return true;
}

static bool add_page(struct alphabet_pages *p, struct alphabet *a, uint32_t number)
{
    const struct alphabet_page *page = host->scan->alphabet_page(a, number);
    if (page == NULL || !reserve_pages(p))
        return false;
    p->numbers[number] = page->other ? PAGE_OTHER : (uint16_t)(PAGE_FIRST + p->n);
    if (!page->other)
        memcpy(p->symbols + p->n++ * ALPHABET_PAGE, page->symbols, sizeof page->symbols);
    return true;
}

enum engine_status query_on_device_learn(struct query_on_device *r, struct alphabet *a,
                                         const uint32_t unknown[PAGES_WORDS])
{
    struct alphabet_pages *p = &r->pages;
    for (uint32_t number = 0; number < ALPHABET_PAGES; number++)
        if ((unknown[number / 32] >> number % 32 & 1) != 0 && !add_page(p, a, number))
            return ENGINE_MEMORY;
    if (!query_on_device_wait(r) ||
        !upload(r, &p->numbers_memory, p->numbers, ALPHABET_PAGES * sizeof *p->numbers) ||
        (p->n > 0 &&
         !upload(r, &p->symbols_memory, p->symbols, p->n * ALPHABET_PAGE * sizeof *p->symbols)))
        return ENGINE_FAILED;
    return query_on_device_match(r, host->scan->alphabet_size(a));
}

enum engine_status query_on_device_expect(struct query_on_device *r, const struct chunk *c)
{
    uint32_t behind = '\n', unknown[PAGES_WORDS] = {0};
    if (c->end_byte < c->nbytes)
        (void)host->scan->utf8_decode(c->bytes + c->end_byte, c->nbytes - c->end_byte, &behind);
    uint32_t page = behind / ALPHABET_PAGE;
    if (r->pages.numbers != NULL && r->pages.numbers[page] != PAGE_UNKNOWN)
        return ENGINE_OK;
    unknown[page / 32] = UINT32_C(1) << page % 32;
    return query_on_device_learn(r, c->decoding.raw, unknown);
}

unsigned query_on_device_width(const struct query_on_device *r)
{
    return r->query.ncodes <= BYTES ? 1 : 4;
}

const uint32_t *query_on_device_codes(const struct query_on_device *r, bool bytes)
{
    return (const uint32_t *)r->tables.memory + (bytes ? 0 : BYTES);
}

void query_on_device_free(struct query_on_device *r)
{
    struct buffer *const all[] = {
        &r->patterns_memory,     &r->slots, &r->matches, &r->tables, &r->pages.numbers_memory,
        &r->pages.symbols_memory};
    for (size_t m = 0; m < sizeof all / sizeof *all; m++)
        buffer_free(all[m]);
    for (size_t i = 0; i < r->nautomata; i++) {
        free(r->automata[i].tables);
        buffer_free(&r->automata[i].memory);
    }
    free(r->automata);
    free(r->patterns);
    free(r->host_slots);
    free(r->pages.numbers);
    free(r->pages.symbols);
}
