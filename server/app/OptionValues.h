//===- OptionValues.h - The values of options ------------------*- C++ -*-===//
//
// Private to app/.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_APP_OPTIONVALUES_H
#define SHAPELS_APP_OPTIONVALUES_H

#include "server/app/Options.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Option/Arg.h"
#include "llvm/Support/Error.h"

#include <initializer_list>
#include <string_view>
#include <utility>

namespace shapels {

/// That `value` is none of those that the option has.
llvm::Error badValue(const llvm::opt::Arg &arg, llvm::StringRef value,
                     llvm::ArrayRef<std::string_view> values);

/// Sets `result` to the choice that is called `value`.
template <typename T>
llvm::Error
choose(const llvm::opt::Arg &arg, llvm::StringRef value, T &result,
       std::initializer_list<std::pair<llvm::StringRef, T>> choices) {
  llvm::SmallVector<std::string_view> names;
  for (const auto &[name, choice] : choices) {
    names.push_back(name);
    if (name != value)
      continue;
    result = choice;
    return llvm::Error::success();
  }
  return badValue(arg, value, names);
}

/// The same for the argument's value.
template <typename T>
llvm::Error
choose(const llvm::opt::Arg &arg, T &result,
       std::initializer_list<std::pair<llvm::StringRef, T>> choices) {
  return choose<T>(arg, arg.getValue(), result, choices);
}

/// Sets what an option of checkGroup or reportGroup asks for.
llvm::Error applyCheckOption(const llvm::opt::Arg &arg, CheckOptions &check);

} // namespace shapels

#endif // SHAPELS_APP_OPTIONVALUES_H
