/*
 * encoding.h - the character encodings that texts may be in, and how many bytes of such a text its
 * form in UTF-8 took.
 *
 * A text in another encoding is searched in UTF-8 (input/convert.h). The number of bytes that a
 * character took is a function of the character, so that offsets in the text as read are computed
 * from the text in UTF-8. Encodings without such a function, those with shift states, are rejected.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum encoding_kind {
    ENCODING_AUTO,  /* UTF-16 if the text begins with its byte order mark, else UTF-8 */
    ENCODING_UTF8,  /* texts are as they are */
    ENCODING_UTF16, /* the mark tells the byte order; without one it is little-endian */
    ENCODING_UTF16LE,
    ENCODING_UTF16BE,
    ENCODING_UTF32, /* as ENCODING_UTF16 */
    ENCODING_UTF32LE,
    ENCODING_UTF32BE,
    ENCODING_BYTES, /* each byte is a character */
    ENCODING_MIXED, /* a character takes one or more bytes */
};

struct encoding {
    enum encoding_kind kind;
    const char *name; /* for iconv_open(3) */
    uint8_t *widths;  /* of ENCODING_MIXED: bytes of each character below ENCODING_WIDTHS, by its
                         code; 1 if it has none */
};

enum {
    ENCODING_WIDTHS = 0x30000,     /* the planes with characters of encodings of several bytes; only
                                      GB18030 has more characters, of 4 bytes */
    ENCODING_REPLACEMENT = 0xFFFD, /* what an undecodable unit becomes */
};

/* Sets *e to the encoding of this name. Returns NULL, or why it cannot be used; static. Exits the
 * program when out of memory. */
const char *encoding_open(struct encoding *e, const char *name);
void encoding_close(struct encoding *e);

/*
 * Returns the encoding of a text that begins with these n bytes: `e` with its byte order, or NULL
 * if the text is as it is. *mark is the length of the byte order mark. n may be less than
 * ENCODING_LOOK only at the end of the text.
 */
enum { ENCODING_LOOK = 4 };
const struct encoding *encoding_resolve(const struct encoding *e, const unsigned char *p, size_t n,
                                        size_t *mark);

/* Returns whether these bytes could begin a byte order mark that encoding_resolve() looks for: then
 * it needs more of them. */
bool encoding_may_mark(const struct encoding *e, const unsigned char *p, size_t n);

/* Returns the bytes of a unit: what is passed over where decoding fails. */
size_t encoding_unit(const struct encoding *e);

/* Returns how many bytes the text took before it was converted to these n bytes of UTF-8, which are
 * whole characters. */
uint64_t encoding_length(const struct encoding *e, const unsigned char *text, size_t n);

/* Returns the encoding of this kind, which encoding_resolve() may have returned for `e`; NULL for
 * ENCODING_AUTO: texts are as they are. */
const struct encoding *encoding_of_kind(const struct encoding *e, enum encoding_kind kind);

/* Returns the name of the encoding in which a text in ASCII would begin with these bytes without a
 * byte order mark: "UTF-16LE", "UTF-16BE", or NULL. */
const char *encoding_resembled(const unsigned char *p, size_t n);

/* Returns whether a NUL is among the characters of these n bytes. */
bool encoding_has_nul(const struct encoding *e, const unsigned char *p, size_t n);
