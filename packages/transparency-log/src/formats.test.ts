import { describe, expect, test } from 'vitest';
import { fromBase64, toBase64, utf8 } from './bytes.ts';
import { formatCheckpoint, openCheckpoint, parseCheckpoint } from './checkpoint.ts';
import { formatVerifierKey, openNote, parseVerifierKey } from './note.ts';
import { formatPromise, isPromise, openPromise } from './promise.ts';
import { signerOf, signNote } from './sign.ts';
import { formatEntries, parseTilePath, tilePath } from './tiles.ts';

const origin = 'portal.example/log';
const seed = (byte: number) => new Uint8Array(32).fill(byte);

test.each([
  [{ level: 0, index: 0, width: 256 }, 'tile/0/000'],
  [{ level: 0, index: 1_234_067, width: 256 }, 'tile/0/x001/x234/067'],
  [{ level: 2, index: 273, width: 112 }, 'tile/2/273.p/112'],
  [{ level: 'entries', index: 1000, width: 1 }, 'tile/entries/x001/000.p/1'],
] as const)('the tile %o has the path %s', (place, path) => {
  expect(tilePath(place)).toBe(path);
  expect(parseTilePath(path)).toEqual(place);
});

test.each([
  'tile/0/0',
  'tile/0/x000/001',
  'tile/0/001/002',
  'tile/64/000',
  'tile/00/000',
  'tile/0/000.p/0',
  'tile/0/000.p/256',
  'tile/0/000.p/01',
  'tile/data/000',
  'tile/0/x999/x999/x999/x999/x999/x999/999',
  'tile/0/../000',
  'checkpoint',
])('the address %s is not the path of a tile of the log', (path) => {
  expect(parseTilePath(path)).toBeUndefined();
});

test('a bundle of entries contains each one after its length', () => {
  expect([...formatEntries([utf8('ab'), new Uint8Array(0x0102)])].slice(0, 6)).toEqual([0, 2, 97, 98, 1, 2]);
});

// The key and the note of the package documentation of golang.org/x/mod/sumdb/note.
const go = {
  key: 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW',
  note:
    "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n\n" +
    '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n',
};

test('a note signed by the Go library is accepted', async () => {
  const key = parseVerifierKey(go.key);

  expect(formatVerifierKey(key)).toBe(go.key);
  expect(await openNote(go.note, [key])).toContain('your problem is.\n');
});

test('a checkpoint is accepted only with the key of its log', async () => {
  const signer = signerOf(origin, seed(7));
  const other = signerOf(origin, seed(8));
  const checkpoint = { origin, size: 5, root: seed(1) };
  const note = signNote(formatCheckpoint(checkpoint), signer);

  expect(await openCheckpoint(note, [parseVerifierKey(formatVerifierKey(signer.key))])).toEqual(checkpoint);
  await expect(openCheckpoint(note, [other.key])).rejects.toThrow('No key that is trusted signed this.');
  await expect(openCheckpoint(note.replace('\n5\n', '\n6\n'), [signer.key])).rejects.toThrow('is forged');
});

test('a checkpoint of another log is refused even if a trusted key signed it', async () => {
  const signer = signerOf(origin, seed(7));
  const note = signNote(formatCheckpoint({ origin: 'other.example/log', size: 5, root: seed(1) }), signer);

  await expect(openCheckpoint(note, [signer.key])).rejects.toThrow('of another log');
});

test('a checkpoint’s signatures of unknown keys beside a trusted one are ignored', async () => {
  const [signer, witness] = [signerOf(origin, seed(7)), signerOf('witness.example', seed(8))];
  const text = formatCheckpoint({ origin, size: 5, root: seed(1) });
  const line = signNote(text, witness).slice(text.length + 1);

  expect(await openNote(signNote(text, signer) + line, [signer.key])).toBe(text);
});

test.each(['', '\n\n', 'text\n\n', 'text\n\n— a\n', 'text\n\n— a AAAA\n', 'text\n\n- a AAAAAAAAAA==\n', 'text'])(
  'the note %j is refused',
  async (note) => {
    await expect(openNote(note, [])).rejects.toThrow(/.+/);
  },
);

test.each([`${origin}\n05\n${toBase64(seed(1))}\n`, `\n5\n${toBase64(seed(1))}\n`, `${origin}\n5\nAA==\n`, 'x', ''])(
  'the checkpoint %j is refused',
  (text) => {
    expect(() => parseCheckpoint(text)).toThrow(SyntaxError);
  },
);

test.each(['a', 'AB==', 'AA', 'A A=', 'é'])('the text %j is refused as base64', (text) => {
  expect(() => fromBase64(text)).toThrow(SyntaxError);
});

test.each(['', 'a+b', `${go.key}A`, go.key.replace('c7', 'c8'), go.key.replace('+AR', '+BR')])(
  'the text %j is refused as a verifier key',
  (text) => {
    expect(() => parseVerifierKey(text)).toThrow(SyntaxError);
  },
);

describe('a promise', async () => {
  const signer = signerOf(origin, seed(1));
  const promise = { origin, entry: utf8('entry'), at: new Date('2026-05-04T10:00:00.000Z') };
  const note = signNote(formatPromise(promise), signer);

  test('a promise of an entry is accepted with the key of its log', async () => {
    expect(isPromise(note)).toBe(true);
    expect(await openPromise(note, [signer.key])).toEqual(promise);
  });

  test.each([
    ['with another time', note.replace('10:00', '09:00')],
    ['with another entry', note.replace(toBase64(promise.entry), toBase64(utf8('other')))],
    ['of another log', signNote(formatPromise({ ...promise, origin: 'other.example/log' }), signer)],
    ['without a time', signNote(formatPromise(promise).replace('2026-05-04T10:00:00.000Z', 'soon'), signer)],
    ['that is a checkpoint', signNote(formatCheckpoint({ origin, size: 1, root: seed(1) }), signer)],
  ])('a promise of an entry %s is refused', async (_, text) => {
    await expect(openPromise(text, [signer.key])).rejects.toThrow(/\.$/);
  });
});
