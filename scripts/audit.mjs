// `npm run audit`: known weaknesses of the packages in the lock file, as the registry tells them. Fails at a high one, and where
// nobody tells: what was not looked at did not pass. `npm run audit -- --registry=https://registry.npmjs.org/` asks another registry.
import { run, script, Stop } from './lib/run.mjs';

/** What npm says when the registry has no answer. */
const unanswered = /audit endpoint returned an error|ENOAUDIT/;

await script(async () => {
  const { code, output } = await run('npm', ['audit', '--audit-level=high', ...process.argv.slice(2)], { quiet: true });
  if (unanswered.test(output))
    throw new Stop('Nothing was checked: this registry offers no audit. Name another one with --registry.');
  console.log(output.trim());
  if (/^npm (error|ERR!)/m.test(output)) throw new Stop('Nothing was checked: npm could not ask.');
  if (code !== 0) throw new Stop('A package has a weakness that is high or critical.');
});
