//===- Quarantine.h - Statements that MLIR is spared -----------*- C++ -*-===//
//
// Private to ir/. From what texts did before, and what is known to do harm, to
// which statements of a section are not parsed: a function of the text and of
// the harm known of it.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_IR_PARSE_QUARANTINE_H
#define SHAPELS_IR_PARSE_QUARANTINE_H

#include "core/base/CrashGuard.h"
#include "core/diagnostics/Diagnostic.h"

#include "llvm/ADT/ArrayRef.h"

#include <map>
#include <set>

namespace shapels {

class Quarantine {
public:
  Quarantine(TextSpan text, const Outline &outline, CrashGuard &crashGuard);

  /// After an edit: what is gone, what is written otherwise, and what holds
  /// text that is. False where that makes others guilty, or not guilty.
  bool update(TextSpan text, llvm::ArrayRef<StatementId> removed,
              llvm::ArrayRef<StatementId> dirty,
              llvm::ArrayRef<StatementId> touched);

  /// Whether the section may be parsed at once.
  bool allowsWhole() const {
    return culprits.empty() && deadly.empty() && !isWholeForbidden;
  }
  /// Whether the statement may be parsed with all that it nests.
  bool allowsWhole(StatementId statement) const;
  /// Whether statements that follow each other may be parsed together.
  bool allowsRun(ByteRange statements) const {
    return !crashGuard.knowsFailure() ||
           crashGuard.failuresOf(Step::Parse, slice(statements)).empty();
  }
  /// Not even its header may be parsed.
  bool isCulprit(StatementId statement) const {
    return culprits.contains(statement) || deadly.contains(statement);
  }

  /// One per guilty statement.
  std::vector<SectionDiagnostic> findings() const;
  /// Of a guilty one.
  SectionDiagnostic findingOf(StatementId statement) const;

private:
  bool nestsDeadly(StatementId statement) const;
  bool updateJudged(llvm::ArrayRef<StatementId> removed,
                    llvm::ArrayRef<StatementId> dirty,
                    llvm::ArrayRef<StatementId> touched);
  void readDeadly(StatementId statement);
  std::string_view slice(ByteRange range) const { return text.slice(range); }
  void judgeAll();
  void accuseWhole();
  std::vector<Failure> failuresOf(ByteRange range) const;
  void accuse(StatementId statement, uint32_t reached, Failure::Kind kind);
  void judge(StatementId statement);
  void convict(StatementId statement, Failure::Kind kind);
  StatementId culpritAt(uint32_t reached) const;
  void limitTimeouts();

  TextSpan text;
  const Outline &outline;
  CrashGuard &crashGuard;
  bool isWholeForbidden = false;
  std::map<StatementId, Failure::Kind> culprits;
  /// Those with a fault that kills the parser, which has not been asked.
  std::set<StatementId> deadly;
  /// What they nest is parsed statement by statement, though none of it need be
  /// guilty.
  std::set<StatementId> divided;
  /// Whether there was harm to be found.
  bool isJudged = false;
};

/// From the op's start up to the body of its first region; all of a statement
/// without regions.
ByteRange headerOf(const Outline &outline, StatementId statement);

} // namespace shapels

#endif // SHAPELS_IR_PARSE_QUARANTINE_H
