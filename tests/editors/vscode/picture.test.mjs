// The picture of a function: the page that `--picture` writes, in a browser, and the view in a real VS Code.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { launch, openPage, remove, until } from './drive.mjs';

const VSIX = path.resolve(import.meta.dirname, '../../../editors/vscode/shapels.vsix');
const SERVER = process.env.SHAPELS;
const SHOTS = process.env.SHAPELS_SCREENSHOTS;
assert.ok(SERVER && path.isAbsolute(SERVER), 'SHAPELS must be the absolute path of the server');

const ATTENTION = `func.func @attention(%x: tensor<?x?x64xf32>, %weights: tensor<64x64xf32>, %more: index) -> tensor<?x?x64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %batch = tensor.dim %x, %c0 : tensor<?x?x64xf32>
  %length = tensor.dim %x, %c1 : tensor<?x?x64xf32>
  %longer = arith.addi %length, %more : index
  %rows = tensor.collapse_shape %x [[0, 1], [2]] : tensor<?x?x64xf32> into tensor<?x64xf32>
  %scores = "my.scores"(%rows, %weights) : (tensor<?x64xf32>, tensor<64x64xf32>) -> tensor<?x?xf32>
  %cache = tensor.empty(%batch, %longer) : tensor<?x?x64xf32>
  %0 = "tosa.add"(%x, %x) : (tensor<?x?x64xf32>, tensor<?x?x64xf32>) -> tensor<?x?x64xf32>
  %bad = "tosa.add"(%weights, %scale) : (tensor<64x64xf32>, tensor<1x3xf32>) -> tensor<64x64xf32>
  %1 = scf.for %i = %c0 to %length step %c1 iter_args(%state = %0) -> tensor<?x?x64xf32> {
    %2 = tosa.tanh %state : (tensor<?x?x64xf32>) -> tensor<?x?x64xf32>
    scf.yield %2 : tensor<?x?x64xf32>
  }
  return %1 : tensor<?x?x64xf32>
}
`.replace('%more: index', '%scale: tensor<1x3xf32>, %more: index');

/** One function of so many ops, of which some are in regions. */
function long(ops) {
  const lines = ['func.func @long(%c: i1, %v0: tensor<?x8xf32>) -> tensor<?x8xf32> {'];
  let last = 0;
  for (let i = 1; i <= ops; ++i) {
    lines.push(i % 50 ? `  %v${i} = "tosa.tanh"(%v${last}) : (tensor<?x8xf32>) -> tensor<?x8xf32>`
      : `  %v${i} = scf.if %c -> tensor<?x8xf32> {\n    %t = "tosa.abs"(%v${last}) : (tensor<?x8xf32>) -> tensor<?x8xf32>\n    scf.yield %t : tensor<?x8xf32>\n  } else {\n    scf.yield %v${last} : tensor<?x8xf32>\n  }`);
    last = i;
  }
  return [...lines, `  return %v${last} : tensor<?x8xf32>`, '}', ''].join('\n');
}

const made = (text) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'shapels-picture-'));
  fs.writeFileSync(path.join(folder, 'a.mlir'), text);
  return folder;
};

/** The page of a picture of the text, open in a browser. */
async function pageOf(text, { more = [], ...options } = {}) {
  const folder = made(text), out = path.join(folder, 'a.html');
  try { // errors are marked in the picture, and not what it ends with
    execFileSync(SERVER, ['--picture', `--format=html=${out}`, ...more, path.join(folder, 'a.mlir')], { stdio: 'pipe' });
    return { ...(await openPage(out, options)), out };
  } finally {
    remove(folder);
  }
}

const box = (page, name) => page.locator('.box', { has: page.locator(`text:text-is("${name}")`) }).and(page.locator(':not(.around)'));
const names = (page, selector) => page.locator(`${selector}:not(.around) > text:first-of-type`).allTextContents();

