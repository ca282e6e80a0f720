//===- Document.cpp -------------------------------------------------------===//

#include "shapels/analysis/Document.h"
#include "shapels/analysis/ExpectationMatcher.h"
#include "shapels/analysis/Finding.h"
#include "shapels/ir/Dialects.h"
#include "shapels/syntax/Sections.h"

#include "mlir/IR/MLIRContext.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>

using namespace shapels;

//===----------------------------------------------------------------------===//
// From findings to what is shown
//===----------------------------------------------------------------------===//

namespace {

/// Moves a diagnostic from its section to the document.
Diagnostic shifted(Diagnostic diagnostic, ByteOffset start) {
  diagnostic.range = diagnostic.range.shifted(start.value);
  for (RelatedInformation &related : diagnostic.related)
    related.range = related.range.shifted(start.value);
  for (ByteRange &range : diagnostic.alsoUnderlined)
    range = range.shifted(start.value);
  return diagnostic;
}

/// Cuts the list to the limit, the least severe first; one more says how many
/// are left out.
void limit(std::vector<Diagnostic> &diagnostics, unsigned most) {
  if (diagnostics.size() <= most)
    return;
  std::vector<size_t> order(diagnostics.size());
  std::iota(order.begin(), order.end(), size_t(0));
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    return diagnostics[a].severity < diagnostics[b].severity;
  });
  Diagnostic last;
  last.code = DiagnosticCode::TooManyDiagnostics;
  last.severity = defaultSeverity(last.code);
  last.range = diagnostics[order[most]].range;
  last.message =
      std::to_string(order.size() - most) + " more findings are not shown";
  order.resize(most);
  std::sort(order.begin(), order.end());
  std::vector<Diagnostic> kept;
  kept.reserve(order.size() + 1);
  for (size_t index : order)
    kept.push_back(std::move(diagnostics[index]));
  kept.push_back(std::move(last));
  diagnostics = std::move(kept);
}

} // namespace

//===----------------------------------------------------------------------===//
// Document
//===----------------------------------------------------------------------===//

Document::Document(std::string text, Configuration configuration, Watch &watch)
    : text(std::move(text)), config(std::move(configuration)), watch(watch),
      context(Dialects::upstream().makeContext()) {}

Document::~Document() = default;

void Document::setConfiguration(Configuration configuration) {
  stale |= !(configuration == config);
  config = std::move(configuration);
}

void Document::edit(const TextEdit &edit) {
  text.apply(edit);
  stale = true;
}

/// Sections whose text is as before are kept, wherever they stand now.
void Document::updateSections() {
  std::unordered_multimap<std::string_view, std::unique_ptr<Section>> old;
  for (std::unique_ptr<Section> &section : parts) {
    std::string_view key = section->text();
    old.emplace(key, std::move(section));
  }
  parts.clear();
  for (ByteRange range : sectionsOf(text.text())) {
    if (auto found = old.find(text.slice(range)); found != old.end()) {
      parts.push_back(std::move(found->second));
      old.erase(found);
      parts.back()->moveTo(range.begin);
    } else {
      parts.push_back(std::make_unique<Section>(std::string(text.slice(range)),
                                                range.begin, *context, watch));
    }
  }
}

void Document::updateFindings(const Section &section) {
  WatchScope scope(watch, {Step::Check, section.text(), {}});
  ExpectationMatcher matcher(section);
  for (Finding &finding : keptFindings(section, config))
    if (config.showExpected || !matcher.wants(finding))
      shown.push_back(shifted(std::move(finding.diagnostic), section.start()));
}

/// The text as a whole did harm, and nobody knows with what.
void Document::leaveUnread(Harm::Kind harm) {
  parts.clear();
  parts.push_back(Section::unread(std::string(text.text()), *context, watch));
  shown = {unreadFinding(text.lineRange({0}), harm)};
}

void Document::update() {
  if (!stale)
    return;
  stale = false;
  shown.clear();
  if (watch.knowsHarm())
    if (auto harms = watch.harmsOf(Step::Update, text.text()); !harms.empty())
      return leaveUnread(harms.front().kind);
  updateSections();
  for (const std::unique_ptr<Section> &section : parts)
    updateFindings(*section);
  limit(shown, config.maxDiagnostics);
}

std::vector<ExpectationMismatch> Document::verifyExpectations() const {
  std::vector<ExpectationMismatch> result;
  for (const std::unique_ptr<Section> &section : parts)
    for (ExpectationMismatch &mismatch :
         ExpectationMatcher(*section).mismatches(
             keptFindings(*section, config))) {
      mismatch.range = mismatch.range.shifted(section->start().value);
      result.push_back(std::move(mismatch));
    }
  return result;
}

const Section &Document::sectionAt(ByteOffset offset) const {
  auto after = std::upper_bound(
      parts.begin() + 1, parts.end(), offset,
      [](ByteOffset at, const std::unique_ptr<Section> &section) {
        return at < section->start();
      });
  return **std::prev(after);
}
