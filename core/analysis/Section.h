//===- Section.h - One `// -----` section, analysed ------------*- C++ -*-===//

#ifndef SHAPELS_ANALYSIS_SECTION_H
#define SHAPELS_ANALYSIS_SECTION_H

#include "shapels/ir/SectionIR.h"
#include "shapels/syntax/Names.h"

#include <memory>
#include <string>
#include <vector>

namespace mlir {
class MLIRContext;
class Value;
} // namespace mlir

namespace shapels {

/// A section's text with all that follows from the text alone. Offsets in it
/// count from the section's start; start() tells where that is in the document.
class Section {
public:
  Section(std::string text, ByteOffset start, mlir::MLIRContext &context,
          Watch &watch = Watch::none());
  /// One that is not looked into: the text is there, and nothing in it.
  static std::unique_ptr<Section>
  unread(std::string text, mlir::MLIRContext &context, Watch &watch);
  Section(const Section &) = delete;
  Section &operator=(const Section &) = delete;

  std::string_view text() const { return contents; }
  std::string_view slice(ByteRange range) const {
    return text().substr(range.begin.value, range.size());
  }
  ByteOffset start() const { return begin; }
  void moveTo(ByteOffset start) { begin = start; }
  ByteRange range() const {
    return {begin, begin + static_cast<uint32_t>(contents.size())};
  }

  const Outline &outline() const { return statements; }
  const Statement &statement(StatementId id) const {
    return statements.statements[id];
  }
  /// Behind the statement's name, and behind its closing quote.
  ByteOffset behindName(StatementId id) const;
  const NameOccurrence &name(NameId id) const { return statements.names[id]; }
  NameId idOf(const NameOccurrence &name) const {
    return static_cast<NameId>(&name - statements.names.data());
  }
  /// The occurrence that defines `name`, itself included, or null.
  const NameOccurrence *definitionOf(const NameOccurrence &name) const;
  /// Every occurrence that means the same as `name`, in order.
  std::vector<const NameOccurrence *>
  occurrencesOf(const NameOccurrence &name) const;

  const SectionIR &ir() const { return *live; }
  mlir::MLIRContext &context() const { return mlirContext; }
  Watch &watch() const { return guard; }
  /// The value that an occurrence stands for; null where it was not parsed.
  mlir::Value valueOf(const NameOccurrence &name) const;
  /// Where `op` names each of its operands; the op's name where it does not.
  std::vector<ByteRange> operandRanges(mlir::Operation *op) const;
  /// Where the value is defined: its name, or the op that has it.
  ByteRange definitionOf(mlir::Value value) const;
  /// `%0#1`, as the text names the value; `<value>` where it does not.
  std::string nameOf(mlir::Value value) const;
  ByteRange rangeOf(mlir::Operation *op) const;

private:
  Section(std::string text, ByteOffset start, mlir::MLIRContext &context,
          Watch &watch, Outline outline);

  std::string contents;
  ByteOffset begin;
  mlir::MLIRContext &mlirContext;
  Watch &guard;
  Outline statements;
  std::vector<NameId> definitions;
  std::unique_ptr<SectionIR> live;
};

} // namespace shapels

#endif // SHAPELS_ANALYSIS_SECTION_H