describe('the page', () => {
  let shown, page;
  before(async () => {
    shown = await pageOf(ATTENTION);
    page = shown.page;
  });
  after(() => shown?.close());

  it('asks nothing of others and complains about nothing', () => {
    assert.equal(shown.asked.length, 1); // itself
    assert.deepEqual(shown.complaints, []);
  });

  it('draws each op once, and a box around what a loop nests', async () => {
    const drawn = await names(page, '.box');
    for (const [name, count] of [['tensor.dim', 2], ['tosa.add', 2], ['my.scores', 1], ['scf.for', 1], ['%state', 1], ['results of scf.for', 1], ['func.return', 1]])
      assert.equal(drawn.filter((each) => each === name).length, count, name);
    assert.deepEqual((await page.locator('.around > text:first-of-type').allTextContents()).sort(), ['@attention', 'scf.for']);
    const [inner, outer] = await Promise.all(['tosa.tanh', 'scf.for'].map((name) => (name === 'scf.for' ? page.locator('.around', { hasText: name }).last() : box(page, name)).boundingBox()));
    assert.ok(inner.x > outer.x && inner.y > outer.y && inner.x + inner.width < outer.x + outer.width && inner.y + inner.height < outer.y + outer.height);
  });

  it('writes shapes on edges', async () => {
    const labels = await page.locator('.edge text').allTextContents();
    for (const shape of ['[%x[0], %x[1], 64]', '[%x[0] * %x[1], 64]', '%more + %x[1]']) assert.ok(labels.includes(shape), `${shape} in ${labels}`);
  });

  it('marks what is lost and what is in conflict', async () => {
    assert.deepEqual(await names(page, '.box.lost'), ['my.scores']);
    assert.deepEqual(await names(page, '.box.conflict'), ['tosa.add']);
    assert.match(await page.locator('.box.lost').getAttribute('aria-label'), /%scores: dimension 0 is lost here: no shape rule for my.scores is known/);
    assert.match(await page.locator('.box.conflict').getAttribute('aria-label'), /%scale has 3/);
  });

  it('lights the path of a chosen size from its source to its last use', async () => {
    await page.locator('#legend button', { hasText: /^%more$/ }).click();
    assert.deepEqual(await names(page, '.box.source'), ['%more']);
    assert.deepEqual(await names(page, '.box.last'), ['tensor.empty']);
    assert.deepEqual((await names(page, '.box.lit')).sort(), ['%more', 'arith.addi', 'tensor.empty']);
    assert.equal(await page.locator('.edge.lit').count(), 2);
    assert.match(await page.locator('#path').innerText(), /^%more: from %more \(line 1\); in 3 values; last used by tensor.empty \(line 9\)\.$/);
    await page.locator('#legend button', { hasText: /^%more$/ }).click();
    assert.equal(await page.locator('.lit.edge').count(), 0);
  });

  it('leads from the picture to the text and back', async () => {
    await box(page, 'my.scores').click();
    assert.match(await page.locator('#source .chosen').innerText(), /my\.scores/);
    assert.match(await page.locator('#details').innerText(), /^my\.scores, line 8\ntakes\n%rows: tensor<\?x64xf32> = \[%x\[0\] \* %x\[1\], 64\]/);
    await page.locator('#source li', { hasText: 'tosa.tanh' }).click();
    assert.deepEqual(await names(page, '.box.chosen'), ['tosa.tanh']);
  });

  it('is walked by keys', async () => {
    await page.locator('#drawing').press('ArrowDown');
    assert.deepEqual(await names(page, '.box.chosen'), ['scf.yield']);
    await page.locator('#drawing').press('ArrowDown');
    assert.deepEqual(await names(page, '.box.chosen'), ['results of scf.for']);
    await page.locator('#drawing').press('Enter'); // closes what it is in
    assert.ok(!(await names(page, '.box')).includes('tosa.tanh'));
    await page.locator('.box.closed').click();
    assert.ok((await names(page, '.box')).includes('tosa.tanh'));
    const before = (await page.locator('svg').boundingBox()).width;
    await page.locator('#drawing').press('-');
    assert.ok((await page.locator('svg').boundingBox()).width < before);
  });

  it('finds ops, values and sizes', async () => {
    await page.locator('#search').fill('%longer');
    assert.deepEqual(await names(page, '.box.found'), ['arith.addi']);
    await page.locator('#search').press('Enter');
    assert.deepEqual(await names(page, '.box.chosen'), ['arith.addi']);
    await page.locator('#search').fill('');
  });

  it('begins with the size that the command line names, in light and dark', async () => {
    for (const colorScheme of ['light', 'dark']) {
      const other = await pageOf(ATTENTION, { more: ['--size=%x[1]'], colorScheme });
      try {
        assert.ok((await names(other.page, '.box.lit')).includes('tensor.dim'));
        if (SHOTS) await other.page.screenshot({ path: path.join(SHOTS, colorScheme === 'light' ? 'picture.png' : 'picture-dark.png') });
      } finally {
        await other.close();
      }
    }
  });
});

