inprocess.o: tests/inprocess.c tests/inprocess.h tests/ref/instance.h \
 tests/ref/naive.h tests/ref/random.h src/edgrep/edgrep.h tests/pauses.h \
 src/scan/engine.h src/query/alphabet.h src/query/query.h src/base/span.h \
 src/cells/metric.h src/query/automaton.h src/query/edits.h \
 src/query/symbols.h src/base/utf8.h src/scan/hit.h src/text/chunk.h \
 src/text/partition.h
tests/inprocess.h:
tests/ref/instance.h:
tests/ref/naive.h:
tests/ref/random.h:
src/edgrep/edgrep.h:
tests/pauses.h:
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
