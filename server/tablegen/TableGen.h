//===- TableGen.h - Definitions out of .td files ---------------*- C++ -*-===//
//
// The only place that sees TableGen. It ends the process on some bad input and
// is not safe for threads: whoever reads files that are not MLIR's own calls
// this in a process of its own, with limits.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_TABLEGEN_TABLEGEN_H
#define SHAPELS_TABLEGEN_TABLEGEN_H

#include "core/ods/CatalogueWriter.h"

#include <functional>
#include <string>
#include <vector>

namespace shapels {

/// What one file gave, with those that it includes.
struct TableGenFile {
  CatalogueContents contents;
  /// `file:line: message`; none if it was read without an error. What stands
  /// before one was read nevertheless.
  std::vector<std::string> errors;
  /// All files that were read, as they were found.
  std::vector<std::string> files;
};

struct TableGenOptions {
  /// Where included files are looked for, in this order.
  std::vector<std::string> includes;
  /// Called before each definition is read, with its record's name; one for
  /// which it returns false is left out.
  std::function<bool(const std::string &record)> mayRead = nullptr;
  /// Whether a file may be opened, by its path with all links followed; all may
  /// if there is no such function. What is no regular file is not opened in any
  /// case, nor what is larger than `mostBytesOfFile`.
  std::function<bool(const std::string &path)> mayOpen = nullptr;
  uint64_t mostBytesOfFile = 16 << 20;
};

TableGenFile readTableGen(const std::string &file,
                          const TableGenOptions &options);

} // namespace shapels

#endif // SHAPELS_TABLEGEN_TABLEGEN_H
