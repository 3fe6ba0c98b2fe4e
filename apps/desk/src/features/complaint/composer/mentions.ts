interface Colleague {
  readonly id: string;
  readonly name: string;
}

/** Those whose name stands in a note behind an @. Of two names that begin alike the longer one is meant. */
export function mentionsIn<C extends Colleague>(text: string, colleagues: readonly C[]): C[] {
  const longestFirst = colleagues.toSorted((a, b) => b.name.length - a.name.length);
  let rest = text;
  return longestFirst.filter(({ name }) => {
    const written = `@${name}`;
    if (name === '' || !rest.includes(written)) return false;
    rest = rest.replaceAll(written, ' ');
    return true;
  });
}

/** Where a name is to be put in: an @ that was just typed there gives way to it. */
export function mentionPlace(text: string, at: number): number {
  return text.slice(0, at).endsWith('@') ? at - 1 : at;
}
