//===- ParseBuffer.cpp ----------------------------------------------------===//

#include "core/ir/parse/ParseBuffer.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/Support/MemoryBuffer.h"

#include <algorithm>

using namespace shapels;

/// No user's `loc("...")` has this name.
static constexpr llvm::StringLiteral bufferName("\x01shapels");

void ParseBuffer::append(ByteRange slice) {
  slices.push_back(
      {static_cast<uint32_t>(contents.size()), slice.begin, Slice::Section});
  if (blamed.contains(slice) && slice.size() > window.size()) {
    window = slice;
    windowAt = contents.size();
  }
  contents += section.slice(slice);
}

Errand ParseBuffer::errand() const {
  return {Step::Parse, section.slice(blamed),
          std::string_view(contents).substr(windowAt, window.size()),
          window.empty() ? 0 : window.begin.value - blamed.begin.value};
}

void ParseBuffer::appendText(std::string_view text, ByteOffset at) {
  slices.push_back({static_cast<uint32_t>(contents.size()), at, Slice::Ours});
  contents += text;
}

void ParseBuffer::appendEnd(std::string_view text, ByteOffset at) {
  slices.push_back({static_cast<uint32_t>(contents.size()), at, Slice::End});
  contents += text;
}

void ParseBuffer::appendPrefix(std::string_view text, ByteOffset at) {
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
        llvm::MemoryBuffer::getMemBuffer(contents, bufferName), llvm::SMLoc());
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

ByteOffset ParseBuffer::offsetOf(llvm::SMLoc location) const {
  uint32_t at = inBuffer(location);
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
  auto &source = const_cast<llvm::SourceMgr &>(manager);
  llvm::SMLoc found = source.FindLocForLineAndColumn(1, location.getLine(),
                                                     location.getColumn());
  // Some parsers of ops report a place that they never set.
  if (!found.isValid())
    return Place{blamed.begin};
  const Slice *slice = sliceAt(inBuffer(found));
  return Place{offsetOf(found), slice && slice->kind == Slice::End};
}
