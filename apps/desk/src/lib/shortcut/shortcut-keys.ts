interface KeyPress {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/**
 * Names a single key; null for combinations. On keyboards with other letters (Arabic, Amharic) the place of the key counts,
 * so that J is where the label on a Latin keyboard says J.
 */
export function keyName(event: KeyPress): string | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  if (/^[a-z]$/iu.test(event.key)) return event.key.toLowerCase();
  if (event.key.length === 1 && event.key.charCodeAt(0) > 127)
    return /^Key([A-Z])$/u.exec(event.code)?.[1]?.toLowerCase() ?? null;
  return event.key;
}

/** How long the second key of a pair may take. */
const pairMs = 1500;

/** Turns single keys into the names of shortcuts: 'j', '/', and pairs that begin with g, as 'g m'. */
export function createKeyReader(): (key: string, at: number) => string {
  let leadAt = Number.NEGATIVE_INFINITY;
  return (key, at) => {
    const paired = at - leadAt <= pairMs;
    leadAt = !paired && key === 'g' ? at : Number.NEGATIVE_INFINITY;
    return paired ? `g ${key}` : key;
  };
}
