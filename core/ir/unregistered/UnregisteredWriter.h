//===- UnregisteredWriter.h - Unknown dialects in generic form --*- C++ -*-===//
//
// Private to ir/. MLIR's parser takes ops of dialects that it does not know in
// the generic form only. So what is handed to it has their custom form written
// in that way: name, successors, regions and result types, the last as far as
// the text tells. Operands and attributes are left out; OpaqueOps.cpp adds the
// operands when all values are there.
//
// A result type that may not be the result's is not bound to its name: then a
// user of a registered dialect, whose syntax says which type it takes, knows
// better. `%x = shapels.pending` at the end of the region takes over the type
// that such users agree on.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_IR_UNREGISTERED_UNREGISTEREDWRITER_H
#define SHAPELS_IR_UNREGISTERED_UNREGISTEREDWRITER_H

#include "core/ir/parse/ParseBuffer.h"
#include "core/ir/unregistered/UnregisteredForm.h"

#include "llvm/ADT/DenseSet.h"

namespace shapels {

/// Whether the statement is an op in the custom form of a dialect that is not
/// built in.
bool isUnregistered(TextSpan text, const Outline &outline,
                    StatementId statement);
/// Whether the op's name stands in quotes, as in MLIR's generic form.
bool isQuoted(TextSpan text, ByteRange name);

/// What is missing before the inside of a region that nothing opens.
void appendMissingBrace(ParseBuffer &buffer, const RegionText &region);

class UnregisteredWriter {
public:
  /// Of an op: all of it, or with dummy bodies in its regions.
  enum class Extent { Whole, Header };

  /// `definitions`: see readUnregisteredForm().
  UnregisteredWriter(TextSpan text, const Outline &outline,
                     const OpSyntaxes *definitions, ParseBuffer &buffer)
      : text(text), outline(outline), definitions(definitions), buffer(buffer) {
  }

  /// The whole section.
  void appendAll();
  /// What is at its top, with all that it nests.
  void appendUnit(StatementId root);
  /// One statement that is not unregistered, with all that it nests; `prefix`
  /// goes before its name.
  void append(StatementId statement, std::string_view prefix);
  /// An unregistered statement, whose results have their names; if not
  /// `isTyped`, because what it writes as types are none to MLIR, with unknown
  /// ones.
  void appendUnregistered(StatementId statement, Extent extent, bool isTyped);

private:
  using Pending = ParseBuffer::Pending;

  void mark(StatementId first, StatementId end);
  void appendFrom(StatementId first, ByteOffset begin, ByteOffset end,
                  std::string_view dialect);
  void appendRegion(StatementId parent, const RegionText &region,
                    std::string_view dialect, std::vector<Pending> pending);
  void appendLater(StatementId statement);
  void appendOp(StatementId statement, Extent extent, bool isTyped,
                bool isNamed);
  void appendLabel(StatementId statement, const UnregisteredForm &form,
                   uint32_t region, bool isTyped,
                   std::vector<Pending> &pending);
  void appendType(const WrittenType &type, bool isTyped, ByteOffset at);
  void appendPending(const std::vector<Pending> &pending, ByteOffset at);
  std::string defaultDialect(StatementId statement) const;
  bool isCertain(const UnregisteredForm &form) const;

  TextSpan text;
  const Outline &outline;
  const OpSyntaxes *definitions;
  ParseBuffer &buffer;
  /// Statements that nest unregistered ones, or lack a brace.
  llvm::DenseSet<StatementId> around;
  /// Of the region that is being written.
  std::vector<Pending> pendingHere;
  unsigned names = 0;
};

} // namespace shapels

#endif // SHAPELS_IR_UNREGISTERED_UNREGISTEREDWRITER_H
