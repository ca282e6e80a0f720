//===- main.cpp - The server of a project with a dialect of its own -------===//

#include "../plugin/Mine.h"

#include "server/app/ShapelsMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  registry.insert<mine::MineDialect>();
  return shapels::shapelsMain(argc, argv, registry);
}
