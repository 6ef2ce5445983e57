/*
 * edcmp_opt_table.h - the ONE list of edcmp's options, in the form of edgrep_opt_table.h.
 */
OPTION_GROUP("Comparison")
OPTION(MAX_DISTANCE, 'k', "max-distance", "N|P%", NONE,
       "tell only whether the distance is at most N or P%")
OPTION(METRIC, 0, "metric", "METRIC", "levenshtein osa indel hamming",
       "what an edit is: levenshtein osa indel hamming")
OPTION(TRANSPOSITIONS, 't', "transpositions", NULL, NONE,
       "exchanged neighbours are one edit (--metric=osa)")
OPTION(IGNORE_CASE, 'i', "ignore-case", NULL, NONE, "upper and lower case are equal")
OPTION(NORMALIZE, 0, "normalize", NULL, NONE, "compare in normal form (Unicode NFC)")
OPTION(FOLD_ACCENTS, 0, "fold-accents", NULL, NONE, "besides, drop accents and other marks")
OPTION(FOLD_SPACE, 0, "fold-space", NULL, NONE, "each run of white space is one space")
OPTION(BINARY, 'U', "binary", NULL, NONE, "characters are bytes")
OPTION(WORDS, 'w', "words", NULL, NONE, "words are compared, not characters")
OPTION(TEXT, 0, "text", NULL, NONE, "compare the operands themselves, no files")
OPTION(PAIRS, 0, "pairs", NULL, NONE, "compare the two strings of each line")
OPTION_GROUP("Output")
OPTION(LCS_LENGTH, 0, "lcs-length", NULL, NONE, "print the length of a longest common subsequence")
OPTION(LCS, 0, "lcs", NULL, NONE, "write a longest common subsequence itself")
OPTION(CIGAR, 0, "cigar", NULL, NONE, "print the edits as a CIGAR string (= X I D)")
OPTION(ALIGN, 0, "align", "[=WHAT]", "changes full",
       "show both one above the other: changes or full")
OPTION(UNIFIED, 0, "unified", "[=N]", NONE, "print a unified diff of lines, word by word")
OPTION(COLOR, 0, "color", "[=WHEN]", "auto always never",
       "colour what differs: auto, always or never")
OPTION(SUMMARY, 0, "summary", NULL, NONE, "count what is equal and each kind of edit")
OPTION(JSON, 0, "json", NULL, NONE, "print distance, lengths ... as a JSON object")
OPTION(QUIET, 'q', "quiet", NULL, NONE, "print nothing; the exit status tells")
OPTION(SILENT, 's', "silent", NULL, NONE, "like --quiet")
OPTION_GROUP("Other")
OPTION(ENGINE, 0, "engine", "NAME", "auto avx512 avx2 word cuda help",
       "compute with this engine; help lists them")
OPTION(ALGORITHM, 0, "algorithm", "NAME", "auto diagonals strips blocks",
       "compute by this algorithm")
OPTION(THREADS, 'j', "threads", "N", NONE, "compute with N threads")
OPTION(STATS, 0, "stats", NULL, NONE, "print counts and times to standard error")
OPTION(PROGRESS, 0, "progress", "[=WHEN]", "auto always never",
       "show the progress on standard error")
OPTION(HELP, 0, "help", NULL, NONE, "print this help")
OPTION(VERSION, 'V', "version", NULL, NONE, "print the version")
#undef OPTION
#undef OPTION_GROUP
