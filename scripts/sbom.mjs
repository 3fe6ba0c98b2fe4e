// `npm run sbom`: writes what the running portal is made of, as CycloneDX, to test-results/sbom.cdx.json or to the file named.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root, run, script, Stop } from './lib/run.mjs';

await script(async () => {
  const file = path.resolve(process.argv[2] ?? path.join(root, 'test-results/sbom.cdx.json'));
  // From the lock file alone: the same on every computer, installed or not.
  const words = ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only', '--loglevel=error'];
  const { code, output } = await run('npm', words, { quiet: true });
  if (code !== 0) throw new Stop(`npm could not list the packages:\n${output}`);
  const text = output.slice(output.indexOf('{'));
  const { bomFormat, specVersion, components } = JSON.parse(text);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  console.log(`${components.length} packages in ${path.relative(process.cwd(), file)} (${bomFormat} ${specVersion})`);
});
