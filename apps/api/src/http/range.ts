import type { ByteRange } from '../files/file-store.ts';

/**
 * Reads a Range header. Undefined: send the whole file (none asked, several asked, or one that cannot be read, which the
 * standard says to ignore).
 */
export function readRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (!match) return undefined;
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return undefined;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (start >= size || (first === '' && Number(last) === 0)) return 'unsatisfiable';
  return start <= end ? { start, end } : undefined;
}
