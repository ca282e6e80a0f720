//===- SarifFormat.cpp ----------------------------------------------------===//

#include "server/check/SarifFormat.h"

#include "server/config/Documentation.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"

#include <map>
#include <nlohmann/json.hpp>

using namespace shapels;
using Json = nlohmann::ordered_json;

namespace {

constexpr const char *projectUri = "https://github.com/shapels/shapels";

std::string_view levelOf(Severity severity) {
  switch (severity) {
  case Severity::Error:
    return "error";
  case Severity::Warning:
    return "warning";
  case Severity::Information:
  case Severity::Hint:
    return "note";
  }
  return "none";
}

std::string percentEncoded(llvm::StringRef path) {
  std::string result;
  for (char c : path)
    if (llvm::isAlnum(c) || llvm::StringRef("-._~/").contains(c))
      result += c;
    else
      result += "%" + llvm::toHex(llvm::StringRef(&c, 1));
  return result;
}

std::string fileUri(llvm::StringRef absolutePath) {
  return "file://" + percentEncoded(absolutePath);
}

/// Without a slash at its end, even if it is "/".
llvm::StringRef rootOf(const SarifOptions &options) {
  return llvm::StringRef(options.workingDirectory).rtrim('/');
}

Json message(std::string_view text) { return {{"text", text}}; }

/// Two findings of one rule on equal lines of a file get different numbers,
/// and neither changes when lines move.
class Fingerprints {
public:
  std::string next(const TextBuffer &text, const Diagnostic &diagnostic);

private:
  std::map<uint64_t, unsigned> occurrences;
};

/// The results of one file.
class FileWriter {
public:
  FileWriter(const CheckedFile &file, const SarifOptions &options)
      : file(file), options(options) {}

  Json result(const Diagnostic &diagnostic);
  Json failure() const;

private:
  Json artifact() const;
  Json region(DocumentRange range) const;
  Json location(DocumentRange range) const;
  Json relatedLocations(const Diagnostic &diagnostic) const;

  const CheckedFile &file;
  const SarifOptions &options;
  Fingerprints fingerprints;
};

} // namespace

std::string Fingerprints::next(const TextBuffer &text,
                               const Diagnostic &diagnostic) {
  DocumentRange line = text.lineRange(text.lineOf(diagnostic.range.begin));
  std::string key(info(diagnostic.code).id);
  key += "\n" + llvm::StringRef(text.slice(line)).trim().str();
  uint64_t hash = llvm::xxh3_64bits(key);
  return llvm::utohexstr(hash, /*LowerCase=*/true, /*Width=*/16) + ":" +
         std::to_string(++occurrences[hash]);
}

Json FileWriter::artifact() const {
  llvm::SmallString<128> absolute(file.path);
  llvm::sys::path::make_absolute(options.workingDirectory, absolute);
  llvm::sys::path::remove_dots(absolute, /*remove_dot_dot=*/true);
  llvm::StringRef rest = absolute;
  if (rest.consume_front(rootOf(options)) && rest.consume_front("/"))
    return {{"uri", percentEncoded(rest)}, {"uriBaseId", "%SRCROOT%"}};
  return {{"uri", fileUri(absolute)}};
}

Json FileWriter::region(DocumentRange range) const {
  auto [start, end] = file.text.positions(range, PositionEncoding::Utf16);
  return {{"startLine", start.line + 1},
          {"startColumn", start.character + 1},
          {"endLine", end.line + 1},
          {"endColumn", end.character + 1}};
}

Json FileWriter::location(DocumentRange range) const {
  return {{"physicalLocation",
           {{"artifactLocation", artifact()}, {"region", region(range)}}}};
}

Json FileWriter::relatedLocations(const Diagnostic &diagnostic) const {
  Json locations = Json::array();
  for (const RelatedInformation &related : diagnostic.related) {
    locations.push_back(location(related.range));
    locations.back()["id"] = locations.size();
    locations.back()["message"] = message(related.message);
  }
  return locations;
}

