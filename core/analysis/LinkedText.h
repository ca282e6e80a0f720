//===- LinkedText.h - Words that name values -------------------*- C++ -*-===//

#ifndef SHAPELS_ANALYSIS_LINKEDTEXT_H
#define SHAPELS_ANALYSIS_LINKEDTEXT_H

#include "core/text/Position.h"

#include <string>
#include <vector>

namespace mlir {
class Value;
} // namespace mlir

namespace shapels {

class Section;

/// A text with links from the names in it to their definitions in the section.
struct LinkedText {
  struct Link {
    /// The bytes of `text` that the name takes.
    size_t begin = 0, size = 0;
    SectionRange target;
    friend bool operator==(const Link &, const Link &) = default;
  };
  std::string text;
  std::vector<Link> links;

  bool empty() const { return text.empty(); }
  friend bool operator==(const LinkedText &, const LinkedText &) = default;
};

/// Composes such a text. Until finish(), a name is a mark, which is the same
/// for the same value, so that texts with marks can be compared.
class LinkedTextWriter {
public:
  explicit LinkedTextWriter(const Section &section) : section(section) {}

  std::string mark(mlir::Value value);
  LinkedText finish(std::string_view marked) const;

private:
  struct Name {
    const void *value;
    std::string text;
    SectionRange target;
  };
  const Section &section;
  std::vector<Name> names;
};

} // namespace shapels

#endif // SHAPELS_ANALYSIS_LINKEDTEXT_H
