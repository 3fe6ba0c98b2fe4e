import { createCompiledCatalog } from '@lingui/cli/api';
import type { Plugin } from 'vite';
import { readTranslations } from '../../../packages/app/vite/translation.ts';

/** Matches a text's id as the macros write it: `{ id: "O3oNi5" }`. */
const named = /\bid: ?["'`]([\w+/-]{6})["'`]/gu;

/** Inlines a module's English texts, so that each screen loads only its own; all together are 8 kB (brotli). */
export function textsInPlace(cwd: string): Plugin {
  let english: Record<string, unknown> = {};
  return {
    name: 'texts-in-place',
    // After the macros.
    enforce: 'post',
    async buildStart() {
      english = await readEnglish(cwd);
    },
    transform: {
      filter: { id: /\/(?:apps\/web|packages\/app)\/src\/.*\.tsx?$/u },
      handler(code) {
        const ids = [...code.matchAll(named)].map(([, id = '']) => id);
        const texts = Object.fromEntries(ids.filter((id) => id in english).map((id) => [id, english[id]]));
        if (Object.keys(texts).length === 0) return null;
        const load = `import { i18n as __i18n } from '@lingui/core';\n__i18n.load('en', ${JSON.stringify(texts)});`;
        return { code: `${code}\n${load}\n`, map: null };
      },
    },
  };
}

async function readEnglish(cwd: string): Promise<Record<string, unknown>> {
  const texts = await readTranslations(cwd, 'en');
  const messages = Object.fromEntries(texts.map(({ id, english }) => [id, english]));
  const { source } = createCompiledCatalog('en', messages, { namespace: 'json' });
  return (JSON.parse(source) as { messages: Record<string, unknown> }).messages;
}