Json FileWriter::result(const Diagnostic &diagnostic) {
  Json place = location(diagnostic.range);
  for (DocumentRange range : diagnostic.alsoUnderlined)
    place["annotations"].push_back(region(range));
  Json result = {{"ruleId", info(diagnostic.code).id},
                 {"ruleIndex", static_cast<unsigned>(diagnostic.code)},
                 {"level", levelOf(diagnostic.severity)},
                 {"message", message(diagnostic.message)},
                 {"locations", Json::array({std::move(place)})},
                 {"partialFingerprints",
                  {{"primaryLocationLineHash",
                    fingerprints.next(file.text, diagnostic)}}}};
  if (!diagnostic.related.empty())
    result["relatedLocations"] = relatedLocations(diagnostic);
  return result;
}

Json FileWriter::failure() const {
  Json place = {{"physicalLocation", {{"artifactLocation", artifact()}}}};
  return {
      {"level", "error"},
      {"message", message("cannot check '" + file.path + "': " + file.failure)},
      {"locations", Json::array({std::move(place)})}};
}

static Json ruleJson(const DiagnosticInfo &row) {
  std::string url = documentationUrl(row.code);
  Json configuration = {{"enabled", row.severity.has_value()}};
  if (row.severity)
    configuration["level"] = levelOf(*row.severity);
  return {{"id", row.id},
          {"shortDescription", message(row.meaning)},
          {"fullDescription", message(row.meaning)},
          {"help", message(std::string(row.meaning) + "\nSee " + url)},
          {"helpUri", url},
          {"defaultConfiguration", std::move(configuration)}};
}

static Json rulesJson() {
  Json rules = Json::array();
  for (const DiagnosticInfo &row : diagnosticTable())
    rules.push_back(ruleJson(row));
  return rules;
}

static Json driverJson(const SarifOptions &options) {
  return {{"name", "shapels"},
          {"semanticVersion", options.toolVersion},
          {"informationUri", projectUri},
          {"rules", rulesJson()}};
}

/// The first maxSarifResults of them.
static Json resultsJson(std::span<const CheckedFile> files,
                        const SarifOptions &options) {
  Json results = Json::array();
  for (const CheckedFile &file : files) {
    FileWriter writer(file, options);
    for (const Diagnostic &diagnostic : file.diagnostics)
      if (results.size() < maxSarifResults)
        results.push_back(writer.result(diagnostic));
  }
  return results;
}

static Json notificationsJson(std::span<const CheckedFile> files,
                              const SarifOptions &options) {
  Json notifications = Json::array();
  size_t total = 0;
  for (const CheckedFile &file : files) {
    total += file.diagnostics.size();
    if (!file.isChecked())
      notifications.push_back(FileWriter(file, options).failure());
  }
  if (total > maxSarifResults)
    notifications.push_back(
        {{"level", "warning"},
         {"message",
          message("only the first " + std::to_string(maxSarifResults) + " of " +
                  std::to_string(total) + " results are kept")}});
  return notifications;
}

std::string shapels::sarifRunId(const Shard &shard) {
  // What is in front of the last slash is what GitHub calls a category.
  if (shard.count <= 1)
    return "shapels/";
  return "shapels/" + std::to_string(shard.index) + "-of-" +
         std::to_string(shard.count) + "/";
}

std::string shapels::formatSarif(std::span<const CheckedFile> files,
                                 const SarifOptions &options) {
  bool isComplete = countFindings(files).failedFiles == 0;
  Json invocation = {
      {"executionSuccessful", isComplete},
      {"toolExecutionNotifications", notificationsJson(files, options)}};
  Json bases = {{"%SRCROOT%", {{"uri", fileUri(rootOf(options)) + "/"}}}};
  Json run = {{"tool", {{"driver", driverJson(options)}}},
              {"automationDetails", {{"id", sarifRunId(options.shard)}}},
              {"columnKind", "utf16CodeUnits"},
              {"originalUriBaseIds", std::move(bases)},
              {"invocations", Json::array({std::move(invocation)})},
              {"results", resultsJson(files, options)}};
  Json log = {{"$schema", sarifSchemaUri},
              {"version", "2.1.0"},
              {"runs", Json::array({std::move(run)})}};
  return log.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}
