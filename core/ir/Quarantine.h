//===- Quarantine.h - Statements that MLIR is spared -----------*- C++ -*-===//
//
// Private to ir/. From what a text did before to which statements of a section
// are left out: a function of the text and of the harm known of it.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_IR_QUARANTINE_H
#define SHAPELS_IR_QUARANTINE_H

#include "shapels/base/Watch.h"
#include "shapels/ir/IrDiagnostic.h"

#include <optional>
#include <set>

namespace shapels {

/// Whether a top-level op may use what another one defines.
bool sharesValuesAtTopLevel(const Outline &outline);

class Quarantine {
public:
  Quarantine(std::string_view text, const Outline &outline, Watch &watch);

  bool empty() const { return found.empty(); }
  /// Whether the section as a whole did harm, and no statement is known to be
  /// guilty: each is to be tried alone.
  bool forbidsWhole() const { return isWholeForbidden; }
  /// What MLIR's parser must not see, in order and disjoint. More than the
  /// guilty statement where the rest of its function does not stand without it.
  const std::vector<ByteRange> &cuts() const { return blanks; }
  bool isCut(ByteRange range) const;
  /// Whether the op holds a statement that was cut out of it: the verifier
  /// sees less of it than there is.
  bool lacksStatement(StatementId statement) const {
    return lacking.contains(statement);
  }
  /// One per guilty statement.
  const std::vector<IrDiagnostic> &findings() const { return found; }

private:
  std::string_view slice(ByteRange range) const {
    return text.substr(range.begin.value, range.size());
  }
  StatementId guiltyAt(uint32_t reached) const;
  void accuseWhole();
  void convictAll(Harm::Kind kind);
  bool canGoByStatement() const;
  void convict(StatementId statement, Harm::Kind kind);
  StatementId cutFor(StatementId guilty);
  bool standsWithout(StatementId statement);
  bool isBalanced(StatementId statement) const;
  bool isLastInBlock(StatementId statement) const;
  bool isNamedOutside(StatementId statement);
  bool isUnit(StatementId statement) const;

  std::string_view text;
  const Outline &outline;
  Watch &watch;
  /// By name occurrence; made when first needed.
  std::optional<std::vector<uint32_t>> definitions;
  bool isWholeForbidden = false;
  std::vector<ByteRange> blanks;
  std::set<StatementId> lacking;
  std::vector<IrDiagnostic> found;
};

} // namespace shapels

#endif // SHAPELS_IR_QUARANTINE_H
