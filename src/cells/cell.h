/*
 * cell.h - the formulas of the table of distances, bit by bit. Each stands here and nowhere else.
 *
 * They are macros, so that one text serves words, the vectors of vector.h, the device
 * (gpu/base/logic.cuh), and truth tables: a processor that has an operation of three operands takes
 * it as a table of 8 bits, which is the formula of 0xf0, 0xcc and 0xaa.
 *
 * The table is held as deltas, the differences between neighbouring cells: vertical ones along a
 * column (vp: +1, vn: -1) and horizontal ones along a row (hp: +1, hn: -1). With q, "the symbol of
 * this column matches this row", the deltas vp, vn left of a cell and hp, hn above it give its own:
 *
 *     d0 = q | vn | hn                 the way down the diagonal costs nothing
 *     hn' = vp & d0,  hp' = vn | ~(vp | d0)
 *     vn' = hp & d0,  vp' = hn | ~(hp | d0)
 *
 * (Myers, "A fast bit-vector algorithm for approximate string matching", JACM 46(3), 1999, with the
 * d0 of Hyyrö, 2003.) Both lines are the same two formulas, CELL_MINUS and CELL_PLUS: `plus` and
 * `minus` are the deltas of the other side of the cell.
 */
#ifndef CELL_H
#define CELL_H

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
 * Where r says that the column is a delimiter, the cell restarts: given hn = 1 and hp = 0 from
 * above, hn' = 1 and vn' = 0 make vp' = 1 and vn' = 0 in every row. That costs no operation more
 * where three operands are free.
 */
#define CELL_RESTART_HN(vp, d0, r) (CELL_MINUS(vp, d0) | (r))
#define CELL_RESTART_VN(hp, d0, r) (CELL_MINUS(hp, d0) & ~(r))

/*
 * The same for a device, which multiplies and adds beside its logic. Bit by bit, the differences
 * Dv = vp - vn and Dh = hp - hn and the cost c of the diagonal obey
 *
 *     c = ~d0,  Dh' = c - Dv,  Dv' = c - Dh,  hp' = Dh' + hn',  vp' = Dv' + vn'
 *
 * So the words do, taken as numbers: a word is the sum of its bits by their weights, and each bit
 * of hp' and vp' is 0 or 1. `sum` is an operation with sum(a, b, c) = a * b + c.
 */
#define CELL_COST(q, vn, hn) (~CELL_D0(q, vn, hn))
#define CELL_DIFFERENCE(sum, minus_one, cost, other) sum(other, minus_one, cost)
#define CELL_PLUS_OF(sum, one, difference, minus) sum(difference, one, minus)

/*
 * An exchange of two neighbours costs 1 (METRIC_OSA). In a table with exchanges
 *
 *     d0 = q | vn | hn | exchange
 *
 * and all else is as above. An exchange is the way from two rows and two columns before. It saves
 * something where the diagonal step to the cell between, whose d0 is `between`, cost 1. Then this
 * row must match the column before (q_left), and the row above this column (q_above). (Hyyrö 2003)
 * What the column before says of this is one bit, CELL_CROSSED; CELL_MATCH is q | exchange.
 */
#define CELL_CROSSED(between, q_left) (~(between) & (q_left))
#define CELL_EXCHANGE(between, q_left, q_above) (CELL_CROSSED(between, q_left) & (q_above))
#define CELL_MATCH(q, crossed, q_above) ((q) | ((crossed) & (q_above)))

/*
 * Insertions and deletions only (METRIC_INDEL): then the way down the diagonal may cost 2, where
 * both sides rise. So hp' and vp' are set in one more case; `plus` is what CELL_PLUS says, `other`
 * hp for hp' and vp for vp'. Vectors
 * do with less, by two tables: see CELL_LCS.
 */
#define CELL_INDEL_PLUS(plus, other, d0) ((plus) | ((other) & ~(d0)))

/*
 * The longest common subsequence: one delta a side, 1 or 0. `a` is the delta that the new one takes
 * the place of, `b` that of the other side. (Crochemore, Iliopoulos, Pinzon, Reid, "A fast and
 * practical bit-vector algorithm for the longest common subsequence problem", IPL 80(6), 2001, one
 * row instead of one word at a time.)
 *
 * It gives the distance by insertions and deletions, whose deltas are 1 - 2 of these: +1 or -1. In
 * a search, where row 0 is 0 all along, distances have deltas of 0, too. But those that begin at
 * an even column have none, nor those that begin at an odd one; and of the two distances of a cell
 * one is 1 more than the other, for it can begin one column before that. So the distance is half
 * the sum of a table whose row 0 is 0 1 0 1 ... and one whose row 0 is 1 0 1 0 ..., rounded down;
 * and so are its deltas: CELL_HALF_PLUS and CELL_HALF_MINUS of the deltas in both tables.
 */
#define CELL_LCS(q, a, b) (((q) | (a)) & ~(b))
#define CELL_HALF_PLUS(even, odd) (~((even) | (odd)))
#define CELL_HALF_MINUS(even, odd) ((even) & (odd))

/*
 * With v and h the deltas left of a cell and above it, v' - h' is v - h. So a device that
 * multiplies and adds has h' from v', as above. And down a column h goes as a carry does in the sum
 * of ~v and ~v & q, so that words of rows need one addition (`sum` is that, with the h above the
 * first row): CELL_LCS_COLUMN is the new ~v, and the carry out is h' of the last row.
 */
#define CELL_LCS_LESS(sum, minus_one, v, h) sum(v, minus_one, h)
#define CELL_LCS_H(sum, one, v, less) sum(v, one, less)
#define CELL_LCS_COLUMN(q, not_v, sum) ((sum) | ((not_v) & ~(q)))

/*
 * METRIC_HAMMING counts the rows that do not match. Of seven rows an adder counts those that match;
 * 7 less these is the complement of its bits. So such a bit b is complemented as it is added to a
 * bit a of a counter, with a bit c that is carried in. Into the lowest one an eighth row is
 * carried: the complement of its q. The sum there is XOR3.
 */
#define ADD_COMPLEMENT(a, b, c) (~XOR3(a, b, c))
#define CARRY_COMPLEMENT(a, b, c) MAJORITY(a, ~(b), c)
#define CARRY_MISMATCH(a, b, q) MAJORITY(a, ~(b), ~(q))

#endif
