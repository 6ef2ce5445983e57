fake_cuda.o: tests/gpu/fake_cuda.c gpu/scan/kernels.h \
 gpu/scan/device_query.h src/query/symbols.h src/base/utf8.h \
 src/scan/hit.h src/text/partition.h src/query/alphabet.h \
 src/query/query.h src/base/span.h src/cells/metric.h \
 src/query/automaton.h src/query/edits.h
gpu/scan/kernels.h:
gpu/scan/device_query.h:
src/query/symbols.h:
src/base/utf8.h:
src/scan/hit.h:
src/text/partition.h:
src/query/alphabet.h:
src/query/query.h:
src/base/span.h:
src/cells/metric.h:
src/query/automaton.h:
src/query/edits.h:
