//===- PluginProgram.cpp --------------------------------------------------===//

#include "server/config/PluginProgram.h"

#include "core/ir/context/Dialects.h"

#include <unistd.h>

#include <filesystem>
#include <system_error>

using namespace shapels;

std::string shapels::pluginProgram() {
  if (!isMlirBuiltIn())
    return "";
  std::error_code error;
  std::filesystem::path beside =
      std::filesystem::read_symlink("/proc/self/exe", error);
  beside.replace_filename("shapels-plugins");
  return ::access(beside.c_str(), X_OK) == 0 ? beside.string() : "";
}

void shapels::runPluginProgram(const std::vector<std::string> &arguments) {
  std::string program = pluginProgram();
  std::vector<char *> argv = {program.data()};
  for (const std::string &argument : arguments)
    argv.push_back(const_cast<char *>(argument.c_str()));
  argv.push_back(nullptr);
  if (!program.empty())
    ::execv(program.c_str(), argv.data());
}
