// The extension's settings, as package.json declares them (which also gives every one its default).
import { homedir } from 'node:os';
import { workspace, type ConfigurationChangeEvent } from 'vscode';
import { expand } from './serverPath';

/** What the server is told when it starts and whenever it changes. */
export interface ServerSettings {
  broadcastRules: 'spec' | 'mlir';
  severity: Record<string, 'error' | 'warning' | 'information' | 'hint' | 'off'>;
  showExpected: boolean;
  hover: { genericForm: boolean; full: boolean };
  inlayHints: 'off' | 'default' | 'all';
  codeLens: boolean;
  ops: Record<string, 'broadcastable' | 'same-shape' | 'elementwise' | 'none'>;
  dynamicDims: 'numpy' | 'strict';
  plugins: string[];
  irdl: string[];
  shapeFunctions: string[];
  /** Whether files that are not open are analysed; read when the server starts. */
  workspaceDiagnostics: boolean;
  /** Whether the server may load what a .shapels.json of the workspace names. */
  allowWorkspacePlugins: boolean;
}

export function serverSettings(): ServerSettings {
  return {
    broadcastRules: setting('broadcastRules'),
    severity: setting('severity'),
    showExpected: setting('showExpected'),
    hover: { genericForm: setting('hover.genericForm'), full: setting('hover.full') },
    inlayHints: setting('inlayHints'),
    codeLens: setting('codeLens'),
    ops: setting('ops'),
    dynamicDims: setting('dynamicDims'),
    plugins: setting<string[]>('plugins').map(expanded),
    irdl: setting<string[]>('irdl').map(expanded),
    shapeFunctions: setting<string[]>('shapeFunctions').map(expanded),
    workspaceDiagnostics: setting('workspaceDiagnostics'),
    allowWorkspacePlugins: workspace.isTrusted,
  };
}

/** What says which server runs: a change of it restarts the server. */
export function launchSettings(): { enable: boolean; path: string; arguments: string[] } {
  return { enable: setting('enable'), path: setting('path'), arguments: setting('arguments') };
}

export function changesLaunch(event: ConfigurationChangeEvent): boolean {
  return ['enable', 'path', 'arguments', 'workspaceDiagnostics'].some((name) => event.affectsConfiguration(`shapels.${name}`));
}

export function traces(): boolean {
  return setting('trace.server') !== 'off';
}

/** The server resolves what stays relative: at the first workspace folder. */
function expanded(path: string): string {
  const folder = workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
  return expand(path, folder, { userHome: homedir(), env: process.env });
}

function setting<T>(name: string): T {
  return workspace.getConfiguration('shapels').get(name) as T;
}
