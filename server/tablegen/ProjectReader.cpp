//===- ProjectReader.cpp --------------------------------------------------===//

#include "server/tablegen/ProjectReader.h"

#include "core/text/UserFile.h"
#include "server/tablegen/RootProcess.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <algorithm>
#include <deque>
#include <filesystem>
#include <map>
#include <set>

using namespace shapels;
using Clock = std::chrono::steady_clock;
namespace fs = std::filesystem;

namespace {

class ProjectReader {
public:
  ProjectReader(const OdsSources &sources, const OdsProject &project,
                const Catalogue *before, const ProjectBounds &bounds)
      : sources(sources), project(project), before(before), bounds(bounds),
        end(Clock::now() + bounds.ofAll) {
    allowed = sources.allowed;
    llvm::append_range(allowed, project.trusted);
    allowed.push_back(sources.folder);
    allowed.push_back(sources.mlirFolder);
  }

  ProjectOps run(const ReadProgress &progress);

private:
  /// A root that was read as far as that was possible.
  struct Reading {
    RootResult result;
    std::vector<std::string> messages;
    bool isWhole() const { return messages.empty(); }
  };
  Reading readBy(const OdsProject::File &root,
                 const std::vector<std::string> &includes);
  void read(const OdsProject::File &root);
  bool hasNothingNew(const OdsProject::File &root) const;
  void add(const Catalogue &catalogue, bool isPartial,
           llvm::function_ref<bool(const SourcePlace &)> isWanted);
  void addOp(OpDefinition op);
  bool isOwn(const SourcePlace &place) const;
  void collect(const std::string &path, std::set<std::string> &reached) const;
  void keepFromBefore();
  void say(std::string message) {
    ops.isPartial = true;
    if (!llvm::is_contained(ops.messages, message))
      ops.messages.push_back(std::move(message));
  }

  const OdsSources &sources;
  const OdsProject &project;
  const Catalogue *before;
  ProjectBounds bounds;
  Clock::time_point end;
  std::vector<std::string> allowed;
  std::deque<OdsProject::File> queue;
  std::set<std::string> tried, elsewhere;
  /// Files that failed, with all that they lead to.
  std::set<std::string> damaged;
  /// Files that were read to their end, with all that they lead to.
  std::set<std::string> whole;
  /// Types and dialects that are known, by their names; and of ops, where in
  /// the list.
  std::set<std::string> known;
  std::map<std::string, size_t> opsByName;
  ProjectOps ops;
};

} // namespace

/// How many records of one root are left out before it is given up.
static constexpr size_t mostSkipped = 16;

ProjectReader::Reading
ProjectReader::readBy(const OdsProject::File &root,
                      const std::vector<std::string> &includes) {
  Reading reading;
  std::set<std::string> skipped;
  for (;;) {
    auto own = std::min(end, Clock::now() + bounds.ofRoot);
    RootResult result =
        RootProcess({root.path, includes, skipped, allowed, bounds}).wait(own);
    if (result.death.empty()) {
      llvm::append_range(reading.messages, result.errors);
      reading.result = std::move(result);
      return reading;
    }
    reading.messages.push_back(
        root.path + ": " +
        (result.record.empty() ? "it" : "'" + result.record + "'") + " " +
        result.death);
    bool isNew = !result.record.empty() && skipped.insert(result.record).second;
    if (isNew && skipped.size() <= mostSkipped && Clock::now() < end)
      continue;
    reading.result = std::move(result);
    return reading;
  }
}

/// As a build says, and if that does not do, as it looks without it. What is
/// included is tried by itself where the file cannot be read to its end.
void ProjectReader::read(const OdsProject::File &root) {
  Reading reading = readBy(root, root.includes);
  if (!reading.isWhole() && !root.otherwise.empty())
    if (Reading other = readBy(root, root.otherwise);
        other.messages.size() < reading.messages.size())
      reading = std::move(other);
  for (const std::string &file : reading.result.files)
    if (!isBelow(file, sources.folder))
      elsewhere.insert(file);
  if (std::optional<Catalogue> catalogue =
          Catalogue::open(reading.result.bytes))
    add(*catalogue, /*isPartial=*/!reading.isWhole(),
        [&](const SourcePlace &place) { return isOwn(place); });
  for (std::string &message : reading.messages)
    say(std::move(message));
  bool isToItsEnd =
      reading.result.death.empty() && reading.result.errors.empty();
  auto found = project.included.find(root.path);
  if (!isToItsEnd && found != project.included.end())
    llvm::append_range(queue, found->second);
  if (!isToItsEnd)
    collect(root.path, damaged);
  else
    for (const std::string &file : reading.result.files)
      whole.insert(fs::path(file).lexically_normal().string());
}

