//===- ExplainEdit.cpp - From options to an exit code ---------------------===//

#include "server/check/ExplainEdit.h"
#include "server/check/EditExplainer.h"
#include "server/check/Plan.h"

#include "llvm/Support/raw_ostream.h"

#include <optional>

using namespace shapels;

static int failEdit(const std::string &reason) {
  llvm::errs() << "shapels: error: " << reason << "\n";
  return 2;
}

/// Nothing, and a reason, if the text has no such place.
static std::optional<DocumentOffset>
offsetIn(const TextBuffer &buffer, Position place, std::string &reason) {
  if (place.line >= buffer.lineCount()) {
    reason = "there is no line " + std::to_string(place.line + 1) +
             ": the text has " + std::to_string(buffer.lineCount());
    return std::nullopt;
  }
  uint32_t size = buffer.lineRange({place.line}).size();
  if (place.character <= size)
    return buffer.offset(place, PositionEncoding::Utf8);
  reason = "line " + std::to_string(place.line + 1) + " ends at column " +
           std::to_string(size + 1);
  return std::nullopt;
}

static std::optional<TextEdit> editIn(const TextBuffer &buffer,
                                      const PlacedText &placed,
                                      std::string &reason) {
  auto begin = offsetIn(buffer, placed.range.start, reason);
  auto end = offsetIn(buffer, placed.range.end, reason);
  if (!begin || !end)
    return std::nullopt;
  return TextEdit{{*begin, *end}, placed.text};
}

/// False, and a reason, if something of it cannot be had.
static bool configure(const InputFile &input, const ConfigOptions &options,
                      Configuration &configuration, std::string &reason) {
  CheckPlan plan = planCheck({&input, 1}, options);
  const CombinedConfig &config = plan.groups.front().config;
  configuration = config.configuration;
  std::vector<DialectFailure> failures;
  if (!config.sources.empty())
    configuration.dialects = Dialects::load(config.sources, failures);
  if (!failures.empty())
    reason = failures.front().message;
  return failures.empty();
}

int shapels::explainEdits(const CheckOptions &options,
                          const ConfigOptions &config) {
  std::vector<InputFile> inputs = collectInputs(options.inputs, config);
  if (inputs.size() != 1 || inputs.front().isFound)
    return failEdit("--explain-edit needs one file");
  const InputFile &input = inputs.front();
  std::string reason = input.failure;
  std::string text = reason.empty() ? readInput(input, reason) : "";
  if (!reason.empty())
    return failEdit("cannot read '" + input.path + "': " + reason);
  Configuration configuration;
  if (!configure(input, config, configuration, reason))
    return failEdit(reason);
  EditExplainer explainer(std::move(text), std::move(configuration));
  llvm::outs() << input.path << ": " << explainer.opened();
  for (const PlacedText &placed : options.edits) {
    std::optional<TextEdit> edit = editIn(explainer.buffer(), placed, reason);
    if (!edit)
      return failEdit(reason);
    llvm::outs() << explainer.explain(*edit);
  }
  return 0;
}
