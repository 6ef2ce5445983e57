/*
 * edgrep_opt_table.h - the ONE list of options. The parser, --help and the completions are made
 * from it; tests/check_man compares it with the manual page.
 *
 * OPTION_GROUP(TITLE)
 * OPTION(ID, SHORT, LONG, ARGUMENT, COMPLETE, HELP)
 *   ID        is the option's name in options.c
 *   SHORT     is its letter, or 0
 *   LONG      is its long name
 *   ARGUMENT  is what --help calls its argument; NULL if there is none. "[=X]" is optional
 *   COMPLETE  is what the shell offers for the argument: NONE, FILE, DIR, or words, as "auto
 * never"; the parser takes the same words (cmdline_word()) HELP      is what it does, in at most 49
 * characters: a line of --help has 80 columns
 *
 * A file includes this one each time that it needs the list, and defines OPTION and OPTION_GROUP
 * before. Both are undefined at the end.
 */
OPTION_GROUP("Patterns")
OPTION(PATTERN, 'e', "pattern", "PATTERN", NONE, "search for PATTERN; may be given several times")
OPTION(FILE, 'f', "file", "FILE", FILE, "search for the patterns in FILE, one a line")
OPTION(PATTERN_FILE, 0, "pattern-file", "FILE", FILE, "search for all of FILE as one pattern")
OPTION(TABLE, 0, "table", "FILE", FILE, "lines of FILE: [K<tab>[ID<tab>]]PATTERN")
OPTION(MAX_DISTANCE, 'k', "max-distance", "N|P%", NONE,
       "allow N edits, or P% of the pattern; or N,P%")
OPTION(METRIC, 0, "metric", "METRIC", "levenshtein osa indel hamming",
       "what an edit is: levenshtein osa indel hamming")
OPTION(TRANSPOSITIONS, 't', "transpositions", NULL, NONE,
       "exchanged neighbours are one edit (--metric=osa)")
OPTION(INSERT_COST, 0, "insert-cost", "N", NONE, "a character more in the text costs N, or: never")
OPTION(DELETE_COST, 0, "delete-cost", "N", NONE, "a character less costs N, or: never")
OPTION(SUBSTITUTE_COST, 0, "substitute-cost", "N", NONE, "another character costs N, or: never")
OPTION(TRANSPOSE_COST, 0, "transpose-cost", "N", NONE,
       "an exchange of neighbours costs N, or: never")
OPTION(LIMIT, 0, "limit", "LIMITS", NONE, "at most +N more, -N less, #N other, ~N edits")
OPTION(OVERHANG, 0, "overhang", "[=MIN]", NONE, "it may hang over a record's ends; MIN lie inside")
OPTION(CONFUSE, 0, "confuse", "FILE", FILE, "confusions: lines COST<tab>A<tab>B, or @ocr")
OPTION(BEST, 0, "best", "[=each]", "each", "print only what is nearest, or nearest to each")
OPTION(TOP, 0, "top", "N", NONE, "print the N nearest, the nearest first")
OPTION(IGNORE_CASE, 'i', "ignore-case", NULL, NONE, "upper and lower case are equal")
OPTION(NO_IGNORE_CASE, 0, "no-ignore-case", NULL, NONE, "an earlier -i has no effect")
OPTION(NORMALIZE, 0, "normalize", NULL, NONE, "compare in normal form (Unicode NFC)")
OPTION(FOLD_ACCENTS, 0, "fold-accents", NULL, NONE, "besides, drop accents and other marks")
OPTION(SKIP, 0, "skip", "CLASS", NONE, "pass over characters of the text: \\n [\\s-]")
OPTION(FOLD_SPACE, 0, "fold-space", NULL, NONE, "each run of white space is one space")
OPTION(WORD, 'w', "word-regexp", NULL, NONE, "occurrences begin and end at word borders")
OPTION(LINE, 'x', "line-regexp", NULL, NONE, "occurrences are whole records")
OPTION(FIXED, 'F', "fixed-strings", NULL, NONE, "no effect: PATTERN is text, without -P or -E")
OPTION(CLASSES, 'P', "classes", NULL, NONE, "PATTERN may have sets of characters: [a-f] \\d .")
OPTION(EXPRESSION, 'E', "expression", NULL, NONE, "PATTERN is an expression: (a|b)* [a-f]{2} ^ \\b")
OPTION(IUPAC, 0, "iupac", "[=both]", "both", "PATTERN is letters of DNA; both: so is the text")
OPTION(REVERSE_COMPLEMENT, 0, "reverse-complement", NULL, NONE,
       "search both strands; implies --iupac")
