import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { formatVerifierKey } from '@baraza/transparency-log';
import { signerOf } from '@baraza/transparency-log/sign';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { fetchContinuations, learnLog } from './learn-log.ts';
import { openStore, type WitnessStore } from './store.ts';

const keyOf = async (origin: string, byte = 7) =>
  formatVerifierKey(signerOf(origin, new Uint8Array(32).fill(byte)).key);
const [first, second, changed] = await Promise.all([
  keyOf('portal.example/log'),
  keyOf('new.example/log'),
  keyOf('portal.example/log', 8),
]);

let folder: string;
let store: WitnessStore;
let portal: string;
let published: readonly string[];
let lines: string[];

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'witness-'));
  const server = createServer((request, response) => {
    if (request.url === '/api/log')
      response.end(JSON.stringify({ keys: [{ statement: null }, { statement: 'Said.' }] }));
    else response.writeHead(published.length > 0 ? 200 : 503).end(published.join('\n'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });
  store = await openStore(folder);
  portal = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  published = [first];
  lines = [];
});

const learn = () => learnLog(store, portal, (line) => lines.push(line));

const keysOf = async (origin: string) => (await store.findLog(origin))?.verifierKeys;

test('the witness saves the log’s keys at its first start, and adds no others later', async () => {
  await learn();
  published = [changed, first];
  await learn();

  expect(await keysOf('portal.example/log')).toEqual([first]);
  expect(lines).toEqual(Array.from({ length: 2 }, () => `Witnessing portal.example/log, signed with\n${first}`));
});

test('the witness saves no keys while the log has an unknown name', async () => {
  await learn();
  published = [second, first];
  await learn();
  expect(await keysOf('new.example/log')).toBeUndefined();
  expect(lines.at(-1)).toBe('The log is called new.example/log now. It is followed there once its former key says so.');
});

test('the witness still knows a saved log after a restart', async () => {
  await learn();
  await store.saveLog({ origin: 'portal.example/log', verifierKeys: [first], note: 'seen' });

  published = [];

  await learn();

  expect(await store.findLog('portal.example/log')).toMatchObject({ verifierKeys: [first], note: 'seen' });
  expect(lines.at(-1)).toBe(`${portal} is not reached; going on with what is known.`);
});

test('the first start of the witness fails while the portal cannot be reached', async () => {
  published = [];

  await expect(learn()).rejects.toThrow(`${portal} serves no key of a log (503).`);
  expect(await store.hasLogs()).toBe(false);
});

test('the witness fetches the statements of a continued log from the portal', async () => {
  expect(await fetchContinuations(portal)).toEqual(['Said.']);
});

// Each run starts a Node process.
const patience = 60_000;

/** Runs the program until it ends or prints a line with its address. */
async function run(...words: string[]) {
  const program = spawn(process.execPath, [path.join(import.meta.dirname, 'main.ts'), ...words]);
  const errors = text(program.stderr);
  const ended = new Promise<number | null>((resolve) => program.once('close', resolve));
  let output = '';
  program.stdout.on('data', (part: Buffer) => {
    output += part.toString();
    if (/^\S+ http:/mu.test(output)) program.kill();
  });
  return { code: await ended, output, errors: await errors };
}

test(
  'the witness program saves the log and prints the setting that the portal needs',
  { timeout: patience },
  async () => {
    const words = [portal, '--data', folder, '--name', 'witness.example', '--port', '0'];
    const { output, errors } = await run(...words);

    expect(errors).toBe('');
    expect(output).toMatch(/^witness\.example\+[0-9a-f]{8}\+\S+ http:\/\/127\.0\.0\.1:[1-9]\d*$/mu);
    expect(await keysOf('portal.example/log')).toEqual([first]);
    expect((await run('nowhere')).errors).toMatch(/^Usage: npm run witness/u);
  },
);
