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
  contents.assign(std::istreambuf_iterator<char>(stream), {});
  for (size_t end = 0; end != std::string::npos;
       end = contents.find('\n', lineStarts.back()))
    lineStarts.push_back(lineStarts.empty() ? 0 : end + 1);
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
