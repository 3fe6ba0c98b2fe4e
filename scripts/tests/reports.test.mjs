import { expect, test } from 'vitest';
import { readPlaywright, readVitest } from '../testing/reports.mjs';

test('a report of Vitest names each test that ran, with its outcome', () => {
  const assertionResults = [
    { status: 'passed', fullName: 'good', failureMessages: [] },
    { status: 'passed', fullName: 'flaky', failureMessages: ['Error: not yet\n  at line 3'] },
    { status: 'failed', fullName: 'bad', failureMessages: ['Error: 1 is not 2\n  at line 3'] },
    { status: 'skipped', fullName: 'skipped' },
  ];
  const testResults = [
    { name: 'a.test.ts', status: 'failed', assertionResults },
    { name: 'b.test.ts', status: 'failed', message: 'Cannot find it', assertionResults: [] },
  ];
  expect(readVitest({ testResults })).toEqual([
    { name: 'a.test.ts: good: ', outcome: 'passed' },
    { name: 'a.test.ts: flaky: Error: not yet', outcome: 'flaky' },
    { name: 'a.test.ts: bad: Error: 1 is not 2', outcome: 'failed' },
    { name: 'b.test.ts: Cannot find it', outcome: 'failed' },
  ]);
});

test('a report of Playwright names each test that ran, with its outcome', () => {
  const spec = (status) => ({ title: status, tests: [{ status }] });
  const specs = ['expected', 'flaky', 'unexpected', 'skipped'].map(spec);
  const suites = [{ file: 'a.spec.ts', specs: [], suites: [{ file: 'a.spec.ts', specs }] }];
  expect(readPlaywright({ suites })).toEqual([
    { name: 'a.spec.ts: expected', outcome: 'passed' },
    { name: 'a.spec.ts: flaky', outcome: 'flaky' },
    { name: 'a.spec.ts: unexpected', outcome: 'failed' },
  ]);
});
