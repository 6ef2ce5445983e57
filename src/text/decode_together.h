/* decode_together.h - decodes one large text with several threads. */
#pragma once

#include "base/helpers.h"
#include "text/decode_body.h"

enum { DECODE_TOGETHER_LEAST = 1 << 21 }; /* bytes that are worth several threads */

/* As body->append(), for at least DECODE_TOGETHER_LEAST bytes. */
bool decode_together(struct helpers *helpers, const struct decode_body *body, struct chunk *c,
                     struct alphabet *a, size_t from, size_t to);
