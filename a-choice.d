choice.o: src/edgrep/choice.c src/edgrep/choice.h src/edgrep/scanner.h \
 src/edgrep/stats.h src/base/offload.h src/scan/engine.h \
 src/query/alphabet.h src/query/query.h src/base/span.h \
 src/cells/metric.h src/query/automaton.h src/query/edits.h \
 src/query/symbols.h src/base/utf8.h src/scan/hit.h src/text/chunk.h \
 src/text/partition.h src/options/program.h src/options/cmdline.h \
 src/options/option_row.h src/print/sink.h src/print/spill.h \
 src/output/wants.h src/match/resolve.h src/match/candidate.h \
 src/match/occurrence.h src/options/options.h src/query/confusion.h \
 src/query/pattern_file.h src/query/pattern.h src/query/rules.h \
 src/base/diag.h
src/edgrep/choice.h:
src/edgrep/scanner.h:
src/edgrep/stats.h:
src/base/offload.h:
src/scan/engine.h:
src/query/alphabet.h:
src/query/query.h:
src/base/span.h:
src/cells/metric.h:
src/query/automaton.h:
src/query/edits.h:
src/query/symbols.h:
src/base/utf8.h:
src/scan/hit.h:
src/text/chunk.h:
src/text/partition.h:
src/options/program.h:
src/options/cmdline.h:
src/options/option_row.h:
src/print/sink.h:
src/print/spill.h:
src/output/wants.h:
src/match/resolve.h:
src/match/candidate.h:
src/match/occurrence.h:
src/options/options.h:
src/query/confusion.h:
src/query/pattern_file.h:
src/query/pattern.h:
src/query/rules.h:
src/base/diag.h:
