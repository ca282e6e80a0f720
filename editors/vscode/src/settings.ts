// The extension's settings, as package.json declares them (which also gives every one its default).
import { workspace, type ConfigurationChangeEvent } from 'vscode';

/** What the server is told when it starts and whenever it changes. */
export interface ServerSettings {
  broadcastRules: 'spec' | 'mlir';
  severity: Record<string, 'error' | 'warning' | 'information' | 'hint' | 'off'>;
  showExpected: boolean;
  hover: { genericForm: boolean };
  ops: Record<string, 'broadcastable'>;
}

export function serverSettings(): ServerSettings {
  return {
    broadcastRules: setting('broadcastRules'),
    severity: setting('severity'),
    showExpected: setting('showExpected'),
    hover: { genericForm: setting('hover.genericForm') },
    ops: setting('ops'),
  };
}

/** What says which server runs: a change of it restarts the server. */
export function launchSettings(): { enable: boolean; path: string; arguments: string[] } {
  return { enable: setting('enable'), path: setting('path'), arguments: setting('arguments') };
}

export function changesLaunch(event: ConfigurationChangeEvent): boolean {
  return ['enable', 'path', 'arguments'].some((name) => event.affectsConfiguration(`shapels.${name}`));
}

export function traces(): boolean {
  return setting('trace.server') !== 'off';
}

function setting<T>(name: string): T {
  return workspace.getConfiguration('shapels').get(name) as T;
}
