//===- UnusedIgnores.h - Comments that ignore nothing ----------*- C++ -*-===//
//
// Private to analysis/.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_ANALYSIS_UNUSEDIGNORES_H
#define SHAPELS_ANALYSIS_UNUSEDIGNORES_H

#include "core/analysis/SectionFindings.h"

#include <set>
#include <unordered_map>

namespace shapels {

/// Whether findings say it. Costs a walk over what is ignored.
bool wantsUnusedIgnores(const Configuration &configuration);

/// What the `// shapels: ignore` comments of a document's sections ignore.
class UnusedIgnores {
public:
  /// Notes what a section ignores, all of whose findings are known. `inFile`:
  /// of its findings, those that the document's head ignores.
  void note(const Section &section, const SectionFindings &known,
            std::set<DiagnosticCode> inFile);
  void forget(const Section &section) { noted.erase(&section); }
  void clear() { noted.clear(); }
  /// The findings, in the order of the text.
  std::vector<Diagnostic> findings(const Configuration &configuration) const;

private:
  struct OfSection {
    std::vector<IgnorePragma> ignored, inFile;
    /// The places of the words in `ignored` that ignore something.
    std::set<SectionOffset> used;
    /// What of it is ignored in all of the section or file.
    std::set<DiagnosticCode> usedInFile;
  };
  std::unordered_map<const Section *, OfSection> noted;
};

} // namespace shapels

#endif // SHAPELS_ANALYSIS_UNUSEDIGNORES_H
