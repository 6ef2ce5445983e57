engine_cuda.o: gpu/scan/engine_cuda.c gpu/base/buffer.h gpu/base/device.h \
 src/text/chunk.h src/base/span.h src/query/alphabet.h src/query/query.h \
 src/cells/metric.h src/query/automaton.h src/query/edits.h \
 src/query/symbols.h src/base/utf8.h src/text/partition.h \
 gpu/scan/automata.h gpu/scan/kernels_automaton.h \
 gpu/scan/device_automaton.h gpu/scan/device_query.h src/scan/hit.h \
 gpu/scan/levels_tables.h src/scan/engine.h gpu/scan/decoder.h \
 gpu/scan/kernels.h gpu/scan/pages.h src/text/decode.h src/base/helpers.h
gpu/base/buffer.h:
gpu/base/device.h:
src/text/chunk.h:
src/base/span.h:
src/query/alphabet.h:
src/query/query.h:
src/cells/metric.h:
src/query/automaton.h:
src/query/edits.h:
src/query/symbols.h:
src/base/utf8.h:
src/text/partition.h:
gpu/scan/automata.h:
gpu/scan/kernels_automaton.h:
gpu/scan/device_automaton.h:
gpu/scan/device_query.h:
src/scan/hit.h:
gpu/scan/levels_tables.h:
src/scan/engine.h:
gpu/scan/decoder.h:
gpu/scan/kernels.h:
gpu/scan/pages.h:
src/text/decode.h:
src/base/helpers.h:
