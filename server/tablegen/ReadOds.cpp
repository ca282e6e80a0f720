//===- ReadOds.cpp - shapels-read-ods -------------------------------------===//
//
// usage: shapels-read-ods --mlir FOLDER --cache FOLDER [--file FILE]...
//            [--include FOLDER]... [--allow PATH]... [--trust-builds]
//            [--seconds N] PROJECT
//
// Makes a catalogue of what the .td files of a project define, or takes the one
// that it made of the same files before. Prints lines: `reading DONE ALL PATH`
// while it reads, then `catalogue PATH`, `root PATH` for each file that was
// read, and `message TEXT` for each thing that could not be. A program of its
// own, as it forks and is not to be trusted with the memory of another one.
// Runs nothing that the project has.
//
//===----------------------------------------------------------------------===//

#include "server/tablegen/ProjectReader.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SHA256.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>

using namespace shapels;
namespace fs = std::filesystem;

namespace {

struct Arguments {
  OdsSources sources;
  std::string cache;
  ProjectBounds bounds;
};

/// What was made of a project, in the cache folder: a catalogue, and beside it
/// the lines that are printed, behind others that tell when it is out of date.
class Cache {
public:
  Cache(const Arguments &arguments, const OdsProject &project);
  ~Cache() {
    if (lock >= 0)
      ::close(lock);
  }
  Cache(const Cache &) = delete;
  Cache &operator=(const Cache &) = delete;

  /// The lines to print; nothing if there is no catalogue, or an old one.
  std::optional<std::string> take() const;
  /// What was made of the project last, whatever its files held.
  std::unique_ptr<llvm::MemoryBuffer> before() const;
  bool put(ProjectOps ops, const OdsProject &project) const;
  const fs::path &folder() const { return cacheFolder; }

private:
  const Arguments &arguments;
  fs::path cacheFolder, catalogue, report, last;
  /// So that of several processes one reads, and the others take what it made.
  int lock = -1;
};

} // namespace

/// The catalogues of so many states of projects are kept.
static constexpr size_t mostKept = 64;

static bool parse(int argc, char **argv, Arguments &arguments) {
  OdsSources &sources = arguments.sources;
  for (int i = 1; i < argc; ++i) {
    std::string name = argv[i];
    if (name == "--trust-builds") {
      sources.trustsBuilds = true;
      continue;
    }
    bool isOption = name.starts_with("--");
    if (isOption && ++i == argc)
      return false;
    unsigned seconds = 0;
    if (name == "--mlir")
      sources.mlirFolder = realPath(argv[i]);
    else if (name == "--cache")
      arguments.cache = argv[i];
    else if (name == "--file")
      sources.files.push_back(realPath(argv[i]));
    else if (name == "--include")
      sources.includes.push_back(realPath(argv[i]));
    else if (name == "--allow")
      sources.allowed.push_back(realPath(argv[i]));
    else if (name == "--seconds" &&
             !llvm::StringRef(argv[i]).getAsInteger(10, seconds))
      arguments.bounds.ofAll = std::chrono::seconds(seconds);
    else if (isOption)
      return false;
    else
      sources.folder = realPath(name);
  }
  arguments.bounds.ofRoot =
      std::min(arguments.bounds.ofRoot, arguments.bounds.ofAll);
  return !sources.folder.empty() && !sources.mlirFolder.empty() &&
         !arguments.cache.empty();
}

//===----------------------------------------------------------------------===//
// Cache
//===----------------------------------------------------------------------===//

/// Complete or not there, whoever else writes it.
static bool write(const fs::path &path, const std::string &bytes) {
  fs::path made = path;
  made += "." + std::to_string(::getpid());
  std::ofstream out(made, std::ios::binary);
  std::error_code error;
  if (out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()))
          .flush())
    fs::rename(made, path, error);
  else
    error = std::make_error_code(std::errc::io_error);
  if (error)
    fs::remove(made, error);
  return fs::exists(path, error);
}

static std::string stampOf(const std::string &path) {
  std::error_code error;
  auto size = fs::file_size(path, error);
  auto time = fs::last_write_time(path, error).time_since_epoch().count();
  return error ? "gone" : std::to_string(size) + "-" + std::to_string(time);
}

/// Stands for the project and the settings, whatever its files hold.
static std::string nameOf(const OdsSources &sources) {
  llvm::SHA256 hash;
  for (const auto *list : {&sources.files, &sources.includes, &sources.allowed})
    hash.update(llvm::join(*list, "\n") + "\n\n");
  hash.update(sources.folder);
  return llvm::toHex(hash.final(), /*LowerCase=*/true);
}

Cache::Cache(const Arguments &arguments, const OdsProject &project)
    : arguments(arguments), cacheFolder(arguments.cache) {
  std::error_code error;
  fs::create_directories(cacheFolder, error);
  fs::permissions(cacheFolder, fs::perms::owner_all, error);
  catalogue = cacheFolder / (project.key + ".ods");
  report = cacheFolder / (project.key + ".txt");
  last = cacheFolder / (nameOf(arguments.sources) + ".last");
  lock = ::open((cacheFolder / "lock").c_str(), O_CREAT | O_RDWR | O_CLOEXEC,
                0600);
  // A byte for each project.
  struct flock wanted {};
  wanted.l_type = F_WRLCK;
  wanted.l_start = static_cast<off_t>(
      std::stoul(last.filename().string().substr(0, 7), nullptr, 16));
  wanted.l_len = 1;
  if (lock >= 0)
    ::fcntl(lock, F_SETLKW, &wanted);
}

