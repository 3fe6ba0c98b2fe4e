import type { LogState } from '@baraza/contract';
import {
  formatCheckpoint,
  formatContinuation,
  formatFormerKeys,
  formatPromise,
  formatProof,
  formatVerifierKey,
  hashLeaf,
  parseTilePath,
  proveInclusion,
  type ReadHashes,
  rootOf,
} from '@baraza/transparency-log';
import { cosign, signerOf, signNote } from '@baraza/transparency-log/sign';
import { describe, expect, test, vi } from 'vitest';
import { checkReceipt, checkWithNewKeys, type LogReader, Offline } from './check-receipt.ts';

const origin = 'portal.example/log';
const seed = (byte: number) => new Uint8Array(32).fill(byte);
const signer = signerOf(origin, seed(1));
const former = signerOf(origin, seed(2));
const timer = signerOf(origin, seed(3), 'cosigner');
const witness = signerOf('witness.example', seed(4), 'cosigner');
const stranger = signerOf('other.example/log', seed(5));

const formerKeys = formatFormerKeys({ size: 3, keys: [formatVerifierKey(former.key)] });

const trusted: LogState = {
  keys: [
    {
      verifierKey: formatVerifierKey(signer.key),
      since: '2026-02-01T00:00:00.000Z',
      statement: signNote(formerKeys, signer),
    },
    { verifierKey: formatVerifierKey(former.key), since: '2025-02-01T00:00:00.000Z', statement: null },
  ],
  alteredAt: null,
  timeKeys: [formatVerifierKey(timer.key)],
  witnesses: [
    {
      name: 'witness.example',
      verifierKey: formatVerifierKey(witness.key),
      address: 'https://witness.example/w',
      agreedAt: null,
      standing: 'agrees',
    },
  ],
};

const entry = (index: number, word = 'entry') => new TextEncoder().encode(`${word} ${index}`);

/** Makes a log of fewer than 256 entries, rewritten from `rewrittenFrom` on. */
function logOf(size: number, rewrittenFrom = Infinity) {
  const leaves = Array.from({ length: size }, (_, at) => hashLeaf(entry(at, at < rewrittenFrom ? 'entry' : 'forged')));
  const read: ReadHashes = async (_, from, count) => leaves.slice(from, from + count);
  return { size, leaves, read };
}

type Log = ReturnType<typeof logOf>;

async function publish({ size, read }: Log, { by = signer, at = '2026-05-04T10:00:00Z', witnessed = true } = {}) {
  const text = formatCheckpoint({ origin: by.key.name, size, root: await rootOf(read, size) });
  const lines = [cosign(text, timer, new Date(at)), ...(witnessed ? [cosign(text, witness, new Date(at))] : [])];
  return signNote(text, by) + lines.join('');
}

async function receiptOf(index: number, log: Log, options?: Parameters<typeof publish>[1]): Promise<string> {
  const checkpoint = await publish(log, options);
  return formatProof({
    entry: entry(index),
    index,
    hashes: await proveInclusion(log.read, index, log.size),
    checkpoint,
  });
}

function reader(log: Log, options?: Parameters<typeof publish>[1]): LogReader {
  return {
    checkpoint: () => publish(log, options),
    tile: async (path) => {
      const { index, width } = parseTilePath(path) ?? { index: 0, width: 0 };
      return new Uint8Array(log.leaves.slice(index * 256, index * 256 + width).flatMap((hash) => [...hash]));
    },
    now: () => new Date('2026-06-01T00:00:00Z'),
  };
}

test('a receipt is genuine if today’s log continues the one it was made from', async () => {
  const verdict = await checkReceipt(await receiptOf(5, logOf(20)), trusted, reader(logOf(90)));

  expect(verdict).toMatchObject({
    facts: { origin, index: 5, size: 20, key: trusted.keys[0], before: new Date('2026-05-04T10:00:00Z') },
    log: { size: 90, witnesses: [{ name: 'witness.example' }] },
    isUnwitnessed: false,
  });
  expect(verdict.fault).toBeUndefined();
});

test('a promise of the portal is recognised as such, and a forged one as forged', async () => {
  const at = new Date('2026-05-04T10:00:00Z');
  const promise = signNote(formatPromise({ origin, entry: entry(5), at }), signer);

  expect(await checkReceipt(promise, trusted, reader(logOf(90)))).toEqual({ fault: 'promise', at });
  expect(await checkReceipt(promise.replace('05-04', '05-03'), trusted, reader(logOf(90)))).toEqual({
    fault: 'forged',
  });
});

