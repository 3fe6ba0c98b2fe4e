/**
 * `npm run faults`: breaks parts of a portal while citizens file complaints, then looks for every acknowledged complaint by id and
 * SHA-256. Exits with 1 when one is lost or anything else is wrong. SIGTERM ends the kills early; the search still runs.
 * Words, such as `kill`, choose the scenarios with one of them in their name. `--rounds=200` is how often each victim is killed,
 * `--away=60` the seconds of an outage, `--short` a form of half a minute, `--port=3290` the first of some ports, and
 * `--before=FOLDER` a built clone that stands in for the last release in the rolling start.
 */
import { parseArgs } from 'node:util';
import { Drill, type Scale, type Scenario } from './drill.ts';
import { events } from './events.ts';
import { fleets } from './fleet.ts';
import { kills } from './kills.ts';
import { outages } from './outages.ts';
import { patroni } from './patroni.ts';
import { removeSampleFolder } from './portal.ts';
import { recovery } from './recovery.ts';

const { values, positionals: words } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string' },
    away: { type: 'string' },
    short: { type: 'boolean', default: false },
    port: { type: 'string', default: '3290' },
    before: { type: 'string' },
  },
});
const { short } = values;
const say = (line: string) => void process.stdout.write(`${line}\n`);
let isEnough = false;
process.once('SIGTERM', () => (isEnough = true));
const scale: Scale = {
  isEnough: () => isEnough,
  rounds: Number(values.rounds ?? (short ? 1 : 200)),
  away: Number(values.away ?? (short ? 2 : 60)) * 1_000,
  port: Number(values.port),
  before: values.before,
  tell: (line) => say(`...   ${line}`),
};
const scenarios = [...kills, ...events, ...outages, ...fleets, ...patroni, ...recovery].filter(
  (scenario) =>
    (!short || scenario.short) &&
    (words.length === 0 || words.some((word) => scenario.name.toLowerCase().includes(word.toLowerCase()))),
);

/** Plays a scenario and prints a line about how it went. */
async function play({ name, mustLose, run }: Scenario): Promise<'passed' | 'failed'> {
  const began = performance.now();
  const drill = await Drill.begin();
  const { ledger, faults } = drill;
  let note = '';
  try {
    note = await run(drill, scale);
    if (ledger.entries.size === 0) faults.push('nothing was acknowledged, so nothing was tried');
    if (!mustLose) faults.push(...[...ledger.lost].map((entry) => `lost: ${entry}`));
    else if (ledger.lost.size === 0) faults.push('nothing was lost without durability: the search is blind');
  } catch (error) {
    faults.push(`${error instanceof Error ? error.stack : String(error)}\n${drill.output}`);
  } finally {
    await drill.end();
  }
  const counts = `${ledger.entries.size} acknowledged, ${ledger.lost.size} lost${mustLose ? ', as they must be' : ''}`;
  const seconds = Math.round((performance.now() - began) / 1000);
  say(
    faults.length > 0
      ? `FAIL  ${name}: ${faults.slice(0, 10).join('; ')}`
      : `ok    ${name}: ${counts}; ${note} (${seconds} s)`,
  );
  return faults.length > 0 ? 'failed' : 'passed';
}

const counts = { passed: 0, failed: 0 };
for (const scenario of scenarios) {
  if (isEnough) break;
  const reason = scenario.skip?.(scale);
  if (reason === undefined) counts[await play(scenario)] += 1;
  else say(`skip  ${scenario.name}: ${reason}`);
}
await removeSampleFolder();
say(`${counts.passed} passed, ${counts.failed} failed`);
process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0;
