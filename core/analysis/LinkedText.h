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

/// A text, and where what it names is defined; in the section.
struct LinkedText {
  struct Link {
    /// The name, in the text.
    size_t begin = 0, size = 0;
    SectionRange target;
    friend bool operator==(const Link &, const Link &) = default;
  };
  std::string text;
  std::vector<Link> links;

  bool empty() const { return text.empty(); }
  friend bool operator==(const LinkedText &, const LinkedText &) = default;
};

/// Puts such a text together. A name is a mark, of the same text for the same
/// value, until finish() writes it out.
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
