#include "gpu/scan/automata.h"

#include <stdlib.h>
#include <string.h>

#include "gpu/base/buffer.h"
#include "gpu/base/device.h"
#include "gpu/base/host.h"

struct one {
    const struct automaton *automaton;
    struct device_automaton device;
    struct bit_nfa_tables *tables;
    struct buffer memory; /* states, edges, tables */
};

struct automata {
    size_t n;
    struct one *list;
};

void automata_free(struct automata *x)
{
    for (size_t i = 0; x != NULL && i < x->n; i++) {
        free(x->list[i].tables);
        buffer_free(&x->list[i].memory);
    }
    if (x != NULL)
        free(x->list);
    free(x);
}

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

static void fill_edges(const struct automaton *m, struct device_edge *edges)
{
    for (uint32_t i = 0; i < m->nstates; i++)
        for (uint32_t e = m->states[i].edges_begin; e < m->states[i].edges_end; e++)
            edges[e] = (struct device_edge){i, m->edges[e]};
}

/* Copies the states, edges and tables of an automaton to the device. */
static enum engine_status send_automaton(struct one *x, cudaStream_t stream)
{
    const struct automaton *m = x->automaton;
    const size_t edges_at = buffer_aligned(m->nstates * sizeof(struct device_state));
    const size_t tables_at = edges_at + buffer_aligned(m->nedges * sizeof(struct device_edge));
    const size_t size = tables_at + (x->tables != NULL ? sizeof *x->tables : 0);
    unsigned char *all = calloc(size + 1, 1);
    if (all == NULL)
        return ENGINE_MEMORY;
    fill_states(m, (struct device_state *)(void *)all);
    fill_edges(m, (struct device_edge *)(void *)(all + edges_at));
    if (x->tables != NULL)
        memcpy(all + tables_at, x->tables, sizeof *x->tables);
    bool good = buffer_send_now(&x->memory, all, size, stream);
    free(all);
    x->device.states = buffer_at(&x->memory, 0);
    x->device.edges = buffer_at(&x->memory, edges_at);
    x->device.device_tables = x->tables != NULL ? buffer_at(&x->memory, tables_at) : NULL;
    return good ? ENGINE_OK : ENGINE_FAILED;
}

static enum engine_status open_one(struct one *x, const struct query *q, uint32_t pattern,
                                   cudaStream_t stream)
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
                                          .word_slot = q->word_item,
                                          .line = q->line,
                                          .tables = x->tables};
    for (unsigned c = 0; c < BIT_NFA_CLASSES * BIT_NFA_CLASSES; c++)
        x->device.holding[c / BIT_NFA_CLASSES][c % BIT_NFA_CLASSES] =
            bit_nfa_holding(c / BIT_NFA_CLASSES, c % BIT_NFA_CLASSES);
    return send_automaton(x, stream);
}

enum engine_status automata_open(struct automata **to, const struct query *q, cudaStream_t stream)
{
    enum engine_status status = ENGINE_OK;
    *to = NULL;
    if (!q->automata)
        return ENGINE_OK;
    struct automata *x = calloc(1, sizeof *x);
    if (x != NULL)
        x->list = calloc(q->npatterns, sizeof *x->list);
    if (x == NULL || x->list == NULL) {
        automata_free(x);
        return ENGINE_MEMORY;
    }
    for (uint32_t p = 0; p < q->npatterns && status == ENGINE_OK; p++)
        if (q->patterns[p].automaton != NULL)
            status = open_one(&x->list[x->n++], q, p, stream);
    *to = x;
    return status;
}

/* Sets *bound to the bound on the distances that the host knows, or, where a smaller one may
 * matter, to the device's current limit. Returns false on failure. */
static bool bound_of(const struct one *x, const struct automata_scan *scan, uint32_t *bound)
{
    uint32_t limit = scan->known;
    if (x->tables != NULL && scan->best && limit > BIT_NFA_MOST && x->device.k > BIT_NFA_MOST &&
        !device_settle(scan->stream, GOOD(cudaMemcpyAsync, &limit, scan->limit, sizeof limit,
                                          cudaMemcpyDeviceToHost, scan->stream) &&
                                         device_wait(scan->stream)))
        return false;
    *bound = limit < x->device.k ? limit : x->device.k;
    return true;
}

bool automata_run(const struct automata *x, const struct automata_scan *scan, bool *levels)
{
    for (size_t i = 0; x != NULL && i < x->n; i++) {
        const struct one *one = &x->list[i];
        struct automaton_way way;
        if (!bound_of(one, scan, &way.bound))
            return false;
        way.levels = *levels = one->tables != NULL && way.bound <= BIT_NFA_MOST && !scan->any;
        uint64_t reach = host->scan->automaton_longest(one->automaton, way.bound) + 1;
        way.lead_in = reach < LANE_RECORDS ? (uint32_t)reach : LANE_RECORDS;
        if (!GOOD(kernels_scan_automaton, &one->device, way, scan->query, scan->text, scan->own,
                  scan->limit, scan->best, scan->hits, scan->stream))
            return false;
    }
    return true;
}
