import type { Named } from '@baraza/contract';

/** Finds the colleagues mentioned in a note. If one name begins another, the longer one counts. */
export function mentionsIn<C extends Named>(text: string, colleagues: readonly C[]): C[] {
  const longestFirst = colleagues.toSorted((a, b) => b.name.length - a.name.length);
  let rest = text;
  return longestFirst.filter(({ name }) => {
    const written = `@${name}`;
    if (name === '' || !rest.includes(written)) return false;
    rest = rest.replaceAll(written, ' ');
    return true;
  });
}
