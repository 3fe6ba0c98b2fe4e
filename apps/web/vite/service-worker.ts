import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { build, type Plugin } from 'vite';
import { browserContract } from '../../../packages/app/vite/browser-contract.ts';

/** Languages, rare letters and the map renderer are stored when first used. */
const storedOnUse = /\.woff2$|\.map$|[\\/](?:locale|map-field)-/u;
const storedAtOnce = /andika-latin-700/u;

/** Builds `sw.js` with the list of files that the portal needs offline. */
export function serviceWorker(root: string): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const built = Object.keys(bundle).filter((file) => !file.startsWith('.vite/') && file !== 'index.html');
      const files = [...built, ...readdirSync(path.join(root, 'public'))]
        .filter((file) => !storedOnUse.test(file) || storedAtOnce.test(file))
        .map((file) => `/${file}`);
      const version = createHash('sha256');
      for (const file of Object.values(bundle)) version.update(file.type === 'chunk' ? file.code : file.source);
      await build({
        configFile: false,
        root,
        logLevel: 'warn',
        publicDir: false,
        plugins: [browserContract()],
        define: {
          portalFiles: JSON.stringify([...new Set(files)]),
          portalVersion: JSON.stringify(version.digest('hex').slice(0, 12)),
        },
        build: {
          outDir: dir,
          emptyOutDir: false,
          lib: { entry: 'src/service-worker/worker.ts', formats: ['iife'], name: 'worker', fileName: () => 'sw.js' },
        },
      });
    },
  };
}
