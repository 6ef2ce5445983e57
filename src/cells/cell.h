/*
 * cell.h - the bitwise formulas of the distance table. Each formula is defined here only.
 *
 * They are macros, so that one text serves words, the vectors of vector.h, the device
 * (gpu/base/logic.cuh), and truth tables: a ternary logic instruction takes an 8-bit truth table,
 * which is the formula applied to 0xf0, 0xcc and 0xaa.
 *
 * The table is stored as deltas, the differences between neighbouring cells: vertical ones along a
 * column (vp: +1, vn: -1) and horizontal ones along a row (hp: +1, hn: -1). With q, "the symbol of
 * this column matches this row", the deltas vp, vn left of a cell and hp, hn above it give its own:
 *
 *     d0 = q | vn | hn                 the diagonal step costs 0
 *     hn' = vp & d0,  hp' = vn | ~(vp | d0)
 *     vn' = hp & d0,  vp' = hn | ~(hp | d0)
 *
 * (Myers, "A fast bit-vector algorithm for approximate string matching", JACM 46(3), 1999, with the
 * d0 of Hyyrö, 2003.) Both lines are the same two formulas, CELL_MINUS and CELL_PLUS: `plus` and
 * `minus` are the deltas of the other side of the cell.
 */
#pragma once

/* Operations of three operands. */
#define OR3(a, b, c) ((a) | (b) | (c))
#define XOR3(a, b, c) ((a) ^ (b) ^ (c))
#define AND_XOR(a, b, c) ((a) & ((b) ^ (c)))
#define AND_OR(a, b, c) (((a) & (b)) | (c))
#define OR_AND(a, b, c) (((a) | (b)) & (c))
#define CHOOSE(a, b, c) (((a) & (b)) | (~(a) & (c)))
#define MAJORITY(a, b, c) (((a) & (b)) | ((c) & ((a) | (b))))

#define CELL_D0(q, vn, hn) OR3(q, vn, hn)
#define CELL_MINUS(plus, d0) ((plus) & (d0))
#define CELL_PLUS(minus, plus, d0) ((minus) | ~((plus) | (d0)))

/*
 * In a delimiter's column (r = 1) the cell restarts: given hn = 1 and hp = 0 from above, hn' = 1
 * and vn' = 0 make vp' = 1 and vn' = 0 in every row. With ternary logic this needs no extra
 * operation.
 */
#define CELL_RESTART_HN(vp, d0, r) (CELL_MINUS(vp, d0) | (r))
#define CELL_RESTART_VN(hp, d0, r) (CELL_MINUS(hp, d0) & ~(r))

/*
 * The cell for a device, whose multiply-add unit works in parallel with its logic unit. For each
 * bit, the differences Dv = vp - vn and Dh = hp - hn and the cost c of the diagonal satisfy
 *
 *     c = ~d0,  Dh' = c - Dv,  Dv' = c - Dh,  hp' = Dh' + hn',  vp' = Dv' + vn'
 *
 * The equations also hold for whole words as numbers: a word is the weighted sum of its bits, and
 * each bit of hp' and vp' is 0 or 1. `sum` is an operation with sum(a, b, c) = a * b + c.
 */
#define CELL_COST(q, vn, hn) (~CELL_D0(q, vn, hn))
#define CELL_DIFFERENCE(sum, minus_one, cost, other) sum(other, minus_one, cost)
#define CELL_PLUS_OF(sum, one, difference, minus) sum(difference, one, minus)

/*
 * An exchange of two neighbours costs 1 (METRIC_OSA). In a table with exchanges
 *
 *     d0 = q | vn | hn | exchange
 *
 * and all else is as above. An exchange is a step from two rows and two columns before. It saves
 * cost if the diagonal step to the intermediate cell, whose d0 is `between`, costs 1, this row
 * matches the previous column (q_left), and the row above matches this column (q_above). (Hyyrö
 * 2003) CELL_CROSSED is the bit that the previous column contributes; CELL_MATCH is q | exchange.
 */
#define CELL_CROSSED(between, q_left) (~(between) & (q_left))
#define CELL_EXCHANGE(between, q_left, q_above) (CELL_CROSSED(between, q_left) & (q_above))
#define CELL_MATCH(q, crossed, q_above) ((q) | ((crossed) & (q_above)))

/*
 * Insertions and deletions only (METRIC_INDEL): a diagonal step costs 2 if both sides rise. So hp'
 * and vp' are set in one more case. `plus` is the value of CELL_PLUS; `other` is hp for hp' and vp
 * for vp'. Vectors need fewer operations with two tables: see CELL_LCS.
 */
#define CELL_INDEL_PLUS(plus, other, d0) ((plus) | ((other) & ~(d0)))

/*
 * The longest common subsequence: one delta a side, 1 or 0. `a` is the old delta of the same side,
 * `b` the delta of the other side. (Crochemore, Iliopoulos, Pinzon, Reid, "A fast and practical
 * bit-vector algorithm for the longest common subsequence problem", IPL 80(6), 2001, one row
 * instead of one word at a time.)
 *
 * The delta of the distance by insertions and deletions is 1 - 2 * delta: +1 or -1. In a search,
 * row 0 is 0 everywhere, and a delta may also be 0. But among occurrences that begin at even
 * columns no delta is 0, nor among those that begin at odd columns; and the two distances of a cell
 * differ by 1, because an occurrence can begin one column earlier. So the distance is half the sum,
 * rounded down, of a table whose row 0 is 0 1 0 1 ... and one whose row 0 is 1 0 1 0 ... Its deltas
 * are CELL_HALF_PLUS and CELL_HALF_MINUS of the deltas in both tables.
 */
#define CELL_LCS(q, a, b) (((q) | (a)) & ~(b))
#define CELL_HALF_PLUS(even, odd) (~((even) | (odd)))
#define CELL_HALF_MINUS(even, odd) ((even) & (odd))

/*
 * With v and h the deltas left of a cell and above it, v' - h' = v - h. So a device with a
 * multiply-add unit computes h' from v', as above. Down a column, h propagates as the carry of the
 * sum of ~v and ~v & q, so a word of rows needs one addition (`sum` is this sum plus the h above
 * the first row): CELL_LCS_COLUMN is the new ~v, and the carry out is h' of the last row.
 */
#define CELL_LCS_LESS(sum, minus_one, v, h) sum(v, minus_one, h)
#define CELL_LCS_H(sum, one, v, less) sum(v, one, less)
#define CELL_LCS_COLUMN(q, not_v, sum) ((sum) | ((not_v) & ~(q)))

/*
 * METRIC_HAMMING counts mismatching rows. An adder counts the matches among seven rows; 7 minus
 * this number is the complement of its bits. So each bit b is complemented when it is added to bit
 * a of a counter with carry c. The carry into the lowest bit is an eighth row: the complement of
 * its q. The sum bit is XOR3.
 */
#define ADD_COMPLEMENT(a, b, c) (~XOR3(a, b, c))
#define CARRY_COMPLEMENT(a, b, c) MAJORITY(a, ~(b), c)
#define CARRY_MISMATCH(a, b, q) MAJORITY(a, ~(b), ~(q))
