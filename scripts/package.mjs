// `npm run package`: writes what a server needs, built, into test-results/baraza-VERSION-SYSTEM.tar.gz: the same bytes each time.
// `npm run package -- --folder=DIR` writes it unpacked, for an image.
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt } from './lib/build.mjs';
import { git } from './lib/git.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { handOver } from './lib/own-node.mjs';
import { ofPortal, packagesOf, sbom } from './lib/packages.mjs';
import { root, run, script, Stop } from './lib/run.mjs';

/** Beside the builds: what the server reads at run time, and what its operator reads. */
const parts = [
  'LICENSE',
  'CHANGELOG.md',
  'docs/operate',
  'deploy',
  'apps/api/package.json',
  'apps/api/dist',
  'apps/api/src/db/migrations',
  'apps/api/src/locales',
  'apps/web/dist',
  'apps/desk/dist',
  'tools/tracing',
];

await script(async () => {
  const { values } = parseArgs({ options: { folder: { type: 'string' } } });
  await ensureInstalled();
  await ensureInstalled(path.join(root, 'tools/tracing'));
  if (handOver()) return;
  await ensureBuilt();
  if (values.folder !== undefined) return fill(path.resolve(values.folder));
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const temp = mkdtempSync(path.join(tmpdir(), 'baraza-package-'));
  try {
    const name = `baraza-${version}`;
    await fill(path.join(temp, name));
    const file = path.join(root, 'test-results', `${name}-${process.platform}-${process.arch}.tar.gz`);
    mkdirSync(path.dirname(file), { recursive: true });
    await pack(temp, name, file);
    const hash = createHash('sha256').update(readFileSync(file)).digest('hex');
    console.log(`${hash}  ${path.relative(root, file)} (${Math.ceil(statSync(file).size / 1e6)} MB)`);
  } finally {
    rmSync(temp, { recursive: true, force: true });
  }
});

async function fill(folder) {
  const { external } = await import('../apps/api/rolldown.config.ts');
  const beside = packagesOf(external.map((name) => `node_modules/${name}`)).map(({ place }) => place);
  // A link that was made absolute would lead into this checkout.
  const asIs = { recursive: true, verbatimSymlinks: true };
  for (const part of [...parts, ...beside]) cpSync(path.join(root, part), path.join(folder, part), asIs);
  writeFileSync(path.join(folder, 'sbom.cdx.json'), JSON.stringify(sbom(), undefined, 1));
  writeFileSync(path.join(folder, 'LICENCES.txt'), ofPortal().map(licenceOf).join('\n'));
}

/** The licence of a package, as it is in its folder. */
function licenceOf({ name, place, license }) {
  const folder = path.join(root, place);
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file ? readFileSync(path.join(folder, file), 'utf8').trim() : license;
  return `=== ${name}\n${text}\n`;
}

/** Packs a folder without the marks of this computer: order, owners, rights and times are fixed. */
async function pack(parent, name, file) {
  const time = git('log', '-1', '--format=%ct') ?? '0';
  const fixed = ['--sort=name', `--mtime=@${time}`, '--owner=0', '--group=0', '--numeric-owner', '--mode=u=rwX,go=rX'];
  const words = [...fixed, '--use-compress-program=gzip -9n', '-C', parent, '-cf', file, name];
  const { code, output } = await run('tar', words, { quiet: true });
  if (code !== 0) throw new Stop(`GNU tar could not pack it:\n${output}`);
}
