//===- ProjectReader.cpp --------------------------------------------------===//

#include "server/tablegen/ProjectReader.h"

#include "core/ods/Catalogue.h"
#include "server/tablegen/TableGen.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <deque>
#include <set>

using namespace shapels;
using Clock = std::chrono::steady_clock;

namespace {

/// What came of one root.
struct RootResult {
  std::string bytes;
  std::vector<std::string> errors;
  /// Why its process ended before it had read all; empty if it had.
  std::string death;
  /// The record that was read then.
  std::string record;
};

/// A process that reads one root. It writes to `lines` what it is at, and to
/// memory that both have what it made.
class RootProcess {
public:
  RootProcess(const OdsProject::File &root,
              const std::set<std::string> &skipped,
              const std::vector<std::string> &folders,
              const ProjectBounds &bounds);
  ~RootProcess();
  RootProcess(const RootProcess &) = delete;
  RootProcess &operator=(const RootProcess &) = delete;

  RootResult wait(Clock::time_point end);

private:
  [[noreturn]] void read(const OdsProject::File &root,
                         const std::set<std::string> &skipped,
                         const std::vector<std::string> &folders,
                         const ProjectBounds &bounds) const;
  bool collect(Clock::time_point end, std::string &said) const;

  int lines[2] = {-1, -1};
  int memory = -1;
  pid_t process = -1;
};

} // namespace

static void limit(decltype(RLIMIT_CPU) resource, uint64_t most) {
  rlimit bound{most, most};
  ::setrlimit(resource, &bound);
}

static void writeAll(int file, llvm::StringRef text) {
  while (!text.empty()) {
    ssize_t count = ::write(file, text.data(), text.size());
    if (count <= 0)
      return;
    text = text.drop_front(static_cast<size_t>(count));
  }
}

RootProcess::RootProcess(const OdsProject::File &root,
                         const std::set<std::string> &skipped,
                         const std::vector<std::string> &folders,
                         const ProjectBounds &bounds) {
  memory = ::memfd_create("ods", MFD_CLOEXEC);
  if (memory < 0 || ::pipe2(lines, O_CLOEXEC) != 0)
    return;
  process = ::fork();
  if (process == 0)
    read(root, skipped, folders, bounds);
  ::close(std::exchange(lines[1], -1));
}

RootProcess::~RootProcess() {
  for (int file : {lines[0], lines[1], memory})
    if (file >= 0)
      ::close(file);
}

static bool isBelow(llvm::StringRef path, llvm::StringRef folder) {
  return path.consume_front(folder) && (path.empty() || path[0] == '/');
}

/// In the new process.
void RootProcess::read(const OdsProject::File &root,
                       const std::set<std::string> &skipped,
                       const std::vector<std::string> &folders,
                       const ProjectBounds &bounds) const {
  limit(RLIMIT_AS, bounds.memory);
  limit(RLIMIT_CPU, static_cast<uint64_t>(bounds.ofRoot.count()));
  limit(RLIMIT_CORE, 0);
  TableGenOptions options;
  options.includes = root.includes;
  options.mayRead = [&](const std::string &record) {
    writeAll(lines[1], "@" + record + "\n");
    return !skipped.contains(record);
  };
  options.mayOpen = [&](const std::string &path) {
    return llvm::any_of(folders, [&](const std::string &folder) {
      return isBelow(path, folder);
    });
  };
  TableGenFile file = readTableGen(root.path, options);
  for (const std::string &error : file.errors)
    writeAll(lines[1], "!" + error + "\n");
  writeAll(memory, catalogueBytes(std::move(file.contents)));
  ::_exit(0);
}

/// Reads the lines up to their end; false if that takes too long.
bool RootProcess::collect(Clock::time_point end, std::string &said) const {
  char buffer[4096];
  for (;;) {
    auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        end - Clock::now());
    pollfd wanted{lines[0], POLLIN, 0};
    if (left.count() <= 0 ||
        ::poll(&wanted, 1, static_cast<int>(left.count())) <= 0)
      return false;
    ssize_t count = ::read(lines[0], buffer, sizeof buffer);
    if (count <= 0)
      return true;
    said.append(buffer, static_cast<size_t>(count));
    if (said.size() > (size_t(64) << 20))
      return false;
  }
}

