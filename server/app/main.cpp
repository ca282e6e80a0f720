//===- main.cpp - shapels, the language server and checker ----------------===//

#include "server/app/ShapelsMain.h"

int main(int argc, char **argv) { return shapels::shapelsMain(argc, argv); }
