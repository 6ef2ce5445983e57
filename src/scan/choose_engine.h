/* choose_engine.h - chooses the engines of a search by its options. Each rank chooses its own.
 * Messages are reported by diag_error(). */
#pragma once

#include "options/options.h"
#include "options/program.h"
#include "scan/scanner.h"

/* The program edgrep, with its engines. */
extern const struct program choose_engine_program;

/* Compiles the query of the options. Returns NULL if an error was reported. */
const struct query *choose_engine_query(const struct options *o, enum report report);

/* Returns the engine to scan with; NULL if it cannot be used (reported). */
const struct engine *choose_engine(const struct options *o, const struct query *q);

/* Returns all engines of the search, `engine` among them, and the algorithm; the other members are
 * empty. */
struct scanner_parts choose_engine_parts(const struct options *o, const struct query *q,
                                         const struct engine *engine);
