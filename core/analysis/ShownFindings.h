//===- ShownFindings.h - What a document shows -----------------*- C++ -*-===//
//
// Private to analysis/.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_ANALYSIS_SHOWNFINDINGS_H
#define SHAPELS_ANALYSIS_SHOWNFINDINGS_H

#include "core/analysis/FindingList.h"
#include "core/analysis/Section.h"

#include <array>
#include <deque>
#include <map>
#include <span>

namespace shapels {

/// The list that is shown. An update costs the sections whose findings are
/// others now, and the places of what is shown.
class ShownFindings {
public:
  std::span<const Diagnostic> list() const { return shown; }
  /// What may be shown of a section, in order; it may have been edited. The
  /// list shows it with the next update().
  void put(const Section &section, std::vector<SectionDiagnostic *> entries);
  /// The entries of that section are about to go.
  void keepOwn(const Section &section);
  /// Nothing of that section, which is still where it was in the text.
  void forget(const Section &section);
  void clear();
  /// Shows no more than `most`, the least severe left out first; one more says
  /// how many are left out then. Of hints about unknown dialects, and of many
  /// errors of one cause, the first one stands for all.
  void update(size_t most);
  /// Shows that alone.
  void showOnly(Diagnostic diagnostic);
  /// The hint about unknown dialects; null if it is not shown.
  Diagnostic *hint();

private:
  struct Item {
    SectionDiagnostic *entry;
    const Section *section;
    /// How many of its cause it stands for; 0 where it is told for itself.
    size_t standsFor = 0;
  };
  /// A finding as it is shown.
  using Serial = std::pair<uint64_t, size_t>;
  struct Chosen {
    std::vector<Item> items;
    /// How many there are beyond these: the most severe of them, and of those
    /// the first.
    size_t leftOut = 0;
    std::optional<Item> firstLeftOut;
  };
  /// Edits keep the order of what they leave.
  struct ByPlace {
    bool operator()(const Section *a, const Section *b) const {
      return a->start() < b->start();
    }
  };
  using Entries = std::vector<SectionDiagnostic *>;
  using BySeverity = std::array<size_t, 4>;
  /// Those of one cause have the same severity.
  struct OfCause {
    size_t count = 0;
    Severity severity = Severity::Error;
  };
  using Causes = std::map<std::string, OfCause, std::less<>>;
  struct Counts {
    BySeverity single{};
    Causes causes;
  };
  struct OfSection {
    Entries inOrder;
    Counts counts;
  };

  static Counts countsOf(const Entries &entries);
  void addCounts(const Counts &some, size_t times);
  size_t standsFor(const SectionDiagnostic *entry) const;
  Chosen choose(size_t most) const;
  static Diagnostic shownAs(const Item &item);
  void replace(std::span<const Item> items);

  std::map<const Section *, OfSection, ByPlace> sections;
  /// Copies of what is gone.
  std::deque<SectionDiagnostic> own;
  /// Of all of them: how many there are to show, and how many of each cause.
  BySeverity toShow{};
  Causes causes;
  std::vector<Diagnostic> shown;
  /// Those of the findings that they are.
  std::vector<Serial> serials;
};

} // namespace shapels

#endif // SHAPELS_ANALYSIS_SHOWNFINDINGS_H
