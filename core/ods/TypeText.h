//===- TypeText.h - Types as texts have them -------------------*- C++ -*-===//

#ifndef SHAPELS_ODS_TYPETEXT_H
#define SHAPELS_ODS_TYPETEXT_H

#include "core/text/Position.h"

#include <string>
#include <string_view>

namespace shapels {

/// A type as the text has it, or as its op tells otherwise; neither where it is
/// not known.
struct TypeText {
  ByteRange range;
  std::string spelled;

  bool isKnown() const { return !range.empty() || !spelled.empty(); }
  friend bool operator==(const TypeText &, const TypeText &) = default;
};

/// `i32`, `bf16`, `f8E4M3FN`, `index`: a type of one word.
bool isTypeWord(std::string_view word);

} // namespace shapels

#endif // SHAPELS_ODS_TYPETEXT_H
