import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { toBase64, utf8 } from './bytes.ts';
import { formatCheckpoint } from './checkpoint.ts';
import { formatVerifierKey } from './note.ts';
import { signerOf, signNote } from './sign.ts';
import { formatProof, openProof } from './tlog-proof.ts';
import { proveConsistency, proveInclusion, rootOf } from './tree.ts';
import { numbered, readMemory } from '../test/memory-log.ts';

const origin = 'portal.example/log';
const size = 1000;
const index = 421;

async function makeProof({ entries = numbered(size), key = 7 } = {}) {
  const read = readMemory(entries);
  const signer = signerOf(origin, new Uint8Array(32).fill(key));
  const root = await rootOf(read, entries.length);
  const checkpoint = signNote(formatCheckpoint({ origin, size: entries.length, root }), signer);
  const hashes = await proveInclusion(read, index, entries.length);
  const proof = { entry: utf8(`entry ${index}`), index, hashes, checkpoint };
  return { read, key: signer.key, proof, text: formatProof(proof) };
}

const forged = {
  'another entry': ({ proof }: Made) => formatProof({ ...proof, entry: utf8('entry 422') }),
  'another index': ({ proof }: Made) => formatProof({ ...proof, index: 422 }),
  'another size': ({ text }: Made) => text.replace('\n1000\n', '\n1001\n'),
  'a missing hash': ({ proof }: Made) => formatProof({ ...proof, hashes: proof.hashes.slice(1) }),
  'a changed byte': ({ text }: Made) => text.replace(/\n(?=\S{43}=\n)./u, (hash) => (hash === '\nA' ? '\nB' : '\nA')),
  'a swapped key': async () => (await makeProof({ key: 8 })).text,
  'a forked log': async ({ proof }: Made) => {
    const fork = await makeProof({ entries: numbered(size).with(5, utf8('forked')) });
    return formatProof({ ...proof, checkpoint: fork.proof.checkpoint });
  },
};

type Made = Awaited<ReturnType<typeof makeProof>>;

test('the proof of an entry can be checked with only the key of its log', async () => {
  const { key, text } = await makeProof();

  const { entry, head } = await openProof(text, [key]);

  expect([new TextDecoder().decode(entry), head.size]).toEqual(['entry 421', size]);
  expect(text.length).toBeLessThan(2_000);
});

test.each(Object.entries(forged))('the proof of an entry with %s is refused', async (_, forge) => {
  const made = await makeProof();

  await expect(openProof(await forge(made), [made.key])).rejects.toThrow(/\.$/);
});

test.each(['', 'c2sp.org/tlog-proof@v1', 'c2sp.org/tlog-proof@v2\nextra AA==\nindex 0\n\nx'])(
  'the proof %j is refused',
  async (text) => {
    await expect(openProof(text, [])).rejects.toThrow(/.+/);
  },
);

test(
  "Go's own library accepts proofs of entry and growth, and refuses what is forged",
  { tags: ['full'] },
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'stranger-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const program = path.join(folder, 'verify');
    const builder = path.join(import.meta.dirname, '../stranger/build.mjs');
    expect(spawnSync(process.execPath, [builder, program], { encoding: 'utf8' }).stderr).toBe('');
    const made = await makeProof();
    const verify = (text: string, ...growth: readonly string[]) => {
      const file = path.join(folder, 'a.tlog-proof');
      writeFileSync(file, text);
      return spawnSync(program, [formatVerifierKey(made.key), file, ...growth], { encoding: 'utf8' }).stdout;
    };
    const older = [String(613), toBase64(await rootOf(made.read, 613))];
    const growth = (await proveConsistency(made.read, 613, size)).map(toBase64);

    expect(verify(made.text, ...older, ...growth)).toBe('accepted: 421 in 1000\n');
    expect(verify(made.text, '612', ...older.slice(1), ...growth)).toMatch(/^refused: /);
    for (const forge of Object.values(forged)) expect(verify(await forge(made))).toMatch(/^refused: /);
  },
);
