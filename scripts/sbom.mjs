// `npm run sbom`: lists the packages of the running portal as CycloneDX in test-results/sbom.cdx.json or the file named.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sbom } from './lib/packages.mjs';
import { root } from './lib/run.mjs';

const file = path.resolve(process.argv[2] ?? path.join(root, 'test-results/sbom.cdx.json'));
const made = sbom();
mkdirSync(path.dirname(file), { recursive: true });
writeFileSync(file, JSON.stringify(made, undefined, 1));
const { components, bomFormat, specVersion } = made;
console.log(`${components.length} packages in ${path.relative(process.cwd(), file)} (${bomFormat} ${specVersion})`);
