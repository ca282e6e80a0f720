//===- Input.cpp ----------------------------------------------------------===//

#include "Input.h"
#include "LspClient.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <stdexcept>

using namespace bench;

Text::Text(const std::string &path) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream)
    throw std::runtime_error("cannot read " + path);
  for (std::string line; std::getline(stream, line);)
    lines.push_back(std::move(line));
}

std::string Text::str() const {
  std::string result;
  for (const std::string &line : lines)
    (result += line) += '\n';
  return result;
}

Input::Input(const std::string &path)
    : uri("file://" + std::filesystem::absolute(path).string()), text(path) {
  std::ifstream stream(std::filesystem::path(path).replace_extension("json"));
  Json json = Json::parse(stream);
  for (const Json &site : json["edits"])
    sites.push_back({site["line"], site["character"], site["nameEnd"],
                     site["right"], site["wrong"]});
  for (const auto &[name, place] : json["hovers"].items())
    hovers.push_back(
        {name, place["line"], place["character"], place["contains"]});
  std::vector<Site> sorted = sites;
  auto median = sorted.begin() + static_cast<long>(sorted.size() / 2);
  auto isBefore = [](auto &a, auto &b) { return a.line < b.line; };
  std::nth_element(sorted.begin(), median, sorted.end(), isBefore);
  middle = *median;
}
