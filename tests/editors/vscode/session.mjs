// What the sessions in test files share.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { until } from './drive.mjs';

export const VSIX = path.resolve(import.meta.dirname, '../../../editors/vscode/shapels.vsix');
export const SERVER = process.env.SHAPELS;
export const STATUS = 'shapels.shapels';
assert.ok(SERVER && path.isAbsolute(SERVER), 'SHAPELS must be the absolute path of the server');

/** A fresh folder with those files. */
export const folder = (files) => {
  const made = fs.mkdtempSync(path.join(os.tmpdir(), 'shapels-folder-'));
  for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(made, name), text);
  return made;
};

/** A `test` in a window that `open` gives: when it fails, its message ends with what VS Code logged. */
export const inWindow = (open) => (name, act) => test(name, async () => {
  try {
    await act(open());
  } catch (error) {
    error.message += `\n${await open()?.screen()}\n${open()?.logs() ?? 'VS Code did not start'}`;
    throw error;
  }
});

/** Waits until `text` is underlined, and as `more` says: {severity, line, column}. */
export const squiggle = (window, text, more = {}) => until(() => window.squiggles(),
  (all) => all.some((seen) => isDeepStrictEqual({ ...seen, text, ...more }, seen)), `a squiggle under ${text} ${JSON.stringify(more)}`);

/** Waits until nothing of the shown file is underlined. */
export const noSquiggle = (window) => until(async () => (await window.lines()).map(({ text, squiggles }) => ({ text, squiggles })),
  (lines) => lines.some(({ text }) => text) && lines.every(({ squiggles }) => !squiggles.length), 'a file without squiggles');

/** Waits until the status bar says that of shapels. */
export const status = (window, good) => until(() => window.status(STATUS), (text) => good.test(text), `${good} in the status bar`);

/** Waits for a notification that satisfies `good`. */
export const notification = (window, good) => until(() => window.notifications(), (all) => all.some(good), 'a notification');

/** Takes a screenshot, of a part of it if told, when the environment variable SHAPELS_SCREENSHOTS names a folder for it. */
export async function picture(window, name, clip) {
  const into = process.env.SHAPELS_SCREENSHOTS;
  if (into) await window.screenshot(path.join(into, `vscode-${name}.png`), clip);
}
