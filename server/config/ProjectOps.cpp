//===- ProjectOps.cpp -----------------------------------------------------===//

#include "server/config/ProjectOps.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <chrono>

using namespace shapels;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

static constexpr llvm::StringRef readerName = "shapels-read-ods";
/// The reader has bounds of its own, which are shorter.
static constexpr std::chrono::seconds bound{90};

static std::string beside(const std::string &program,
                          llvm::StringRef relative) {
  llvm::SmallString<256> file(path::parent_path(program));
  path::append(file, relative);
  return file.str().str();
}

/// MLIR's own .td files: those that were installed, else those of the build.
static std::string mlirFolder(const std::string &program) {
  std::string installed = beside(program, "../share/shapels/td");
  return fs::is_directory(installed) ? installed : SHAPELS_MLIR_INCLUDES;
}

static std::string cacheFolder() {
  llvm::SmallString<256> folder;
  if (!path::cache_directory(folder))
    return "";
  path::append(folder, "shapels", "ods");
  return folder.str().str();
}

std::shared_ptr<const Catalogue>
shapels::openCatalogue(const std::string &file) {
  auto buffer = llvm::MemoryBuffer::getFile(file, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
  if (!buffer)
    return nullptr;
  std::shared_ptr<llvm::MemoryBuffer> owner = std::move(*buffer);
  std::optional<Catalogue> catalogue =
      Catalogue::open(std::string_view(owner->getBuffer()), owner);
  return catalogue ? std::make_shared<const Catalogue>(std::move(*catalogue))
                   : nullptr;
}

static std::vector<std::string> commandFor(const ProjectSources &sources,
                                           const std::string &self,
                                           const std::string &cache) {
  std::vector<std::string> command = {beside(self, readerName), "--mlir",
                                      mlirFolder(self), "--cache", cache};
  auto add = [&](const char *option, const std::vector<std::string> &paths) {
    for (const std::string &path : paths) {
      command.insert(command.end(), {option, path});
      if (sources.hasConsent)
        command.insert(command.end(), {"--allow", path});
    }
  };
  add("--file", sources.files);
  add("--include", sources.includes);
  if (sources.hasConsent)
    command.emplace_back("--trust-builds");
  command.push_back(sources.folder);
  return command;
}

static void noteProgress(llvm::StringRef line,
                         const ProjectProgress &progress) {
  size_t done = 0, all = 0;
  auto [first, behindFirst] = line.split(' ');
  auto [second, file] = behindFirst.split(' ');
  if (progress && !first.getAsInteger(10, done) &&
      !second.getAsInteger(10, all))
    progress(done, all, file.str());
}

ProjectCatalogue shapels::readProjectOps(const ProjectSources &sources,
                                         const StopSignal *stop,
                                         const ProjectProgress &progress) {
  static int anchor;
  std::string self = fs::getMainExecutable("shapels", &anchor);
  std::string reader = beside(self, readerName);
  std::string cache = cacheFolder();
  ProjectCatalogue project;
  if (!fs::can_execute(reader))
    project.messages = {"there is no " + reader + ", which reads .td files"};
  else if (cache.empty())
    project.messages = {"no folder for the catalogue of " + sources.folder};
  if (!project.messages.empty())
    return project;
  auto take = [&](llvm::StringRef line) {
    if (line.consume_front("reading "))
      noteProgress(line, progress);
    else if (line.consume_front("catalogue "))
      project.file = line.str();
    else if (line.consume_front("message "))
      project.messages.push_back(line.str());
  };
  std::string reason =
      runForLines(commandFor(sources, self, cache), bound, stop, take);
  if (!reason.empty())
    return {
        nullptr,
        "",
        {"the .td files in " + sources.folder + " are not read: " + reason}};
  if (!project.file.empty())
    project.catalogue = openCatalogue(project.file);
  return project;
}

std::string shapels::repositoryOf(const std::string &file) {
  for (llvm::StringRef folder = path::parent_path(file); folder.size() > 1;
       folder = path::parent_path(folder))
    if (fs::exists(folder + "/.git"))
      return folder.str();
  return "";
}
