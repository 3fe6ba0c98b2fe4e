import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  emptyRoot,
  formatCheckpoint,
  formatContinuation,
  formatVerifierKey,
  hashLeaf,
  type NoteSigner,
  proveConsistency,
  readCosignatures,
  rootOf,
  toBase64,
} from '@baraza/transparency-log';
import { signerOf, signNote } from '@baraza/transparency-log/sign';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { serveWitness } from './serve.ts';
import { openStore, type WitnessStore } from './store.ts';
import { createWitness, type Witness } from './witness.ts';

const origin = 'portal.example/log';
const now = new Date('2026-11-23T10:00:00.700Z');

let folder: string;
let store: WitnessStore;
let witness: Witness;
let own: NoteSigner;
let log: NoteSigner;
let statements: string[];
const fetchStatements = async () => statements;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'witness-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  statements = [];
  store = await openStore(folder);
  own = signerOf('witness.example', await store.seed(), 'cosigner');
  witness = createWitness({ store, signer: own, fetchStatements, now: () => now });
  log = signerOf(origin, new Uint8Array(32).fill(7));
  await store.saveLog({ origin, verifierKeys: [formatVerifierKey(log.key)] });
});

const leavesOf = (count: number, word = 'entry') =>
  Array.from({ length: count }, (_, index) => hashLeaf(new TextEncoder().encode(`${word} ${index}`)));

const readLeaves = (leaves: readonly Uint8Array[]) => async (_: number, from: number, count: number) =>
  leaves.slice(from, from + count);

interface Grown {
  readonly old: number;
  readonly size: number;
  readonly word?: string;
  readonly signer?: NoteSigner;
  readonly name?: string;
}

async function grow({ old, size, word, signer = log, name = origin }: Grown): Promise<{ note: string; body: string }> {
  const read = readLeaves(leavesOf(size, word));
  const note = signNote(formatCheckpoint({ origin: name, size, root: await rootOf(read, size) }), signer);
  const proof = old > 0 && old < size ? await proveConsistency(read, old, size) : [];
  return { note, body: [`old ${old}`, ...proof.map(toBase64), '', note].join('\n') };
}

async function add(grown: Grown) {
  return witness.addCheckpoint((await grow(grown)).body);
}

const evidence = () => readdirSync(path.join(folder, 'evidence')).map((name) => path.join(folder, 'evidence', name));

test('the witness cosigns a log that grows, with the time', async () => {
  await add({ old: 0, size: 5 });
  const { note, body } = await grow({ old: 5, size: 9 });

  const answer = await witness.addCheckpoint(body);

  expect(answer.status).toBe(200);
  expect(await readCosignatures(note + answer.body, [own.key])).toEqual([
    { name: 'witness.example', at: new Date('2026-11-23T10:00:00Z') },
  ]);
  const moved = { ...own.key, publicKey: log.key.publicKey };
  await expect(readCosignatures(note + answer.body, [moved])).rejects.toThrow('forged');
});

test('the witness cosigns the same checkpoint again', async () => {
  await add({ old: 0, size: 5 });

  expect((await add({ old: 5, size: 5 })).status).toBe(200);
});

test('the witness remembers the checkpoints it saw after a restart', async () => {
  await add({ old: 0, size: 5 });
  const again = createWitness({ store: await openStore(folder), signer: own, fetchStatements });
  const { body } = await grow({ old: 0, size: 9 });

  expect(await again.addCheckpoint(body)).toEqual({ status: 409, type: 'text/x.tlog.size', body: '5\n' });
  expect(await (await openStore(folder)).seed()).toEqual(await store.seed());
  expect(statSync(path.join(folder, 'key')).mode & 0o777).toBe(0o600);
});

test.each([
  ['a rewritten log that grew', { old: 5, size: 9, word: 'forged' }],
  ['a rewritten log of the same size', { old: 5, size: 5, word: 'forged' }],
])('the witness refuses %s, and keeps both checkpoints as evidence', async (_, forged) => {
  await add({ old: 0, size: 5 });

  const refused = await add(forged);
  await add(forged);

  expect([refused.status, refused.body]).toEqual([422, expect.stringContaining('does not continue the one of 5')]);
  const kept = evidence().map((file) => readFileSync(file, 'utf8'));
  expect(kept).toHaveLength(1);
  expect(kept[0]).toContain((await grow(forged)).note);
  expect(kept[0]).toContain((await grow({ old: 0, size: 5 })).note);
  expect((await add({ old: 5, size: 9 })).status).toBe(200);
});

test('the witness keeps no evidence of a known checkpoint with a wrong proof', async () => {
  const { body } = await grow({ old: 0, size: 5 });
  await witness.addCheckpoint(body);

  expect((await witness.addCheckpoint(body.replace('old 0\n', `old 5\n${toBase64(seed(1))}\n`))).status).toBe(422);
  expect(evidence()).toEqual([]);
});