OPTION(BINARY, 'U', "binary", NULL, NONE, "characters are bytes")
OPTION_GROUP("Records")
OPTION(NULL_DATA, 'z', "null-data", NULL, NONE, "records end with NUL, not newline")
OPTION(CRLF, 0, "crlf", NULL, NONE, "records end with newline, or CR and newline")
OPTION(DELIMITER, 0, "delimiter", "REGEX", NONE, "records are separated by matches of REGEX")
OPTION(SPAN_LINES, 0, "span-lines", NULL, NONE, "each input is one record; implies -o")
OPTION(DEHYPHENATE, 0, "dehyphenate", NULL, NONE, "line breaks are blanks, behind a hyphen nothing")
OPTION(FASTA, 0, "fasta", NULL, NONE, "records are entries of FASTA; search sequences")
OPTION(FASTQ, 0, "fastq", NULL, NONE, "records are entries of FASTQ; search sequences")
OPTION(BLOCK, 0, "block", "[=loose]", "loose", "print whole lines; loose: no indentation counts")
OPTION(WHERE, 0, "where", "REGEX", NONE, "search only the records that match REGEX")
OPTION(WHERE_NOT, 0, "where-not", "REGEX", NONE, "search only the records that do not match REGEX")
OPTION(AND, 0, "and", "PATTERN", NONE, "search only the records that have PATTERN, too")
OPTION(NOT, 0, "not", "PATTERN", NONE, "search only the records that do not have PATTERN")
OPTION(INVERT, 'v', "invert-match", NULL, NONE, "select the records without an occurrence")
OPTION(MAX_COUNT, 'm', "max-count", "NUM", NONE, "stop after NUM selected records of an input")
OPTION(MAX_PER_PATTERN, 0, "max-per-pattern", "N", NONE,
       "after N records a pattern takes part no more")
OPTION_GROUP("Output")
OPTION(ONLY_MATCHING, 'o', "only-matching", NULL, NONE, "print each occurrence, not its record")
OPTION(AROUND, 0, "around", "NUM", NONE, "print NUM characters around too; implies -o")
OPTION(MARGIN, 0, "margin", "N", NONE, "the nearest must be N edits nearer than others")
OPTION(BARE, 0, "bare", NULL, NONE, "print no offset and no distance")
OPTION(LINE_NUMBER, 'n', "line-number", NULL, NONE, "print the number of the record")
OPTION(COLUMN, 0, "column", NULL, NONE, "print at which character of the record it begins")
OPTION(WITH_FILENAME, 'H', "with-filename", NULL, NONE, "print the name of the file")
OPTION(NO_FILENAME, 'h', "no-filename", NULL, NONE, "do not print the name of the file")
OPTION(LABEL, 0, "label", "NAME", NONE, "call standard input NAME")
OPTION(SHOW_PATTERN, 0, "show-pattern", "[=WHAT]", "number text id",
       "print which pattern: its number, text or id")
OPTION(SHOW_STRAND, 0, "show-strand", NULL, NONE, "print the strand, + or -, behind the pattern")
OPTION(FORMAT, 0, "format", "STRING", NONE, "print STRING: %f %n %c %o %d %m %r %p %t %i %s %C")
OPTION(VIMGREP, 0, "vimgrep", NULL, NONE, "print -o --format='%f:%n:%c:%d:%r\\n'")
OPTION(BED, 0, "bed", NULL, NONE, "print -o as lines of BED (with --fasta, --fastq)")
OPTION(REPLACE, 0, "replace", "TEXT", NONE, "print TEXT (& is the occurrence) for occurrences")
OPTION(PASSTHRU, 0, "passthru", NULL, NONE, "print the other records too, as context")
OPTION(ALIGN, 0, "align", NULL, NONE, "show pattern and text one above the other")
OPTION(CIGAR, 0, "cigar", NULL, NONE, "show the edits as a CIGAR string (= X I D)")
OPTION(JSON, 0, "json", NULL, NONE, "print one JSON object a line")
OPTION(HISTOGRAM, 0, "histogram", NULL, NONE, "print how many records have each distance")
OPTION(COUNT, 'c', "count", NULL, NONE, "print only the number of selected records")
OPTION(COUNT_MATCHES, 0, "count-matches", NULL, NONE, "print only the number of occurrences")
OPTION(LIST, 'l', "files-with-matches", NULL, NONE,
       "print only names of files with selected records")
