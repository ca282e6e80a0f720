//===- Arguments.cpp - Fuzzes the command line ----------------------------===//
//
// One argument a line. Whatever they are, there are options, or an error that
// says why not.
//
//===----------------------------------------------------------------------===//

#include "server/app/Options.h"

#include <cstdlib>

using namespace shapels;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string_view rest(reinterpret_cast<const char *>(data), size);
  std::vector<std::string> words;
  for (size_t end = 0; end != rest.npos && words.size() < 64;
       rest.remove_prefix(end == rest.npos ? 0 : end + 1)) {
    end = rest.find('\n');
    // As of the system, an argument ends where a zero is.
    words.emplace_back(std::string(rest.substr(0, end)).c_str());
  }
  std::vector<const char *> arguments;
  for (const std::string &word : words)
    arguments.push_back(word.c_str());
  llvm::Expected<Options> options = parseOptions(arguments);
  if (!options && llvm::toString(options.takeError()).empty())
    std::abort();
  return 0;
}
