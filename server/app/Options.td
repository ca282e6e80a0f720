//===- Options.td - The command line of shapels -----------------*- td -*-===//
//
// Every option, with the help that --help prints. Options.cpp says what each
// one sets. Groups are printed in the order of their titles.
//
//===----------------------------------------------------------------------===//

include "llvm/Option/OptParser.td"

def checkGroup : OptionGroup<"check">, HelpText<"CHECKING FILES">;
def reportGroup : OptionGroup<"report">,
    HelpText<"CHECKING FILES: REPORT AND EXIT CODE">;
def findingGroup : OptionGroup<"finding">, HelpText<"FINDINGS, IN BOTH MODES">;
def configGroup : OptionGroup<"config">,
    HelpText<"DIALECTS AND SETTINGS, IN BOTH MODES">;
def generalGroup : OptionGroup<"general">, HelpText<"GENERAL">;
def serverGroup : OptionGroup<"server">,
    HelpText<"LANGUAGE SERVER, THE DEFAULT MODE">;

def debugGroup : OptionGroup<"debug">, Flags<[HelpHidden]>;

class Switch<string name> : Flag<["--"], name>;

/// `--name=value` and `--name value`.
multiclass Value<string name, string metaVariable, string help,
                 OptionGroup group> {
  def NAME : Joined<["--"], name # "=">, MetaVarName<metaVariable>,
             HelpText<help>, Group<group>;
  def NAME # _separate : Separate<["--"], name>, Group<group>,
                         Alias<!cast<Option>(NAME)>;
}

def check : Switch<"check">, Group<checkGroup>,
    HelpText<"Check the given files instead of serving an editor">;
def print_inferred : Switch<"print-inferred">, Group<checkGroup>,
    HelpText<"Print the inferred shape of every value in the given files">;
def compare : Switch<"compare">, Group<checkGroup>,
    HelpText<"Print what became of one file's shapes in a second, or in a log of passes">;
def shape_function : Switch<"shape-function">, Group<checkGroup>,
    HelpText<"Print for each function one that computes the shapes of its values">;
def symbolic_sources : Switch<"symbolic-sources">, Group<checkGroup>,
    HelpText<"Print for each value the values that its sizes come from">;
def picture : Switch<"picture">, Group<checkGroup>,
    HelpText<"Draw the flow of shapes in a file: --format=dot (default), html or json">;
defm size : Value<"size", "SIZE",
    "With --picture: light the path of that size, such as %a[0]", checkGroup>;
defm function : Value<"function", "NAME",
    "With these three: of that function only", checkGroup>;
def results : Switch<"results">, Group<checkGroup>,
    HelpText<"With --shape-function: shapes of what a function returns only">;
def results_form : Joined<["--"], "results=">, MetaVarName<"FORM">,
    Group<checkGroup>, Values<"shape,index">,
    HelpText<"With --shape-function: a !shape.shape (shape, default), or sizes (index)">;
def explain_edit : Switch<"explain-edit">, Group<checkGroup>,
    HelpText<"Edit FILE in memory and explain what that costs an editor">;
def list_ops : Switch<"list-ops">, Group<checkGroup>,
    HelpText<"List the ops that the .td files in FOLDER define (default: the repository)">;
def merge_sarif : Switch<"merge-sarif">, Group<checkGroup>,
    HelpText<"Print the reports that --shard and --format=sarif made as one">;
defm op : Value<"op", "NAME", "With --list-ops: show what is known of one op",
                checkGroup>;
defm jobs : Value<"jobs", "N", "Check N files at a time (default: one per core)",
                  checkGroup>;
def j : JoinedOrSeparate<["-"], "j">, Alias<jobs>, Group<checkGroup>,
    MetaVarName<"N">, HelpText<"Short for --jobs=N">;
defm stdin_filename : Value<"stdin-filename", "NAME",
    "Report findings in standard input under this name", checkGroup>;
defm files_from : Value<"files-from", "FILE",
    "Also check the paths in FILE (or -), one a line, that are there", checkGroup>;
defm changed_since : Value<"changed-since", "REVISION",
    "Check only files that differ from where the branch left that revision of git",
    checkGroup>;
defm exclude : Value<"exclude", "PATTERN",
    "Leave out of folders what is called so, as in .gitignore", checkGroup>;
defm include_ : Value<"include", "PATTERN",
    "Look for files called so in folders, beside *.mlir", checkGroup>;
def force_exclude : Switch<"force-exclude">, Group<checkGroup>,
    HelpText<"Leave out what is excluded where it is named, too">;
def no_gitignore : Switch<"no-gitignore">, Group<checkGroup>,
    HelpText<"Check what a .gitignore leaves out, too">;
defm shard : Value<"shard", "I/N",
    "Check part I of N of the files, which are shared out by their content", checkGroup>;
def fix : Switch<"fix">, Group<checkGroup>,
    HelpText<"Apply the quick fixes that are safe, and report what is left">;
def diff : Switch<"diff">, Group<checkGroup>,
    HelpText<"Print what --fix would change as a diff instead">;
def list_files : Switch<"list-files">, Group<checkGroup>,
    HelpText<"Print the files that would be checked, and check none">;
