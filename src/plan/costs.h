/*
 * costs.h - what each way of searching and of comparing costs, before this run has measured it.
 *
 * Nanoseconds of one thread of an EPYC with AVX-512, unless another processor is named, each with
 * the command and the day of its measurement. A wrong value costs time, but never changes an
 * answer. No other file has a constant of cost.
 */
#pragma once

/* A multiplication and an addition that the next one waits for; 2026-11-23. */
#define COST_ARITHMETIC 1.4

/* Searching: the engine avx512 on one core of an EPYC 9004, `edgrep -j1 --engine=avx512
 * --chunk-size=1M -c` on texts of tests/bench/gen, 2026-11-23, unless another is named. */

/* A byte that is searched for a piece before it is decoded; a place that may be one, with all bytes
 * compared; a column of a table around it. */
#define COST_SIEVE 0.05
#define COST_SIEVE_PLACE 5.0
#define COST_SIEVE_COLUMN 2.0
/* A byte of text beyond ASCII that is decoded; a byte that is scanned; to begin a scan. */
#define COST_DECODE 0.5
#define COST_SCAN 0.3
#define COST_SCAN_BEGIN 4000.0

/* Bit-sliced rows: a column of all lanes, and each row in it. */
#define COST_COLUMN 45.0
#define COST_ROW 1.2
/* Myers' algorithm where a filter found something: to begin there, and for a symbol and 64 rows. */
#define COST_MYERS_BEGIN 130.0
#define COST_MYERS_SYMBOL 3.3
/* A symbol that is searched for fingerprints, by vectors of 512 bits; a look at one that is found.
 */
#define COST_PIECES 0.05
#define COST_PIECES_LANES 512.0
#define COST_PIECES_LOOK 10.0

/* Where a piece of an automaton is found: to begin a search along its paths there. */
#define COST_STRETCH 100.0
/* A symbol by cached columns of an automaton; with conditions; each state where none is cached. */
#define COST_LAZY_DFA 6.0
#define COST_LAZY_DFA_CONDITIONS 33.0
#define COST_NFA_STATE 5.0
/* The text of an automaton's occurrence is read backward by cached columns, or onward. What a
 * column costs backward, in columns onward (270 to 5,500 ns each): a new one (.6 to .73 were
 * measured in 400 letters of DNA), and a cached one (6 ns). nfa_starts_best(), a Xeon with AVX-512,
 * 2026-11-28. */
#define COST_STARTS_MISS 1
#define COST_STARTS_CACHED (1.0 / 64)
/* Bit-sliced states of an automaton: a column of all lanes; a step in it, and each of its levels;
 * an entry, and each of its levels. */
#define COST_BIT_NFA_COLUMN 20.0
#define COST_BIT_NFA_STEP 1.33
#define COST_BIT_NFA_LEVEL 1.0
#define COST_BIT_NFA_ENTRY 0.67
#define COST_BIT_NFA_ENTRY_LEVEL 0.33
/* The same with a byte for a state's cost in a lane: as long as 10 or 11 levels (`-k9 to -k80
 * --delete-cost=2`, `--limit=-1`, m = 20 to 90, DNA of 6 MB, a Xeon with AVX-512, 2026-11-28). */
#define COST_BYTE_NFA_STEP 12.0
#define COST_BYTE_NFA_ENTRY 4.0
/* A column beyond twice a lane's share: in a long record all lanes read all of the text, which does
 * not fit the second-level cache (`-c -E '^[a-z]+'`, 16 MB in one line, 2026-11-24). */
#define COST_BIT_NFA_FAR_COLUMN 45.0

/* -w: engines omit ends within words for this number of patterns or alternatives, or for a pattern
 * with at most this number of items for each edit. For fewer ends the item of borders does not pay:
 * Russian text takes a fifth longer to decode (AVX2, 2026-11-29). */
#define BORDER_PATTERNS 12
#define BORDER_ITEMS 2

/* Many patterns: a gram of the text that is looked up in a table; one that the bitmap has; a look
 * at a candidate; Myers' algorithm where it stands; a column of a bit vector, and of one in a lane.
 */
#define COST_GRAM 1.0F
#define COST_GRAM_FOUND 3.3F
#define COST_GRAM_CANDIDATE 13.0F
#define COST_GRAM_VERIFY 270.0F
#define COST_GRAM_COLUMN 2.7F
#define COST_GRAM_LANE_COLUMN 1.0F
/* The part of the predicted time of its rows that the candidates of a covered pattern may take,
 * chosen with the other costs of this list (dccd9561, 2026-11-22). */
#define COST_GRAM_EXPECTED 0.4F
/* The same patterns by their rows: one of them in the shortest text (1,000 patterns of 20 with k =
 * 2, -c, the log they are from, 2026-11-24); a column of all lanes, and a row in it. */
#define COST_MANY_BEGIN 3400.0
#define COST_MANY_COLUMN 17.0F
#define COST_MANY_ROW 0.53F
/* Whole records: a string with deletions that is looked up, and one that is put into the table. */
#define COST_DELETION 10.0
#define COST_DELETION_BUILD 13.0
/* The q-gram filter of an H200, in picoseconds; `tests/bench/run`, part many. */
#define COST_CUDA_GRAM 4.0F
#define COST_CUDA_GRAM_FOUND 10.0F
#define COST_CUDA_CANDIDATE 180.0F
#define COST_CUDA_PATTERN 0.1F
#define COST_CUDA_ROW 0.02F

/* Devices beside the processor, of an H200 with driver 580 (tests/bench/RESULTS.md), in seconds:
 * the context takes 0.3, pinned chunks and the first kernel 0.1, the end 0.1, and a little more
 * must be gained. A byte of a file, and a cell. */
