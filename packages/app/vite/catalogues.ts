import { createCompiledCatalog } from '@lingui/cli/api';
import type { Plugin } from 'vite';
import { draftMark } from '../../contract/src/core/promise.ts';
import { readTranslations, shownText, type Translation } from './translation.ts';

/** `fr.po?texts`: what readers see; `?reviewed`: the part that is reviewed; `?review`: each text with its state. */
const wanted = /locales\/(\w+)\.po\?(texts|reviewed|review)$/u;

/** Serves each language of an app as a module, fetched when somebody chooses it; reviewers see other folders too. */
export function catalogues(cwd: string, ...others: readonly string[]): Plugin {
  return {
    name: 'catalogues',
    load: {
      filter: { id: wanted },
      async handler(id) {
        const [, language = '', kind] = wanted.exec(id) ?? [];
        this.addWatchFile(id.replace(/\?.*$/u, ''));
        if (kind === 'texts') {
          return { code: compile(language, await readTranslations(cwd, language)), moduleType: 'js' };
        }
        const read = [cwd, ...others].map((folder) => readTranslations(folder, language));
        const all = (await Promise.all(read)).flat();
        // Portal and mails share some: they are read once, and reviewed when both are.
        const reviewedFirst = all.toSorted((a, b) => Number(b.state === 'reviewed') - Number(a.state === 'reviewed'));
        const texts = [...new Map(reviewedFirst.map((text) => [`${text.english}\n${text.translated}`, text])).values()];
        const reviewed = texts.filter(({ state }) => state === 'reviewed').length / texts.length;
        const rows = texts.map(({ english, translated, state }) => [english, translated, state]);
        return { code: `export default ${JSON.stringify(kind === 'review' ? rows : reviewed)}`, moduleType: 'js' };
      },
    },
  };
}

function compile(language: string, texts: readonly Translation[]): string {
  const mark = texts.find(({ id }) => id === draftMark)?.translated;
  const messages = Object.fromEntries(texts.map((text) => [text.id, shownText(language, text, mark)]));
  const { source, errors } = createCompiledCatalog(language, messages, { namespace: 'es' });
  if (errors.length > 0)
    throw new Error(errors.map(({ id, error }) => `${language}, ${id}: ${error.message}`).join('\n'));
  return source;
}
