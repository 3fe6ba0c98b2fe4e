// `npm run sbom`: lists the packages of the running portal as CycloneDX in test-results/sbom.cdx.json or the file named.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sbom } from './lib/packages.mjs';
import { root } from './lib/run.mjs';

const file = path.resolve(process.argv[2] ?? path.join(root, 'test-results/sbom.cdx.json'));
const { components, ...rest } = sbom();
mkdirSync(path.dirname(file), { recursive: true });
writeFileSync(file, JSON.stringify({ ...rest, components }, undefined, 1));
console.log(
  `${components.length} packages in ${path.relative(process.cwd(), file)} (${rest.bomFormat} ${rest.specVersion})`,
);