describe('the page of a long function', () => {
  it('draws a thousand ops', async () => {
    const shown = await pageOf(long(900));
    try {
      const ops = (await names(shown.page, '.box')).filter((name) => name.includes('.') && !name.startsWith('results'));
      assert.equal(ops.length, 900 + 18 * 3 + 1); // an scf.if has three ops in it
      const { layout, all } = await shown.page.evaluate(() => {
        const time = (act) => { const begin = performance.now(); act(); return Math.round(performance.now() - begin); };
        return { layout: time(() => layOut(state.all, state.functions, opensBy(state.all, state.opened), state.shown)), all: time(redraw) };
      });
      console.log(`laid out in ${layout} ms, laid out and drawn in ${all} ms`);
    } finally {
      await shown.close();
    }
  });

  it('collapses more, says how many ops that are, and opens them', async () => {
    const shown = await pageOf(long(3000)), { page } = shown;
    try {
      const closed = page.locator('.box.closed');
      const counts = (await page.locator('.box.closed > text:nth-of-type(2)').allTextContents()).map((text) => parseInt(text.replaceAll(',', ''), 10));
      assert.equal(counts.reduce((sum, count) => sum + count, 0), 3000 + 60 * 3 + 1);
      assert.ok(await page.locator('.box').count() < 1000);
      await closed.first().click();
      await until(() => names(page, '.box'), (all) => all.includes('tosa.tanh') || all.some((name) => name.startsWith('lines')), 'what it nests');
      assert.ok(await page.locator('.box').count() > counts.length);
    } finally {
      await shown.close();
    }
  });
});

describe('the view', () => {
  let window, work, view;
  before(async () => {
    work = made(ATTENTION);
    window = await launch(work, VSIX, { settings: { 'shapels.path': SERVER } , trusted: false, });
  });
  after(async () => {
    await window?.close();
    if (work) remove(work);
  });
  const inView = (name, act) => it(name, async () => {
    try {
      await act();
    } catch (error) {
      error.message += `\n${await window?.screen()}\n${window?.logs() ?? 'VS Code did not start'}`;
      throw error;
    }
  });

  inView('opens beside the text, also where the folder is not trusted', async () => {
    await window.openFile('a.mlir');
    await window.goTo(8, 5);
    await window.command('shapels: Show Picture');
    view = await window.webview('#drawing svg .box');
    assert.equal(await view.locator('#title').innerText(), '@attention in a.mlir');
    await until(() => names(view, '.box.chosen'), (all) => all.join() === 'my.scores', 'the op at the cursor');
  });

  inView('leads to the text', async () => {
    await box(view, 'tosa.tanh').click();
    await window.cursorAt(13, 10);
  });

  inView('and back', async () => {
    await window.page.locator('.editor-instance .monaco-editor').first().click();
    await window.goTo(6, 3);
    await until(() => names(view, '.box.chosen'), (all) => all.join() === 'arith.addi', 'the op at the cursor');
  });

  inView('follows the text as it is edited', async () => {
    await window.typeAt(6, 1, '  %new = math.ctpop %length : index\n');
    await until(() => names(view, '.box'), (all) => all.includes('math.ctpop'), 'the new op');
    await view.locator('#legend button', { hasText: /^%x\[1\]$/ }).click();
    assert.ok((await names(view, '.box.lit')).includes('math.ctpop'));
    if (SHOTS) await window.screenshot(path.join(SHOTS, 'vscode-picture.png'));
  });
});
