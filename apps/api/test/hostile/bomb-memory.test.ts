/** @module-tag full */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { type NewComplaint, submitComplaint, updateProfile } from '@baraza/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tempFolder } from '../../src/files/temp-files.ts';
import { createTestDatabase, type TestDatabase } from '../support/server/database.ts';
import { type HostileFile, picture } from './hostile-files.ts';
import { bombs, largest } from './large-pictures.ts';
import { peakGrowth, tellsMemory } from './memory-peak.ts';
import { outcomeOf } from '../support/outcome.ts';
import type { Person } from '../support/people.ts';
import { peopleOfServer } from '../support/people-of-server.ts';
import { pourBody } from './pour-body.ts';
import { freePort, type ServerProcess, startProcess } from '../support/server/server-process.ts';

/*
 * What a server spends on bombs, as the kernel counts it for the process that serves: a picture is unfolded outside of what
 * JavaScript knows of.
 */

const mostMegabytes = 300;
/** Allocator settings of `npm start` and the container. */
const givesBack = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '1048576', MALLOC_TRIM_THRESHOLD_: '1048576' };

let database: TestDatabase;
let folder: string;
let server: ServerProcess;
let citizen: Person;
let form: NewComplaint;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(path.join(tmpdir(), 'baraza-bombs-'));
  const port = String(await freePort());
  server = startProcess({ PORT: port, DATA_DIR: folder, DATABASE_URL: database.url, DEMO: '0', ...givesBack });
  await server.ready();
  const people = peopleOfServer(database, server.url);
  citizen = await people.citizen();
  const [{ id: mda }, category] = [await people.mda(), await people.category()];
  const incidentDate = new Date().toISOString().slice(0, 10);
  form = {
    mda,
    category,
    title: 'No water',
    description: '<p>The tap is dry.</p>',
    location: 'Hill Road',
    incidentDate,
  };
  // Loads the image library, which does not count towards one picture.
  await send({ name: 'small.png', type: 'image/png', bytes: await picture('png') });
});
afterAll(async () => {
  server.child.kill('SIGKILL');
  await server.ended();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const pid = () => server.child.pid ?? 0;
const scratch = () => readdir(tempFolder(folder));
const toFile = ({ bytes, name, type }: HostileFile) => new File([new Uint8Array(bytes)], name, { type });
async function send(file: HostileFile): Promise<string> {
  const outcome = await outcomeOf(citizen.call(submitComplaint, { form, files: { files: toFile(file) } }));
  return outcome === 'success' ? outcome : `${outcome.status} ${outcome.code}`;
}

/** Sends a file as a profile picture. */
async function beShown(file: HostileFile): Promise<string> {
  const own = { first_name: 'Ada', last_name: 'Obi', email: citizen.email, phone: '+234 800 000 0000' };
  const outcome = await outcomeOf(citizen.call(updateProfile, { form: own, files: { file: toFile(file) } }));
  return outcome === 'success' ? outcome : `${outcome.status} ${outcome.code}`;
}

/** Sends each file by itself; returns outcomes and the megabytes over the limit. */
async function sendAll(files: readonly HostileFile[], how = send) {
  const found: [name: string, outcome: string, excess: number][] = [];
  for (const file of files) {
    const { grown, value } = await peakGrowth(pid(), () => how(file));
    found.push([file.name, value, Math.max(0, grown - mostMegabytes)]);
  }
  return found;
}

describe.runIf(tellsMemory)('the memory of the process', () => {
  let refused: HostileFile[];
  let taken: HostileFile[];
  beforeAll(async () => {
    refused = await bombs();
    taken = await largest();
  }, 180_000);

  it('the server’s memory stays small while decompression bombs are refused', { timeout: 120_000 }, async () => {
    expect(refused.length).toBeGreaterThan(30);
    expect(await sendAll(refused)).toEqual(refused.map(({ name }) => [name, '415 FILE_TYPE_REFUSED', 0]));
    await expect.poll(scratch).toEqual([]);
  });

  it('the server’s memory stays small while the largest pictures are processed', { timeout: 180_000 }, async () => {
    const expected = taken.map(({ name }) => [name, 'success', 0]);
    expect(await sendAll(taken)).toEqual(expected);
    expect(await sendAll(taken, beShown)).toEqual(expected);
    await expect.poll(scratch).toEqual([]);
  });

  const named = (end: string) => taken.find(({ name }) => name.endsWith(end)) as HostileFile;
  const six = (file: HostileFile) => Array.from({ length: 6 }, () => file);
  it.each([
    ['six of the most costly', () => six(named('avif'))],
    ['one of each kind', () => taken.slice(1)],
  ])(
    'the server’s memory stays small while %s of the largest pictures arrive at once',
    { timeout: 60_000 },
    async (_, files) => {
      const { grown, value } = await peakGrowth(pid(), () => Promise.all(files().map((file) => send(file))));
      expect(value).toEqual(files().map(() => 'success'));
      expect(grown).toBeLessThan(mostMegabytes);
      await expect.poll(scratch).toEqual([]);
    },
  );

  const part = (name: string, type: string) =>
    `--bb\r\ncontent-disposition: form-data; name="${name}"; filename="a"\r\ncontent-type: ${type}\r\n\r\n`;
  it.each([
    ['of a form', 'POST /api/complaint', undefined, part('files', 'image/png')],
    ['of a recording', 'POST /api/complaint', undefined, part('audio', 'audio/wav')],
    ['of a field', 'POST /api/complaint', undefined, '--bb\r\ncontent-disposition: form-data; name="title"\r\n\r\n'],
    ['of JSON', 'POST /api/login', 'application/json', '{"email":"'],
  ])(
    'the server’s memory stays small while a body of 400 MB arrives, %s',
    { timeout: 60_000 },
    async (_, line, type, beginning) => {
      const { grown, value } = await peakGrowth(pid(), async () => {
        const { token } = citizen;
        const body = { line, token, beginning, megabytes: 400, ...(type !== undefined && { type }) };
        const { answer, socket } = await pourBody(Number(new URL(server.url).port), body);
        socket.end('0\r\n\r\n');
        return answer;
      });
      expect(value).toMatch(/^HTTP\/1\.1 413 [\s\S]*"code":"(FILE|PAYLOAD)_TOO_LARGE"/);
      expect(grown).toBeLessThan(mostMegabytes);
      await expect.poll(scratch).toEqual([]);
    },
  );

  it('the server’s memory stays small when JSON arrives compressed', async () => {
    const body = gzipSync(Buffer.alloc(200 * 1024 * 1024, ' '));
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    const { grown, value } = await peakGrowth(pid(), () =>
      fetch(`${server.url}/api/login`, { method: 'POST', headers, body }),
    );
    expect(value.status).toBe(400);
    expect(grown).toBeLessThan(mostMegabytes);
  });
});

it('the server still responds after all decompression bombs', async () => {
  expect(await send({ name: 'small.png', type: 'image/png', bytes: await picture('png') })).toBe('success');
  expect(server.stderr()).not.toContain('"level":50');
  expect(server.stderr()).not.toContain('"level":60');
});
