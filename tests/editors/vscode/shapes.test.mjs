// Shape functions and sources of sizes beside the text, as a user opens and follows them.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, describe } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { launch, remove, until } from './drive.mjs';
import { SERVER, VSIX, folder, inWindow, notification, picture } from './session.mjs';

const FILES = {
  'model.mlir': `func.func @join(%a: tensor<?x4xf32>, %b: tensor<3x4xf32>) -> tensor<?x4xf32> {
  %0 = tensor.concat dim(0) %a, %b : (tensor<?x4xf32>, tensor<3x4xf32>) -> tensor<?x4xf32>
  %1 = math.exp %0 : tensor<?x4xf32>
  return %1 : tensor<?x4xf32>
}

// @scalar has no shapes.
func.func @scalar(%x: i32) -> i32 {
  return %x : i32
}
`,
};
const SOURCE = '$="/model.mlir"'; // ends of data-uri, and what it begins with
const VIEW = '^="shapels-shapes:"';

/** Runs in the browser: the lines of an editor, and which of them have a mark of an extension. */
function readLines(editor) {
  const clean = (text) => text.replaceAll('\u00a0', ' ').replaceAll(/[\u200b\u200c\u200d\u200a]/g, '');
  const tops = [...editor.querySelectorAll('.view-overlays > div')].filter((line) => line.querySelector('[class*="TextEditorDecorationType"]')).map((line) => line.style.top);
  return [...editor.querySelectorAll('.view-lines > .view-line')].sort((a, b) => parseFloat(a.style.top) - parseFloat(b.style.top))
    .map((line) => ({ text: clean(line.textContent), isMarked: tops.includes(line.style.top) }));
}

describe('shape functions', () => {
  let window, work, received;
  before(async () => {
    work = folder(FILES);
    received = path.join(work, 'received');
    fs.writeFileSync(path.join(work, 'wrapper'), `#!/bin/bash\nexec ${SERVER} "$@" < <(tee -a ${received})\n`, { mode: 0o755 });
    window = await launch(work, VSIX, { settings: { 'shapels.path': path.join(work, 'wrapper'), 'editor.inlayHints.enabled': 'off' } });
    await window.openFile('model.mlir');
    await window.page.keyboard.press('Control+B'); // room for two editors
  });
  after(async () => {
    await window?.close();
    remove(work);
  });
  const it = inWindow(() => window);

  const editor = (uri) => window.page.locator(`.editor-instance .monaco-editor[data-uri${uri}]`);
  const lines = async (uri) => (await editor(uri).count() === 1 ? editor(uri).evaluate(readLines) : []);
  const text = async (uri) => (await lines(uri)).map((line) => line.text).join('\n');
  const shows = (uri, good, what) => until(() => text(uri), good, what);
  /** Waits until the marked lines of an editor are those that begin so. */
  const marked = (uri, starts) => until(async () => (await lines(uri)).filter((line) => line.isMarked).map((line) => line.text.trim()),
    (all) => all.length === starts.length && all.every((line, i) => line.startsWith(starts[i])), `marks at ${JSON.stringify(starts)}`);
  const click = (uri, words) => editor(uri).locator('.view-line', { hasText: words }).first().click();
  const lenses = async () => (await window.page.locator('.codelens-decoration a').allInnerTexts());

  it('are offered above functions that have shapes', async () => {
    await until(lenses, (all) => isDeepStrictEqual(all, ['shape function', 'sources', 'picture']), 'three code lenses');
  });

  it('open beside the text', async () => {
    await window.page.locator('.codelens-decoration a', { hasText: 'shape function' }).click();
    await shows(VIEW, (all) => all.includes('@_shape_infer_join(') && all.includes('arith.addi'), 'the shape function');
    await window.page.locator('.tab', { hasText: 'shape function of @join' }).waitFor();
  });

  it('mark the lines about the value at the cursor, and the value of a line', async () => {
    await click(SOURCE, 'tensor.concat');
    await marked(VIEW, ['!shape.shape {shapels.at = "2:3", shapels.value = "%0"}', '%c3 =', '%c4 =', '%0 = arith.addi', '%from_elements = tensor.from_elements', '%1 = shape.value_as_shape']);
    await picture(window, 'shape-function', { x: 48, y: 36, width: 1352, height: 280 });
    await click(VIEW, 'shapels.value = "%1"');
    await marked(SOURCE, ['%1 = math.exp']);
    await marked(VIEW, []);
  });

  it('follow the text', async () => {
    await click(SOURCE, 'tensor.concat');
    await window.typeAt(1, 1, '// one line more\n');
    await shows(VIEW, (all) => all.includes('shapels.at = "3:3"'), 'a line further');
    await window.goTo(2, FILES['model.mlir'].indexOf('join') + 1);
    await window.page.keyboard.type('my_');
    await shows(VIEW, (all) => all.includes('@_shape_infer_my_join('), 'another name');
  });

  it('say what is not there while the text is broken', async () => {
    await window.goTo(4, '  %1 = math.exp %0 : tensor<?x4xf32'.length + 1);
    await window.page.keyboard.type('x');
    await shows(VIEW, (all) => all.includes('leaves out %1: it does not parse'), 'what is missing');
    await window.page.keyboard.press('Backspace');
    await shows(VIEW, (all) => all.includes('shapels.value = "%1"') && !all.includes('leaves out'), 'all of it');
  });

  it('are read-only', async () => {
    const before = await text(VIEW);
    await click(VIEW, 'arith.addi');
    await window.page.keyboard.type('x');
    await window.page.locator('.monaco-editor-overlaymessage', { hasText: 'Cannot edit in read-only editor' }).waitFor();
    assert.equal(await text(VIEW), before);
  });

  it('have the sources of sizes beside them, by a command', async () => {
    await click(SOURCE, 'math.exp');
    await window.command('shapels: Show Symbolic Sources');
    await shows(VIEW, (all) => all.includes('symbolic expr sources table for @my_join'), 'the table');
    await click(VIEW, 'original value: %0');
    await marked(SOURCE, ['%0 = tensor.concat']);
  });

  it('say why there is none', async () => {
    await click(SOURCE, 'has no shapes');
    await window.command('shapels: Show Shape Function');
    await notification(window, ({ message }) => message.includes('No shape function: there is no function here'));
    await click(SOURCE, 'return %x : i32');
    await window.command('shapels: Show Shape Function');
    await shows(VIEW, (all) => all.includes('@scalar has no shape function: no value in it has a shape.'), 'why there is none');
  });

  it('have a picture beside them', async () => {
    await window.page.locator('.codelens-decoration a', { hasText: 'picture' }).click();
    await window.webview('#drawing svg .box');
  });

  it('can be without links', async () => {
    await click(SOURCE, 'return %x : i32');
    window.changeSettings({ 'shapels.path': path.join(work, 'wrapper'), 'shapels.codeLens': false });
    await until(lenses, (all) => all.length === 0, 'no code lens');
  });

  it('are nothing that the server is told about', () => {
    const opened = [...fs.readFileSync(received, 'utf8').matchAll(/"method":"textDocument\/didOpen","params":{"textDocument":{"uri":"([^"]*)"/g)].map(([, uri]) => path.basename(uri));
    assert.deepEqual(opened, ['model.mlir']);
  });
});
