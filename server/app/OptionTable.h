//===- OptionTable.h - Options.td as LLVM's option parser has it *- C++ -*-===//

#ifndef SHAPELS_APP_OPTIONTABLE_H
#define SHAPELS_APP_OPTIONTABLE_H

#include "llvm/Option/OptTable.h"
#include "llvm/Option/Option.h"

namespace shapels {

enum OptionId {
  OPT_INVALID = 0,
#define OPTION(...) LLVM_MAKE_OPT_ID(__VA_ARGS__),
#include "Options.inc"
#undef OPTION
};

class OptionTable : public llvm::opt::GenericOptTable {
public:
  OptionTable();
};

} // namespace shapels

#endif // SHAPELS_APP_OPTIONTABLE_H
