#include "text/chunk.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/binary_search.h"
#include "base/byte_mask.h"
#include "base/utf8.h"
#include "base/word_bits.h"
#include "query/folded_places.h"

enum { LINE = 64, PAGE = 4096, HUGE_PAGE = 2 << 20, SHIFT = PAGE / 2 };

size_t chunk_folded(const struct chunk *c, size_t i)
{
    if (i > 0 && i >= c->length)
        i = c->length;
    if (!c->rules.utf8 || c->width == 0 || i == 0)
        return i;
    size_t last = i == c->length; /* it has no mark */
    size_t byte = c->marks[(i - last) / CHUNK_MARK];
    for (size_t rest = (i - last) % CHUNK_MARK + last; rest > 0; rest--) {
        uint32_t ignored;
        byte += folded_text_decode(&c->folded.text, true, byte, &ignored);
    }
    return byte;
}

size_t chunk_folded_end(const struct chunk *c, size_t i)
{
    return folded_text_ends(&c->folded.text, chunk_folded(c, i));
}

uint32_t chunk_character(const struct chunk *c, size_t i)
{
    uint32_t character;
    if (c->rules.folding != NULL) {
        (void)folded_text_decode(&c->folded.text, c->rules.utf8, chunk_folded(c, i), &character);
        return character;
    }
    size_t byte = chunk_byte(c, i);
    character = c->bytes[byte];
    if (c->rules.utf8 && character >= 0x80)
        (void)utf8_decode(c->bytes + byte, c->nbytes - byte, &character);
    return character;
}

/* Which of the 64 bytes at p begin a character: they are none that could only continue one. */
static inline uint64_t begins_of(const unsigned char *p)
{
    uint64_t mask = 0;
    for (size_t i = 0; i < 64; i += BYTE_PART) {
        byte_part x = byte_part_load(p + i);
        mask |= (uint64_t)byte_mask((byte_part)((x & 0xc0) != 0x80)) << i;
    }
    return mask;
}

/*
 * Returns how many bytes the first `skipped` of CHUNK_MARK = 64 characters at p take, or SIZE_MAX
 * if that needs a full decoding. A byte that begins no character, but could only continue one, is
 * undecodable. If there are as many other bytes as characters, each of them begins one.
 */
static size_t length_of(const unsigned char *p, size_t n, size_t skipped)
{
    size_t begun = 0, found = SIZE_MAX;
    for (size_t i = 0; i < n; i += 64) {
        size_t behind = n - i < 64 ? 64 - (n - i) : 0; /* below 64 */
        uint64_t begins = begins_of(p + i - behind) >> behind % 64;
        size_t count = (size_t)(words_counts(begins) >> 56);
        if (begun <= skipped && begun + count > skipped)
            found = i + words_bit_at(begins, (unsigned)(skipped - begun));
        begun += count;
    }
    return begun == CHUNK_MARK ? found : SIZE_MAX;
}

size_t chunk_marked_byte(const struct chunk *c, size_t i)
{
    if (i >= c->length)
        return c->nbytes;
    if (c->rules.folding != NULL)
        return folded_text_begins(&c->folded.text, chunk_folded(c, i));
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

size_t chunk_byte_near(const struct chunk *c, size_t near, size_t at, size_t i)
{
    enum { CLOSE = 8 };
    if (chunk_of_bytes(c) || i < near || i - near > CLOSE || i >= c->length)
        return chunk_byte(c, i);
    for (; near < i; near++) {
        uint32_t ignored;
        at += c->bytes[at] < 0x80 ? 1 : utf8_decode(c->bytes + at, c->nbytes - at, &ignored);
    }
    return at;
}

size_t chunk_record_end(const struct chunk *c, size_t from, size_t end)
{
    const unsigned char *text = chunk_narrow(c), *found = NULL;
    const uint32_t *wide = c->symbols;
    int delimiter = chunk_narrow_delimiter(c);
    if (c->width < 4 && delimiter >= 0)
        found = memchr(text + from, delimiter, end - from);
    if (c->width < 4)
        return found != NULL ? (size_t)(found - text) : end;
    while (from < end && wide[from] != SYMBOL_DELIMITER)
        from++;
    return from;
}

size_t chunk_record_begin(const struct chunk *c, size_t from, size_t end)
{
    const unsigned char *text = chunk_narrow(c), *found = NULL;
    const uint32_t *wide = c->symbols;
    int delimiter = chunk_narrow_delimiter(c);
    if (c->width < 4 && delimiter >= 0)
        found = memrchr(text + from, delimiter, end - from);
    if (c->width < 4)
        return found != NULL ? (size_t)(found - text) + 1 : from;
    while (end > from && wide[end - 1] != SYMBOL_DELIMITER)
        end--;
    return end;
}

size_t chunk_span_after(const struct chunk *c, size_t byte)
{
    BINARY_SEARCH(count, c->delimiters.n, middle, c->delimiters.spans[middle].end <= byte);
    return count;
}

bool chunk_delimiter(const struct chunk *c, size_t from, struct span *found)
{
    if (c->rules.listed) {
        size_t i = chunk_span_after(c, from);
        if (i == c->delimiters.n || c->delimiters.spans[i].start >= c->end_byte)
            return false;
        *found = c->delimiters.spans[i];
        return true;
    }
    const unsigned char *p = NULL;
    if (c->delimiters.byte >= 0)
        p = memchr(c->bytes + from, c->delimiters.byte, c->end_byte - from);
    if (p == NULL)
        return false;
    found->start = (size_t)(p - c->bytes);
    found->end = found->start + 1;
    if (c->rules.crlf && found->start > from && c->bytes[found->start - 1] == '\r')
        found->start--;
    return true;
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
    return c->storage.memory != NULL ? c->storage.memory->allocate(size) : chunk_buffer(size);
}

void chunk_release(const struct chunk *c, void *buffer)
{
    if (c->storage.memory != NULL)
        c->storage.memory->release(buffer);
    else
        free(buffer);
}

void chunk_use(struct chunk *c, const struct chunk_memory *memory)
{
    if (c->storage.memory == memory)
        return;
    chunk_free(c);
    c->storage.memory = memory;
}

bool chunk_reserve(struct chunk *c, size_t size)
{
    if (size <= c->storage.capacity.buffer)
        return true;
    size += size / 16 + SHIFT; /* lead-ins differ a little */
    if (c->storage.memory == NULL)
        size = whole_units(size);
    unsigned char *buffer = chunk_allocate(c, size);
    if (buffer == NULL)
        return false;
    if (c->nbytes > 0)
        memcpy(buffer + (c->bytes - c->storage.buffer), c->bytes, c->nbytes);
    c->bytes = buffer + (c->bytes - c->storage.buffer);
    chunk_release(c, c->storage.buffer);
    c->storage.buffer = buffer;
    c->storage.capacity.buffer = size - SHIFT;
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
    c->bytes = c->storage.buffer + (further > 0 && further < SHIFT ? SHIFT : 0);
}

void chunk_free(struct chunk *c)
{
    chunk_release(c, c->storage.buffer);
    chunk_release(c, c->symbols);
    free(c->marks);
    free(c->delimiters.spans);
    free(c->folded.spans);
    folded_text_free(&c->folded.text);
    *c = (struct chunk){0};
}
