import { getConfig } from '@lingui/conf';
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import path from 'node:path';
import { defineConfig } from 'vite';
import { catalogues } from '../../packages/app/vite/catalogues.ts';
import { devServer } from './vite/dev-server.ts';
import { browserContract } from '../../packages/app/vite/browser-contract.ts';
import { preloadFont } from '../../packages/app/vite/preload-font.ts';
import { preloadScreen } from './vite/preload-screen.ts';
import { prerenderLanding } from './vite/prerender-landing.ts';
import { serviceWorker } from './vite/service-worker.ts';
import { textsInPlace } from './vite/texts-in-place.ts';

// Where lingui.config.ts lies, whatever folder the build was called from.
const cwd = import.meta.dirname;

/**
 * Dozens of small chunks compress badly and cost a request each. What every screen needs is one file, and the small
 * parts that nearly every screen needs are another; this saves about 10 kB on each screen (`node scripts/size.mjs`).
 */
const parts =
  /packages[\\/]ui[\\/]src[\\/](?:fields?|notice|skeleton|sheet|error-summary|empty-state|copy-button|progress-bar)\.|packages[\\/]app[\\/]src[\\/](?:document-title|form|format|stated-facts|form[\\/](?:form-problem|form-errors)|format[\\/]date-text|notify|page[\\/](?:heading|load-error)|router[\\/]back-button)\.|apps[\\/]web[\\/]src[\\/]lib[\\/]form[\\/]failure-notice\./;
const groups = [
  { name: 'base', tags: ['$initial' as const], priority: 2 },
  { name: 'parts', test: parts, minShareCount: 2, priority: 1 },
];

/** Names languages apart: the service worker stores one when it is first used. */
const chunkFileNames = ({ facadeModuleId }: { facadeModuleId: string | null }) =>
  /\.po\?review$|\.po\?texts$/u.test(facadeModuleId ?? '')
    ? 'assets/locale-[name]-[hash].js'
    : 'assets/[name]-[hash].js';

/** Preloads nothing that `import()` fetches by itself, nor what each page has: every link costs a cheap phone some milliseconds. */
const beyondLoaded = (file: string, needed: string[], { hostType }: { hostType: 'html' | 'js' }) =>
  hostType === 'html'
    ? needed
    : needed.filter((name) => name !== file && !/assets\/(?:index|rolldown-runtime)-/u.test(name));

export default defineConfig({
  root: cwd,
  plugins: [
    react(),
    catalogues(cwd, path.join(cwd, '../api')),
    lingui({ cwd, failOnCompileError: true }),
    babel({ presets: [linguiTransformerBabelPreset({ linguiConfig: getConfig({ cwd }) }, { cwd })] }),
    textsInPlace(cwd),
    browserContract(),
    tailwindcss(),
    preloadFont('andika-latin-700'),
    preloadScreen(),
    prerenderLanding(),
    serviceWorker(),
  ],
  build: {
    manifest: true,
    target: 'es2023',
    // The content security policy allows no data: address, so that nothing may be inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false, resolveDependencies: beyondLoaded },
    rolldownOptions: { output: { codeSplitting: { groups }, chunkFileNames } },
  },
  server: devServer(process.env),
});
