//===- Baseline.cpp -------------------------------------------------------===//

#include "server/check/Baseline.h"

#include "core/text/UserFile.h"
#include "server/config/ConfigFile.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

using namespace shapels;
using Json = nlohmann::ordered_json;

namespace {

/// Fingerprints of findings, as often as each is there.
using Known = std::multiset<std::string>;
/// By the file's path from the baseline's folder.
using KnownByFile = std::map<std::string, Known>;

/// Between the paths of this run and those in a baseline.
class BaselinePaths {
public:
  explicit BaselinePaths(const std::string &baseline)
      : folder(llvm::sys::path::parent_path(absolutePath(baseline)).str()) {}

  std::string inBaseline(const std::string &path) const {
    return std::filesystem::path(absolutePath(path))
        .lexically_relative(folder)
        .generic_string();
  }
  std::string absolute(const std::string &inBaseline) const {
    return absolutePath(inBaseline, folder);
  }
  bool isThere(const std::string &inBaseline) const {
    return llvm::sys::fs::exists(absolute(inBaseline));
  }

private:
  std::string folder;
};

/// Takes findings out of files by what is known, and keeps what was found.
class Matcher {
public:
  Matcher(KnownByFile known, const BaselinePaths &paths)
      : rest(std::move(known)), paths(paths) {}

  size_t takeOwn(CheckedFile &file);
  /// By what was known in files that are gone, once takeOwn() had all files.
  size_t takeMoved(CheckedFile &file);
  /// What is known and still there, with what was not looked at.
  KnownByFile found() const;
  /// What was looked at and is there no more.
  size_t countMended() const;

private:
  size_t take(CheckedFile &file, Known &known);

  /// What is not found yet.
  KnownByFile rest;
  const BaselinePaths &paths;
  KnownByFile there;
  std::set<std::string> looked;
};

} // namespace

//===----------------------------------------------------------------------===//
// Fingerprints
//===----------------------------------------------------------------------===//

static std::string withoutNumbers(llvm::StringRef line) {
  std::string result;
  bool isName = false;
  for (char c : line) {
    isName = llvm::StringRef("%#^!").contains(c) ||
             (isName && (llvm::isAlnum(c) || c == '_'));
    if (!llvm::isSpace(c) && !(isName && llvm::isDigit(c)))
      result += c;
  }
  return result;
}

std::string shapels::fingerprint(const CheckedFile &file,
                                 const Diagnostic &diagnostic) {
  const TextBuffer &text = file.text;
  DocumentRange line = text.lineRange(text.lineOf(diagnostic.range.begin));
  uint64_t hash = llvm::xxh3_64bits(withoutNumbers(text.slice(line)));
  return std::string(info(diagnostic.code).id) + " " +
         llvm::utohexstr(hash, /*LowerCase=*/true, /*Width=*/16);
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

/// Nothing, and a failure, if it is no baseline.
static KnownByFile readBaseline(const std::string &path, std::string &failure) {
  KnownByFile known;
  auto [text, reason] = readUserFile(path, largestText);
  failure = std::move(reason);
  if (!failure.empty())
    return known;
  Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  bool isBaseline = json.is_object() && json.contains("version") &&
                    json["version"] == 1 && json.contains("findings") &&
                    json["findings"].is_object();
  if (!isBaseline) {
    failure = "it is no baseline that --write-baseline wrote";
    return known;
  }
  for (const auto &[file, findings] : json["findings"].items())
    for (const Json &finding : findings)
      if (finding.is_string())
        known[file].insert(finding.get<std::string>());
  return known;
}

/// Returns why it cannot be written. The files in `known` are named by `from`.
static std::string writeBaseline(const std::string &path,
                                 const KnownByFile &known,
                                 const BaselinePaths &from) {
  BaselinePaths to(path);
  Json findings = Json::object();
  for (const auto &[file, all] : known)
    if (!all.empty())
      findings[to.inBaseline(from.absolute(file))] = all;
  Json json = {{"version", 1}, {"findings", std::move(findings)}};
  std::error_code error;
  llvm::raw_fd_ostream out(path, error);
  if (!error) {
    out << json.dump(1, ' ', false, Json::error_handler_t::replace) << "\n";
    out.close();
    error = out.error();
    out.clear_error();
  }
  return error ? error.message() : "";
}

//===----------------------------------------------------------------------===//
// What is known
//===----------------------------------------------------------------------===//

size_t Matcher::take(CheckedFile &file, Known &known) {
  Known &own = there[paths.inBaseline(file.path)];
  return std::erase_if(file.diagnostics, [&](const Diagnostic &diagnostic) {
    auto found = known.find(fingerprint(file, diagnostic));
    if (found == known.end())
      return false;
    own.insert(known.extract(found));
    return true;
  });
}

size_t Matcher::takeOwn(CheckedFile &file) {
  std::string name = paths.inBaseline(file.path);
  if (!file.isChecked())
    return 0;
  looked.insert(name);
  return take(file, rest[name]);
}

size_t Matcher::takeMoved(CheckedFile &file) {
  size_t taken = 0;
  for (auto &[name, known] : rest)
    if (!known.empty() && !looked.contains(name) && !paths.isThere(name))
      taken += take(file, known);
  return taken;
}

KnownByFile Matcher::found() const {
  KnownByFile result = there;
  for (const auto &[name, known] : rest)
    if (!looked.contains(name) && paths.isThere(name))
      result[name].insert(known.begin(), known.end());
  return result;
}

size_t Matcher::countMended() const {
  size_t count = 0;
  for (const auto &[name, known] : rest)
    if (looked.contains(name) || !paths.isThere(name))
      count += known.size();
  return count;
}

/// What is found now, and is taken out.
static KnownByFile takeAll(std::vector<CheckedFile> &files,
                           const BaselinePaths &paths, BaselineResult &result) {
  KnownByFile found;
  for (CheckedFile &file : files) {
    for (const Diagnostic &diagnostic : file.diagnostics)
      found[paths.inBaseline(file.path)].insert(fingerprint(file, diagnostic));
    result.known += file.diagnostics.size();
    file.diagnostics.clear();
  }
  return found;
}

static KnownByFile takeKnown(std::vector<CheckedFile> &files,
                             const std::string &baseline,
                             const BaselinePaths &paths,
                             BaselineResult &result) {
  KnownByFile known = readBaseline(baseline, result.failure);
  Matcher matcher(std::move(known), paths);
  for (CheckedFile &file : files)
    result.known += matcher.takeOwn(file);
  for (CheckedFile &file : files)
    result.known += matcher.takeMoved(file);
  result.mended = matcher.countMended();
  return matcher.found();
}

BaselineResult shapels::applyBaseline(std::vector<CheckedFile> &files,
                                      const BaselineOptions &options) {
  BaselineResult result;
  if (options.read.empty() && options.write.empty())
    return result;
  BaselinePaths paths(options.read.empty() ? options.write : options.read);
  KnownByFile known = options.read.empty()
                          ? takeAll(files, paths, result)
                          : takeKnown(files, options.read, paths, result);
  if (!result.failure.empty()) {
    result.failure =
        "cannot read the baseline '" + options.read + "': " + result.failure;
    return result;
  }
  if (!options.write.empty())
    result.failure = writeBaseline(options.write, known, paths);
  if (!result.failure.empty())
    result.failure =
        "cannot write the baseline '" + options.write + "': " + result.failure;
  return result;
}
