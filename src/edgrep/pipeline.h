/*
 * pipeline.h - the main thread of a search: source -> engine -> matches, with or without workers.
 */
#pragma once

#include "edgrep/search.h"

/* Searches all inputs. Reports errors of inputs; exits on other errors. Main thread. */
void pipeline_run(const struct search *search);