test('the witness refuses an empty log unless its root is that of an empty tree', async () => {
  const empty = (root: Uint8Array) => signNote(formatCheckpoint({ origin, size: 0, root }), log);

  expect((await witness.addCheckpoint(`old 0\n\n${empty(new Uint8Array(32))}`)).status).toBe(422);
  expect((await witness.addCheckpoint(`old 0\n\n${empty(emptyRoot())}`)).status).toBe(200);
});

test.each([
  ['a smaller log', 400, () => grow({ old: 9, size: 5 })],
  ['a log signed with an unknown key', 403, async () => grow({ old: 0, size: 5, signer: signerOf(origin, seed(8)) })],
  ['a forged signature', 403, async () => replaced(await grow({ old: 0, size: 5 }), '\n5\n', '\n6\n')],
  ['an unknown log', 404, async () => replaced(await grow({ old: 0, size: 5 }), origin, 'other.example/log')],
  ['no old size', 400, async () => replaced(await grow({ old: 0, size: 5 }), 'old 0', 'new 0')],
  ['a proof that is no base64', 400, async () => replaced(await grow({ old: 0, size: 5 }), 'old 0\n', 'old 0\n*\n')],
  ['64 lines of proof', 400, async () => replaced(await grow({ old: 0, size: 5 }), 'old 0\n', `old 0\n${proof64}`)],
  ['an empty request', 400, async () => ({ body: '' })],
])('the witness refuses %s with %i, and keeps no evidence', async (_, status, make) => {
  const { body } = await make();

  expect((await witness.addCheckpoint(body)).status).toBe(status);
  expect(evidence()).toEqual([]);
});

/** Signs that the log continues under another name after its first entries; `word` changes the entries. */
async function sayRenamed(kept: number, { by = log, to, word }: { by?: NoteSigner; to: NoteSigner; word?: string }) {
  const root = await rootOf(readLeaves(leavesOf(kept, word)), kept);
  statements.push(signNote(formatContinuation({ from: { origin: by.key.name, size: kept, root }, to: to.key }), by));
}

const renamedTo = (number: number, byte = 7) => signerOf(`${origin}/${number}`, seed(byte));

/** Adds a checkpoint of the log under another name. */
const addAs = (signer: NoteSigner, grown: Grown) => add({ ...grown, signer, name: signer.key.name });

test('the witness follows a log that lost entries to the one name that its former key signed', async () => {
  await add({ old: 0, size: 9 });
  const [renamed, stranger] = [renamedTo(2), renamedTo(2, 8)];
  const ask = async (key: NoteSigner, by: NoteSigner) => {
    statements = ['nothing'];
    await sayRenamed(5, { by, to: key });
    return (await addAs(renamed, { old: 5, size: 6 })).status;
  };

  expect(await ask(renamed, signerOf(origin, seed(8)))).toBe(404);
  expect(await ask(stranger, log)).toBe(403);
  expect(await ask(renamed, log)).toBe(200);
  expect(evidence().some((file) => readFileSync(file, 'utf8').includes('log-continuation'))).toBe(true);
  statements = [];
  expect((await addAs(renamed, { old: 6, size: 8 })).status).toBe(200);
  expect(await add({ old: 9, size: 12 })).toMatchObject({
    status: 403,
    body: `The log ${origin} goes on as ${origin}/2.\n`,
  });
});

test.each([
  ['the entries seen', 9],
  ['more entries than were seen', 12],
])('a log under a new name must continue every entry the witness saw: with a stated root of %s', async (_, kept) => {
  await add({ old: 0, size: 9 });
  const renamed = renamedTo(2);
  await sayRenamed(kept, { to: renamed, word: 'forged' });

  expect(await addAs(renamed, { old: kept, size: 15, word: 'forged' })).toMatchObject(
    kept === 9 ? { status: 422 } : { status: 409, body: '9\n' },
  );
  expect((await addAs(renamed, { old: 9, size: 15, word: 'forged' })).status).toBe(422);
  expect((await addAs(renamed, { old: 9, size: 15 })).status).toBe(200);
});

const seed = (byte: number) => new Uint8Array(32).fill(byte);
const proof64 = `${toBase64(seed(1))}\n`.repeat(64);
const replaced = ({ body }: { body: string }, from: string, to: string) => ({ body: body.replaceAll(from, to) });

test('the witness handles simultaneous requests in turn, so the log never becomes smaller', async () => {
  const statuses = await Promise.all([1, 2, 3].map(async (size) => (await add({ old: 0, size })).status));

  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
});

test('the witness is served at one address, with a limit on the size of requests', async () => {
  const server = await serveWitness(witness, { host: '127.0.0.1', port: 0 });
  onTestFinished(() => void server.close());
  const { port } = server.address() as { port: number };
  const ask = async (name: string, init?: RequestInit) => (await fetch(`http://127.0.0.1:${port}${name}`, init)).status;
  const { body } = await grow({ old: 0, size: 5 });

  expect(await ask('/add-checkpoint', { method: 'POST', body })).toBe(200);
  expect(await ask('/add-checkpoint', { method: 'POST', body: 'x'.repeat(70_000) })).toBe(413);
  expect(await ask('/add-checkpoint')).toBe(405);
  expect(await ask('/')).toBe(404);
});
