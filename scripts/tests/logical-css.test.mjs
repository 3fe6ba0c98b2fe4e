import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../lib/run.mjs';

/** Left and right have no place in the styles: the same CSS must serve languages that run the other way. */
const physical =
  /(?<=[{;\s])(?:(?:scroll-)?(?:margin|padding)-(?:left|right)|border-(?:left|right)(?:-[a-z]+)?|border-(?:top|bottom)-(?:left|right)-radius|left|right|(?:text-align|float|clear)\s*:\s*(?:left|right))\s*(?::[^;}]*|(?=[;}!]))/gu;

const physicalIn = (css) => css.replaceAll(/\/\*.*?\*\//gsu, '').match(physical) ?? [];

test.each([
  ['a{margin-left:1px}', 1],
  ['a{color:red;right:0}', 1],
  ['a{text-align:right;border-top-left-radius:2px}', 2],
  ['a { float: left; padding-right: 2px }', 2],
  ['a{margin-inline-start:1px;inset-inline-end:0;text-align:start}', 0],
  ['a{background-position:right 2px;transform-origin:left;--left:1px}', 0],
])('%s holds %i', (css, count) => {
  expect(physicalIn(css)).toHaveLength(count);
});

test.each(['web', 'desk'])('no built style of %s names a side', (app) => {
  const folder = path.join(root, 'apps', app, 'dist', 'assets');
  // Built before all tests; alone, this test needs `npm run build` first.
  expect(existsSync(folder)).toBe(true);
  const styles = readdirSync(folder).filter((name) => name.endsWith('.css'));
  expect(styles).not.toEqual([]);
  for (const name of styles) expect(physicalIn(readFileSync(path.join(folder, name), 'utf8'))).toEqual([]);
});
