//===- Documentation.cpp --------------------------------------------------===//

#include "server/config/Documentation.h"

#include "server/protocol/Uri.h"

#include <filesystem>
#include <system_error>

using namespace shapels;

/// From the folder of the program, as cmake/Install.cmake has it.
static constexpr const char *pagesFromProgram =
    "../share/doc/shapels/docs/codes";

static std::string pageOf(DiagnosticCode code) {
  return std::string(info(code).id) + ".md";
}

/// Empty if there is none.
static std::string installedPages() {
  std::error_code error;
  std::filesystem::path program =
      std::filesystem::read_symlink("/proc/self/exe", error);
  std::filesystem::path folder =
      (program.parent_path() / pagesFromProgram).lexically_normal();
  return std::filesystem::is_directory(folder, error) ? folder.string() : "";
}

std::string shapels::documentationUrl(DiagnosticCode code) {
  return "https://github.com/shapels/shapels/blob/main/docs/codes/" +
         pageOf(code);
}

std::string shapels::documentationPage(DiagnosticCode code) {
  static const std::string folder = installedPages();
  return folder.empty() ? documentationUrl(code)
                        : lsp::fileUri(folder + "/" + pageOf(code));
}