/// As rewrite patterns do, a file may include ops that were read before.
bool ProjectReader::hasNothingNew(const OdsProject::File &root) const {
  return !root.defining.empty() &&
         llvm::all_of(root.defining, [&](const std::string &file) {
           return whole.contains(file);
         });
}

void ProjectReader::collect(const std::string &path,
                            std::set<std::string> &reached) const {
  if (!reached.insert(path).second)
    return;
  auto found = project.included.find(path);
  if (found != project.included.end())
    for (const OdsProject::File &file : found->second)
      collect(file.path, reached);
}

bool ProjectReader::isOwn(const SourcePlace &place) const {
  auto holds = [&](const std::string &each) {
    return isBelow(place.file, each);
  };
  return holds(sources.folder) || llvm::any_of(sources.includes, holds) ||
         llvm::any_of(sources.files, [&](const std::string &file) {
           return holds(fs::path(file).parent_path().string());
         });
}

static bool areAlike(const OpDefinition &lhs, OpDefinition rhs) {
  rhs.place = lhs.place;
  rhs.isPartial = lhs.isPartial;
  return lhs == rhs;
}

/// The first one of a name counts, or the first that was read without an error.
void ProjectReader::addOp(OpDefinition op) {
  auto [found, isNew] = opsByName.try_emplace(op.name, ops.contents.ops.size());
  if (isNew)
    return ops.contents.ops.push_back(std::move(op));
  OpDefinition &known = ops.contents.ops[found->second];
  if (known.isPartial && !op.isPartial)
    known = std::move(op);
  else if (!op.isPartial && !areAlike(known, op))
    known.isPartial = true;
}

/// The first definition of a name counts.
void ProjectReader::add(
    const Catalogue &catalogue, bool isPartial,
    llvm::function_ref<bool(const SourcePlace &)> isWanted) {
  auto isNew = [&](const SourcePlace &place, const std::string &name) {
    return isWanted(place) && known.insert(name).second;
  };
  for (std::string_view name : catalogue.ops())
    if (std::optional<OpDefinition> op = catalogue.op(name);
        op && isWanted(op->place)) {
      op->isPartial = isPartial;
      addOp(std::move(*op));
    }
  for (TypeDefinition &type : catalogue.types())
    if (isNew(type.place, type.name() + " " + type.cppType))
      ops.contents.types.push_back(std::move(type));
  for (std::string_view name : catalogue.dialects())
    if (std::optional<DialectDefinition> dialect = catalogue.dialect(name);
        dialect && isNew(dialect->place, " " + dialect->name))
      ops.contents.dialects.push_back(std::move(*dialect));
}

/// Of what stood in files that cannot be read to their end now.
void ProjectReader::keepFromBefore() {
  if (!before || damaged.empty())
    return;
  size_t had = ops.contents.ops.size();
  std::map<std::string, std::string> texts;
  auto stillHas = [&](const OpDefinition &op) {
    auto [text, isNew] = texts.try_emplace(op.place.file);
    if (isNew)
      text->second = readUserFile(op.place.file, largestSmallFile).bytes;
    return text->second.find('"' + op.name.substr(op.name.find('.') + 1) +
                             '"') != std::string::npos;
  };
  add(*before, /*isPartial=*/true,
      [&](const SourcePlace &place) { return damaged.contains(place.file); });
  auto &list = ops.contents.ops;
  list.erase(std::remove_if(list.begin() + static_cast<ptrdiff_t>(had),
                            list.end(), std::not_fn(stillHas)),
             list.end());
  if (list.size() > had)
    say(std::to_string(list.size() - had) +
        " ops of files that cannot be read are known as they were before");
}

ProjectOps ProjectReader::run(const ReadProgress &progress) {
  queue.assign(project.roots.begin(), project.roots.end());
  for (; !queue.empty(); queue.pop_front()) {
    if (Clock::now() >= end) {
      say(std::to_string(queue.size()) +
          " more .td files are not read: it takes too long");
      ops.isUnfinished = true;
      for (const OdsProject::File &left : queue)
        collect(left.path, damaged);
      break;
    }
    OdsProject::File root = queue.front();
    if (!tried.insert(root.path).second || hasNothingNew(root))
      continue;
    if (progress)
      progress(tried.size() - 1, tried.size() + queue.size() - 1, root.path);
    read(root);
  }
  keepFromBefore();
  if (!project.bound.empty())
    say(project.bound);
  if (ops.isPartial && project.hasUntrusted)
    say("a build names folders outside of " + sources.folder +
        ", which are read with your consent only");
  ops.elsewhere.assign(elsewhere.begin(), elsewhere.end());
  return std::move(ops);
}

ProjectOps shapels::readProject(const OdsSources &sources,
                                const OdsProject &project,
                                const Catalogue *before,
                                const ProjectBounds &bounds,
                                const ReadProgress &progress) {
  return ProjectReader(sources, project, before, bounds).run(progress);
}
