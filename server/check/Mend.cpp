//===- Mend.cpp - Quick fixes without asking ------------------------------===//

#include "server/check/Mend.h"

#include "server/features/CodeActions.h"

#include <algorithm>
#include <set>
#include <vector>

using namespace shapels;

/// Errors and warnings, without their places.
using Findings = std::multiset<std::string>;

static Findings findingsOf(Document &document) {
  document.update();
  document.conclude();
  Findings findings;
  for (const Diagnostic &finding : document.diagnostics())
    if (finding.severity <= Severity::Warning)
      findings.insert(std::string(info(finding.code).id) + finding.message);
  return findings;
}

/// Whether some are gone, and none came.
static bool areLess(const Findings &now, const Findings &before) {
  return now.size() < before.size() && std::ranges::includes(before, now);
}

/// Applies edits that are in the order of the text. Returns those that take
/// them back, in that order too.
static std::vector<TextEdit> applyAll(Document &document,
                                      const std::vector<TextEdit> &edits) {
  std::vector<TextEdit> back;
  uint32_t moved = 0;
  for (const TextEdit &edit : edits) {
    DocumentOffset begin = edit.range.begin + moved;
    DocumentRange range{begin, edit.range.end + moved};
    auto size = static_cast<uint32_t>(edit.newText.size());
    back.push_back({{edit.range.begin + moved, begin + size},
                    std::string(document.buffer().slice(range))});
    document.edit({range, edit.newText});
    moved += size - range.size();
  }
  return back;
}

/// The other way round: each place is that in the text as it is now.
static void takeBack(Document &document, std::vector<TextEdit> back) {
  for (auto edit = back.rbegin(); edit != back.rend(); ++edit)
    document.edit(*edit);
}

namespace {

/// Mends one finding after the other.
class Mender {
public:
  explicit Mender(Document &document)
      : document(document), known(findingsOf(document)) {}

  size_t run();
  const Findings &left() const { return known; }

private:
  bool mends(const CodeAction &action);
  bool mend(const Diagnostic &finding);

  Document &document;
  Findings known;
};

} // namespace

bool Mender::mends(const CodeAction &action) {
  std::vector<TextEdit> back = applyAll(document, action.edits);
  Findings now = findingsOf(document);
  if (areLess(now, known)) {
    known = std::move(now);
    return true;
  }
  takeBack(document, std::move(back));
  findingsOf(document);
  return false;
}

bool Mender::mend(const Diagnostic &finding) {
  // What was probably meant is for people to say.
  if (finding.severity > Severity::Warning || !finding.meant.empty())
    return false;
  for (const CodeAction &action : codeActions(document, {&finding, 1}))
    if (action.isPreferred && mends(action))
      return true;
  return false;
}

/// Those in front of `next` cannot be mended.
size_t Mender::run() {
  size_t fixes = 0;
  for (size_t next = 0; next < document.diagnostics().size();) {
    Diagnostic finding = document.diagnostics()[next];
    if (mend(finding))
      ++fixes;
    else
      ++next;
  }
  return fixes;
}

MendedText shapels::mend(std::string text, const Configuration &configuration,
                         CrashGuard &crashGuard) {
  Document document(text, configuration, crashGuard);
  Mender mender(document);
  size_t fixes = mender.run();
  if (fixes == 0)
    return {std::move(text)};
  MendedText mended{std::string(document.buffer().text()), fixes};
  Document fresh(mended.text, configuration, crashGuard);
  return findingsOf(fresh) == mender.left() ? mended
                                            : MendedText{std::move(text)};
}
