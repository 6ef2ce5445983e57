#include "edgrep/send_query.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/xalloc.h"
#include "input/inputs.h"

static const char colors[] = "GREP_COLORS";

/* The texts of the patterns with their ids. */
static void put_patterns(struct pack *p, const struct options *o)
{
    pack_number(p, o->query.npatterns);
    for (size_t i = 0; i < o->query.npatterns; i++) {
        const struct pattern_source *s = &o->query.patterns[i];
        pack_bytes(p, s->text, s->length + s->id_length);
        pack_number(p, s->id_length);
        pack_number(p, s->limited);
        pack_value(p, &s->limit, sizeof s->limit);
    }
}

static void put_confusions(struct pack *p, const struct confusion_list *confusions)
{
    pack_number(p, confusions->count);
    for (size_t i = 0; i < confusions->count; i++) {
        const struct confusion *c = &confusions->list[i];
        pack_number(p, c->cost);
        for (int side = 0; side < 2; side++)
            pack_bytes(p, c->sides[side], c->lengths[side]);
    }
}

static struct confusion_list get_confusions(struct unpack *u)
{
    struct confusion_list list = {0};
    for (uint64_t n = unpack_number(u); n > 0; n--) {
        struct confusion c = {.cost = (uint32_t)unpack_number(u)};
        for (int side = 0; side < 2; side++)
            c.sides[side] = (char *)unpack_bytes(u, &c.lengths[side]);
        confusions_add(&list, &c);
    }
    return list;
}

void sent_query_put(struct pack *p, const struct output_env *env)
{
    const struct options *o = env->options;
    pack_string(p, EDGREP_VERSION);
    pack_number(p, (uint64_t)o->nwords);
    for (int i = 0; i < o->nwords; i++)
        pack_string(p, o->words[i]);
    put_patterns(p, o);
    put_confusions(p, &o->query.confusions);
    pack_number(p, env->filename);
    pack_number(p, env->color);
    pack_number(p, env->visible);
    pack_number(p, env->width);
    pack_string(p, getenv(colors));
    pack_number(p, inputs_several(o));
}

static struct pattern_list get_patterns(struct unpack *u)
{
    struct pattern_list list = {0};
    list.capacity = list.count = (size_t)unpack_number(u);
    list.sources = xcalloc(list.count, sizeof *list.sources);
    for (size_t i = 0; i < list.count; i++) {
        struct pattern_source *s = &list.sources[i];
        const void *text = unpack_bytes(u, &s->length);
        s->text = xmemdup(text, s->length);
        s->id_length = (size_t)unpack_number(u);
        s->length -= s->id_length;
        s->limited = unpack_number(u) != 0;
        unpack_value(u, &s->limit, sizeof s->limit);
    }
    return list;
}

static void get_environment(struct sent_query *q, struct unpack *u)
{
    struct output_env *env = &q->env;
    *env =
        (struct output_env){.options = &q->options, .output = output_find(q->options.form.output)};
    env->filename = unpack_number(u) != 0;
    env->color = unpack_number(u) != 0;
    env->visible = unpack_number(u) != 0;
    env->width = (unsigned)unpack_number(u);
    env->wants = requirements_of(&q->options, env->color);
    char *value = unpack_string(u);
    if ((value != NULL ? setenv(colors, value, 1) : unsetenv(colors)) != 0)
        die("%s", strerror(errno));
    free(value);
}

void sent_query_get(struct sent_query *q, struct unpack *u)
{
    char *version = unpack_string(u); /* another one may serialize the rest differently */
    if (version == NULL || strcmp(version, EDGREP_VERSION) != 0)
        die("this rank runs version " EDGREP_VERSION ", rank 0 runs %s",
            version != NULL ? version : "another");
    free(version);
    q->nwords = (size_t)unpack_number(u);
    q->words = xcalloc(q->nwords + 1, sizeof *q->words);
    for (size_t i = 0; i < q->nwords; i++)
        q->words[i] = unpack_string(u);
    struct pattern_list patterns = get_patterns(u);
    struct confusion_list confusions = get_confusions(u);
    if (options_follow(&q->options, (int)q->nwords, q->words, &patterns, &confusions) !=
        OPTIONS_RUN)
        die("the options of rank 0 are not valid here");
    get_environment(q, u);
    q->several = unpack_number(u) != 0;
}

void sent_query_free(struct sent_query *q)
{
    options_free(&q->options);
    for (size_t i = 0; i < q->nwords; i++)
        free(q->words[i]);
    free(q->words);
}
