import fc from 'fast-check';

/*
 * Values that often break programs.
 */

const nested = (depth: number, open: string, close: string) => `${open.repeat(depth)}${close.repeat(depth)}`;

const oddTexts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udfffy',
  '\u202e\u2066',
  '\ufeff',
  'e\u0301'.repeat(500),
  '😀'.repeat(100),
  'ﷺ'.repeat(40),
  'İ',
  '\r\nBcc: a@b.example',
  '\u2028\u2029',
  'x'.repeat(30_000),
  '__proto__',
  'constructor',
  'toString',
  'null',
  'undefined',
  'NaN',
  'true',
  '-1',
  '1e999',
  '9'.repeat(400),
  '0x10',
  '2026-02-30',
  '0000-00-00',
  '+275760-09-13T00:00:00.000Z',
  "' or 1=1 --",
  "'; drop table account; --",
  String.raw`\'; select pg_sleep(9)`,
  '%',
  '%_\\',
  '<script>alert(1)</script>',
  '<a href="javascript:alert(1)">x</a>',
  nested(2000, '<b>', '</b>'),
  '<'.repeat(5000),
  '&#'.repeat(2000),
  '../../../../etc/passwd',
  '${7*7}{{7*7}}',
  '=cmd|calc',
  'a@b.example',
  'A@B.EXAMPLE ',
  '2026-11-24T00:00:00Z',
  'me',
  'none',
  'Resolved',
  'received,resolved',
  'user',
  'mda',
] as const;

export const oddText = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...oddTexts) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 80 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 200 }) },
  { weight: 1, arbitrary: fc.uuid() },
);

const oddNumber = fc.oneof(
  fc.double(),
  fc.integer(),
  fc.constantFrom(0, -0, -1, 0.1, 2 ** 31, 2 ** 31 - 1, -(2 ** 63), 2 ** 53, 1e308, 5e-324),
);

const deep = fc.nat({ max: 200 }).map((depth) => JSON.parse(nested(depth + 1, '[', ']')) as unknown);

export const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: oddText },
  { weight: 2, arbitrary: oddNumber },
  { weight: 2, arbitrary: fc.constantFrom(null, true, false, [], {}, [null], { a: 1 }, [[]]) },
  { weight: 1, arbitrary: deep },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

/** Names of fields that no schema knows. */
export const oddName = fc.constantFrom(
  '__proto__',
  'constructor',
  'prototype',
  'hasOwnProperty',
  'id',
  'role',
  '',
  'x',
);

/** Parts of an address, behind a slash or an equals sign, that no encoder would write. */
export const oddEscape = fc.constantFrom(
  '%00',
  '%',
  '%zz',
  '%ff%fe',
  '%ED%A0%80',
  '%2e%2e%2f',
  '%C0%AF',
  '..;',
  '%0d%0aX: y',
  '*',
  '(',
);

/** Cuts, doubles or inserts at a random place. */
export interface Cut {
  readonly at: number;
  readonly take: number;
  readonly put: Uint8Array;
}

const part = fc.double({ min: 0, max: 1, noNaN: true });

/** Damages a few bytes. */
export const damage: fc.Arbitrary<readonly Cut[]> = fc.array(
  fc.record({ at: part, take: fc.nat(40), put: fc.uint8Array({ maxLength: 20 }) }),
  { minLength: 1, maxLength: 4 },
);

export const unharmed: readonly Cut[] = [];

export function damaged(bytes: Buffer, cuts: readonly Cut[]): Buffer {
  return cuts.reduce((rest, { at, take, put }) => {
    const place = Math.floor(at * rest.length);
    return Buffer.concat([rest.subarray(0, place), put, rest.subarray(place + take)]);
  }, bytes);
}
