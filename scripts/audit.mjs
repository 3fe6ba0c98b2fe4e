// `npm run audit`: known vulnerabilities of the packages in the lock file, from the registry. Fails at a high one, and where the
// registry offers no audit. `npm run audit -- --registry=https://registry.npmjs.org/` asks another registry.
import { run, script, Stop } from './lib/run.mjs';

/** npm's messages when the registry offers no audit. */
const unanswered = /audit endpoint returned an error|ENOAUDIT/;

await script(async () => {
  const { code, output } = await run('npm', ['audit', '--audit-level=high', ...process.argv.slice(2)], { quiet: true });
  if (unanswered.test(output))
    throw new Stop('Nothing was checked: this registry offers no audit. Name another one with --registry.');
  console.log(output.trim());
  if (/^npm (error|ERR!)/m.test(output)) throw new Stop('Nothing was checked: npm could not reach the registry.');
  if (code !== 0) throw new Stop('A package has a high or critical vulnerability.');
});
