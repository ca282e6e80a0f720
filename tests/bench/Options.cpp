//===- Options.cpp --------------------------------------------------------===//

#include "Options.h"

#include <stdexcept>

using namespace bench;

static std::vector<size_t> parseList(const std::string &text) {
  std::vector<size_t> numbers;
  for (size_t at = 0; at < text.size(); at = text.find(',', at) + 1) {
    numbers.push_back(std::stoul(text.substr(at)));
    if (text.find(',', at) == std::string::npos)
      break;
  }
  return numbers;
}

static void setOption(Options &options, const std::string &name,
                      const std::string &value) {
  if (name == "--input")
    options.input = value;
  else if (name == "--sync")
    options.isIncremental = value == "incremental";
  else if (name == "--edits")
    options.edits = std::stoul(value);
  else if (name == "--budget")
    options.budget = std::stod(value);
  else if (name == "--bursts")
    options.bursts = parseList(value);
  else
    throw std::runtime_error("unknown option " + name);
}

Options bench::parseOptions(std::vector<std::string> arguments) {
  Options options;
  auto at = arguments.begin();
  for (; at != arguments.end() && *at != "--"; at += 2) {
    if (at + 1 == arguments.end())
      throw std::runtime_error(*at + " needs a value");
    setOption(options, *at, *(at + 1));
  }
  if (at != arguments.end())
    options.server.assign(at + 1, arguments.end());
  if (options.input.empty() || options.server.empty())
    throw std::runtime_error("needs --input FILE and -- SERVER");
  return options;
}
