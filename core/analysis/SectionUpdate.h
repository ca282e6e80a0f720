//===- SectionUpdate.h - What updates of a document did --------*- C++ -*-===//

#ifndef SHAPELS_ANALYSIS_SECTIONUPDATE_H
#define SHAPELS_ANALYSIS_SECTIONUPDATE_H

#include "core/ir/section/SectionIR.h"

#include <cstdint>
#include <vector>

namespace shapels {

class Section;

/// What an update of a section did, for those that keep knowledge of it. Its
/// handles and ops are those of the section until the next edit.
struct SectionUpdate {
  /// The statements that were parsed and verified, the ops that changed.
  IrWork work;
  /// The statements that edits changed, where the section was updated by them.
  StatementChanges changes;
  /// Whether a comment that is for us may have been edited since the update
  /// before.
  bool mentionsUs = false;
  /// Whether users teach other shapes than before: of the same ops, or of
  /// others.
  enum class Taught : uint8_t { Same, Otherwise, Others };
  Taught taught = Taught::Same;
  /// Bytes of statements that were parsed again: MLIR keeps for good what they
  /// named.
  uint64_t garbage = 0;
};

/// What Document::update() did.
struct UpdateResult {
  /// False if a newer edit stopped it; then another one has to follow.
  bool isDone = true;
  /// The sections that were brought up to date, in the order of the text.
  struct Entry {
    const Section *section;
    SectionUpdate update;
  };
  std::vector<Entry> sections;

  explicit operator bool() const { return isDone; }
  /// Null where the section was up to date before.
  const SectionUpdate *of(const Section &section) const {
    for (const Entry &entry : sections)
      if (entry.section == &section)
        return &entry.update;
    return nullptr;
  }
};

} // namespace shapels

#endif // SHAPELS_ANALYSIS_SECTIONUPDATE_H
