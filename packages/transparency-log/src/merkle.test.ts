import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { utf8 } from './bytes.ts';
import { emptyRoot, hashLeaf, hashTile, verifyConsistency, verifyInclusion } from './merkle.ts';
import { proveConsistency, proveInclusion, type ReadHashes, rootOf } from './tree.ts';
import { numbered, readMemory } from '../test/memory-log.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/** Entries and roots of the tests of RFC 6962's reference log. */
const entries = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'];
const roots = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];

test.each(roots.map((root, size) => [size, root]))(
  'the root of %i entries is that of the reference log',
  async (size, root) => {
    const read = readMemory(entries.map((entry) => Buffer.from(entry, 'hex')));

    expect(hex(await rootOf(read, size))).toBe(root);
  },
);

test('a leaf and a node of the Merkle tree with the same bytes have different hashes', () => {
  const [left, right] = [hashLeaf(utf8('a')), hashLeaf(utf8('b'))];

  expect(hex(hashLeaf(Buffer.concat([left, right])))).not.toBe(hex(hashTile([left, right])));
  expect(hex(emptyRoot())).toBe(createHash('sha256').digest('hex'));
});

const sizes = [1, 2, 3, 5, 8, 255, 256, 257, 511, 513, 700];
const read = readMemory(numbered(700));

test.each(sizes)('in a log of %i entries each can be proven, and only with its own index and proof', async (size) => {
  const root = await rootOf(read, size);
  for (let index = 0; index < size; index += Math.ceil(size / 40)) {
    const proof = await proveInclusion(read, index, size);
    const leaf = hashLeaf(utf8(`entry ${index}`));

    expect(verifyInclusion(leaf, { index, size, proof, root })).toBe(true);
    expect(verifyInclusion(leaf, { index: index + 1, size, proof, root })).toBe(false);
    expect(verifyInclusion(hashLeaf(utf8('forged')), { index, size, proof, root })).toBe(false);
    expect(verifyInclusion(leaf, { index, size, proof: [...proof, root], root })).toBe(false);
    expect(verifyInclusion(leaf, { index, size, proof: proof.slice(1), root })).toBe(size === 1);
  }
});

test('a log that only grew is consistent with each of its earlier sizes', async () => {
  for (const size of sizes) {
    const newer = { size, root: await rootOf(read, size) };
    for (const former of [0, ...sizes].filter((each) => each <= size)) {
      const older = { size: former, root: await rootOf(read, former) };
      const proof = await proveConsistency(read, former, size);

      expect(verifyConsistency(older, newer, proof)).toBe(true);
      expect(verifyConsistency(newer, older, proof)).toBe(size === former);
      expect(verifyConsistency({ ...older, root: hashLeaf(utf8('forged')) }, newer, proof)).toBe(false);
      expect(verifyConsistency(older, { ...newer, root: hashLeaf(utf8('forged')) }, proof)).toBe(former === 0);
    }
  }
});

test('a log whose past was rewritten is not consistent with its earlier root', async () => {
  const rewritten = numbered(700).with(3, utf8('another'));
  const older = { size: 257, root: await rootOf(read, 257) };
  const newer = { size: 700, root: await rootOf(readMemory(rewritten), 700) };

  const proof = await proveConsistency(readMemory(rewritten), 257, 700);

  expect(verifyConsistency(older, newer, proof)).toBe(false);
});

test('a proof among 70,000 entries reads three tiles for the entry and one for the edge', async () => {
  const all = readMemory(numbered(70_000));
  const asked: string[] = [];
  const counting: ReadHashes = (level, from, count) => {
    asked.push(`${level}/${from / 256} ${count}`);
    return all(level, from, count);
  };

  const proof = await proveInclusion(counting, 12_345, 70_000);

  expect(asked.toSorted()).toEqual(['0/273 112', '0/48 256', '1/0 256', '1/1 17']);
  const root = await rootOf(all, 70_000);
  expect(verifyInclusion(hashLeaf(utf8('entry 12345')), { index: 12_345, size: 70_000, proof, root })).toBe(true);
});
