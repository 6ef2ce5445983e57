#include "query/pattern_distance.h"

#include <stdio.h>

#include "base/diag.h"
#include "base/least.h"
#include "query/confusion.h"
#include "query/regex.h"

struct edits pattern_edits(const struct pattern_rules *rules)
{
    return rules->costs.given ? rules->costs.edits : edits_of_metric(rules->metric);
}

uint32_t pattern_other_cost(const struct pattern_rules *rules)
{
    struct edits e = pattern_edits(rules);
    uint32_t other = e.transpose < EDIT_NEVER ? e.transpose : 0;
    for (size_t i = 0; i < rules->costs.nconfusions; i++)
        other = most_u32(other, rules->costs.confusions[i].cost);
    return other;
}

/* Reports that the user's distance for the pattern is no restriction. */
static void refuse_distance(const char *what, const struct pattern *p, struct limit limit,
                            const char *option)
{
    int shown = regex_excerpt(p->text, p->text_length);
    bool percent = limit.edits > limit_edits(limit, p->m);
    uintmax_t given = percent ? limit.percent : limit.edits;
    char hint[64] = "";
    if (!percent)
        snprintf(hint, sizeof hint, "; try %s%ju,25%%", option, given);
    diag_error("%s '%.*s%s': distance %ju%s would match everything (%s %u%s)%s", what, shown,
               p->text, (size_t)shown < p->text_length ? "..." : "", given, percent ? "%" : "",
               p->automaton != NULL ? "to delete all of it costs" : "it has",
               (unsigned)pattern_vacuous(p),
               p->automaton != NULL ? ""
               : p->m == 1          ? " character"
                                    : " characters",
               hint);
}

/* Returns the cost of an occurrence that ends anywhere: all items are substituted, or deleted at
 * the record's begin. UINT64_MAX: limits or options forbid that. */
static uint64_t cost_anywhere(const struct pattern_rules *rules, const struct edit_limits *l,
                              const struct pattern *p)
{
    struct edits e = pattern_edits(rules);
    if (p->items == NULL || rules->word || rules->line || p->overhang.inside > 0 ||
        e.substitute == EDIT_NEVER || l->limited[KIND_SUBSTITUTION] || l->limited[KIND_OTHER])
        return UINT64_MAX;
    uint64_t deleted = l->limited[KIND_DELETION] ? l->most[KIND_DELETION] : p->m;
    return (uint64_t)p->m * e.substitute + (e.delete < EDIT_NEVER ? deleted * e.delete : 0);
}

/* Returns a distance that no end exceeds. */
static uint32_t greatest_distance(const struct pattern_rules *rules, const struct edit_limits *l,
                                  const struct pattern *p)
{
    uint64_t within = edit_limits_cost(l, pattern_edits(rules), pattern_other_cost(rules));
    uint64_t most = least_u64(within, cost_anywhere(rules, l, p));
    return (uint32_t)least_u64(most, pattern_vacuous(p) - 1);
}

bool pattern_set_distance(const struct pattern_rules *rules, const struct edit_limits *limits,
                          const char *what, const struct limit *own, struct pattern *p)
{
    p->asked = pattern_vacuous(p) - 1;
    if (rules->limited || own != NULL) {
        struct limit limit = own != NULL ? *own : rules->limit;
        uint64_t k = limit_edits(limit, p->m);
        if (k > p->asked) {
            refuse_distance(what, p, limit, own != NULL ? "" : "-k ");
            return false;
        }
        p->asked = (uint32_t)k;
    }
    p->k = least_u32(p->asked, greatest_distance(rules, limits, p));
    return true;
}
