//===- UserFile.h - Files that users name -----------------------*- C++ -*-===//
//
// Every path that comes from a user, a workspace or a text is opened here, and
// nowhere else: what lies there may be a pipe that nobody writes to, a device
// that never ends, or change while it is read.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_TEXT_USERFILE_H
#define SHAPELS_TEXT_USERFILE_H

#include <cstdint>
#include <string>

namespace shapels {

/// Settings and IRDL files; nobody writes more by hand.
inline constexpr uint64_t largestSmallFile = uint64_t(16) << 20;
/// Plugins, with what debuggers want to know of them.
inline constexpr uint64_t largestPlugin = uint64_t(1) << 30;
/// Texts: their offsets have 32 bits.
inline constexpr uint64_t largestText = UINT32_MAX;

/// A file's bytes, or why they were not read.
struct FileBytes {
  std::string bytes;
  /// Empty if all was read; else without the file's name, to stand behind it.
  std::string failure;
};

/// Reads a regular file of at most `limit` bytes. What else the path leads to
/// is not opened, and is named in the failure. Never waits for another process.
FileBytes readUserFile(const std::string &path, uint64_t limit);

/// The same of standard input, which may be anything and is waited for.
FileBytes readStandardInput(uint64_t limit);

/// Why no regular file is there; empty if one is.
std::string whyNoFile(const std::string &path);

} // namespace shapels

#endif // SHAPELS_TEXT_USERFILE_H