RootResult RootProcess::wait(Clock::time_point end) {
  RootResult result;
  if (process < 0) {
    result.death = "no process can be started for it";
    return result;
  }
  std::string said;
  bool isInTime = collect(end, said);
  if (!isInTime)
    ::kill(process, SIGKILL);
  int status = 0;
  ::waitpid(process, &status, 0);
  llvm::SmallVector<llvm::StringRef> all;
  llvm::StringRef(said).split(all, '\n', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef line : all)
    if (line.consume_front("!"))
      result.errors.push_back(line.str());
    else if (line.consume_front("@"))
      result.record = line.str();
  if (!isInTime || (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU))
    result.death = "takes too long";
  else if (WIFSIGNALED(status))
    result.death = "crashes TableGen or needs too much memory";
  else if (WEXITSTATUS(status) != 0)
    result.death = "makes TableGen give up";
  if (!result.death.empty())
    return result;
  off_t size = ::lseek(memory, 0, SEEK_END);
  result.bytes.resize(static_cast<size_t>(std::max<off_t>(size, 0)));
  if (::pread(memory, result.bytes.data(), result.bytes.size(), 0) != size)
    result.bytes.clear();
  return result;
}

//===----------------------------------------------------------------------===//
// All roots
//===----------------------------------------------------------------------===//

namespace {

class ProjectReader {
public:
  ProjectReader(const std::string &folder, const OdsProject &project,
                std::vector<std::string> folders, const ProjectBounds &bounds)
      : folder(folder), project(project), folders(std::move(folders)),
        bounds(bounds), end(Clock::now() + bounds.ofAll) {}

  ProjectOps run();

private:
  void read(const OdsProject::File &root);
  void add(const std::string &bytes);
  void queueIncluded(const OdsProject::File &root);
  void say(std::string message) {
    ops.isPartial = true;
    ops.messages.push_back(std::move(message));
  }

  const std::string &folder;
  const OdsProject &project;
  std::vector<std::string> folders;
  ProjectBounds bounds;
  Clock::time_point end;
  std::deque<OdsProject::File> queue;
  std::set<std::string> tried;
  /// Ops and types that are known, by their names.
  std::set<std::string> known;
  ProjectOps ops;
};

} // namespace

/// How many records of one root are left out before it is given up.
static constexpr size_t mostSkipped = 16;

void ProjectReader::read(const OdsProject::File &root) {
  std::set<std::string> skipped;
  for (;;) {
    auto own = std::min(end, Clock::now() + bounds.ofRoot);
    RootResult result = RootProcess(root, skipped, folders, bounds).wait(own);
    if (result.death.empty()) {
      for (std::string &error : result.errors)
        say(std::move(error));
      add(result.bytes);
      if (!result.errors.empty())
        queueIncluded(root);
      return;
    }
    say(root.path + ": " +
        (result.record.empty() ? "it" : "'" + result.record + "'") + " " +
        result.death);
    bool isNew = !result.record.empty() && skipped.insert(result.record).second;
    if (!isNew || skipped.size() > mostSkipped || Clock::now() >= end)
      return queueIncluded(root);
  }
}

void ProjectReader::queueIncluded(const OdsProject::File &root) {
  auto found = project.included.find(root.path);
  if (found != project.included.end())
    llvm::append_range(queue, found->second);
}

/// The first definition of a name counts.
void ProjectReader::add(const std::string &bytes) {
  std::optional<Catalogue> catalogue = Catalogue::open(bytes);
  if (!catalogue)
    return;
  auto isOwn = [&](const SourcePlace &place, const std::string &name) {
    return isBelow(place.file, folder) && known.insert(name).second;
  };
  for (std::string_view name : catalogue->ops())
    if (std::optional<OpDefinition> op = catalogue->op(name);
        op && isOwn(op->place, op->name))
      ops.contents.ops.push_back(std::move(*op));
  for (TypeDefinition &type : catalogue->types())
    if (isOwn(type.place, type.name() + " " + type.cppType))
      ops.contents.types.push_back(std::move(type));
  for (std::string_view name : catalogue->dialects())
    if (std::optional<DialectDefinition> dialect = catalogue->dialect(name);
        dialect && isOwn(dialect->place, " " + dialect->name))
      ops.contents.dialects.push_back(std::move(*dialect));
}

ProjectOps ProjectReader::run() {
  queue.assign(project.roots.begin(), project.roots.end());
  for (; !queue.empty(); queue.pop_front()) {
    if (Clock::now() >= end) {
      say(std::to_string(queue.size()) +
          " more .td files are not read: it takes too long");
      break;
    }
    OdsProject::File root = queue.front();
    if (tried.insert(root.path).second)
      read(root);
  }
  if (!project.bound.empty())
    say(project.bound);
  return std::move(ops);
}

ProjectOps shapels::readProject(const std::string &folder,
                                const OdsProject &project,
                                const std::vector<std::string> &folders,
                                const ProjectBounds &bounds) {
  std::vector<std::string> allowed = folders;
  allowed.push_back(folder);
  return ProjectReader(folder, project, std::move(allowed), bounds).run();
}
