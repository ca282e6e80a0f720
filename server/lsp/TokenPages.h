//===- TokenPages.h - Which tokens a client has -----------------*- C++ -*-===//
//
// LSP sends tokens as numbers that count from the token before. To send what an
// edit changed, it is enough to know how many tokens there are before and in
// what it changed: so pages of lines, with their numbers of tokens, are all
// that is kept. What a token is follows from its line and its statement; so an
// edit changes its lines, and those beside them as far as it made other
// statements of them. An edit and the answer about it cost these pages, and a
// look at the numbers of the others.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_LSP_TOKENPAGES_H
#define SHAPELS_LSP_TOKENPAGES_H

#include "core/analysis/Document.h"

#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace shapels {

/// A token as LSP has it, but with its place in the text.
struct PlacedToken {
  Position start;
  uint32_t length = 0;
  uint32_t type = 0, modifiers = 0;
};

/// Those of `lines`, which starts and ends where lines do.
std::vector<PlacedToken> placedTokens(const Document &document,
                                      DocumentRange lines,
                                      PositionEncoding encoding);

/// Appends five numbers for each, the first ones counted from `before`.
void appendTokens(std::span<const PlacedToken> tokens, Position before,
                  std::string &numbers);

/// What a session keeps. edit() is the strand's; an answer may run on any
/// thread that may read the document's statements.
class TokenPages {
public:
  /// To be called for each edit of the text.
  void edit(const TextEdit &edit);
  /// Other tokens follow from the same text.
  void damageAll();

  /// A result of `textDocument/semanticTokens/full`, as JSON text.
  std::string full(const Document &document, PositionEncoding encoding);
  /// One of `full/delta`, from what was answered as `previous`.
  std::string delta(const Document &document, PositionEncoding encoding,
                    std::string_view previous);

private:
  struct Page {
    uint32_t bytes = 0, tokens = 0;
    /// Of the tokens, counted from the page's first line.
    uint32_t hash = 0;
    bool isDirty = false;
  };
  /// What replaces some pages.
  struct Fresh {
    std::vector<Page> pages;
    std::vector<PlacedToken> tokens;
  };

  /// A document and its client's columns, for one answer.
  struct Source {
    const Document &document;
    PositionEncoding encoding;
    std::vector<PlacedToken> read(DocumentRange lines) const {
      return placedTokens(document, lines, encoding);
    }
  };
  /// Pages that change together.
  struct Run {
    size_t first, end;
    DocumentOffset begin, behind;
  };

  std::string nextId();
  std::string fullNow(const Source &source);
  static Page pageOf(const Source &source, DocumentRange lines,
                     std::vector<PlacedToken> &tokens);
  static Fresh read(const Source &source, DocumentRange lines);
  bool isOther(const Source &source, size_t page, DocumentOffset begin) const;
  void extend(const Source &source, Run &run) const;
  Position placeBefore(const Source &source, const Run &run) const;
  std::optional<PlacedToken> tokenBehind(const Source &source,
                                         const Run &run) const;
  std::string replace(const Source &source, Run &run, uint32_t known);

  std::mutex mutex;
  /// All of the text, in order; none before somebody asks.
  std::vector<Page> pages;
  uint64_t answers = 0;
};

} // namespace shapels

#endif // SHAPELS_LSP_TOKENPAGES_H