OPTION(LIST_WITHOUT, 'L', "files-without-match", NULL, NONE,
       "print only names of files with no such record")
OPTION(QUIET, 'q', "quiet", NULL, NONE, "print nothing; stop at the first occurrence")
OPTION(AFTER, 'A', "after-context", "NUM", NONE, "print NUM records after each selected one")
OPTION(BEFORE, 'B', "before-context", "NUM", NONE, "print NUM records before each selected one")
OPTION(CONTEXT, 'C', "context", "NUM", NONE, "print NUM records before and after each")
OPTION(GROUP_SEPARATOR, 0, "group-separator", "TEXT", NONE,
       "print TEXT, not \"--\", between groups of context")
OPTION(NO_GROUP_SEPARATOR, 0, "no-group-separator", NULL, NONE,
       "print nothing between groups of context")
OPTION(COLOR, 0, "color", "[=WHEN]", "auto always never",
       "colour the output: auto, always or never")
OPTION(NULL_NAME, 'Z', "null", NULL, NONE, "end file names with NUL")
OPTION(INITIAL_TAB, 'T', "initial-tab", NULL, NONE, "put a tab before the record")
OPTION(BYTE_OFFSET, 'b', "byte-offset", NULL, NONE, "print the offset with --bare too")
OPTION(LINE_BUFFERED, 0, "line-buffered", NULL, NONE, "write out every line at once")
OPTION_GROUP("Inputs")
OPTION(RECURSIVE, 'r', "recursive", NULL, NONE, "search the files below directories")
OPTION(DEREFERENCE, 'R', "dereference-recursive", NULL, NONE, "like -r, and follow symbolic links")
OPTION(INCLUDE, 0, "include", "GLOB", NONE, "search only files whose name matches GLOB")
OPTION(EXCLUDE, 0, "exclude", "GLOB", NONE, "leave out files whose name matches GLOB")
OPTION(EXCLUDE_DIR, 0, "exclude-dir", "GLOB", NONE, "leave out directories whose name matches GLOB")
OPTION(EXCLUDE_FROM, 0, "exclude-from", "FILE", FILE, "leave out files that match a glob in FILE")
OPTION(DIRECTORIES, 'd', "directories", "ACTION", "read recurse skip",
       "directories: read (an error), recurse or skip")
OPTION(DEVICES, 'D', "devices", "ACTION", "read skip", "devices, FIFOs and sockets: read or skip")
OPTION(TEXT, 'a', "text", NULL, NONE, "search binary files found by -r, too")
OPTION(DECOMPRESS, 0, "decompress", NULL, NONE, "search what compressed inputs contain")
OPTION(SEARCH_ZIP, 0, "search-zip", NULL, NONE, "like --decompress")
OPTION(ENCODING, 0, "encoding", "NAME", "auto UTF-8 UTF-16 ISO-8859-1 WINDOWS-1252",
       "texts are in NAME; auto: UTF-16 by its mark")
OPTION(SKIP_BINARY, 'I', "skip-binary", NULL, NONE, "find nothing in a file that has a NUL")
OPTION_GROUP("Other")
OPTION(NO_MESSAGES, 's', "no-messages", NULL, NONE, "be silent about files that cannot be read")
OPTION(ENGINE, 0, "engine", "NAME", "auto avx512 avx512bw avx2 neon word scalar cuda help",
       "scan with this engine; help lists them")
OPTION(ALGORITHM, 0, "algorithm", "NAME", "auto hmm bitvector bitslice counters paths",
       "how --engine=cuda scans")
OPTION(GPUS, 0, "gpus", "LIST", NONE, "use only these GPUs: 0,1 ...")
OPTION(THREADS, 'j', "threads", "N", NONE, "scan with N threads")
OPTION(CHUNK_SIZE, 0, "chunk-size", "SIZE", NONE, "scan SIZE bytes at a time (K, M, G)")
OPTION(RANGE_SIZE, 0, "range-size", "SIZE", NONE, "give a thread SIZE bytes at a time (K, M, G)")
OPTION(STATS, 0, "stats", NULL, NONE, "print counts and times to standard error")
OPTION(PROGRESS, 0, "progress", "[=WHEN]", "auto always never",
       "show the progress on standard error")
OPTION(HELP, 0, "help", NULL, NONE, "print this help")
OPTION(VERSION, 'V', "version", NULL, NONE, "print the version")
#undef OPTION
#undef OPTION_GROUP
