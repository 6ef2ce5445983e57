/*
 * option_words.h - the options of edgrep as words of a command line, with arguments of each kind:
 * for tests that draw command lines.
 */
#pragma once

/* The first of them name no files and tell no times. The others take `a` for a file of patterns. */
enum { OPTION_WORDS_PLAIN = 109, OPTION_WORDS = 121 };

extern const char *const option_words[];
