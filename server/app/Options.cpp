//===- Options.cpp --------------------------------------------------------===//

#include "server/app/Options.h"
#include "core/analysis/Nearest.h"
#include "core/diagnostics/CodePatterns.h"
#include "server/app/OptionRules.h"
#include "server/app/OptionTable.h"
#include "server/app/OptionValues.h"
#include "server/config/ConfigFile.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace shapels;
using llvm::opt::Arg;

namespace {

llvm::Error unknownCode(llvm::StringRef code) {
  std::vector<std::string_view> ids = diagnosticIds();
  return failure("unknown code '" + code + "'" +
                 didYouMean(nearest(code, ids)) +
                 "\nthe codes are: " + llvm::join(ids, ", "));
}

/// `value` is one code or pattern, or several with commas between them.
llvm::Error setSeverity(llvm::StringRef value, std::optional<Severity> severity,
                        lsp::Settings &settings) {
  for (llvm::StringRef code : llvm::split(value, ',')) {
    std::vector<DiagnosticCode> meant = codesCalled(code.trim());
    if (meant.empty())
      return unknownCode(code.trim());
    for (DiagnosticCode one : meant)
      settings.severity[std::string(info(one).id)] = severity;
  }
  return llvm::Error::success();
}

/// Stands for an argument without text, which the parser would pass over.
constexpr const char *emptyText = "\1";

using Words = llvm::SmallVector<const char *>;

/// Edits are texts, which may be empty; in others `@FILE` stands for what is in
/// FILE, one argument a word, quoted as for a shell.
llvm::Expected<Words> withFiles(llvm::ArrayRef<const char *> arguments,
                                llvm::BumpPtrAllocator &allocator) {
  Words result(arguments.begin(), arguments.end());
  auto isCalled = [](llvm::StringRef name) {
    return [name](const char *argument) { return argument == name; };
  };
  if (llvm::any_of(result, isCalled("--explain-edit"))) {
    std::replace_if(result.begin(), result.end(), isCalled(""), emptyText);
    return result;
  }
  llvm::cl::ExpansionContext files(allocator, llvm::cl::TokenizeGNUCommandLine);
  if (llvm::Error error = files.expandResponseFiles(result))
    return failure("cannot read arguments: " +
                   llvm::toString(std::move(error)));
  return result;
}

/// `LINE:COLUMN`, from one.
bool readPlace(llvm::StringRef text, Position &place) {
  auto [line, column] = text.split(':');
  if (line.getAsInteger(10, place.line) || place.line == 0 ||
      column.getAsInteger(10, place.character) || place.character == 0)
    return false;
  --place.line;
  --place.character;
  return true;
}

llvm::Error addEdit(llvm::StringRef where, std::string text,
                    CheckOptions &check) {
  PlacedText edit{{}, text == emptyText ? "" : std::move(text)};
  auto [start, end] = where.split('-');
  if (!readPlace(start, edit.range.start) ||
      !readPlace(end.empty() ? start : end, edit.range.end) ||
      edit.range.end < edit.range.start)
    return failure("'" + where +
                   "' is no place for an edit: write LINE:COLUMN "
                   "or LINE:COLUMN-LINE:COLUMN, counted from 1");
  check.edits.push_back(std::move(edit));
  return llvm::Error::success();
}

/// Behind the file there are places and texts.
llvm::Error takeEdits(CheckOptions &check) {
  std::vector<std::string> words = std::move(check.inputs.paths);
  if (words.size() < 3 || words.size() % 2 == 0)
    return failure("--explain-edit needs FILE LINE:COLUMN[-LINE:COLUMN] TEXT; "
                   "'--' goes before a text that begins with '-'");
  check.inputs.paths = {words.front()};
  for (size_t i = 1; i < words.size(); i += 2)
    if (llvm::Error error = addEdit(words[i], words[i + 1], check))
      return error;
  return llvm::Error::success();
}

llvm::Error addBroadcastable(llvm::StringRef value, lsp::Settings &settings) {
  for (llvm::StringRef op : llvm::split(value, ',')) {
    if (!op.contains('.'))
      return failure("'" + op + "' is no full name of an op, such as 'my.add'");
    settings.ops.declare(op.trim().str(), OpFamily::Broadcastable);
  }
  return llvm::Error::success();
}

llvm::Error applyFindingOption(const Arg &arg, lsp::Settings &settings) {
  switch (arg.getOption().getID()) {
  case OPT_error:
    return setSeverity(arg.getValue(), Severity::Error, settings);
  case OPT_warn:
    return setSeverity(arg.getValue(), Severity::Warning, settings);
  case OPT_ignore:
    return setSeverity(arg.getValue(), std::nullopt, settings);
  case OPT_broadcast_rules:
    return choose<std::optional<BroadcastRules>>(
        arg, settings.broadcastRules,
        {{"spec", BroadcastRules::Spec}, {"mlir", BroadcastRules::Mlir}});
  case OPT_dynamic_dims:
    return choose<std::optional<DynamicDims>>(
        arg, settings.dynamicDims,
        {{"numpy", DynamicDims::Numpy}, {"strict", DynamicDims::Strict}});
  case OPT_broadcastable:
    return addBroadcastable(arg.getValue(), settings);
  case OPT_show_expected:
    settings.showExpected = true;
    break;
  }
  return llvm::Error::success();
}

llvm::Error applyConfigOption(const Arg &arg, ConfigOptions &config) {
  switch (arg.getOption().getID()) {
  case OPT_load_dialect_plugin:
    config.settings.plugins.push_back(absolutePath(arg.getValue()));
    break;
  case OPT_shape_functions:
    config.settings.shapeFunctions.push_back(absolutePath(arg.getValue()));
    break;
  case OPT_irdl_file:
    config.settings.irdl.push_back(absolutePath(arg.getValue()));
    break;
  case OPT_allow_workspace_plugins:
    config.allowWorkspacePlugins = true;
    break;
  case OPT_config:
    config.file = absolutePath(arg.getValue());
    break;
  case OPT_no_config:
    config.findsFiles = false;
    break;
  }
  return llvm::Error::success();
}

llvm::Error applyServeOption(const Arg &arg, ServeOptions &serve) {
  switch (arg.getOption().getID()) {
  case OPT_listen:
    serve.listen = arg.getValue();
    break;
  case OPT_socket:
    serve.socket = arg.getValue();
    break;
  case OPT_log:
    return choose<LogLevel>(arg, serve.log,
                            {{"error", LogLevel::Error},
                             {"info", LogLevel::Info},
                             {"verbose", LogLevel::Debug}});
  case OPT_record:
    serve.record = arg.getValue();
    break;
  case OPT_redact:
    serve.isRedacted = true;
    break;
  case OPT_lit_test:
    serve.litTest = true;
    break;
  case OPT_no_supervisor:
    serve.isSupervised = false;
    break;
  case OPT_zygote:
    serve.isZygote = true;
    break;
  }
  return llvm::Error::success();
}

llvm::Error setHangBound(const Arg &arg, Options &options) {
  unsigned milliseconds = 0;
  if (llvm::StringRef(arg.getValue()).getAsInteger(10, milliseconds) ||
      milliseconds == 0)
    return failure("'" + llvm::Twine(arg.getValue()) +
                   "' is no time in milliseconds");
  options.serve.hangBound = options.check.hangBound =
      std::chrono::milliseconds(milliseconds);
  return llvm::Error::success();
}

llvm::Error setMemory(const Arg &arg, Options &options) {
  unsigned percent = 0;
  if (llvm::StringRef(arg.getValue()).getAsInteger(10, percent) ||
      percent < 1 || percent > 100)
    return failure("'" + llvm::Twine(arg.getValue()) +
                   "' is no percentage from 1 to 100");
  options.serve.memoryPercent = options.check.memoryPercent = percent;
  return llvm::Error::success();
}

/// Sets what one option asks for; later options override earlier ones.
llvm::Error apply(const Arg &arg, Options &options) {
  switch (groupOf(arg)) {
  case OPT_checkGroup:
  case OPT_reportGroup:
    return applyCheckOption(arg, options.check);
  case OPT_findingGroup:
    return applyFindingOption(arg, options.config.settings);
  case OPT_configGroup:
    return applyConfigOption(arg, options.config);
  case OPT_serverGroup:
    return applyServeOption(arg, options.serve);
  case OPT_debugGroup:
    return setHangBound(arg, options);
  }
  if (arg.getOption().getID() == OPT_memory)
    return setMemory(arg, options);
  if (arg.getOption().getID() == OPT_INPUT)
    options.check.inputs.paths.push_back(arg.getValue());
  return llvm::Error::success();
}

llvm::Error unknownOption(const OptionTable &table, llvm::StringRef spelling) {
  std::string nearest;
  unsigned distance = table.findNearest(spelling, nearest);
  std::string text = ("unknown option '" + spelling + "'").str();
  if (distance <= std::max<size_t>(2, spelling.size() / 3))
    text += "; did you mean '" + nearest + "'?";
  return failure(text);
}

Action actionOf(const llvm::opt::InputArgList &arguments) {
  if (arguments.hasArg(OPT_explain))
    return Action::ExplainCode;
  if (arguments.hasArg(OPT_explain_edit))
    return Action::ExplainEdit;
  if (arguments.hasArg(OPT_list_ops))
    return Action::ListOps;
  if (arguments.hasArg(OPT_merge_sarif))
    return Action::MergeSarif;
  if (arguments.hasArg(OPT_check, OPT_print_inferred, OPT_compare,
                       OPT_shape_function, OPT_symbolic_sources, OPT_picture))
    return Action::Check;
  // The zygote of a server that is played to has its command line.
  bool isReplay = arguments.hasArg(OPT_replay) && !arguments.hasArg(OPT_zygote);
  return isReplay ? Action::Replay : Action::Serve;
}

} // namespace

