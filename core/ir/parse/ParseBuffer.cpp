//===- ParseBuffer.cpp ----------------------------------------------------===//

#include "core/ir/parse/ParseBuffer.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/Support/MemoryBuffer.h"

#include <algorithm>

using namespace shapels;

/// No user's `loc("...")` has this name.
static constexpr llvm::StringLiteral bufferName("\x01shapels");

/// Whether MLIR's parser can read the whole section where it is.
static bool isReadable(TextSpan section) {
  std::string_view all = section.text();
  // What the view is of has a character there.
  return !all.empty() && all.data()[all.size()] == '\0' &&
         all.find('\r') == all.npos;
}

/// As long as it is the section and nothing else, nothing is copied.
void ParseBuffer::append(ByteRange slice) {
  copySection();
  if (slices.empty() && slice.size() == section.size() && isReadable(section)) {
    isSection = true;
    slices.push_back({0, slice.begin, Slice::Section});
    if (blamed.contains(slice))
      window = slice;
    return;
  }
  slices.push_back(
      {static_cast<uint32_t>(contents.size()), slice.begin, Slice::Section});
  if (blamed.contains(slice) && slice.size() > window.size()) {
    window = slice;
    windowAt = contents.size();
  }
  contents += section.slice(slice);
}

void ParseBuffer::copySection() {
  if (std::exchange(isSection, false))
    contents = section.text();
}

GuardedTask ParseBuffer::task() const {
  return {Step::Parse, section.slice(blamed),
          read().substr(windowAt, window.size()),
          window.empty() ? 0 : window.begin.value - blamed.begin.value};
}

void ParseBuffer::appendText(std::string_view text, ByteOffset at) {
  copySection();
  slices.push_back({static_cast<uint32_t>(contents.size()), at, Slice::Ours});
  contents += text;
}

void ParseBuffer::appendEnd(std::string_view text, ByteOffset at) {
  copySection();
  slices.push_back({static_cast<uint32_t>(contents.size()), at, Slice::End});
  contents += text;
}

void ParseBuffer::appendPrefix(std::string_view text, ByteOffset at) {
  copySection();
  slices.push_back({static_cast<uint32_t>(contents.size()), at, Slice::Prefix});
  contents += text;
}

llvm::SourceMgr &ParseBuffer::sourceMgr() {
  if (manager.getNumBuffers() == 0) {
    // A lone CR makes MLIR 22 read behind the text when it reports anything; it
    // ends a line, and a comment, as a line feed does.
    for (size_t i = 0; (i = contents.find('\r', i)) != contents.npos; ++i)
      contents[i] = contents.compare(i, 2, "\r\n") == 0 ? ' ' : '\n';
    manager.AddNewSourceBuffer(
        llvm::MemoryBuffer::getMemBuffer(read(), bufferName), llvm::SMLoc());
  }
  return manager;
}

uint32_t ParseBuffer::inBuffer(llvm::SMLoc location) const {
  const char *start = manager.getMemoryBuffer(1)->getBufferStart();
  return static_cast<uint32_t>(location.getPointer() - start);
}

const ParseBuffer::Slice *ParseBuffer::sliceAt(uint32_t inBuffer) const {
  auto after = std::upper_bound(
      slices.begin(), slices.end(), inBuffer,
      [](uint32_t at, const Slice &slice) { return at < slice.inBuffer; });
  return after == slices.begin() ? nullptr : &*std::prev(after);
}

/// SourceMgr looks through the line up to the column, and all may be one line.
std::optional<uint32_t> ParseBuffer::find(unsigned line,
                                          unsigned column) const {
  std::string_view all = read();
  if (lines.empty()) {
    lines.push_back(0);
    for (size_t i = 0; (i = all.find('\n', i)) != all.npos;)
      lines.push_back(static_cast<uint32_t>(++i));
  }
  size_t index = std::max(line, 1u) - 1;
  if (index >= lines.size())
    return std::nullopt;
  uint64_t place = uint64_t(lines[index]) + std::max(column, 1u) - 1;
  uint64_t end = index + 1 < lines.size() ? lines[index + 1] - 1 : all.size();
  return place <= end ? std::optional(static_cast<uint32_t>(place))
                      : std::nullopt;
}

ByteOffset ParseBuffer::offsetOf(llvm::SMLoc location) const {
  return sectionPlace(inBuffer(location));
}

ByteOffset ParseBuffer::sectionPlace(uint32_t at) const {
  const Slice *slice = sliceAt(at);
  if (!slice)
    return {};
  return slice->kind == Slice::Section
             ? slice->inSection + (at - slice->inBuffer)
             : slice->inSection;
}

bool ParseBuffer::isOurs(llvm::SMLoc location) const {
  const Slice *slice = sliceAt(inBuffer(location));
  return slice && (slice->kind == Slice::Ours || slice->kind == Slice::End);
}

std::optional<ParseBuffer::Place>
ParseBuffer::placeOf(mlir::FileLineColLoc location) const {
  if (location.getFilename() != bufferName || manager.getNumBuffers() == 0)
    return std::nullopt;
  std::optional<uint32_t> found =
      find(location.getLine(), location.getColumn());
  // Some parsers of ops report a place that they never set.
  if (!found)
    return Place{blamed.begin};
  const Slice *slice = sliceAt(*found);
  return Place{sectionPlace(*found), slice && slice->kind == Slice::End};
}
