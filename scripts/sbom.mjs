// `npm run sbom`: lists the packages of the running portal as CycloneDX in test-results/sbom.cdx.json or the file named.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root, run, script, Stop } from './lib/run.mjs';

/** Workspaces with tools only. */
const tools = new Set(['bench', 'e2e']);

await script(async () => {
  const file = path.resolve(process.argv[2] ?? path.join(root, 'test-results/sbom.cdx.json'));
  const temp = mkdtempSync(path.join(tmpdir(), 'baraza-sbom-'));
  try {
    // npm names the whole after its folder.
    const folder = path.join(temp, 'baraza');
    mkdirSync(folder);
    writeWithoutTools(folder);
    // From the lock file alone: the same on every computer, installed or not.
    const words = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--loglevel=error'];
    const { code, output } = await run('npm', words, { cwd: folder, quiet: true });
    if (code !== 0) throw new Stop(`npm could not list the packages:\n${output}`);
    const text = output.slice(output.indexOf('{'));
    const { bomFormat, specVersion, components } = JSON.parse(text);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
    console.log(`${components.length} packages in ${path.relative(process.cwd(), file)} (${bomFormat} ${specVersion})`);
  } finally {
    rmSync(temp, { recursive: true, force: true });
  }
});

/** Writes package and lock file without tools: npm's `--omit dev` leaves out what another workspace runs. */
function writeWithoutTools(folder) {
  const read = (name) => JSON.parse(readFileSync(path.join(root, name), 'utf8'));
  const write = (name, content) => writeFileSync(path.join(folder, name), JSON.stringify(content));
  const { devDependencies: _, workspaces, ...own } = read('package.json');
  write('package.json', { ...own, workspaces: workspaces.filter((name) => !tools.has(name)) });
  const lock = read('package-lock.json');
  const kept = Object.entries(lock.packages).filter(
    ([name, { dev, resolved }]) => !dev && !tools.has(name) && !tools.has(resolved),
  );
  // Only our own packages have some in a lock file.
  lock.packages = Object.fromEntries(kept.map(([name, { devDependencies: __, ...it }]) => [name, it]));
  write('package-lock.json', lock);
}
