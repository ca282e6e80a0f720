//===- ShownFindings.h - The findings that are shown -----------*- C++ -*-===//
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

/// Chooses the findings of a document that are shown, by severity and up to a
/// limit, and places them in the document. An update costs the sections whose
/// findings changed, and the shown findings, which may have moved.
class ShownFindings {
public:
  std::span<const Diagnostic> list() const { return shown; }
  /// Sets the findings of a section that may be shown, in the order of the
  /// text. Takes effect with the next update(). The pointers must stay valid
  /// until the next put(), forget() or keepOwn() of the section.
  void put(const Section &section, std::vector<SectionDiagnostic *> entries);
  /// Copies the findings of the section, whose own are about to be deleted.
  void keepOwn(const Section &section);
  /// Forgets a section, which is still where it was in the text.
  void forget(const Section &section);
  void clear();
  /// Makes list() anew: at most `most` findings, the least severe left out
  /// first, and then one more with the number of those left out. Of hints about
  /// unknown dialects, and of many errors with one cause, the first stands for
  /// all.
  void update(size_t most);
  /// Puts one behind the others, until the next update().
  void append(Diagnostic diagnostic) { shown.push_back(std::move(diagnostic)); }
  /// Makes list() this one diagnostic.
  void showOnly(Diagnostic diagnostic);
  /// The hint about unknown dialects; null if it is not shown.
  Diagnostic *hint();

private:
  struct Item {
    SectionDiagnostic *entry;
    const Section *section;
    /// How many findings of its cause it stands for; 0 if only for itself.
    size_t standsFor = 0;
  };
  /// Identifies a finding as it is shown: its serial number, and standsFor.
  using Serial = std::pair<uint64_t, size_t>;
  struct Chosen {
    std::vector<Item> items;
    /// How many findings are left out, and the first of the most severe of
    /// these.
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
  /// Findings with the same cause have the same severity.
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
  /// Copies of findings that were deleted: see keepOwn().
  std::deque<SectionDiagnostic> own;
  /// For all sections: how many findings there are to show by severity, and how
  /// many with each cause.
  BySeverity toShow{};
  Causes causes;
  std::vector<Diagnostic> shown;
  /// What `shown` consists of, in the same order.
  std::vector<Serial> serials;
};

} // namespace shapels

#endif // SHAPELS_ANALYSIS_SHOWNFINDINGS_H
