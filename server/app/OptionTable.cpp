//===- OptionTable.cpp ----------------------------------------------------===//

#include "server/app/OptionTable.h"

using namespace shapels;
using llvm::opt::DefaultVis;
using llvm::opt::HelpHidden;

namespace {

#define OPTTABLE_STR_TABLE_CODE
#include "Options.inc"
#undef OPTTABLE_STR_TABLE_CODE

#define OPTTABLE_PREFIXES_TABLE_CODE
#include "Options.inc"
#undef OPTTABLE_PREFIXES_TABLE_CODE

constexpr llvm::opt::OptTable::Info optionInfos[] = {
#define OPTION(...) LLVM_CONSTRUCT_OPT_INFO(__VA_ARGS__),
#include "Options.inc"
#undef OPTION
};

} // namespace

OptionTable::OptionTable()
    : GenericOptTable(OptionStrTable, OptionPrefixesTable, optionInfos) {
  setDashDashParsing(true);
}
