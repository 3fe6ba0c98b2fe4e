import { getConfig } from '@lingui/conf';
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { catalogues } from '../../packages/app/vite/catalogues.ts';
import { browserContract } from '../../packages/app/vite/browser-contract.ts';
import { firstPaint } from '../../packages/app/vite/first-paint.ts';

// Folder of lingui.config.ts, in whichever folder the build runs.
const cwd = import.meta.dirname;

export default defineConfig({
  root: cwd,
  base: '/desk/',
  plugins: [
    react(),
    catalogues(cwd),
    lingui({ cwd, failOnCompileError: true }),
    babel({ presets: [linguiTransformerBabelPreset({ linguiConfig: getConfig({ cwd }) }, { cwd })] }),
    browserContract({ keepSchemas: true }),
    tailwindcss(),
    firstPaint('andika-latin-700'),
  ],
  build: {
    manifest: true,
    target: 'es2023',
    // The content security policy allows no data: addresses, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  // `npm run dev` chooses the port and opens the desk at the address of the portal.
  server: { host: '127.0.0.1', port: Number(process.env['DEV_DESK_PORT']), strictPort: true },
});
