// What a release changes in the files: the changelog, and the version wherever it stands.
import { Stop } from './run.mjs';

/**
 * Moves what stands under Unreleased below a heading for the version and its date.
 * @throws Stop when there is nothing to release, or the version is no newer one.
 */
export function releaseChangelog(text, version, date) {
  const [newest] = releasedVersions(text);
  if (newest !== undefined && !isNewer(version, newest))
    throw new Stop(`CHANGELOG.md already has version ${newest}. Choose a newer one than that.`);
  const heading = /^## \[Unreleased\]\n/m.exec(text);
  if (!heading) throw new Stop('CHANGELOG.md has no section "## [Unreleased]".');
  const below = heading.index + heading[0].length;
  const [entries] = text.slice(below).split(/^## /m, 1);
  if (!/^- \S/m.test(entries))
    throw new Stop('CHANGELOG.md has no entry under Unreleased: there is nothing to release.');
  return `${text.slice(0, below)}\n## [${version}] - ${date}\n${text.slice(below)}`;
}

const isVersion = (text) => /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/.test(text);

/** @throws Stop when it is not a version such as 1.2.3. */
export function requireVersion(text) {
  if (text === undefined || !isVersion(text)) throw new Stop('Usage: npm run release -- X.Y.Z [--dry-run]');
  return text;
}

/** The versions of the changelog, newest first. */
function releasedVersions(text) {
  return [...text.matchAll(/^## \[(\d+\.\d+\.\d+)\]/gm)].map(([, version]) => version);
}

function isNewer(version, other) {
  const [ours, theirs] = [version, other].map((it) => it.split('.').map(Number));
  const different = ours.findIndex((part, index) => part !== theirs[index]);
  return different !== -1 && ours[different] > theirs[different];
}

/** Sets the version of a package.json, and of the packages of this repository that it names. */
export function releaseManifest(text, version) {
  return text
    .replace(/^( {2}"version": )"[^"]*"/m, `$1"${version}"`)
    .replaceAll(/^( +"@baraza\/[\w-]+": )"[^"]*"/gm, `$1"${version}"`);
}

/** Sets the same in a lock file, where the packages of this repository are those outside node_modules. */
export function releaseLock(text, version) {
  const lock = JSON.parse(text);
  lock.version = version;
  for (const [place, entry] of Object.entries(lock.packages)) {
    if (place.includes('node_modules/')) continue;
    entry.version = version;
    for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies'])
      for (const name of Object.keys(entry[kind] ?? {})) if (name.startsWith('@baraza/')) entry[kind][name] = version;
  }
  return `${JSON.stringify(lock, null, 2)}\n`;
}

/** Sets the version of the image in the files that deploy it. */
export function releaseDeployment(text, version) {
  return text.replaceAll(/(\bbaraza:|\bnewTag: )\d+\.\d+\.\d+/g, `$1${version}`);
}