def show_config : Switch<"show-config">, Group<checkGroup>,
    HelpText<"Print the settings that hold for them, as JSON, and check none">;

defm format : Value<"format", "KIND[=FILE]",
    "text (default), json, sarif, github, gitlab, junit, markdown; a report each",
    reportGroup>, Values<"text,json,sarif,github,gitlab,junit,markdown,dot,html">;
defm baseline : Value<"baseline", "FILE",
    "Leave out the findings that FILE knows", reportGroup>;
defm write_baseline : Value<"write-baseline", "FILE",
    "Write findings to FILE as known; with --baseline: those of it that are left",
    reportGroup>;
def statistics : Switch<"statistics">, Group<reportGroup>,
    HelpText<"Print how often each code was found instead of where">;
defm root : Value<"root", "FOLDER",
    "Report paths relative to FOLDER (github, sarif: to $GITHUB_WORKSPACE)",
    reportGroup>;
defm color : Value<"color", "WHEN",
    "auto (default; off in pipes and with NO_COLOR), always or never",
    reportGroup>, Values<"auto,always,never">;
def error_on_warning : Switch<"error-on-warning">, Group<reportGroup>,
    HelpText<"Exit with 1 for warnings too">;
def exit_zero : Switch<"exit-zero">, Group<reportGroup>,
    HelpText<"Exit with 0 whatever is found">;
def show_hints : Switch<"show-hints">, Group<reportGroup>,
    HelpText<"Report hints and information too">;
def verify_diagnostics : Switch<"verify-diagnostics">, Group<reportGroup>,
    HelpText<"Report only where findings differ from expected-error comments">;

defm error : Value<"error", "CODE", "Make this finding an error", findingGroup>;
defm warn : Value<"warn", "CODE", "Make this finding a warning", findingGroup>;
defm ignore : Value<"ignore", "CODE", "Switch this finding off", findingGroup>;
defm broadcast_rules : Value<"broadcast-rules", "RULES",
    "Broadcastable by its specification: spec (default), or as MLIR does: mlir",
    findingGroup>, Values<"spec,mlir">;
defm dynamic_dims : Value<"dynamic-dims", "WHAT",
    "Whether a ? may be 1 and broadcast: numpy (default), or never: strict",
    findingGroup>, Values<"numpy,strict">;
defm broadcastable : Value<"broadcastable", "OP",
    "Check this op as if it had the Broadcastable trait", findingGroup>;
def show_expected : Switch<"show-expected">, Group<findingGroup>,
    HelpText<"Also show findings that the file itself expects">;

defm load_dialect_plugin : Value<"load-dialect-plugin", "FILE",
    "Load the dialects of this MLIR dialect plugin (a shared library)", configGroup>;
defm irdl_file : Value<"irdl-file", "FILE",
    "Load the dialects that this IRDL file defines", configGroup>;
defm shape_functions : Value<"shape-functions", "FILE",
    "Take shapes from the shape.function_library ops of this file",
    configGroup>;
defm config : Value<"config", "FILE",
    "Take the settings from FILE instead of .shapels.json files", configGroup>;
def no_config : Switch<"no-config">, Group<configGroup>,
    HelpText<"Read no .shapels.json">;
def allow_workspace_plugins : Switch<"allow-workspace-plugins">,
    Group<configGroup>,
    HelpText<"Load the plugins and IRDL files that a .shapels.json names">;

def stdio : Switch<"stdio">, Group<serverGroup>,
    HelpText<"Speak on standard input and output (default)">;
defm listen : Value<"listen", "[HOST:]PORT",
    "Wait for one client at this address (default: of this machine alone)",
    serverGroup>;
defm socket : Value<"socket", "PATH",
    "Wait for one client at this Unix domain socket", serverGroup>;
defm log : Value<"log", "LEVEL",
    "What to write to standard error: error, info (default) or verbose",
    serverGroup>, Values<"error,info,verbose">;
defm record : Value<"record", "FILE",
    "Record the session, with the texts of documents, in a new FILE", serverGroup>;
def redact : Switch<"redact">, Group<serverGroup>,
    HelpText<"Record it with names and literals replaced">;
defm replay : Value<"replay", "FILE",
    "Play the session recorded in FILE, and print what the server says", serverGroup>;
def lit_test : Flag<["--", "-"], "lit-test">, Group<serverGroup>,
    HelpText<"Read // ----- delimited JSON, print it prettily: for FileCheck tests">;

defm explain : Value<"explain", "CODE",
    "Say what a code means, and how to silence it", generalGroup>;
defm memory : Value<"memory", "PERCENT",
    "Let an analysing process have so much of the machine's memory (default: 50)",
    generalGroup>;

// For those who debug or test shapels itself.
def no_supervisor : Switch<"no-supervisor">, Group<serverGroup>,
    Flags<[HelpHidden]>;
def zygote : Switch<"zygote">, Group<serverGroup>, Flags<[HelpHidden]>;
defm hang_bound : Value<"hang-bound", "MILLISECONDS", "", debugGroup>;

def help : Switch<"help">, Group<generalGroup>, HelpText<"Show this text">;
def h : Flag<["-"], "h">, Alias<help>, Group<generalGroup>;
def version : Switch<"version">, Group<generalGroup>,
    HelpText<"Show the versions of shapels and of MLIR">;
