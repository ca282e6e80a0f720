//===- Trial.cpp ----------------------------------------------------------===//

#include "server/features/Trial.h"
#include "core/analysis/Section.h"

#include <algorithm>

using namespace shapels;

/// What is tried is read anew.
static constexpr size_t largestSection = 1 << 20;

static std::multiset<std::string> errorsOf(const Document &document) {
  std::multiset<std::string> errors;
  for (const Diagnostic &finding : document.diagnostics())
    if (finding.severity == Severity::Error)
      errors.insert(finding.message);
  return errors;
}

bool Trial::isPossible() const {
  return section.text().size() <= largestSection;
}

void Trial::begin() {
  if (copy)
    return;
  copy.emplace(std::string(section.text()), document.configuration(),
               section.crashGuard());
  copy->update();
  known = errorsOf(*copy);
}

/// Leaves the copy as it was.
std::multiset<std::string>
Trial::errorsAfter(const std::vector<SectionEdit> &edits) {
  std::vector<TextEdit> back;
  TextSpan text(copy->buffer());
  for (const SectionEdit &edit : edits) {
    auto size = static_cast<uint32_t>(edit.newText.size());
    DocumentOffset begin = text.inDocument(edit.range.begin);
    back.push_back(
        {{begin, begin + size}, std::string(text.slice(edit.range))});
  }
  for (size_t i = edits.size(); i-- > 0;)
    copy->edit(text.inDocument(edits[i]));
  copy->update();
  std::multiset<std::string> errors = errorsOf(*copy);
  for (const TextEdit &edit : back)
    copy->edit(edit);
  return errors;
}

bool Trial::isRight(const std::vector<SectionEdit> &edits) {
  if (!isPossible())
    return false;
  begin();
  std::multiset<std::string> errors = errorsAfter(edits);
  isLess = errors.size() < known.size();
  return std::ranges::includes(known, errors);
}
