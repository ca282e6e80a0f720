//===- DocumentFindings.cpp -----------------------------------------------===//

#include "core/analysis/DocumentFindings.h"
#include "core/analysis/ExpectationMatcher.h"
#include "core/analysis/Section.h"

#include <algorithm>

using namespace shapels;

/// Adds `by` to the numbers of sections of the dialects that it has.
void DocumentFindings::countUnknown(const SectionFindings &known, uint32_t by) {
  for (const auto &[dialect, ops] : known.unknown()) {
    auto count = unknown.try_emplace(dialect, 0).first;
    if ((count->second += by) == 0)
      unknown.erase(count);
  }
}

void DocumentFindings::updateFindings(const Section &section,
                                      const SectionUpdate &done) {
  auto &known = findings[&section];
  if (known)
    countUnknown(*known, uint32_t(0) - 1);
  else
    known = std::make_unique<SectionFindings>(section, config, serials);
  known->update(done);
  countUnknown(*known, 1);
}

bool DocumentFindings::isIgnored(const SectionDiagnostic &finding) const {
  return haveCode(ignored, finding.code);
}

void DocumentFindings::follow(const Section &first) {
  auto known = findings.find(&first);
  if (known == findings.end() || known->second->said().ignoredInFile == ignored)
    return;
  ignored = known->second->said().ignoredInFile;
  for (const auto &[section, own] : findings)
    show(*section);
}

/// What of it is shown, if there is room.
void DocumentFindings::show(const Section &section) {
  const SectionFindings &known = *findings.at(&section);
  ExpectationMatcher matcher(section, known.expectations());
  bool mayHide = !config.showExpected;
  bool isAnyWanted = mayHide && !known.expectations().empty();
  std::vector<SectionDiagnostic *> entries;
  std::set<DiagnosticCode> ignoredHere;
  known.kept().forEach([&](SectionDiagnostic &finding) {
    if (isIgnored(finding))
      ignoredHere.insert(finding.code);
    if (isIgnored(finding) ||
        (mayHide && isFailureExpected && !config.showFailures &&
         finding.severity == Severity::Error))
      return;
    if (isAnyWanted)
      finding.resolve(section.outline());
    if (!isAnyWanted || !matcher.expects(finding))
      entries.push_back(&finding);
  });
  list.put(section, std::move(entries));
  if (!wantsUnusedIgnores(config) || toConclude.contains(&section))
    unused.forget(section);
  else
    unused.note(section, known, std::move(ignoredHere));
}

void DocumentFindings::updateShapes(const Section &section,
                                    const SectionUpdate &done) {
  auto known = inferred.find(&section);
  if (known == inferred.end())
    return;
  SectionFindings &said = *findings.at(&section);
  if (!done.work.isWhole && known->second->update(done, said.judged()))
    return;
  inferred.erase(known);
  said.forgetFlow();
}

/// In bytes: what is inferred in about 1 ms.
static constexpr uint32_t mostConcluded = 64 << 10;

/// To infer all of a section or of a long function takes a while.
void DocumentFindings::updateFlow(const Section &section,
                                  const SectionUpdate &done) {
  auto known = inferred.find(&section);
  auto found = findings.find(&section);
  bool isLong = section.range().size() > mostConcluded;
  if (isLong && known != inferred.end() && found != findings.end() &&
      (toConclude.contains(&section) ||
       found->second->takesLong(*known->second, done, mostConcluded))) {
    found->second->forgetFlow();
    toConclude.insert(&section);
    return;
  }
  if (known == inferred.end()) {
    uint32_t size = std::min(section.range().size(), mostConcluded + 1);
    if (concluded + size > mostConcluded) {
      toConclude.insert(&section);
      return;
    }
    concluded += size;
  }
  toConclude.erase(&section);
  addFlow(section, done);
}

void DocumentFindings::addFlow(const Section &section,
                               const SectionUpdate &done) {
  auto known = findings.find(&section);
  if (known == findings.end())
    return; // Nobody looks into it.
  std::optional<GuardedScope> scope;
  if (!inferred.contains(&section))
    scope.emplace(crashGuard, GuardedTask{Step::Check, section.text(), {}});
  known->second->addFlow(shapes(section), done);
}

void DocumentFindings::update(const Section &section,
                              const SectionUpdate &done) {
  updateFindings(section, done);
  updateShapes(section, done);
  updateFlow(section, done);
  show(section);
}

void DocumentFindings::readOnce(const Section &section,
                                const SectionUpdate &done) {
  updateFindings(section, done);
  addFlow(section, done);
  show(section);
}

bool DocumentFindings::conclude() {
  if (toConclude.empty())
    return true;
  while (!toConclude.empty()) {
    if (crashGuard.isSuperseded())
      break;
    const Section &section = **toConclude.begin();
    toConclude.erase(toConclude.begin());
    section.outline().tieNames();
    addFlow(section, {});
    show(section);
  }
  finish();
  return toConclude.empty();
}

void DocumentFindings::finish() {
  list.update(config.maxDiagnostics);
  // The one hint is about all sections.
  if (Diagnostic *hint = list.hint())
    hint->message = unknownDialectsMessage(unknown, config.projectOps.get());
  for (Diagnostic &finding : unused.findings(config))
    list.append(std::move(finding));
}

void DocumentFindings::forget(const Section &section) {
  if (auto known = findings.find(&section); known != findings.end()) {
    countUnknown(*known->second, uint32_t(0) - 1);
    findings.erase(known);
  }
  list.forget(section);
  unused.forget(section);
  inferred.erase(&section);
  toConclude.erase(&section);
}

void DocumentFindings::clear() {
  findings.clear();
  unknown.clear();
  list.clear();
  ignored.clear();
  unused.clear();
  inferred.clear();
  toConclude.clear();
}

void DocumentFindings::rest(const Section &section) {
  if (toConclude.erase(&section) != 0) {
    addFlow(section, {});
    show(section);
  }
  inferred.erase(&section);
  if (auto known = findings.find(&section); known != findings.end())
    known->second->forgetFlow();
}

void DocumentFindings::giveUp(const Section &section) {
  inferred.erase(&section);
  list.keepOwn(section);
  findings.erase(&section);
}

SectionShapes &DocumentFindings::shapes(const Section &section) {
  std::unique_ptr<SectionShapes> &known = inferred[&section];
  auto said = findings.find(&section);
  const SectionFindings *own =
      said == findings.end() ? nullptr : said->second.get();
  if (!known)
    known = std::make_unique<SectionShapes>(
        section, config,
        [own](mlir::Operation *op) { return own && own->isWrong(op); });
  return *known;
}

std::vector<SectionDiagnostic>
DocumentFindings::errors(const Section &section) const {
  std::vector<SectionDiagnostic> result;
  if (auto found = findings.find(&section); found != findings.end())
    found->second->kept().forEach([&](const SectionDiagnostic &finding) {
      if (finding.severity == Severity::Error && !isIgnored(finding))
        result.push_back(finding.resolved(section.outline()));
    });
  return result;
}

std::vector<ExpectationMismatch>
DocumentFindings::verifyExpectations(const Section &section) const {
  auto found = findings.find(&section);
  if (found == findings.end())
    return {}; // Nobody looked into it.
  const SectionFindings &known = *found->second;
  std::vector<SectionDiagnostic> kept;
  known.kept().forEach([&](SectionDiagnostic &finding) {
    if (isIgnored(finding))
      return;
    finding.resolve(section.outline());
    kept.push_back(finding);
  });
  std::vector<ExpectationMismatch> result;
  for (SectionNote &mismatch :
       ExpectationMatcher(section, known.expectations()).mismatches(kept))
    result.push_back({section.span().inDocument(mismatch.range),
                      std::move(mismatch.message)});
  return result;
}
