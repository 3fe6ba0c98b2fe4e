import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../lib/run.mjs';

/** Left and right in CSS: the same styles must serve languages that run from right to left. */
const physical =
  /(?<=[{;\s])(?:(?:scroll-)?(?:margin|padding)-(?:left|right)|border-(?:left|right)(?:-[a-z]+)?|border-(?:top|bottom)-(?:left|right)-radius|left|right|(?:text-align|float|clear)\s*:\s*(?:left|right))\s*(?::[^;}]*|(?=[;}!]))/gu;

const physicalIn = (css) => css.replaceAll(/\/\*.*?\*\//gsu, '').match(physical) ?? [];

test.each(['web', 'desk'])('no built style of %s names left or right', (app) => {
  const folder = path.join(root, 'apps', app, 'dist', 'assets');
  // Built before all tests; alone, this test needs `npm run build` first.
  expect(existsSync(folder)).toBe(true);
  const styles = readdirSync(folder).filter((name) => name.endsWith('.css'));
  expect(styles).not.toEqual([]);
  for (const name of styles) expect(physicalIn(readFileSync(path.join(folder, name), 'utf8'))).toEqual([]);
});
