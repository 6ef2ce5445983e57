fake_automata.o: tests/gpu/fake_automata.c gpu/scan/kernels_automaton.h \
 gpu/scan/device_automaton.h gpu/scan/device_query.h src/query/symbols.h \
 src/base/utf8.h src/scan/hit.h src/text/partition.h \
 gpu/scan/levels_tables.h gpu/scan/levels_lane.h gpu/scan/lanes.h
gpu/scan/kernels_automaton.h:
gpu/scan/device_automaton.h:
gpu/scan/device_query.h:
src/query/symbols.h:
src/base/utf8.h:
src/scan/hit.h:
src/text/partition.h:
gpu/scan/levels_tables.h:
gpu/scan/levels_lane.h:
gpu/scan/lanes.h:
