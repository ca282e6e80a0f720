//===- GitlabFormat.cpp ---------------------------------------------------===//

#include "server/check/GitlabFormat.h"

#include "server/check/Baseline.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"

#include <map>
#include <nlohmann/json.hpp>

using namespace shapels;
using Json = nlohmann::ordered_json;

static const char *gitlabSeverity(Severity severity) {
  switch (severity) {
  case Severity::Error:
    return "major";
  case Severity::Warning:
    return "minor";
  case Severity::Information:
  case Severity::Hint:
    return "info";
  }
  return "major";
}

static Json gitlabIssue(const std::string &path, std::string_view code,
                        const char *severity, std::string_view message,
                        unsigned line, const std::string &identity) {
  std::string fingerprint = llvm::utohexstr(llvm::xxh3_64bits(identity),
                                            /*LowerCase=*/true, /*Width=*/16);
  return {{"description", message},
          {"check_name", code},
          {"fingerprint", std::move(fingerprint)},
          {"severity", severity},
          {"location", {{"path", path}, {"lines", {{"begin", line}}}}}};
}

static void addIssues(const CheckedFile &file, Json &issues) {
  std::map<std::string, unsigned> occurrences;
  for (const Diagnostic &diagnostic : file.diagnostics) {
    Position start =
        file.text.position(diagnostic.range.begin, PositionEncoding::Utf8);
    std::string identity = file.path + "\n" + fingerprint(file, diagnostic);
    identity += "\n" + std::to_string(++occurrences[identity]);
    issues.push_back(gitlabIssue(file.path, info(diagnostic.code).id,
                                 gitlabSeverity(diagnostic.severity),
                                 diagnostic.message, start.line + 1, identity));
  }
}

std::string shapels::formatGitlab(std::span<const CheckedFile> files) {
  Json issues = Json::array();
  for (const CheckedFile &file : files)
    if (file.isChecked())
      addIssues(file, issues);
    else
      issues.push_back(gitlabIssue(file.path, "not-checked", "blocker",
                                   file.failure,
                                   /*line=*/1, file.path));
  return issues.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}
