//===- ListOps.cpp --------------------------------------------------------===//

#include "server/check/ListOps.h"

#include "core/analysis/Nearest.h"
#include "server/config/ConfigFiles.h"
#include "server/config/ProjectOps.h"
#include "server/features/DefinitionText.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

using namespace shapels;
using Json = nlohmann::ordered_json;

namespace {

/// What was found, for printing.
struct ProjectListing {
  std::string folder;
  ProjectCatalogue project;
  std::vector<OpDefinition> ops;
  std::vector<DialectDefinition> dialects;

  /// Below the folder without it.
  std::string shown(const std::string &file) const {
    llvm::StringRef path = file;
    if (path.consume_front(folder))
      path.consume_front("/");
    return path.str();
  }
  std::string shown(const SourcePlace &place) const {
    return shown(place.file) + ":" + std::to_string(place.line);
  }
};

} // namespace

static int failListing(const std::string &message, int code) {
  llvm::errs() << "shapels: error: " << message << "\n";
  return code;
}

/// The folder that is named, or the repository around the working directory.
static std::string folderOf(const ListOptions &options) {
  if (!options.folder.empty())
    return absolutePath(options.folder);
  std::string here = absolutePath(".");
  std::string repository = repositoryOf(here + "/.");
  return repository.empty() ? here : repository;
}

/// By the settings that hold for files in the folder.
static ProjectSources sourcesOf(const std::string &folder,
                                const ConfigOptions &config) {
  std::string path = configPathOf(folder + "/any", config);
  return projectSources(folder, readConfigFiles(path, config),
                        config.allowWorkspacePlugins);
}

static ProjectListing listingOf(const std::string &folder,
                                const ConfigOptions &config) {
  ProjectListing listing;
  listing.folder = folder;
  if (ProjectSources sources = sourcesOf(folder, config); !sources.empty())
    listing.project = readProjectOps(sources);
  else
    listing.project.messages = {"the setting 'ods' is false"};
  if (!listing.project.catalogue)
    return listing;
  const Catalogue &known = *listing.project.catalogue;
  for (std::string_view name : known.ops())
    if (std::optional<OpDefinition> op = known.op(name))
      listing.ops.push_back(std::move(*op));
  for (std::string_view name : known.dialects())
    if (std::optional<DialectDefinition> dialect = known.dialect(name))
      listing.dialects.push_back(std::move(*dialect));
  return listing;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static std::string counted(size_t number, const std::string &word) {
  return std::to_string(number) + " " + word + (number == 1 ? "" : "s");
}

static std::string summaryOf(const ProjectListing &listing) {
  std::set<std::string> dialects, files;
  for (const OpDefinition &op : listing.ops) {
    dialects.insert(op.name.substr(0, op.name.find('.')));
    files.insert(op.place.file);
  }
  return counted(listing.ops.size(), "op") + " of " +
         counted(dialects.size(), "dialect") + " in " +
         counted(files.size(), "file") + " below " + listing.folder + "\n";
}

static std::string listingText(const ProjectListing &listing) {
  std::string text;
  for (const OpDefinition &op : listing.ops)
    text += listing.shown(op.place) + ": " + op.name +
            (op.summary.empty() ? "" : "  " + op.summary) + "\n";
  for (const std::string &message : listing.project.messages)
    text += "not read: " + listing.shown(message) + "\n";
  return text + summaryOf(listing);
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

template <typename Definition>
static Json jsonOf(const Definition &definition) {
  return {{"name", definition.name},
          {"summary", definition.summary},
          {"file", definition.place.file},
          {"line", definition.place.line}};
}

static Json jsonOf(const OpDefinition &op, bool isWhole) {
  Json json = jsonOf(op);
  if (isWhole)
    json["documentation"] = opText(op, /*markdown=*/true);
  return json;
}

static std::string listingJson(const Json &json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

static std::string listingJson(const ProjectListing &listing) {
  Json json = {{"folder", listing.folder},
               {"notRead", listing.project.messages},
               {"dialects", Json::array()},
               {"ops", Json::array()}};
  for (const DialectDefinition &dialect : listing.dialects)
    json["dialects"].push_back(jsonOf(dialect));
  for (const OpDefinition &op : listing.ops)
    json["ops"].push_back(jsonOf(op, /*isWhole=*/false));
  return listingJson(json);
}

//===----------------------------------------------------------------------===//
// What is asked
//===----------------------------------------------------------------------===//

/// One of the project's, or else one of MLIR's.
static int showOp(const ProjectListing &listing, const ListOptions &options) {
  Catalogues known;
  if (listing.project.catalogue)
    known.add(listing.project.catalogue);
  std::optional<OpDefinition> op = known.op(options.op);
  if (!op)
    op = definitions(Configuration()).op(options.op);
  if (!op) {
    std::vector<std::string_view> names;
    for (const OpDefinition &each : listing.ops)
      names.push_back(each.name);
    std::string failure = "no op '" + options.op + "' is defined below " +
                          listing.folder + ", nor by MLIR";
    failure += didYouMean(nearest(options.op, names));
    for (const std::string &message : listing.project.messages)
      failure += "\nnot read: " + message;
    return failListing(failure, 1);
  }
  if (options.isJson) {
    llvm::outs() << listingJson(jsonOf(*op, /*isWhole=*/true));
    return 0;
  }
  if (op->place.line != 0)
    llvm::outs() << listing.shown(op->place) << "\n\n";
  llvm::outs() << opText(*op, /*markdown=*/false) << "\n";
  return 0;
}

int shapels::listOps(const ListOptions &options, const ConfigOptions &config) {
  std::string folder = folderOf(options);
  if (!llvm::sys::fs::is_directory(folder))
    return failListing("'" + folder + "' is no folder", 2);
  ProjectListing listing = listingOf(folder, config);
  if (!options.op.empty())
    return showOp(listing, options);
  llvm::outs() << (options.isJson ? listingJson(listing)
                                  : listingText(listing));
  return listing.ops.empty() ? 1 : 0;
}