test('a receipt signed with a former key is genuine, and names that key', async () => {
  const receipt = await receiptOf(5, logOf(20), { by: former });

  expect(await checkReceipt(receipt, trusted, reader(logOf(90)))).toMatchObject({ facts: { key: trusted.keys[1] } });
});

test.each([
  ['no list of the present key', null],
  ['a list that the former key itself signed', signNote(formerKeys, former)],
  ['a list of other keys', signNote(formatFormerKeys({ size: 3, keys: [] }), signer)],
])('a receipt and a promise signed with a key that is served, but with %s, are forged', async (_, statement) => {
  const [present, planted] = trusted.keys;
  const served = { ...trusted, keys: [{ ...present!, statement }, planted!] };
  const promise = signNote(formatPromise({ origin, entry: entry(5), at: new Date('2026-05-04T10:00:00Z') }), former);

  for (const text of [promise, await receiptOf(5, logOf(20), { by: former })])
    expect(await checkReceipt(text, served, reader(logOf(90)))).toEqual({ fault: 'forged' });
});

test.each([
  ['no witness', reader(logOf(90), { witnessed: false }), { log: { size: 90, witnesses: [] }, isUnwitnessed: true }],
  ['no connection', { ...reader(logOf(90)), checkpoint: () => Promise.reject(new Offline()) }, { log: null }],
  ['a tile that does not come', { ...reader(logOf(90)), tile: () => Promise.reject(new Offline()) }, { log: null }],
])('a genuine receipt checked with %s says so, and lists its own signatures', async (_, log, said) => {
  const verdict = await checkReceipt(await receiptOf(5, logOf(20)), trusted, log);

  expect(verdict).toMatchObject({ facts: { index: 5, witnesses: [{ name: 'witness.example' }] }, ...said });
  expect(verdict.fault).toBeUndefined();
});

test('a receipt of a portal without witnesses is genuine without them', async () => {
  const alone = { ...trusted, witnesses: [] };

  expect(await checkReceipt(await receiptOf(5, logOf(20)), alone, reader(logOf(90)))).toMatchObject({
    log: { witnesses: [] },
    isUnwitnessed: false,
  });
});

test.each([
  ['entry', logOf(20), { ...reader(logOf(20)), tile: reader(logOf(20, 5)).tile }],
  ['entry', logOf(20), reader(logOf(90, 5))],
  ['forked', logOf(20), reader(logOf(90, 8))],
  ['shorter', logOf(20), reader(logOf(10))],
  ['unsigned', logOf(20), reader(logOf(90), { by: stranger })],
] as const)('the refusal of a receipt says which check failed: %s', async (failed, log, today) => {
  expect(await checkReceipt(await receiptOf(5, log), trusted, today)).toMatchObject({ fault: 'rewritten', failed });
});

test.each([
  ['an altered record', 'rewritten', () => receiptOf(5, logOf(20)), reader(logOf(90, 5))],
  ['a log that went back', 'rewritten', () => receiptOf(5, logOf(20)), reader(logOf(10))],
  [
    'a log of today that nobody signed',
    'rewritten',
    () => receiptOf(5, logOf(20)),
    reader(logOf(90), { by: stranger }),
  ],
  ['a changed entry', 'forged', async () => replaced(await receiptOf(5, logOf(20)), 'index 5', 'index 6')],
  ['a changed size', 'forged', async () => replaced(await receiptOf(5, logOf(20)), '\n20\n', '\n21\n')],
  ['a time to come', 'future', () => receiptOf(5, logOf(20), { at: '2026-07-01T00:00:00Z' })],
  ['another portal', 'otherPortal', () => receiptOf(5, logOf(20), { by: stranger })],
  ['a letter', 'noReceipt', () => Promise.resolve('Dear Madam,\n\nthe pipe is broken.\n')],
  ['nothing', 'noReceipt', () => Promise.resolve('')],
] as const)('a receipt check of %s finds the fault %s', async (_, fault, make, log: LogReader = reader(logOf(90))) => {
  expect((await checkReceipt(await make(), trusted, log)).fault).toBe(fault);
});

const replaced = (text: string, from: string, to: string) => {
  expect(text).toContain(from);
  return text.replace(from, to);
};

