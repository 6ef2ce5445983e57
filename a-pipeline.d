pipeline.o: src/edgrep/pipeline.c src/edgrep/pipeline.h \
 src/edgrep/search.h src/base/progress.h src/edgrep/matches.h \
 src/output/select.h src/output/output.h src/match/occurrence.h \
 src/print/spill.h src/options/options.h src/options/cmdline.h \
 src/cells/metric.h src/options/option_row.h src/query/confusion.h \
 src/query/pattern_file.h src/query/pattern.h src/query/query.h \
 src/base/span.h src/query/automaton.h src/query/edits.h \
 src/query/rules.h src/output/wants.h src/match/resolve.h \
 src/match/candidate.h src/query/alphabet.h src/query/symbols.h \
 src/base/utf8.h src/text/chunk.h src/text/partition.h src/scan/hit.h \
 src/print/sink.h src/edgrep/scanner.h src/edgrep/stats.h \
 src/base/offload.h src/scan/engine.h src/text/source.h src/text/gather.h \
 src/text/inputs.h src/text/news.h src/text/range.h src/base/diag.h \
 src/base/io.h src/base/trace.h src/edgrep/deliver.h src/edgrep/sift.h \
 src/edgrep/turns.h src/edgrep/extract.h src/edgrep/distribute.h \
 src/edgrep/workers.h src/ranks/ranks.h
src/edgrep/pipeline.h:
src/edgrep/search.h:
src/base/progress.h:
src/edgrep/matches.h:
src/output/select.h:
src/output/output.h:
src/match/occurrence.h:
src/print/spill.h:
src/options/options.h:
src/options/cmdline.h:
src/cells/metric.h:
src/options/option_row.h:
src/query/confusion.h:
src/query/pattern_file.h:
src/query/pattern.h:
src/query/query.h:
src/base/span.h:
src/query/automaton.h:
src/query/edits.h:
src/query/rules.h:
src/output/wants.h:
src/match/resolve.h:
src/match/candidate.h:
src/query/alphabet.h:
src/query/symbols.h:
src/base/utf8.h:
src/text/chunk.h:
src/text/partition.h:
src/scan/hit.h:
src/print/sink.h:
src/edgrep/scanner.h:
src/edgrep/stats.h:
src/base/offload.h:
src/scan/engine.h:
src/text/source.h:
src/text/gather.h:
src/text/inputs.h:
src/text/news.h:
src/text/range.h:
src/base/diag.h:
src/base/io.h:
src/base/trace.h:
src/edgrep/deliver.h:
src/edgrep/sift.h:
src/edgrep/turns.h:
src/edgrep/extract.h:
src/edgrep/distribute.h:
src/edgrep/workers.h:
src/ranks/ranks.h:
