import { appendFileSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin, Rollup } from 'vite';
import { patternOf } from '../src/lib/router/pattern-of.ts';

type Bundle = Rollup.OutputBundle;

/** `'/login': lazyRoute(() => import('./features/account/login-page.tsx'))` in routes.tsx, and `'/app': '/app/…'`. */
const screenLine = /'(\/[^']*)':\s*lazyRoute\(\s*\(\) =>\s*import\('[^']*?([\w-]+)(?:\.tsx)?'\)/gu;
const redirectLine = /'(\/[^']*)': '(\/[^']+)'/gu;

/** Preloads a screen's code and language while the browser parses the app's code. */
export function preloadScreen(root: string): Plugin {
  return {
    name: 'preload-screen',
    apply: 'build',
    writeBundle({ dir = '' }, bundle) {
      const routes = readFileSync(path.join(root, 'src/routes.tsx'), 'utf8');
      const files = new Map<string, string[]>();
      for (const [, address = '', module = ''] of routes.matchAll(screenLine)) {
        files.set(address, filesOf(bundle, `${module}.tsx`));
      }
      for (const [, from = '', to = ''] of routes.matchAll(redirectLine)) files.set(from, files.get(to) ?? []);
      if (files.size === 0) this.error('No screens were found in src/routes.tsx.');
      const screens = [...files].map(([address, list]) => [patternOf(address), list]);
      const lists = [JSON.stringify(screens), JSON.stringify(languageFiles(bundle))];
      appendFileSync(path.join(dir, 'theme.js'), script(lists.join(', ')));
    },
  };
}

function filesOf(bundle: Bundle, module: string): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const entry = chunks.find((chunk) => chunk.isEntry);
  const screen = chunks.find((chunk) => chunk.facadeModuleId?.endsWith(`/${module}`));
  if (!screen) throw new Error(`${module} has no chunk of its own.`);
  const needed = new Set<string>();
  const add = (file: string) => {
    const chunk = chunks.find(({ fileName }) => fileName === file);
    if (!chunk || needed.has(file) || file === entry?.fileName || entry?.imports.includes(file)) return;
    needed.add(file);
    chunk.imports.forEach(add);
  };
  add(screen.fileName);
  return [...needed];
}

function languageFiles(bundle: Bundle): Record<string, string[]> {
  const catalogue = /\/(\w+)\.po\?texts$/u;
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  return Object.fromEntries(
    chunks.flatMap(({ facadeModuleId, fileName }) => {
      const [, language] = catalogue.exec(facadeModuleId ?? '') ?? [];
      return language === undefined ? [] : [[language, [...filesOf(bundle, 'languages.ts'), fileName]]];
    }),
  );
}

const script = (lists: string) => `
// Written when the portal was built.
(function (screens, languages) {
  function preload(file) {
    var link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = '/' + file;
    document.head.append(link);
  }
  (languages[document.documentElement.lang] || []).forEach(preload);
  for (var i = 0; i < screens.length; i++) {
    if (new RegExp(screens[i][0], 'i').test(location.pathname)) screens[i][1].forEach(preload);
  }
})(${lists});
`;
