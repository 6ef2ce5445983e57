levels_tables.o: gpu/scan/levels_tables.c gpu/scan/levels_tables.h \
 src/query/automaton.h src/query/edits.h src/cells/metric.h \
 src/query/expression.h
gpu/scan/levels_tables.h:
src/query/automaton.h:
src/query/edits.h:
src/cells/metric.h:
src/query/expression.h:
