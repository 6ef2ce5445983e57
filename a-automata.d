automata.o: gpu/scan/automata.c gpu/scan/automata.h \
 gpu/scan/kernels_automaton.h gpu/scan/device_automaton.h \
 gpu/scan/device_query.h src/query/symbols.h src/base/utf8.h \
 src/scan/hit.h src/text/partition.h gpu/scan/levels_tables.h \
 src/query/query.h src/base/span.h src/cells/metric.h \
 src/query/automaton.h src/query/edits.h src/scan/engine.h \
 src/query/alphabet.h src/text/chunk.h gpu/base/buffer.h \
 gpu/base/device.h
gpu/scan/automata.h:
gpu/scan/kernels_automaton.h:
gpu/scan/device_automaton.h:
gpu/scan/device_query.h:
src/query/symbols.h:
src/base/utf8.h:
src/scan/hit.h:
src/text/partition.h:
gpu/scan/levels_tables.h:
src/query/query.h:
src/base/span.h:
src/cells/metric.h:
src/query/automaton.h:
src/query/edits.h:
src/scan/engine.h:
src/query/alphabet.h:
src/text/chunk.h:
gpu/base/buffer.h:
gpu/base/device.h:
