//===- UnusedIgnores.cpp - Comments that ignore nothing -------------------===//

#include "core/analysis/UnusedIgnores.h"

#include <algorithm>

using namespace shapels;

static constexpr DiagnosticCode ownCode = DiagnosticCode::UnusedIgnore;

static std::optional<Severity> severityOf(const Configuration &configuration) {
  auto found = configuration.severity.find(info(ownCode).id);
  return found == configuration.severity.end() ? info(ownCode).severity
                                               : found->second;
}

bool shapels::wantsUnusedIgnores(const Configuration &configuration) {
  return severityOf(configuration).has_value();
}

void UnusedIgnores::note(const Section &section, const SectionFindings &known,
                         std::set<DiagnosticCode> inFile) {
  OfSection own{
      known.said().ignored, known.said().ignoredInFile, {}, std::move(inFile)};
  known.silenced().forEach([&](SectionDiagnostic &finding) {
    finding.resolve(section.outline());
    if (haveCode(own.inFile, finding.code))
      own.usedInFile.insert(finding.code);
    for (const IgnorePragma &pragma : own.ignored)
      if (pragma.ignores(finding, section))
        own.used.insert(pragma.word.begin);
  });
  noted[&section] = std::move(own);
}

/// Of each word the first code; a pattern stands for several.
template <typename IsUsed>
static void addUnused(const Section &section,
                      const std::vector<IgnorePragma> &pragmas, IsUsed isUsed,
                      Severity severity, std::vector<Diagnostic> &findings) {
  std::set<SectionOffset> done;
  for (const IgnorePragma &pragma : pragmas)
    if (isUsed(pragma))
      done.insert(pragma.word.begin);
  for (const IgnorePragma &pragma : pragmas) {
    if (!done.insert(pragma.word.begin).second)
      continue;
    Diagnostic finding{.code = ownCode, .severity = severity};
    finding.range = section.span().inDocument(pragma.word);
    finding.message = "there is no '" +
                      std::string(section.span().slice(pragma.word)) +
                      "' here to ignore";
    findings.push_back(std::move(finding));
  }
}

std::vector<Diagnostic>
UnusedIgnores::findings(const Configuration &configuration) const {
  std::vector<Diagnostic> findings;
  std::optional<Severity> severity = severityOf(configuration);
  if (!severity || noted.empty())
    return findings;
  std::vector<std::pair<const Section *, const OfSection *>> inOrder;
  std::set<DiagnosticCode> usedInAny;
  for (const auto &[section, own] : noted) {
    inOrder.emplace_back(section, &own);
    usedInAny.insert(own.usedInFile.begin(), own.usedInFile.end());
  }
  std::ranges::sort(inOrder, {},
                    [](const auto &entry) { return entry.first->start(); });
  const std::vector<IgnorePragma> &ofAll = inOrder.front().second->inFile;
  for (const auto &[section, own] : inOrder) {
    if (haveCode(own->inFile, ownCode) || haveCode(ofAll, ownCode))
      continue;
    const auto &used =
        section == inOrder.front().first ? usedInAny : own->usedInFile;
    addUnused(
        *section, own->inFile,
        [&](const IgnorePragma &pragma) { return used.contains(pragma.code); },
        *severity, findings);
    addUnused(
        *section, own->ignored,
        [&](const IgnorePragma &pragma) {
          return pragma.code == ownCode ||
                 own->used.contains(pragma.word.begin);
        },
        *severity, findings);
  }
  return findings;
}
