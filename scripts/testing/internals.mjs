// Finds uses of the private parts of libraries, which an update may change.
import { readFileSync } from 'node:fs';
import path from 'node:path';

const rules = [
  { found: /\._private_\w+/, why: 'Tables named _private belong to graphile-worker.' },
  { found: /\._\.\w/, why: 'What lies under `_` belongs to Drizzle.' },
  { found: /\b(customResultMapper|joinsNotNullableMap|prepareQuery)\b/, why: 'Drizzle maps rows by itself.' },
  {
    found: /(?<!\b(this|z))\._(?!private_)[a-z]\w*/i,
    why: 'Names that begin with `_` are private (of Zod, `_default` is not).',
  },
  { found: /\.connection\.stream\b/, why: 'The socket belongs to the driver; `end` closes it.' },
  { found: /\bextends pg\./, why: 'Wrap the driver instead of overriding its methods.' },
  { found: /\.prototype\.\w+\s*=(?!=)/, why: 'Wrap a class instead of changing its methods.' },
  {
    found: /\b(client|pool|db|tx|app|reply|request|socket|server)\.\w+ = (?!=).*\bas typeof\b/,
    why: 'Wrap an object instead of changing its methods.',
  },
];

const isTest = /\.(test|spec)\.tsx?$|^(apps\/api\/test|scripts)\//;

/** The places that reach into a library, a line each; `files` are relative to `folder`. */
export function internalFaults(folder, files) {
  return files
    .filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !isTest.test(file))
    .flatMap((file) => {
      const lines = readFileSync(path.join(folder, file), 'utf8').split('\n');
      return lines.flatMap((line, index) => {
        const broken = rules.find(({ found }) => found.test(line));
        return broken ? [`${file}:${index + 1} reaches into a library. ${broken.why}`] : [];
      });
    });
}
