//===- Texts.cpp ----------------------------------------------------------===//

#include "equality/Texts.h"
#include "TestData.h"

#include "core/syntax/Sections.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <random>

using namespace shapels;
using namespace shapels::test;
namespace fs = std::filesystem;

std::string test::contentsOf(const fs::path &path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

static std::vector<fs::path> filesIn(const fs::path &folder) {
  std::vector<fs::path> files;
  for (const auto &entry : fs::recursive_directory_iterator(folder))
    if (entry.path().extension() == ".mlir")
      files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

std::vector<Text> test::testData() {
  std::vector<Text> texts;
  for (const fs::path &file : filesIn(SHAPELS_TEST_DATA))
    if (file.parent_path() == SHAPELS_TEST_DATA)
      texts.push_back({file.filename(), contentsOf(file)});
  return texts;
}

std::vector<Text> test::corpus(size_t largest) {
  const char *named = std::getenv("SHAPELS_CORPUS");
  fs::path folder =
      named ? fs::path(named)
            : fs::path(SHAPELS_TEST_DATA) / "../../../shared/corpus";
  std::vector<Text> texts;
  if (!fs::is_directory(folder))
    return texts;
  for (const fs::path &file : filesIn(folder)) {
    std::string text = contentsOf(file);
    for (DocumentRange range : sectionsOf(text))
      if (range.size() > 40 && range.size() <= largest)
        texts.push_back({file.filename().string() + " at byte " +
                             std::to_string(range.begin.value),
                         text.substr(range.begin.value, range.size())});
  }
  std::mt19937 random(1);
  for (size_t i = texts.size(); i > 1; --i)
    std::swap(texts[i - 1], texts[random() % i]);
  return texts;
}
