// A plugin that ends the process that loads it.
#include <stdlib.h>

__attribute__((constructor)) static void leave(void) { exit(0); }
void mlirGetDialectPluginInfo(void) {}
