// `npm test`: sets up what is needed, runs every check and test, and ends with one line that counts them.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { ensureBuilt } from './lib/build.mjs';
import { checks, runCheck } from './lib/checks.mjs';
import {
  countPlaywright,
  countVitest,
  failuresOfPlaywright,
  failuresOfVitest,
  shakyOfPlaywright,
  shakyOfVitest,
} from './lib/counts.mjs';
import { libraryVariables, settingNames } from './lib/facts.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { root, run, script, Stop, tool, toolEnvironment } from './lib/run.mjs';
import { ensureChromium, ensurePostgres, ensureWordLists } from './lib/system-packages.mjs';

const reports = path.join(root, 'test-results');
let passed = 0;
let failed = 0;
/** What failed, told again at the end: the output above is long. */
const failures = [];
/** What passed only when it was tried again: to be mended, but no reason to hold back a change. */
const shaky = [];

await script(async () => {
  await setUp();
  for (const check of checks) {
    const ok = await runCheck(check);
    if (!ok) failures.push(`check: ${check.name}`);
    count(ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });
  }
  await runVitest();
  await runPlaywright();
}).finally(() => {
  // Nothing that passed is no success.
  if (process.exitCode) failed += 1;
  if (failed > 0 || passed === 0) process.exitCode = 1;
  for (const name of shaky) console.log(`FLAKY ${name}`);
  for (const failure of failures) console.log(`FAILED ${failure}`);
  console.log(`${passed} passed, ${failed} failed`);
});

async function setUp() {
  // The settings of the person who tests are not for the servers that the tests start.
  const isSetting = (name) => settingNames().includes(name) || libraryVariables.test(name);
  for (const name of Object.keys(process.env).filter(isSetting)) delete process.env[name];
  await ensureInstalled();
  try {
    ensurePostgres();
    process.env.CHROMIUM = ensureChromium();
  } catch (error) {
    throw new Stop(error.message);
  }
  try {
    ensureWordLists();
  } catch (error) {
    // A part of many hostile texts: those that the repository carries remain.
    console.error(`Without the word lists of Debian: ${error.message}`);
  }
  await ensureBuilt();
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
}

function count(result) {
  passed += result.passed;
  failed += result.failed;
}

async function runVitest() {
  const report = path.join(reports, 'vitest.json');
  const words = ['run', '--retry=1', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const { code } = await run(tool('vitest'), words);
  count(countVitest(reportIn(report), code));
  failures.push(...failuresOfVitest(reportIn(report)));
  shaky.push(...shakyOfVitest(reportIn(report)));
}

async function runPlaywright() {
  const config = path.join(root, 'e2e/playwright.config.ts');
  if (!existsSync(config)) {
    console.error('The browser journeys are missing: there is no e2e/playwright.config.ts.');
    return count({ passed: 0, failed: 1 });
  }
  const report = path.join(reports, 'playwright.json');
  const env = toolEnvironment({ PLAYWRIGHT_JSON_OUTPUT_FILE: report });
  const { code } = await run(tool('playwright'), ['test', '--config', config, '--reporter=list,json', '--retries=1'], {
    env,
  });
  count(countPlaywright(reportIn(report), code));
  failures.push(...failuresOfPlaywright(reportIn(report)));
  shaky.push(...shakyOfPlaywright(reportIn(report)));
}

function reportIn(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}
