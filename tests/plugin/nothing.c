// A shared library that is no plugin.
int mine_nothing(void) { return 0; }