describe('after the log went back to 50 entries and took another name', async () => {
  const renamed = signerOf(`${origin}/2`, seed(1));
  const from = { origin, size: 50, root: await rootOf(logOf(50).read, 50) };
  const statement = signNote(formatContinuation({ from, to: renamed.key }), signer);
  const keys = [{ verifierKey: formatVerifierKey(renamed.key), since: '2026-05-20T00:00:00.000Z', statement }];
  const since = { ...trusted, keys: [...keys, ...trusted.keys] };
  // The entries after the 50 differ from the former ones.
  const today = reader(logOf(90, 50), { by: renamed });

  test.each([
    ['from before has no fault', 5, 20, undefined],
    ['from after for an entry before has no fault', 5, 70, undefined],
    ['for an entry that is gone is refused', 60, 70, 'lost'],
  ])('after a log went back and changed its name, a receipt %s', async (_, index, size, fault) => {
    expect((await checkReceipt(await receiptOf(index, logOf(size)), since, today)).fault).toBe(fault);
  });

  test('after a log changed its name, its tiles are requested under the new name', async () => {
    const tile = vi.fn<LogReader['tile']>(today.tile);
    await checkReceipt(await receiptOf(5, logOf(20)), since, { ...today, tile });

    expect(tile.mock.calls.map(([, name]) => name)).toEqual(tile.mock.calls.map(() => `${origin}/2`));
    expect(tile).toHaveBeenCalled();
  });

  test.each([
    ['by nobody', formatContinuation({ from, to: renamed.key })],
    ['by a stranger', signNote(formatContinuation({ from, to: renamed.key }), stranger)],
    ['by the new key itself', signNote(formatContinuation({ from, to: renamed.key }), renamed)],
    ['for another key', signNote(formatContinuation({ from, to: stranger.key }), signer)],
  ])('a statement that a log continues is refused if it is signed %s', async (_, forged) => {
    const [newest] = keys;
    const told = { ...since, keys: [{ ...newest!, statement: forged }, ...trusted.keys] };

    expect(await checkReceipt(await receiptOf(5, logOf(20)), told, today)).toMatchObject({ failed: 'unsigned' });
  });

  test('a receipt is refused if its entry was rewritten when the log changed its name', async () => {
    expect(
      (await checkReceipt(await receiptOf(5, logOf(70)), since, reader(logOf(90, 5), { by: renamed }))).fault,
    ).toBe('rewritten');
  });
});

test('a browser without Ed25519 shows that instead of a verdict', async () => {
  vi.spyOn(crypto.subtle, 'importKey').mockRejectedValueOnce(new DOMException('', 'NotSupportedError'));

  expect(await checkReceipt(await receiptOf(5, logOf(20)), trusted, reader(logOf(90)))).toEqual({ fault: 'noCrypto' });
});

describe('with keys from before the portal took a new one', () => {
  const old = { ...trusted, keys: trusted.keys.slice(1) };
  const check = async (refresh: () => Promise<LogState | undefined>) =>
    checkWithNewKeys(await receiptOf(5, logOf(20)), { trusted: old, refresh, log: reader(logOf(90)) });

  test('a receipt of an unknown key is refused only after the keys were loaded again', async () => {
    expect((await check(() => Promise.resolve(old))).fault).toBe('forged');
    expect(await check(() => Promise.resolve(trusted))).toMatchObject({ facts: { key: trusted.keys[0] } });
  });

  test('a receipt of an unknown key is not refused while the keys cannot be loaded', async () => {
    expect((await check(() => Promise.resolve(undefined))).fault).toBe('offline');
  });

  test('a receipt from the future is refused even while the keys cannot be loaded', async () => {
    const receipt = await receiptOf(5, logOf(20), { by: former, at: '2026-07-01T00:00:00Z' });
    const offline = { trusted: old, refresh: () => Promise.resolve(undefined), log: reader(logOf(90)) };

    expect((await checkWithNewKeys(receipt, offline)).fault).toBe('future');
  });

  test('a receipt of the former key is genuine when today’s log is signed with the new one', async () => {
    const receipt = await receiptOf(5, logOf(20), { by: former });
    const keys = { trusted: old, refresh: () => Promise.resolve(trusted), log: reader(logOf(90)) };

    expect((await checkReceipt(receipt, old, keys.log)).fault).toBe('rewritten');
    expect(await checkWithNewKeys(receipt, keys)).toMatchObject({ facts: { key: trusted.keys[1] }, log: { size: 90 } });
  });
});

test('a receipt with any byte changed is not accepted', async () => {
  const receipt = await receiptOf(5, logOf(20));
  // Anybody may add lines after the signature of the log.
  const end = receipt.indexOf('\n', receipt.indexOf(`— ${origin} `));
  for (let at = 0; at < end; at += 1) {
    const changed = receipt.slice(0, at) + String.fromCodePoint(receipt.charCodeAt(at) ^ 1) + receipt.slice(at + 1);
    expect([at, (await checkReceipt(changed, trusted, reader(logOf(90)))).fault]).not.toEqual([at, undefined]);
  }
});
