import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checks as allChecks } from '../testing/checks.mjs';
import { tiers } from '../testing/tiers.mjs';
import { sandbox } from './sandbox.mjs';

const script = path.join('scripts', 'testing', 'test.mjs');
let box;

/** What Vitest and Playwright report: the stand-ins print it into the file they are told. */
const vitest = (passed, failed) => ({
  testResults: [
    {
      status: failed > 0 ? 'failed' : 'passed',
      assertionResults: [
        ...Array.from({ length: passed }, () => ({ status: 'passed' })),
        ...Array.from({ length: failed }, () => ({ status: 'failed' })),
      ],
    },
  ],
});

beforeEach(() => {
  box = sandbox();
  spawnSync('git', ['init', '--quiet'], { cwd: box.folder });
  box.write('.gitignore', 'node_modules/\ndist/\n');
  box.write('e2e/playwright.config.ts', '');
  for (const name of ['oxfmt', 'oxlint', 'npm', 'tsc']) box.program(name, '');
  box.program('knip', '', 'tools/unused');
  report('vitest', vitest(3, 0), 0, 'vitest-1');
  report(
    'playwright',
    {
      suites: [{ file: 'a.spec.ts', specs: [{ title: 'a', tests: [{ status: 'expected' }, { status: 'expected' }] }] }],
    },
    0,
  );
});

afterEach(() => box.discard());

function report(name, content, code, file = name) {
  box.write(`${name}.json`, JSON.stringify(content));
  box.program(name, `cp ${name}.json test-results/${file}.json\nexit ${code}`);
}

async function runTests(env = {}, tier = 'merge') {
  const { code, output } = await box.start([script, tier], env).ended;
  return { code, output, lastLine: output.trimEnd().split('\n').at(-1) };
}

const checks = allChecks.length;

test('sets up, runs everything, and counts it in the last line', async () => {
  expect(await runTests()).toMatchObject({ code: 0, lastLine: `${checks + 3 + 2} passed, 0 failed` });
  const programs = box.calls().map((call) => call.split(' ')[0]);
  expect(programs).toEqual(expect.arrayContaining(['vite', 'oxfmt', 'oxlint', 'tsc', 'knip', 'vitest', 'playwright']));
});

test('goes on after a failure, counts it, and fails', async () => {
  box.program('oxlint', 'echo "a.ts: no"; exit 1');
  report('vitest', vitest(2, 1), 1, 'vitest-1');
  const { code, output, lastLine } = await runTests();
  expect({ code, lastLine }).toEqual({ code: 1, lastLine: `${checks - 1 + 2 + 2} passed, 2 failed` });
  expect(output).toContain('FAIL lint\na.ts: no');
});

test('the quick tier runs neither a browser nor a build', async () => {
  const { code, lastLine } = await runTests({}, 'quick');
  expect({ code, lastLine }).toEqual({ code: 0, lastLine: `${tiers.quick.checks.length + 3} passed, 0 failed` });
  expect(box.calls().join('\n')).not.toMatch(/^(vite|playwright) /m);
});

test('a build that fails is a failure, with the same last line', async () => {
  box.program('vite', 'exit 1');
  expect(await runTests()).toMatchObject({ code: 1, lastLine: '0 passed, 1 failed' });
});

test('the settings of the person who tests do not reach the tests', async () => {
  box.program('vitest', `cp vitest.json test-results/vitest-1.json; echo "[$DATABASE_URL$PORT$OTEL_TRACES_EXPORTER]"`);
  const { output } = await runTests({ DATABASE_URL: 'postgres://real', PORT: '80', OTEL_TRACES_EXPORTER: 'otlp' });
  expect(output).toContain('\n[]\n');
});
