//===- Trial.h - A script in a process of its own --------------*- C++ -*-===//
//
// MLIR does not survive every text. Where it does not survive an edited one, it
// must not survive a fresh one either.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_TESTS_UNIT_EQUALITY_TRIAL_H
#define SHAPELS_TESTS_UNIT_EQUALITY_TRIAL_H

#include "equality/Script.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace shapels::test {

struct Trial {
  enum Outcome { Same, Different, Crashed } outcome = Same;
  /// As far as it was run.
  Script script;
  /// What the edited document shows, and what a fresh one.
  std::string difference;
};

/// The edits after `text`; nothing at the end.
using NextBatch =
    llvm::function_ref<std::optional<Batch>(const std::string &text)>;

/// Compares the edited document with a fresh one after each batch, until they
/// differ.
Trial tryEdits(std::string text, NextBatch next);
Trial tryScript(const Script &script);

/// A script that still makes a difference, with as few edits and lines as
/// could be found.
Trial minimized(Trial different);

} // namespace shapels::test

#endif // SHAPELS_TESTS_UNIT_EQUALITY_TRIAL_H
