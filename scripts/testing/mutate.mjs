// `npm run mutate -- --seed N --count 20 [--minutes 60]`: plants faults, one at a time, and says which the tests find.
// A fault is tried with the type checker, the tests beside it, those related to it, those of backup and restore, then the journeys.
// It ends with 1 below 90 %.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { copyRepository, drawMutants, plant } from './mutation.mjs';
import { root, run, Stop, script } from '../lib/run.mjs';
import { ensureChromium, ensurePostgres } from './system-packages.mjs';
import { testsBeside } from './touched.mjs';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '20' },
    minutes: { type: 'string', default: '60' },
  },
});
const wanted = 0.9;
const folder = mkdtempSync(path.join(tmpdir(), 'baraza-mutate-'));
const inCopy = (name) => path.join(folder, 'node_modules', '.bin', name);
const vitest = (...words) => [
  inCopy('vitest'),
  [...words, '--run', '--bail=1', '--retry=1', '--passWithNoTests', '--tags-filter=!full'],
];
// The embedded database suffices for the API.
const once = '--project=!api:server*';
const journeys = [
  'test',
  '--config=e2e/playwright.config.ts',
  '--max-failures=1',
  '--retries=1',
  '--grep-invert=@full',
];

/** From the quickest to the slowest; a fault is found by the first that fails. */
const ways = [
  { name: 'types', commands: () => [[inCopy('tsc'), ['-b']]] },
  {
    name: 'tests beside',
    // Without a name Vitest would run them all.
    commands: (file) => (testsBeside(file).length > 0 ? [vitest(...testsBeside(file), once)] : []),
  },
  { name: 'related tests', commands: (file) => [vitest('related', file, once)] },
  // This test starts both as programs, so no import leads from a file to it.
  {
    name: 'backup and restore',
    commands: (file) => (file.startsWith('apps/api/') ? [vitest('apps/api/src/backup/programs.test.ts', once)] : []),
  },
  {
    name: 'journeys',
    commands: () => [
      [process.execPath, ['scripts/build.mjs']],
      [inCopy('playwright'), journeys],
    ],
  },
];

await script(async () => {
  ensurePostgres();
  process.env.CHROMIUM = ensureChromium();
  const mutants = await drawMutants(Number(values.seed), Number(values.count));
  const end = Date.now() + Number(values.minutes) * 60_000;
  copyRepository(folder);
  // Installs and builds as well.
  for (const [command, ...words] of [
    [process.execPath, 'scripts/build.mjs'],
    [inCopy('tsc'), '-b'],
    [inCopy('playwright'), ...journeys, 'main-job'],
  ]) {
    const untouched = await run(command, words, { cwd: folder, quiet: true });
    if (untouched.code !== 0) throw new Stop(`The copy fails without a fault: ${untouched.output.slice(-2000)}`);
  }
  const survivors = [];
  let [tried, byTypes] = [0, 0];
  for (const mutant of mutants) {
    if (Date.now() > end) break;
    tried += 1;
    const file = path.join(folder, mutant.fileName);
    const text = readFileSync(path.join(root, mutant.fileName), 'utf8');
    const { planted, original } = plant(text, mutant);
    writeFileSync(file, planted);
    const failure = await foundBy(mutant.fileName);
    writeFileSync(file, text);
    const place = `${mutant.fileName}:${mutant.location.start.line + 1}`;
    const change = `${mutant.mutatorName}: ${short(original)} -> ${short(mutant.replacement)}`;
    console.log(`${failure ? `found by ${failure}` : 'SURVIVED'} | ${place} ${change}`);
    if (failure?.startsWith('types')) byTypes += 1;
    if (!failure) survivors.push(`${place} ${change}`);
  }
  for (const survivor of survivors) console.log(`SURVIVED ${survivor}`);
  console.log(
    `Seed ${values.seed}: ${tried - survivors.length} of ${tried} planted faults found, ${byTypes} of them by types (${mutants.length} drawn).`,
  );
  if (tried === 0 || (tried - survivors.length) / tried < wanted) process.exitCode = 1;
}).finally(() => rmSync(folder, { recursive: true, force: true }));

/** The first way whose command fails, with the first failure that it prints: a reader sees whether the fault caused it. */
async function foundBy(file) {
  for (const { name, commands } of ways) {
    for (const [command, words] of commands(file)) {
      const { code, output } = await run(command, words, { cwd: folder, quiet: true });
      if (code !== 0)
        return `${name}: ${short(/^.*(?:FAIL|error TS|Error:| 1\) ).*$/m.exec(output)?.[0].trim() ?? output)}`;
    }
  }
  return undefined;
}

function short(text) {
  return text.replace(/\s+/g, ' ').slice(0, 90);
}
