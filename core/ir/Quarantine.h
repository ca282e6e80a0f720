//===- Quarantine.h - Statements that MLIR is spared -----------*- C++ -*-===//
//
// Private to ir/. From what texts did before to which statements of a section
// are not parsed: a function of the text and of the harm known of it.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_IR_QUARANTINE_H
#define SHAPELS_IR_QUARANTINE_H

#include "shapels/base/Watch.h"
#include "shapels/ir/IrDiagnostic.h"

#include <map>
#include <set>

namespace shapels {

class Quarantine {
public:
  Quarantine(TextSpan text, const Outline &outline, Watch &watch);

  /// Whether the section may be parsed at once.
  bool allowsWhole() const { return guilty.empty() && !isWholeForbidden; }
  /// Whether the statement may be parsed with all that it nests.
  bool allowsWhole(StatementId statement) const {
    return !divided.contains(statement) && !isGuilty(statement);
  }
  /// Whether statements that follow each other may be parsed together.
  bool allowsRun(ByteRange statements) const {
    return !watch.knowsHarm() ||
           watch.harmsOf(Step::Parse, slice(statements)).empty();
  }
  /// Not even its header may be parsed.
  bool isGuilty(StatementId statement) const {
    return guilty.contains(statement);
  }

  /// One per guilty statement.
  std::vector<IrDiagnostic> findings() const;

private:
  std::string_view slice(ByteRange range) const { return text.slice(range); }
  void accuseWhole();
  void accuse(StatementId statement, uint32_t reached, Harm::Kind kind);
  void judge(StatementId statement);
  void convict(StatementId statement, Harm::Kind kind);
  StatementId guiltyAt(uint32_t reached) const;

  TextSpan text;
  const Outline &outline;
  Watch &watch;
  bool isWholeForbidden = false;
  std::map<StatementId, Harm::Kind> guilty;
  /// What they nest is parsed statement by statement.
  std::set<StatementId> divided;
};

/// From the op's start up to the body of its first region; all of a statement
/// without regions.
ByteRange headerOf(const Outline &outline, StatementId statement);

} // namespace shapels

#endif // SHAPELS_IR_QUARANTINE_H
