// Where the server is: expands what `shapels.path` says and looks it up.  Knows nothing of VS Code.
import { accessSync, constants, statSync } from 'node:fs';
import * as path from 'node:path';

const DEFAULT_NAME = 'shapels';

export interface Surroundings {
  workspaceFolders: readonly string[];
  userHome: string;
  env: Readonly<Record<string, string | undefined>>;
  /** The server that a package for one platform has in it. */
  packaged: string;
}

/** `tried`: every file that was looked for, in order; the server is the last one when it was found. */
export interface Search {
  server: string | undefined;
  tried: string[];
}

/** Looks for the server that the setting names; an empty setting stands for the packaged one, else `shapels` on PATH. */
export function findServer(setting: string, surroundings: Surroundings): Search {
  const tried: string[] = [];
  if (!setting.trim() && isExecutable(surroundings.packaged)) return { server: surroundings.packaged, tried: [surroundings.packaged] };
  for (const file of candidates(setting.trim() || DEFAULT_NAME, surroundings)) {
    tried.push(file);
    if (isExecutable(file)) return { server: file, tried };
  }
  return { server: undefined, tried };
}

/** What to tell the user when nothing of what was tried is a program. */
export function notFoundMessage(setting: string, tried: readonly string[]): string {
  const name = setting.trim() || DEFAULT_NAME;
  if (isName(name)) return `The shapels server was not found: no '${name}' in any of the ${tried.length} folders on PATH (the log names them).`;
  return `The shapels server was not found: the setting shapels.path is '${name}'. Tried ${tried.join(', ')}.`;
}

/** What the server may be, best first.  `${workspaceFolder}` and relative paths mean each workspace folder in turn. */
function candidates(setting: string, surroundings: Surroundings): string[] {
  if (isName(setting)) return pathFolders(surroundings.env).map((folder) => path.join(folder, withExtension(setting)));
  const folders = surroundings.workspaceFolders.length ? surroundings.workspaceFolders : [''];
  const files = folders.map((folder) => path.resolve(folder, expand(setting, folder, surroundings)));
  return [...new Set(files)];
}

/** Whether it is looked up on PATH. */
function isName(setting: string): boolean {
  return !/[\\/~]|\$\{/.test(setting);
}

/** With `${workspaceFolder}`, `${userHome}`, `${env:NAME}` and a leading `~` replaced. */
export function expand(setting: string, workspaceFolder: string, { userHome, env }: Pick<Surroundings, 'userHome' | 'env'>): string {
  return setting
    .replace(/^~(?=$|[\\/])/, () => userHome)
    .replace(/\$\{workspaceFolder\}/g, () => workspaceFolder)
    .replace(/\$\{userHome\}/g, () => userHome)
    .replace(/\$\{env:([^}]+)\}/g, (_, name: string) => env[name] ?? '');
}

function pathFolders(env: Surroundings['env']): string[] {
  return (env['PATH'] ?? env['Path'] ?? '').split(path.delimiter).filter(Boolean);
}

function withExtension(name: string): string {
  return process.platform === 'win32' && !path.extname(name) ? `${name}.exe` : name;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
