//===- Preview.h - What is looked at, before the rest ----------*- C++ -*-===//
//
// A long text takes MLIR's parser a while. Its functions know each other by
// symbols only; so those that somebody looks at and that name no symbol are
// analysed alone meanwhile: in a document that has the lines of the text, those
// in all other functions empty. What is said of such a function, and of its
// values, is what the analysis of the whole will say.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_ANALYSIS_PREVIEW_H
#define SHAPELS_ANALYSIS_PREVIEW_H

#include "core/analysis/Document.h"

namespace shapels {

class Units;

/// Lines from the first up to the last one, both included.
struct LineRange {
  uint32_t first = 0, last = 0;
};

class Preview {
public:
  /// Of the functions in these lines of a document whose statements are up to
  /// date, which is only read. Null where there are none, or one of them may
  /// rest on others. `watch` outlives it.
  static std::unique_ptr<Preview> make(const Document &whole, LineRange lines,
                                       CrashGuard &crashGuard);

  /// Whether all functions in these lines are there, and there is one.
  bool covers(LineRange lines) const;
  /// Up to date. Positions of lines and columns are those of the whole; offsets
  /// are not.
  const Document &document() const { return *part; }
  /// Findings that the whole will have as well; where ops are wrong beside
  /// others, or do not parse, it may have more.
  std::vector<Diagnostic> diagnostics() const;

private:
  std::optional<std::string> choose(const TextBuffer &buffer,
                                    const Section &section, const Units &units);

  std::unique_ptr<Document> part;
  /// The lines of the functions that are there, in order; and those about which
  /// it was made.
  std::vector<LineRange> functions;
  LineRange lines;
};

} // namespace shapels

#endif // SHAPELS_ANALYSIS_PREVIEW_H