llvm::Expected<Options>
shapels::parseOptions(llvm::ArrayRef<const char *> arguments) {
  OptionTable table;
  unsigned missingIndex = 0;
  unsigned missingCount = 0;
  llvm::BumpPtrAllocator allocator;
  llvm::Expected<Words> words = withFiles(arguments, allocator);
  if (!words)
    return words.takeError();
  llvm::opt::InputArgList parsed =
      table.ParseArgs(*words, missingIndex, missingCount);
  Options options;
  options.serve.arguments.assign(arguments.begin(), arguments.end());
  if (parsed.hasArg(OPT_help, OPT_version)) {
    options.action =
        parsed.hasArg(OPT_help) ? Action::ShowHelp : Action::ShowVersion;
    return options;
  }
  if (missingCount)
    return failure("'" + llvm::Twine((*words)[missingIndex]) +
                   "' needs a value");
  for (const Arg *arg : parsed.filtered(OPT_UNKNOWN))
    return unknownOption(table, arg->getAsString(parsed));
  if (llvm::Error error = checkMode(parsed))
    return error;
  options.action = actionOf(parsed);
  options.code = parsed.getLastArgValue(OPT_explain).str();
  if (!options.code.empty() && !findDiagnosticInfo(options.code))
    return unknownCode(options.code);
  options.recording = parsed.getLastArgValue(OPT_replay).str();
  for (const Arg *arg : parsed)
    if (llvm::Error error = apply(*arg, options))
      return error;
  options.list.op = parsed.getLastArgValue(OPT_op).str();
  options.list.isJson = options.check.format == OutputFormat::Json;
  if (!options.check.inputs.paths.empty())
    options.list.folder = options.check.inputs.paths.front();
  if (llvm::Error error = checkConflicts(parsed, options))
    return error;
  if (options.action == Action::ExplainEdit)
    if (llvm::Error error = takeEdits(options.check))
      return error;
  return options;
}
