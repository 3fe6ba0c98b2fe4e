/**
 * `npm run faults`: breaks what can break while citizens file complaints, and looks for everything that was answered with
 * success afterwards, by id and by SHA-256. Ends with exit code 1 when anything is lost, or is not as it should be.
 * Told to end (SIGTERM), it kills nothing more, looks for everything once more, and tells.
 * Words, such as `kill`, choose the scenarios with one of them in the name. `--rounds=200` how often each thing is killed;
 * `--away=60` seconds that something stays away; `--short` a form of a minute; `--port=3290` the first of some ports;
 * `--report=FILE` writes how many passed; `--before=FOLDER` is a clone of the version before, built, for the rolling start.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { timers } from './clocks.ts';
import { idleLines } from './idle.ts';
import { kills } from './kills.ts';
import { mails } from './mails.ts';
import { outages } from './outages.ts';
import { patroni } from './patroni.ts';
import { places } from './places.ts';
import { removeFilled } from './portal.ts';
import { recovery } from './recovery.ts';
import { rolling } from './rolling.ts';
import type { Scale, Scenario } from './scenario.ts';
import { servers } from './servers.ts';

const { values, positionals: words } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string' },
    away: { type: 'string' },
    short: { type: 'boolean', default: false },
    port: { type: 'string', default: '3290' },
    report: { type: 'string' },
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
const scenarios = [
  ...kills,
  ...places,
  ...outages,
  ...idleLines,
  ...servers,
  ...rolling,
  ...mails,
  ...timers,
  ...patroni,
  ...recovery,
].filter(
  ({ name, short: isShort }) =>
    (!short || isShort) &&
    (words.length === 0 || words.some((word) => name.toLowerCase().includes(word.toLowerCase()))),
);

const failures: string[] = [];
let passed = 0;

async function play({ name, skip, run }: Scenario): Promise<void> {
  const reason = skip?.(scale);
  if (reason !== undefined) return say(`skip  ${name}: ${reason}`);
  const began = performance.now();
  const failed = (why: readonly string[]) => {
    failures.push(name);
    say(`FAIL  ${name}: ${why.slice(0, 10).join('; ')}`);
  };
  try {
    const { acknowledged, lost, faults, note } = await run(scale);
    const wrong = [...lost.map((it) => `lost: ${it}`), ...faults];
    if (acknowledged === 0) wrong.push('nothing was answered with success, so nothing was tried');
    if (wrong.length > 0) return failed(wrong);
    passed += 1;
    const seconds = Math.round((performance.now() - began) / 1000);
    say(`ok    ${name}: ${acknowledged} answered with success, ${lost.length} lost; ${note} (${seconds} s)`);
  } catch (error) {
    failed([error instanceof Error ? (error.stack ?? error.message) : String(error)]);
  }
}

for (const scenario of scenarios) if (!isEnough) await play(scenario);
await removeFilled();
say(`${passed} passed, ${failures.length} failed`);
if (values.report !== undefined)
  writeFileSync(values.report, JSON.stringify({ passed, failed: failures.length, failures }));
process.exitCode = failures.length > 0 || passed === 0 ? 1 : 0;
