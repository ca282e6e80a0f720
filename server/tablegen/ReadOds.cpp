//===- ReadOds.cpp - shapels-read-ods -------------------------------------===//
//
// usage: shapels-read-ods --mlir FOLDER [--include FOLDER]... --cache FOLDER
//                         PROJECT
//
// Makes a catalogue of what the .td files of a project define, or takes the one
// that it made of the same files before. Prints lines: `catalogue PATH`, then
// `message TEXT` for each thing that could not be read. A program of its own,
// as it forks and is not to be trusted with the memory of another one. Runs
// nothing that the project has.
//
//===----------------------------------------------------------------------===//

#include "server/tablegen/ProjectReader.h"

#include "llvm/Support/FileSystem.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>

using namespace shapels;
namespace fs = std::filesystem;

namespace {

struct Arguments {
  std::string project, mlir, cache;
  std::vector<std::string> includes;
};

} // namespace

/// The catalogues of so many states of projects are kept.
static constexpr size_t mostKept = 64;

static bool parse(int argc, char **argv, Arguments &arguments) {
  for (int i = 1; i < argc; ++i) {
    std::string name = argv[i];
    bool isOption = name.starts_with("--");
    if (isOption && ++i == argc)
      return false;
    if (name == "--mlir")
      arguments.mlir = argv[i];
    else if (name == "--cache")
      arguments.cache = argv[i];
    else if (name == "--include")
      arguments.includes.emplace_back(argv[i]);
    else if (isOption)
      return false;
    else
      arguments.project = name;
  }
  return !arguments.project.empty() && !arguments.mlir.empty() &&
         !arguments.cache.empty();
}

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
}

static std::string realPath(const std::string &path) {
  std::error_code error;
  fs::path real = fs::canonical(path, error);
  return error ? path : real.string();
}

static int run(Arguments arguments) {
  arguments.project = realPath(arguments.project);
  arguments.mlir = realPath(arguments.mlir);
  for (std::string &include : arguments.includes)
    include = realPath(include);
  OdsProject project =
      findOds(arguments.project, arguments.mlir, arguments.includes);
  if (project.roots.empty())
    return 0;
  std::error_code error;
  fs::create_directories(arguments.cache, error);
  fs::permissions(arguments.cache, fs::perms::owner_all, error);
  fs::path path = fs::path(arguments.cache) / (project.key + ".ods");
  fs::path report = fs::path(path).replace_extension(".txt");
  if (!fs::exists(path, error) || !fs::exists(report, error)) {
    std::vector<std::string> folders = arguments.includes;
    folders.push_back(arguments.mlir);
    ProjectOps ops = readProject(arguments.project, project, folders);
    std::string lines;
    for (const std::string &message : ops.messages)
      lines += "message " + message + "\n";
    if (!write(report, lines) ||
        !write(path, catalogueBytes(std::move(ops.contents)))) {
      std::cerr << "cannot write to " << arguments.cache << "\n";
      return 1;
    }
    forgetOld(arguments.cache);
  }
  fs::last_write_time(path, fs::file_time_type::clock::now(), error);
  std::cout << "catalogue " << path.string() << "\n"
            << std::ifstream(report).rdbuf();
  return 0;
}

int main(int argc, char **argv) {
  Arguments arguments;
  if (!parse(argc, argv, arguments)) {
    std::cerr << "usage: shapels-read-ods --mlir FOLDER [--include FOLDER]... "
                 "--cache FOLDER PROJECT\n";
    return 2;
  }
  return run(std::move(arguments));
}
