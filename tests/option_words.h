/*
 * option_words.h - command line words: the options of edgrep, with arguments of each kind. For
 * tests that draw command lines.
 */
#pragma once

/* The first OPTION_WORDS_PLAIN open no files and print no times. Of the others, some read patterns
 * from the file `a`. */
enum { OPTION_WORDS_PLAIN = 109, OPTION_WORDS = 121 };

extern const char *const option_words[];
