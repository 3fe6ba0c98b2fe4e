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
import { firstPaint } from '../../packages/app/vite/first-paint.ts';
import { preloadScreen } from './vite/preload-screen.ts';
import { prerenderLanding } from './vite/prerender-landing.ts';
import { serviceWorker } from './vite/service-worker.ts';
import { textsInPlace } from './vite/texts-in-place.ts';

// The folder of lingui.config.ts, independent of the folder the build runs in.
const cwd = import.meta.dirname;

/** Matches modules by their paths without extensions. */
const among = (...places: string[]) =>
  new RegExp(`(?:${places.map((place) => place.replaceAll('/', String.raw`[\\/]`)).join('|')})\\.`);

/**
 * Groups small chunks, which compress badly and cost a request each. Code of every screen is one file, small parts of nearly
 * every screen are another, and so is the code that lists, complaints or forms share (`node scripts/testing/size.mjs`).
 */
const shared = {
  parts: among(
    'packages/ui/src/(?:fields?|notice|skeleton|sheet|error-summary|empty-state|progress-bar)',
    'packages/app/src/(?:browser/document-title|complaint/stated-facts|form/(?:form-problem|form-errors)|format/(?:format|date-text|plain-text)|page/notify)',
    'packages/app/src/(?:page/(?:heading|load-error)|router/back-button|api/use-data-in-steps)',
    'apps/web/src/(?:lib/(?:form/failure-notice|outbox/use-outbox|page/page-skeleton)|features/complaint/(?:receipt/receipt|form/complaint-values))',
  ),
  lists: among(
    'packages/ui/src/banner',
    'apps/web/src/(?:lib/list/(?:list-card|use-list-params)|features/complaint/receipt/save-promise)',
  ),
  complaints: among('packages/app/src/complaint/tracking-text', 'apps/web/src/lib/page/(?:share|use-restore-focus)'),
  // Listed before their users, since a group includes the imports of its modules.
  form: among('packages/app/src/form/use-form'),
  plain: among('packages/ui/src/lib/rich-text', 'packages/app/src/media/use-steady-source'),
  steps: among('apps/web/src/lib/media/statement', 'packages/ui/src/timeline'),
  sending: among(
    'packages/contract/src/(?:guest/guest-complaint|feedback/feedback)',
    'apps/web/src/lib/outbox/kept-receipt',
  ),
  drafts: among('apps/web/src/lib/draft/use-draft', 'packages/ui/src/lib/media-rules'),
  posting: among(
    'apps/web/src/lib/(?:draft/use-draft-files|outbox/use-(?:post|sender))',
    'packages/ui/src/use-media-files',
  ),
  forms: among('apps/web/src/(?:lib/form/draft-form|features/complaint/form/use-complaint-form)'),
};
/** zod and the schemas of forms. API calls import them too, but only screens with a form need them. */
const fields = /[\\/]zod[\\/]|contract[\\/]src[\\/].*fields\./;

const groups = [
  { name: 'fields', test: fields, priority: 3, includeDependenciesRecursively: false },
  { name: 'base', tags: ['$initial' as const], priority: 2 },
  ...Object.entries(shared).map(([name, test]) => ({ name, test, minShareCount: 2, priority: 1 })),
];

/** Marks language files by name. The service worker stores one when it is first used. */
const chunkFileNames = ({ facadeModuleId }: { facadeModuleId: string | null }) =>
  /\.po\?review$|\.po\?texts$/u.test(facadeModuleId ?? '')
    ? 'assets/locale-[name]-[hash].js'
    : 'assets/[name]-[hash].js';

const loadedWith = (...names: string[]) => new RegExp(`assets/(?:index|rolldown-runtime|${names.join('|')})-`);
const [app, screen] = [loadedWith('parts'), loadedWith(...Object.keys(shared))];

/** Leaves out files that are loaded already: each preload link costs a cheap phone some milliseconds. */
const beyondLoaded = (
  file: string,
  needed: string[],
  { hostId, hostType }: { hostId: string; hostType: 'html' | 'js' },
) => {
  if (hostType === 'html') return needed;
  const loaded = app.test(hostId) ? app : screen;
  return needed.filter((name) => name !== file && !loaded.test(name));
};

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
    firstPaint('andika-latin-700'),
    preloadScreen(cwd),
    prerenderLanding(cwd),
    serviceWorker(cwd),
  ],
  build: {
    manifest: true,
    target: 'es2023',
    // The content security policy forbids data: addresses, so nothing may be inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false, resolveDependencies: beyondLoaded },
    rolldownOptions: { output: { codeSplitting: { groups }, chunkFileNames } },
  },
  server: devServer(process.env),
});