static std::unique_ptr<llvm::MemoryBuffer> bytesOf(const fs::path &path) {
  auto buffer = llvm::MemoryBuffer::getFile(path.string(), /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
  return buffer ? std::move(*buffer) : nullptr;
}

std::optional<std::string> Cache::take() const {
  auto bytes = bytesOf(catalogue), lines = bytesOf(report);
  if (!bytes || !lines || !Catalogue::open(bytes->getBuffer()))
    return std::nullopt;
  llvm::StringRef rest = lines->getBuffer();
  for (;;) {
    auto [line, behind] = rest.split('\n');
    long long seconds = 0;
    if (line.consume_front("unfinished ")) {
      // More time may give more.
      if (line.getAsInteger(10, seconds) ||
          seconds < arguments.bounds.ofAll.count())
        return std::nullopt;
    } else if (line.consume_front("stamp ")) {
      auto [stamp, path] = line.split(' ');
      if (stamp != stampOf(path.str()))
        return std::nullopt;
    } else {
      break;
    }
    rest = behind;
  }
  std::error_code error;
  fs::last_write_time(catalogue, fs::file_time_type::clock::now(), error);
  write(last, catalogue.string());
  return "catalogue " + catalogue.string() + "\n" + rest.str();
}

std::unique_ptr<llvm::MemoryBuffer> Cache::before() const {
  auto name = bytesOf(last);
  return name ? bytesOf(name->getBuffer().str()) : nullptr;
}

static void forgetOld(const fs::path &folder) {
  std::error_code error;
  std::vector<std::pair<fs::file_time_type, fs::path>> files;
  for (const auto &entry : fs::directory_iterator(folder, error))
    if (entry.path().extension() == ".ods")
      files.emplace_back(entry.last_write_time(error), entry.path());
  std::ranges::sort(files, std::greater());
  for (size_t i = mostKept; i < files.size(); ++i) {
    fs::remove(files[i].second, error);
    fs::remove(files[i].second.replace_extension(".txt"), error);
  }
  for (const auto &entry : fs::directory_iterator(folder, error))
    if (entry.path().extension() == ".last")
      if (auto name = bytesOf(entry.path());
          name && !fs::exists(name->getBuffer().str(), error))
        fs::remove(entry.path(), error);
}

bool Cache::put(ProjectOps ops, const OdsProject &project) const {
  std::string lines;
  if (ops.isUnfinished)
    lines +=
        "unfinished " + std::to_string(arguments.bounds.ofAll.count()) + "\n";
  for (const std::string &path : ops.elsewhere)
    lines += "stamp " + stampOf(path) + " " + path + "\n";
  for (const OdsProject::File &root : project.roots)
    lines += "root " + root.path + "\n";
  for (const std::string &message : ops.messages)
    lines += "message " + message + "\n";
  bool isWritten = write(report, lines) &&
                   write(catalogue, catalogueBytes(std::move(ops.contents)));
  if (isWritten)
    forgetOld(cacheFolder);
  return isWritten;
}

//===----------------------------------------------------------------------===//
// The program
//===----------------------------------------------------------------------===//

/// Leaves of what the user names what may be read.
static void refuse(const OdsSources &sources, std::vector<std::string> &paths) {
  llvm::erase_if(paths, [&](const std::string &path) {
    bool isRefused = !sources.mayRead(path);
    if (isRefused)
      std::cout << "message " << path << " lies outside of " << sources.folder
                << ", so it is read with your consent only\n";
    return isRefused;
  });
}

static int run(Arguments arguments) {
  OdsSources &sources = arguments.sources;
  refuse(sources, sources.files);
  refuse(sources, sources.includes);
  OdsProject project = findOds(sources);
  if (project.roots.empty())
    return 0;
  Cache cache(arguments, project);
  std::optional<std::string> lines = cache.take();
  if (!lines) {
    auto bytes = cache.before();
    std::optional<Catalogue> before =
        bytes ? Catalogue::open(bytes->getBuffer()) : std::nullopt;
    ProjectOps ops = readProject(
        sources, project, before ? &*before : nullptr, arguments.bounds,
        [](size_t done, size_t all, const std::string &path) {
          std::cout << "reading " << done << " " << all << " " << path
                    << std::endl;
        });
    cache.put(std::move(ops), project);
    lines = cache.take();
  }
  if (!lines) {
    std::cerr << "cannot write to " << cache.folder().string() << "\n";
    return 1;
  }
  std::cout << *lines;
  return 0;
}

int main(int argc, char **argv) {
  // Nobody else wants what it makes.
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  Arguments arguments;
  if (!parse(argc, argv, arguments)) {
    std::cerr << "usage: shapels-read-ods --mlir FOLDER --cache FOLDER "
                 "[--file FILE]... [--include FOLDER]... [--allow PATH]... "
                 "[--trust-builds] [--seconds N] PROJECT\n";
    return 2;
  }
  return run(std::move(arguments));
}
