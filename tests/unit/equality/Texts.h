//===- Texts.h - What the tests read ---------------------------*- C++ -*-===//

#ifndef SHAPELS_TESTS_UNIT_EQUALITY_TEXTS_H
#define SHAPELS_TESTS_UNIT_EQUALITY_TEXTS_H

#include <filesystem>
#include <string>
#include <vector>

namespace shapels::test {

struct Text {
  std::string name, contents;
};

std::string contentsOf(const std::filesystem::path &path);

/// The files of tests/data, without those that kill MLIR.
std::vector<Text> testData();

/// The sections of the corpus, if it is there, in an order that mixes its
/// files. It is in ../shared/corpus beside the project, or where SHAPELS_CORPUS
/// says.
std::vector<Text> corpus(size_t largest);

} // namespace shapels::test

#endif // SHAPELS_TESTS_UNIT_EQUALITY_TEXTS_H
