// `npm run check`: format, lint, types, dead code, weight, layout. `npm run check lint types` runs some of them.
import { script, Stop } from './lib/run.mjs';
import { checks, runCheck } from './testing/checks.mjs';

await script(async () => {
  const chosen = process.argv.slice(2);
  const unknown = chosen.find((name) => !checks.some((check) => check.name === name));
  if (unknown !== undefined)
    throw new Stop(`There is no check "${unknown}". There are: ${checks.map(({ name }) => name).join(', ')}.`);
  let failed = 0;
  for (const check of checks.filter(({ name }) => chosen.length === 0 || chosen.includes(name))) {
    if (!(await runCheck(check))) failed += 1;
  }
  if (failed > 0) throw new Stop(`${failed} ${failed === 1 ? 'check' : 'checks'} failed.`);
});
