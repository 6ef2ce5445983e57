#include "small.h"

#include <stdlib.h>
#include <string.h>

#include "feed.h"
#include "filter/sieve.h"

static struct sieve_plan sieve_plan; /* shared by all searches */

enum { MOST_SOURCES = 10 };

bool small_compile(struct small *s, const char *const *patterns, size_t n)
{
    struct pattern_source sources[MOST_SOURCES];
    for (size_t i = 0; i < n && i < MOST_SOURCES; i++)
        sources[i] =
            (struct pattern_source){.text = (char *)patterns[i], .length = strlen(patterns[i])};
    s->query = patterns_compile(sources, n, &s->options.query.rules);
    if (s->query == NULL)
        return false;
    s->alphabet = alphabet_open(s->query, s->options.records.delimiter_byte);
    if (s->alphabet == NULL)
        abort();
    return true;
}

void small_feed(struct small *s, const unsigned char *text, size_t length, size_t owned)
{
    s->options.work.chunk_size = s->query->overlap + owned;
    s->options.fields.label = "-";
    feed(text, length, NULL, 0);
    feed_standard_input(1);
    s->source = source_open(&s->options, s->query, s->alphabet, &sieve_plan, owned);
    if (s->source == NULL)
        abort();
}

bool small_next(struct small *s)
{
    return source_next(s->source, &s->chunk, &s->input_status) == SOURCE_CHUNK;
}

void small_done(struct small *s)
{
    source_close(s->source);
    chunk_free(&s->chunk);
    input_status_clear(&s->input_status);
}

void small_close(struct small *s)
{
    alphabet_close(s->alphabet);
    query_free(s->query);
}
