//===- Comments.cpp - `// shapels:` pragmas -------------------------------===//

#include "core/analysis/Comments.h"
#include "core/analysis/Annotations.h"
#include "core/analysis/Nearest.h"
#include "core/diagnostics/CodePatterns.h"
#include "core/shape/Equalities.h"
#include "core/shape/ProgramOrder.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>

using namespace shapels;

namespace {

constexpr const char *missingCodes =
    "write the codes to ignore in brackets: "
    "`// shapels: ignore[broadcast-incompatible]`";

/// The statement that a comment is about: the one it stands behind, or the
/// next one.
StatementId targetOf(const Section &section, SectionOffset comment) {
  SectionOffset lineStart = section.span().lineStart(comment);
  std::string_view before = section.slice({lineStart, comment});
  if (before.find_first_not_of(" \t") != before.npos) {
    auto last = static_cast<uint32_t>(before.find_last_not_of(" \t"));
    return section.outline().statementAt(lineStart + last);
  }
  return section.outline().firstFrom(comment);
}

SectionDiagnostic invalid(SectionRange range, std::string message,
                          DiagnosticCode code = DiagnosticCode::InvalidPragma) {
  return DiagnosticIn<SectionText>{.code = code,
                                   .severity = defaultSeverity(code),
                                   .range = range,
                                   .message = std::move(message)};
}

SectionDiagnostic unknownCodeFinding(SectionRange range,
                                     std::string_view code) {
  std::string meant(nearest(code, diagnosticIds()));
  SectionDiagnostic finding =
      invalid(range, "unknown code '" + std::string(code) +
                         "' in a `// shapels:` comment" + didYouMean(meant));
  finding.meant = std::move(meant);
  return finding;
}

/// Adds what is meant by each word of a list, in which patterns stand for
/// several codes.
void readIgnore(const Section &section, SectionRange list, Pragmas &pragmas,
                StatementId target, std::vector<IgnorePragma> &ignored) {
  std::string_view all = section.slice(list);
  llvm::StringRef rest(all);
  if (rest.trim().empty())
    pragmas.findings.push_back(invalid(list, missingCodes));
  while (!rest.trim().empty()) {
    auto [item, others] = rest.split(',');
    rest = others;
    llvm::StringRef code = item.trim();
    SectionOffset begin =
        list.begin + static_cast<uint32_t>(code.data() - all.data());
    SectionRange range{begin, begin + static_cast<uint32_t>(code.size())};
    std::vector<DiagnosticCode> meant = codesCalled(code);
    for (DiagnosticCode one : meant)
      ignored.push_back({one, target, range});
    if (meant.empty())
      pragmas.findings.push_back(
          unknownCodeFinding(range.empty() ? list : range, code));
  }
}

void ignoreInFile(const Section &section, SectionRange comment,
                  SectionRange list, Pragmas &pragmas) {
  const Outline &outline = section.outline();
  StatementId first = outline.first();
  if (first != noStatement && outline.begin(first) < comment.begin) {
    pragmas.findings.push_back(
        invalid(comment, "`ignore-file` goes in front of the first op"));
    return;
  }
  readIgnore(section, list, pragmas, noStatement, pragmas.ignoredInFile);
}

/// `comment` starts with shapelsComment.
void readPragma(const Section &section, SectionRange comment,
                Pragmas &pragmas) {
  std::string_view text = section.slice(comment);
  size_t word = text.find_first_not_of(" \t", shapelsComment.size());
  if (word == text.npos)
    return;
  if (!text.substr(word).starts_with("ignore")) {
    if (text.find('=') == text.npos)
      pragmas.findings.push_back(
          invalid(comment, "nothing that shapels knows: there is `// shapels: "
                           "ignore[CODE, ...]` and `// shapels: %arg0 = [B, "
                           "4]`"));
    return;
  }
  bool isForFile = text.substr(word).starts_with("ignore-file");
  size_t open = text.find_first_not_of(
      " \t",
      word + std::string_view(isForFile ? "ignore-file" : "ignore").size());
  size_t close = text.find(']', word);
  if (open == text.npos || text[open] != '[' || close == text.npos) {
    pragmas.findings.push_back(invalid(comment, missingCodes));
    return;
  }
  SectionRange list{comment.begin + static_cast<uint32_t>(open + 1),
                    comment.begin + static_cast<uint32_t>(close)};
  if (isForFile)
    return ignoreInFile(section, comment, list, pragmas);
  readIgnore(section, list, pragmas, targetOf(section, comment.begin),
             pragmas.ignored);
}

} // namespace

/// Behind so many the rest of a section's equalities is not looked at.
static constexpr unsigned mostContradictions = 64;

static int bySource(const DimSource &a, const DimSource &b) {
  return compare(a, b);
}

/// How many of `next`, from the first on, can be equal if those in `learnt`
/// are. Mistakes are few: all are looked at together, and only where that finds
/// one, its place is looked for.
static size_t countPossible(DimExprs &exprs,
                            const std::vector<Equalities::Pair> &learnt,
                            llvm::ArrayRef<Annotations::Equality> next) {
  auto arePossible = [&](size_t count) {
    std::vector<Equalities::Pair> all = learnt;
    for (const Annotations::Equality &equality : next.take_front(count))
      all.emplace_back(equality.a, equality.b);
    Equalities known(exprs);
    known.learn(all, bySource);
    return llvm::none_of(all, [&](const Equalities::Pair &pair) {
      return areEqual(exprs, known.canonical(pair.first),
                      known.canonical(pair.second)) == Grade::Impossible;
    });
  };
  if (arePossible(next.size()))
    return next.size();
  size_t right = 0, wrong = next.size();
  while (right + 1 < wrong) {
    size_t middle = right + (wrong - right) / 2;
    (arePossible(middle) ? right : wrong) = middle;
  }
  return right;
}

/// Which sizes have names; what contradicts the rest is a mistake as well. By
/// themselves argument attributes, which give sizes names only, are no mistake.
static void readAnnotations(const Section &section, Pragmas &pragmas) {
  DimExprs exprs;
  std::vector<Equalities::Pair> learnt;
  Annotations annotations(section, exprs, Annotations::Of::Commented);
  for (const AnnotationMistake &mistake : annotations.mistakes())
    pragmas.findings.push_back(
        invalid(mistake.range, mistake.message,
                mistake.isSyntax ? DiagnosticCode::InvalidPragma
                                 : DiagnosticCode::InvalidAnnotation));
  llvm::ArrayRef<Annotations::Equality> rest = annotations.equalities();
  for (unsigned told = 0; told < mostContradictions; ++told) {
    size_t right = countPossible(exprs, learnt, rest);
    for (const Annotations::Equality &equality : rest.take_front(right))
      learnt.emplace_back(equality.a, equality.b);
    if (right == rest.size())
      return;
    Equalities known(exprs);
    known.learn(learnt, bySource);
    const Annotations::Equality &wrong = rest[right];
    DimExpr a = known.canonical(wrong.a), b = known.canonical(wrong.b);
    if (areEqual(exprs, a, b) == Grade::Impossible)
      pragmas.findings.push_back(
          invalid(wrong.range,
                  "this cannot be: " + annotations.text(a, section) +
                      " is not " + annotations.text(b, section),
                  DiagnosticCode::InvalidAnnotation));
    rest = rest.drop_front(right + 1);
  }
}

Pragmas shapels::pragmasOf(const Section &section) {
  Pragmas pragmas;
  readAnnotations(section, pragmas);
  for (SectionRange comment : section.comments())
    readPragma(section, comment, pragmas);
  return pragmas;
}

bool IgnorePragma::ignores(const SectionDiagnostic &finding,
                           const Section &section) const {
  return code == finding.code && statement != noStatement &&
         section.statement(statement).range.touches(finding.reportedAt());
}

bool shapels::haveCode(const std::vector<IgnorePragma> &pragmas,
                       DiagnosticCode code) {
  return llvm::any_of(
      pragmas, [&](const IgnorePragma &pragma) { return pragma.code == code; });
}

bool Pragmas::ignores(const SectionDiagnostic &finding,
                      const Section &section) const {
  return haveCode(ignoredInFile, finding.code) ||
         llvm::any_of(ignored, [&](const IgnorePragma &pragma) {
           return pragma.ignores(finding, section);
         });
}
