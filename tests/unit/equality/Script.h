//===- Script.h - A text and what was done to it ---------------*- C++ -*-===//

#ifndef SHAPELS_TESTS_UNIT_EQUALITY_SCRIPT_H
#define SHAPELS_TESTS_UNIT_EQUALITY_SCRIPT_H

#include "core/text/Position.h"

#include <optional>
#include <string>
#include <vector>

namespace shapels::test {

/// What a client sends at once: each edit counts in the text that the one
/// before it left.
using Batch = std::vector<TextEdit>;

struct Script {
  std::string text;
  std::vector<Batch> batches;
};

/// With the range cut to the text, as an edit may follow on others than those
/// that it was made for.
TextEdit fitted(TextEdit edit, size_t size);
void applyEdits(const Batch &batch, std::string &text);

/// One line `text "..."`, then for each batch a line `edit BEGIN END "..."` per
/// edit and one `update`.
std::string written(const Batch &batch);
std::string written(const Script &script);
/// Nothing where it is not such a script.
std::optional<Script> readScript(const std::string &written);
/// One behind the other; lines that begin with `#` are comments.
std::optional<std::vector<Script>> readScripts(const std::string &written);

} // namespace shapels::test

#endif // SHAPELS_TESTS_UNIT_EQUALITY_SCRIPT_H
