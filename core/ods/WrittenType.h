//===- WrittenType.h - Types as texts have them ----------------*- C++ -*-===//

#ifndef SHAPELS_ODS_WRITTENTYPE_H
#define SHAPELS_ODS_WRITTENTYPE_H

#include "core/text/Position.h"

#include <string>
#include <string_view>

namespace shapels {

/// A type as the text has it, or as its op tells otherwise; neither where it is
/// not known.
struct WrittenType {
  ByteRange range;
  std::string spelled;

  bool isKnown() const { return !range.empty() || !spelled.empty(); }
  friend bool operator==(const WrittenType &, const WrittenType &) = default;
};

/// `i32`, `bf16`, `f8E4M3FN`, `index`: a type of one word.
bool isTypeWord(std::string_view word);

} // namespace shapels

#endif // SHAPELS_ODS_WRITTENTYPE_H
