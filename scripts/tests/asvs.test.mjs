import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../lib/run.mjs';
import { requirements } from './asvs-requirements.mjs';

const page = readFileSync(path.join(root, 'docs/security/asvs.md'), 'utf8');

/** What is not held, or in part. A line comes here only with a reason on the page, and leaves with a proof. */
const unfinished = {
  open: [],
  partly: ['2.3.5', '6.3.3', '14.3.3', '15.2.1'],
};

const lines = page
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter(([, ids]) => /^\d+\.\d+\.\d+/.test(ids ?? ''))
  .map(([, ids, words, state, how]) => ({ ids: ids.split(', '), words, state, how }));

/** What is wrong with a page, in words. */
function faultsOf(rows) {
  const named = rows.flatMap(({ ids }) => ids);
  const faults = requirements.filter((id) => !named.includes(id)).map((id) => `${id} has no line`);
  faults.push(...named.filter((id, place) => named.indexOf(id) !== place).map((id) => `${id} has two lines`));
  faults.push(...named.filter((id) => !requirements.includes(id)).map((id) => `${id} is no requirement`));
  for (const { ids, words, state, how } of rows) {
    const [id] = ids;
    if (!['held', 'partly', 'open', 'deployer', 'n/a'].includes(state)) faults.push(`${id} is ${state}`);
    if (words === '' || (how ?? '').length < 4) faults.push(`${id} gives no reason`);
    for (const [, file, title] of (how ?? '').matchAll(/`([\w.-]*\/[\w./-]+\.\w+|[A-Z]+\.md)`(?: “([^”]+)”)?/g)) {
      if (file.startsWith('/')) continue;
      const place = path.join(root, file);
      if (!existsSync(place)) faults.push(`${id} names ${file}, which is not there`);
      else if (title && !readFileSync(place, 'utf8').includes(title)) faults.push(`${id}: ${file} has no “${title}”`);
    }
  }
  return faults;
}

const inState = (state) => lines.filter((line) => line.state === state).flatMap(({ ids }) => ids);

test('every requirement has a line, and every file and test that a line names is there', () => {
  expect(requirements).toHaveLength(275);
  expect(faultsOf(lines)).toEqual([]);
});

test('what is open or held in part does not grow', () => {
  expect(inState('open')).toEqual(unfinished.open);
  expect(inState('partly')).toEqual(unfinished.partly);
});

test('most of what applies is proved by a test', () => {
  const held = lines.filter(({ state }) => state === 'held');
  expect(held.filter(({ how }) => /\.(test|spec)\.\w+`/.test(how)).length).toBeGreaterThan(held.length / 2);
});

test('a gap is seen', () => {
  const [first, ...rest] = lines;
  expect(faultsOf(rest)).toEqual([`${first.ids[0]} has no line`]);
  const how = '`apps/api/src/nowhere.test.ts` “x”, `README.md` “a title that is nowhere”';
  expect(faultsOf([{ ...first, how }, ...rest])).toEqual([
    `${first.ids[0]} names apps/api/src/nowhere.test.ts, which is not there`,
    `${first.ids[0]}: README.md has no “a title that is nowhere”`,
  ]);
});
