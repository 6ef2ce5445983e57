/* chunk.c - see chunk.h. */
#include "text/chunk.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/utf8.h"

enum { LINE = 64, PAGE = 4096, HUGE_PAGE = 2 << 20, SHIFT = PAGE / 2 };

size_t chunk_plain(const struct chunk *c, size_t i)
{
    if (i > 0 && i >= c->length)
        i = c->length;
    if (!c->utf8 || i == 0)
        return i;
    size_t last = i == c->length; /* it has no mark */
    size_t byte = c->marks[(i - last) / CHUNK_MARK];
    for (size_t rest = (i - last) % CHUNK_MARK + last; rest > 0; rest--) {
        uint32_t ignored;
        byte += folded_text_decode(&c->plain, true, byte, &ignored);
    }
    return byte;
}

size_t chunk_plain_end(const struct chunk *c, size_t i)
{
    return folded_text_ends(&c->plain, chunk_plain(c, i));
}

uint32_t chunk_character(const struct chunk *c, bool utf8, size_t i)
{
    uint32_t character;
    if (c->equality != NULL) {
        (void)folded_text_decode(&c->plain, utf8, chunk_plain(c, i), &character);
        return character;
    }
    size_t byte = chunk_byte(c, i);
    character = c->bytes[byte];
    if (utf8 && character >= 0x80)
        (void)utf8_decode(c->bytes + byte, c->nbytes - byte, &character);
    return character;
}

/*
 * Returns how many bytes the first `skipped` of the CHUNK_MARK characters at p take, or SIZE_MAX if
 * that needs a full decoding. A byte that begins no character, but could only continue one, is
 * undecodable. If there are as many other bytes as characters, each of them begins one.
 */
static size_t length_of(const unsigned char *p, size_t n, size_t skipped)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    size_t begun = 0, at = 0, found = SIZE_MAX;
    for (size_t i = 0; i < n; i += sizeof ones) {
        uint64_t word = ones << 7; /* bytes that continue characters */
        memcpy(&word, p + i, n - i < sizeof word ? n - i : sizeof word);
        uint64_t continues = word >> 7 & ~(word >> 6) & ones; /* 1 in each such byte */
        size_t here = sizeof word - (size_t)(continues * ones >> 56);
        if (begun + here <= skipped) /* the character begins behind this word */
            at = i + sizeof word;
        begun += here;
        if (begun > skipped && found == SIZE_MAX)
            found = begun - here;
    }
    if (begun != CHUNK_MARK)
        return SIZE_MAX;
    for (;; at++) {
        bool begins = (p[at] & 0xc0) != 0x80;
        if (begins && found == skipped)
            return at;
        found += begins;
    }
}

size_t chunk_marked_byte(const struct chunk *c, size_t i)
{
    if (i >= c->length)
        return c->nbytes;
    if (c->equality != NULL)
        return folded_text_begins(&c->plain, chunk_plain(c, i));
    size_t mark = i / CHUNK_MARK, rest = i % CHUNK_MARK, byte = c->marks[mark];
    size_t length = rest > 0 && (mark + 1) * CHUNK_MARK < c->length
                        ? length_of(c->bytes + byte, c->marks[mark + 1] - byte, rest)
                        : SIZE_MAX;
    if (length < SIZE_MAX)
        return byte + length;
    for (; rest > 0; rest--) {
        uint32_t ignored;
        byte += utf8_decode(c->bytes + byte, c->nbytes - byte, &ignored);
    }
    return byte;
}

size_t chunk_record_end(const struct chunk *c, size_t from, size_t end)
{
    const unsigned char *text = chunk_narrow(c), *found = NULL;
    const uint32_t *wide = c->symbols;
    int delimiter = c->width == 0 ? c->delimiter : SYMBOL_DELIMITER;
    if (c->width < 4 && delimiter >= 0)
        found = memchr(text + from, delimiter, end - from);
    if (c->width < 4)
        return found != NULL ? (size_t)(found - text) : end;
    while (from < end && wide[from] != SYMBOL_DELIMITER)
        from++;
    return from;
}

size_t chunk_span_after(const struct chunk *c, size_t byte)
{
    size_t low = 0, high = c->nspans;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (c->spans[middle].end <= byte)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static size_t unit_for(size_t size)
{
    return size >= HUGE_PAGE / 2 ? HUGE_PAGE : LINE;
}

/* Returns the size that chunk_buffer() allocates for `size` bytes. */
static size_t whole_units(size_t size)
{
    size_t unit = unit_for(size);
    return (size + unit - 1) / unit * unit;
}

void *chunk_buffer(size_t size)
{
    size_t unit = unit_for(size), whole = whole_units(size);
    void *buffer = aligned_alloc(unit, whole);
    if (unit == HUGE_PAGE && buffer != NULL)
        (void)madvise(buffer, whole, MADV_HUGEPAGE);
    return buffer;
}

void *chunk_allocate(const struct chunk *c, size_t size)
{
    return c->memory != NULL ? c->memory->allocate(size) : chunk_buffer(size);
}

void chunk_release(const struct chunk *c, void *buffer)
{
    if (c->memory != NULL)
        c->memory->release(buffer);
    else
        free(buffer);
}

void chunk_use(struct chunk *c, const struct chunk_memory *memory)
{
    if (c->memory == memory)
        return;
    chunk_free(c);
    c->memory = memory;
}

bool chunk_reserve(struct chunk *c, size_t size)
{
    if (size <= c->bytes_capacity)
        return true;
    size += size / 16 + SHIFT; /* lead-ins differ a little */
    if (c->memory == NULL)
        size = whole_units(size);
    unsigned char *buffer = chunk_allocate(c, size);
    if (buffer == NULL)
        return false;
    if (c->nbytes > 0)
        memcpy(buffer + (c->bytes - c->buffer), c->bytes, c->nbytes);
    c->bytes = buffer + (c->bytes - c->buffer);
    chunk_release(c, c->buffer);
    c->buffer = buffer;
    c->bytes_capacity = size - SHIFT;
    return true;
}

/*
 * read(2) copies from pages of the kernel. The processor compares the lower 12 bits of addresses:
 * if the destination lies slightly behind the source in its page, each load seems to depend on the
 * last store, and the copy takes twice as long.
 */
void chunk_place(struct chunk *c, size_t nbytes, uint64_t position)
{
    size_t further = (nbytes - position) % PAGE;
    c->bytes = c->buffer + (further > 0 && further < SHIFT ? SHIFT : 0);
}

void chunk_free(struct chunk *c)
{
    chunk_release(c, c->buffer);
    chunk_release(c, c->symbols);
    free(c->marks);
    free(c->spans);
    free(c->plain_spans);
    folded_text_free(&c->plain);
    *c = (struct chunk){0};
}