#define COST_DEVICE_BEGIN 0.6
#define COST_DEVICE_BYTE (1 / 25e9)
#define COST_DEVICE_SEARCH_CELL (1 / 20e12)
/* A byte that an H200 searches for an automaton, in cells: by bit-sliced states (60 to 190 GB/s);
 * by paths, for each COST_DEVICE_PATHS_EDGES edges begun (2 to 3 GB/s for 45 edges). For one of
 * many patterns that the q-gram filter covers: a guess. */
#define COST_DEVICE_BIT_NFA 200.0
#define COST_DEVICE_PATHS 4000.0
#define COST_DEVICE_PATHS_EDGES 32
#define COST_DEVICE_COVERED 0.1

/* Comparing: DNA letters, `edcmp -j1 --algorithm=strips -k N` and `--algorithm=diagonals` on pairs
 * of 1e6 and 1e7 letters, 2026-11-23. */

/* A cell by strips with vectors of COST_LANES bits; fewer bits take proportionally longer. */
#define COST_CELL (1.0 / 750)
#define COST_LANES 512.0
/* A cell by strips on a thread of another rank, whose processor is not known. */
#define COST_RANK_CELL (1.0 / 300)
/* columns by which a band costs more than its width, since each strip begins and ends */
#define COST_BAND 11000.0
/* A code of either sequence where anchors or seeds are looked for: 0.5 to 1.5 with AVX2, `edcmp -U
 * -j1`, 1e7 letters with 0.1 to 5% edits, 2026-11-26. */
#define COST_ANCHORS 1.0
/* Anchors are looked for if COST_ANCHORS takes at most this part of the predicted rest (11f2fe5a,
 * 2026-11-26). Gaps between them may take this part of it, or as long as these readings, if that
 * is more; they are looked for again when gaps may take this many times as long (chosen, d1d3c083,
 * 2026-11-24). */
#define COST_ANCHORS_FIRST_PAY 4
#define COST_ANCHORS_PAY 8
#define COST_ANCHORS_READINGS 2
#define COST_ANCHORS_AGAIN 4
/* Entering a run of the first sequence into the table of anchors, in lookups; a gap is divided by
 * anchors of its own if its alignment takes this many times as long (2f08a919, f1c5c809,
 * 2026-11-26). Dividing pays from 1e7 letters on: without it, 5e7 with 5% edits take 1.4 times as
 * long, 1e7 with 7% 1.1 times, fewer about the same (2026-11-29). */
#define COST_ENTER_RUN 20
#define COST_DIVIDE_PAYS 32
/* A corridor is used if it takes at most this part of the band (84fa382d, 2026-11-25). */
#define COST_CORRIDOR_PAYS 2
/* Many short pairs, each in a lane of a vector (AVX-512, `tests/bench/run`, part pairs,
 * 2026-11-22): to begin; a cell of all lanes, with codes of 5 bits; a code of each, which is
 * transposed. */
#define COST_LANES_BEGIN 1000.0
#define COST_LANES_CELL 3.0
#define COST_LANES_CODE 60.0
/* A pair by itself. Its shorter text fits some words: to begin; a code of either text; each further
 * word in a column (random pairs of 70 to 1,000 letters, 2026-11-29). Any other: to begin; a code;
 * a cell. */
#define COST_PAIR_WORD_BEGIN 20.0
#define COST_PAIR_WORD_CODE 4.0
#define COST_PAIR_WORD_MORE 2.0
#define COST_PAIR_BEGIN 1500.0
#define COST_PAIR_CODE 30.0
#define COST_PAIR_CELL 0.02
/* An alignment by a table whose moves are all stored: a code of either text, and 64 cells (random
 * pairs of 70 to 900 letters, 2026-11-29). */
#define COST_LEAF_CODE 10.0
#define COST_LEAF_WORD 5.0
/* One diagonal of one level extended. */
#define COST_STEP 4.0
/* Diagonals that took longer than strips would take end only what takes this part of the strips'
 * time (842a86f9, 2026-11-23). */
#define COST_DIAGONALS_NEARLY 4
/* An alignment by halves of a table of 1,000 to 16,000 random letters: to begin, and a cell; 1 / 10
 * to 1 / 45 with AVX2, hirschberg_align(), 2026-11-26. */
#define COST_ALIGN_BEGIN 5e3
#define COST_ALIGN_CELL (1.0 / 15)
/* A cell by strips on a device; a row or column there, because strips wait for each other. */
#define COST_DEVICE_CELL (1.0 / 5e4)
#define COST_DEVICE_CODE 20.0
/* A row or column of a band there, whose strips follow one another: computed, not measured, from
 * strips_estimate() in gpu/strips for a clock of 1.98 GHz, 2026-11-25. */
#define COST_DEVICE_BAND_CODE 15.0
/* Codes of sequences with which an H200 is half as fast as with longer ones: in panels; with half
 * of a table (2026-11-22, ad825798). */
#define COST_PANELS_LENGTH 1e7
#define COST_HALF_LENGTH 1e6
/* Two devices pay for a table with this many times the rows and columns that each of them likes:
 * half of the table takes an H200 longer than the other H200 takes to start. */
#define COST_TWO_DEVICES_ROWS 1.2
#define COST_TWO_DEVICES_COLUMNS 4
/* More devices pay when each has this many times the rows that it likes, and each of its workers
 * this share of the columns: they share the halves in panels, which are slow with fewer rows. Three
 * H200 take longer than two for 16 Mi x 16 Mi, and four take four fifths of their time for 32 Mi
 * (2026-11-22). */
#define COST_DEVICES_ROWS 1.8
#define COST_DEVICES_COLUMNS 8
/* Starting a team of threads, devices or ranks. */
#define COST_PARALLEL 2e7
