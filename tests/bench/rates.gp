# rates.gp - plots figures/rates.svg: GB/s of each tool by the length of the pattern. `make
# bench-plots` runs it in tests/bench. It reads only figures/*.csv.
#
# `tests/bench/run` writes cells.csv, with the columns text, m, k, tool, gb_per_s, bytes, fault;
# gpu.csv has the first five. A point is hollow if the fault is not "none".
set terminal svg size 960,600 font "Helvetica,Arial,sans-serif,14" background "#ffffff"
set output "figures/rates.svg"
set datafile separator comma
set datafile missing NaN # continues a line after rows of other tools

M = 2
TOOL = 4
RATE = 5
FAULT = 7
CPU = "figures/cells.csv"
GPU = "figures/gpu.csv"
N = 9

# One row per line of the plot: the file with its figures, its name there, its label, its colour, at
# which m the label is (0: at the end of the line), and how far from the line.
array File[N]
array Tool[N]
array Label[N]
array Colour[N]
array At[N]
array Right[N]
array Up[N]
line(i, file, tool, label, colour, at, right, up) = (File[i] = file, Tool[i] = tool, \
    Label[i] = label, Colour[i] = colour, At[i] = at, Right[i] = right, Up[i] = up)
x = line(1, GPU, "edgrep cuda", "edgrep, one NVIDIA H200", 0x5b2a9d, 0, 1, 0.3)
x = line(2, GPU, "edgrep -j16 avx512", "edgrep, 16 threads, AVX-512", 0x0b57a4, 0, -2, -1.2)
x = line(3, CPU, "edgrep -j1 avx512", "edgrep, 1 thread, AVX-512", 0x1f83d6, 0, 1, 0.6)
x = line(4, CPU, "edgrep -j1 avx2", "edgrep, 1 thread, AVX2", 0x4aa3e8, 0, 1, -0.6)
x = line(5, CPU, "hyperscan", "Hyperscan", 0xb4551d, 16, -8.2, -1.3)
x = line(6, CPU, "agrep", "agrep", 0x3d8b40, 0, 1, 0)
x = line(7, CPU, "ugrep", "ugrep", 0xc22f5c, 16, 1.2, 0.2)
x = line(8, CPU, "edlib", "edlib", 0x8a6d00, 0, 1, 0)
x = line(9, CPU, "tre-agrep", "tre-agrep", 0x6b6b6b, 0, 1, 0)

# The rate in a row of the file if it belongs to line i, otherwise not a number.
rate(i) = strcol(TOOL) eq Tool[i] ? column(RATE) : NaN
right(i) = File[i] eq GPU || strcol(FAULT) eq "none"

# The places of the labels.
array LabelM[N]
array LabelRate[N]
do for [i = 1:N] {
    stats File[i] every ::1 using (rate(i) > 0 ? column(M) : NaN) nooutput
    LabelM[i] = At[i] == 0 ? STATS_max : At[i]
    stats File[i] every ::1 using (column(M) == LabelM[i] ? rate(i) : NaN) nooutput
    LabelRate[i] = STATS_max
}

set logscale x 2
set logscale y 10
set xrange [6.5:32000]
set yrange [0.00008:130]
set xtics nomirror ("8" 8, "16" 16, "32" 32, "64" 64, "128" 128, "256" 256, "512" 512, \
    "1024" 1024, "2048" 2048, "4096" 4096) scale 0.5 textcolor "#333333"
set ytics nomirror ("0.1 MB/s" 0.0001, "1 MB/s" 0.001, "10 MB/s" 0.01, "0.1 GB/s" 0.1, \
    "1 GB/s" 1, "10 GB/s" 10, "100 GB/s" 100) scale 0 textcolor "#333333"
set grid ytics linetype 1 linecolor "#e4e4e4" linewidth 1
set border 1 linecolor "#999999"
set tmargin 4
set xlabel "m, characters of the pattern; up to m/8 edits are allowed" textcolor "#333333"
set label 1 "Text searched a second" at screen 0.02, 0.955 left font ",18" textcolor "#111111"
set label 2 "hollow: the tool lost lines" at graph 0.985, 0.035 right font ",13" \
    textcolor "#555555"
unset key

plot for [i = 1:N] File[i] every ::1 using (column(M)):(rate(i)) with lines \
        linewidth (i <= 4 ? 3 : 2) linecolor rgb Colour[i], \
    for [i = 1:N] File[i] every ::1 using (column(M)):(rate(i)) with points \
        pointtype 7 pointsize 0.6 linecolor "#ffffff", \
    for [i = 1:N] File[i] every ::1 using (column(M)):(rate(i)):(right(i) ? 7 : 6) with points \
        pointtype variable pointsize 0.6 linewidth 2 linecolor rgb Colour[i], \
    for [i = 1:N] "+" every ::0::0 using (LabelM[i]):(LabelRate[i]):(Label[i]) with labels left \
        offset character Right[i], Up[i] textcolor rgb Colour[i]
