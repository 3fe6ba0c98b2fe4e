import { expect, test } from 'vitest';
import {
  countPlaywright,
  countVitest,
  failuresOfPlaywright,
  failuresOfVitest,
  flakyOfPlaywright,
  flakyOfVitest,
} from '../lib/counts.mjs';

const file = (status, ...statuses) => ({ status, assertionResults: statuses.map((each) => ({ status: each })) });

test.each([
  ['all passed', [file('passed', 'passed', 'passed')], 0, { passed: 2, failed: 0 }],
  ['skipped ones count as neither', [file('passed', 'passed', 'skipped', 'todo')], 0, { passed: 1, failed: 0 }],
  ['some failed', [file('failed', 'passed', 'failed')], 1, { passed: 1, failed: 1 }],
  ['a file that does not load', [file('passed', 'passed'), file('failed')], 1, { passed: 1, failed: 1 }],
  ['an error outside every test', [file('passed', 'passed')], 1, { passed: 1, failed: 1 }],
])('Vitest: %s', (_, testResults, code, counts) => {
  expect(countVitest({ testResults }, code)).toEqual(counts);
});

test.each([
  ['all passed', { expected: 3, unexpected: 0, flaky: 0, skipped: 1 }, 0, { passed: 3, failed: 0 }],
  ['some failed', { expected: 2, unexpected: 1, flaky: 0 }, 1, { passed: 2, failed: 1 }],
  ['passed only when tried again', { expected: 2, unexpected: 0, flaky: 1 }, 0, { passed: 3, failed: 0 }],
  ['the server did not start', { expected: 0, unexpected: 0, flaky: 0 }, 1, { passed: 0, failed: 1 }],
])('Playwright: %s', (_, stats, code, counts) => {
  expect(countPlaywright({ stats }, code)).toEqual(counts);
});

test.each([0, 1])('a run without a report that ends with %i is a failure', (code) => {
  expect(countVitest(undefined, code)).toEqual({ passed: 0, failed: 1 });
  expect(countPlaywright(undefined, code)).toEqual({ passed: 0, failed: 1 });
});

test('what failed is named', () => {
  const good = { status: 'passed', fullName: 'good' };
  const bad = { status: 'failed', fullName: 'bad', failureMessages: ['Error: 1 is not 2\n  at line 3'] };
  const testResults = [
    { name: 'a.test.ts', status: 'failed', assertionResults: [good, bad] },
    { name: 'b.test.ts', status: 'failed', message: 'Cannot find it', assertionResults: [] },
    { name: 'c.test.ts', status: 'passed', assertionResults: [good] },
  ];
  expect(failuresOfVitest({ testResults })).toEqual(['a.test.ts: bad: Error: 1 is not 2', 'b.test.ts: Cannot find it']);
  const specs = [
    { title: 'good', ok: true },
    { title: 'bad', ok: false },
  ];
  const suites = [{ file: 'a.spec.ts', specs: [], suites: [{ file: 'a.spec.ts', specs }] }];
  expect(failuresOfPlaywright({ suites })).toEqual(['a.spec.ts: bad']);
  expect([failuresOfVitest(undefined), failuresOfPlaywright(undefined)]).toEqual([[], []]);
});

test('what passed only when tried again is named', () => {
  const assertionResults = [
    { status: 'passed', fullName: 'good', failureMessages: [] },
    { status: 'passed', fullName: 'flaky', failureMessages: ['Error: not yet\n  at line 3'] },
    { status: 'failed', fullName: 'bad', failureMessages: ['Error: never', 'Error: never'] },
  ];
  expect(flakyOfVitest({ testResults: [{ name: 'a.test.ts', assertionResults }] })).toEqual([
    'a.test.ts: flaky: Error: not yet',
  ]);
  const specs = [
    { title: 'good', tests: [{ status: 'expected' }] },
    { title: 'flaky', tests: [{ status: 'flaky' }] },
    { title: 'bad', tests: [{ status: 'unexpected' }] },
  ];
  expect(flakyOfPlaywright({ suites: [{ file: 'a.spec.ts', specs }] })).toEqual(['a.spec.ts: flaky']);
  expect([flakyOfVitest(undefined), flakyOfPlaywright(undefined)]).toEqual([[], []]);
});
