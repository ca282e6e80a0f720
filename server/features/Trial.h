//===- Trial.h - Edits that are tried before they are offered --*- C++ -*-===//

#ifndef SHAPELS_FEATURES_TRIAL_H
#define SHAPELS_FEATURES_TRIAL_H

#include "core/analysis/Document.h"

#include <set>
#include <string>
#include <vector>

namespace shapels {

/// A copy of a section, on which edits are tried. It is made when one is.
class Trial {
public:
  /// Both outlive it.
  Trial(const Document &document, const Section &section)
      : document(document), section(section) {}

  /// Whether the section is short enough to try something.
  bool isPossible() const;
  /// Whether the section has no error after the edits that it has not now.
  /// The edits are in the order of the text.
  bool isRight(const std::vector<SectionEdit> &edits);
  /// Whether it has fewer of them besides.
  bool mends(const std::vector<SectionEdit> &edits) {
    return isRight(edits) && isLess;
  }

private:
  void begin();
  std::multiset<std::string> errorsAfter(const std::vector<SectionEdit> &edits);

  const Document &document;
  const Section &section;
  std::optional<Document> copy;
  /// The messages of the section's errors; those that occur several times as
  /// often.
  std::multiset<std::string> known;
  bool isLess = false;
};

} // namespace shapels

#endif // SHAPELS_FEATURES_TRIAL_H
