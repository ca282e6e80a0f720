//===- Suggestions.h - What names were meant to be -------------*- C++ -*-===//
//
// Private to analysis/.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_ANALYSIS_SUGGESTIONS_H
#define SHAPELS_ANALYSIS_SUGGESTIONS_H

#include "core/analysis/Finding.h"

#include <bitset>
#include <vector>

namespace shapels {

/// Whether the message of MLIR is that a value is not defined.
bool isAboutUndeclared(std::string_view message);

/// Whether the message of MLIR is that a dialect has no such op.
bool isAboutUnknownOp(std::string_view message);

/// Which characters stand directly behind which in the names of a text's
/// values, and a Bloom filter of those that are defined. Where many names are
/// unknown, that rules out most of what each might have been meant to be.
class NameNeighbours {
public:
  /// Reads the whole outline.
  explicit NameNeighbours(const Outline &outline);
  /// A zero stands for the end of a name.
  bool mayFollow(char before, char next) const {
    return pairs[indexOf(before, next)];
  }
  /// False for nearly every name that no statement defines.
  bool mayBeDefined(std::string_view name) const;

private:
  void addDefined(std::string_view name);
  static size_t indexOf(char before, char next) {
    return size_t(before & 127) << 7 | size_t(next & 127);
  }

  std::bitset<size_t(1) << 14> pairs;
  /// Two bits for each defined name; a power of two of them.
  std::vector<bool> defined;
};

/// The last definition before `use` that is visible there and whose name is one
/// edit from that of `use`. Takes time by the length of the name, not by the
/// number of definitions; less with `neighbours`, which may be null.
std::optional<NameId> nearestValue(const Section &section, NameId use,
                                   const NameNeighbours *neighbours);

/// Adds to MLIR's message about an unknown name, or an attribute that is not
/// there, the name itself and a suggestion, which is also put into `meant`.
void suggestName(const Section &section, SectionDiagnostic &diagnostic,
                 const NameNeighbours *neighbours);

/// The known dialects whose names are one edit from `dialect`; none if that is
/// too short to tell.
std::vector<std::string> dialectsLike(std::string_view dialect,
                                      const Dialects &known);

/// The finding that an op's dialect is not known, while one of `dialects` has
/// an op of the same name; nothing if none has.
std::optional<SectionDiagnostic>
otherDialectFinding(const Section &section, StatementId id,
                    const std::vector<std::string> &dialects);

} // namespace shapels

#endif // SHAPELS_ANALYSIS_SUGGESTIONS_H
