// `npm test`, `npm run test:quick`, `npm run test:full`: sets up programs, runs the checks and tests of a tier (see
// `tiers.mjs`), and ends with one line that counts them.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { ensureBuilt } from '../lib/build.mjs';
import { checks, runCheck } from './checks.mjs';
import { libraryVariables, settingNames } from './facts.mjs';
import { ensureInstalled } from '../lib/install.mjs';
import { readPlaywright, readVitest } from './reports.mjs';
import { root, run, script, Stop, tool, toolEnvironment } from '../lib/run.mjs';
import { ensureChromium, ensurePostgres } from './system-packages.mjs';
import { tiers } from './tiers.mjs';
import { touchedTests } from './touched.mjs';

const [name = 'merge'] = process.argv.slice(2);
const reports = path.join(root, 'test-results');
let passed = 0;
let failed = 0;
let vitestRuns = 0;
/** Failed tests, repeated at the end of the long output. */
const failures = [];
/** Tests that passed only when repeated: no reason to hold back a change. */
const flaky = [];

await script(async () => {
  const tier = tiers[name];
  if (tier === undefined) throw new Stop(`There is no tier "${name}". There are: ${Object.keys(tiers).join(', ')}.`);
  await setUp(tier);
  Object.assign(process.env, tier.sizes, { TEST_TIER: name });
  for (const check of checks.filter((each) => tier.checks?.includes(each.name) ?? true))
    recordOne(`check: ${check.name}`, await runCheck(check));
  for (const words of [...tier.vitest, ...wordsForTouched(tier)]) await runVitest(words);
  if (tier.journeys) await runPlaywright(tier.journeys);
  for (const [program, words] of tier.programs ?? [])
    recordOne([program, ...words].join(' '), (await run(program, words)).code === 0);
}).finally(() => {
  // A run without passed tests is no success.
  if (process.exitCode) failed += 1;
  if (failed > 0 || passed === 0) process.exitCode = 1;
  for (const test of flaky) console.log(`FLAKY ${test}`);
  for (const failure of failures) console.log(`FAILED ${failure}`);
  console.log(`${passed} passed, ${failed} failed`);
});

async function setUp({ journeys }) {
  // The settings of the person who tests are not for the servers that the tests start.
  const isSetting = (variable) => settingNames().includes(variable) || libraryVariables.test(variable);
  for (const variable of Object.keys(process.env).filter(isSetting)) delete process.env[variable];
  await ensureInstalled();
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  // Without journeys, nothing but the sources and the embedded database is needed.
  if (!journeys) return;
  ensurePostgres();
  process.env.CHROMIUM = ensureChromium();
  await ensureBuilt();
}

/** Counts the tests of a program. One that fails without a failed test counts as one failure. */
function record(what, tests, code) {
  const named = (outcome) => tests.filter((test) => test.outcome === outcome).map(({ name }) => name);
  const [bad, shaky] = [named('failed'), named('flaky')];
  if (code !== 0 && bad.length === 0) bad.push(`${what} ended with ${code}`);
  passed += named('passed').length + shaky.length;
  failed += bad.length;
  failures.push(...bad);
  flaky.push(...shaky);
}

function recordOne(name, ok) {
  record(name, [{ name, outcome: ok ? 'passed' : 'failed' }], 0);
}

/** Runs Vitest; a file in whose time an error fell outside of its tests has a second try, as a test has. */
async function runVitest(chosen) {
  const { tests, outside, code } = await vitest(chosen);
  if (outside.length === 0) return record('Vitest', tests, code);
  const files = outside.map(({ file }) => file);
  const isTriable = tests.every(({ outcome }) => outcome !== 'failed') && files.every(Boolean);
  const flags = chosen.filter((word) => word.startsWith('-'));
  const again = isTriable ? await vitest([...flags, ...new Set(files)]) : undefined;
  const outcome = again?.code === 0 ? 'flaky' : 'failed';
  const errors = outside.map(({ file, text }) => ({
    name: `${file ?? 'Vitest'}: outside of a test: ${text}`,
    outcome,
  }));
  record('Vitest', [...tests, ...errors], 0);
}

async function vitest(chosen) {
  const report = path.join(reports, `vitest-${(vitestRuns += 1)}.json`);
  const errors = report.replace('.json', '-outside.json');
  const own = path.join(root, 'scripts/testing/outside-tests.mjs');
  const reporters = ['default', 'json', own].map((reporter) => `--reporter=${reporter}`);
  const words = ['run', '--retry=1', ...reporters, `--outputFile.json=${report}`, ...chosen];
  const { code } = await run(tool('vitest'), words, { env: toolEnvironment({ OUTSIDE_TESTS: errors }) });
  return { tests: readVitest(reportIn(report)), outside: reportIn(errors), code };
}

function wordsForTouched({ touched }) {
  const files = touched ? touchedTests() : [];
  return files.length === 0 ? [] : [[...touched, ...files]];
}

async function runPlaywright(chosen) {
  const config = path.join(root, 'e2e/playwright.config.ts');
  const report = path.join(reports, 'playwright.json');
  const env = toolEnvironment({ PLAYWRIGHT_JSON_OUTPUT_FILE: report });
  const words = ['test', '--config', config, '--reporter=list,json', '--retries=1', ...chosen];
  const { code } = await run(tool('playwright'), words, { env });
  record('Playwright', readPlaywright(reportIn(report)), code);
}

function reportIn(file) {
  if (!existsSync(file)) throw new Stop(`There is no report: ${file}.`);
  return JSON.parse(readFileSync(file, 'utf8'));
}
