//===- OptionRules.h - Which options go together ---------------*- C++ -*-===//

#ifndef SHAPELS_APP_OPTIONRULES_H
#define SHAPELS_APP_OPTIONRULES_H

#include "server/app/Options.h"

#include "llvm/ADT/Twine.h"
#include "llvm/Option/ArgList.h"

namespace shapels {

/// A sentence for the user.
inline llvm::Error failure(const llvm::Twine &message) {
  return llvm::createStringError(message);
}

/// The group of an option in Options.td.
unsigned groupOf(const llvm::opt::Arg &arg);

/// The first option that the chosen mode knows nothing of.
llvm::Error checkMode(const llvm::opt::InputArgList &arguments);

/// Options that exclude each other.
llvm::Error checkConflicts(const llvm::opt::InputArgList &arguments,
                           const Options &options);

} // namespace shapels

#endif // SHAPELS_APP_OPTIONRULES_H
