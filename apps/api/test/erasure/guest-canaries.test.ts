import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { expect, test, vi } from 'vitest';
import { hmacSha256, sha256 } from '../../src/crypto/digest.ts';
import { throttleKey } from '../../src/db/remembered.store.ts';
import { createLog } from '../../src/observability/log.ts';
import { backUp, installationOf } from '../support/backups.ts';
import { createScene } from '../support/complaints.ts';
import { dumpOf, filesIn } from '../support/dump.ts';
import { recording } from '../support/media.ts';
import { letter, pdfFile } from '../support/pdf.ts';
import { uploadEncryption } from '../support/encrypted-upload.ts';
import { createTestApp, type TestApp } from '../support/server/app.ts';

/*
 * A guest's device leaves no trace: neither its address, nor its browser, nor the metadata of its files.
 */

const address = '203.0.113.77';
const browser = 'zq-canary-browser/7';
const fileName = 'zq-canary-of-ada.jpg';
const marks = [address, browser, 'zq-canary', '203.0.113', 'camera of a person', '+06.5244'];

/** A film with place and device in its metadata. */
const film = path.join(import.meta.dirname, '../../../../packages/media-metadata/fixtures/located.mp4');

/** Makes a recording with an artist in its metadata. */
async function namedRecording(): Promise<File> {
  const sound = Buffer.from(await recording().arrayBuffer());
  const note = Buffer.from('LIST\x1a\0\0\0INFOIART\x0e\0\0\0zq-canary-name', 'latin1');
  const whole = Buffer.concat([sound, note]);
  whole.writeUInt32LE(whole.length - 8, 4);
  return new File([whole], 'zq-canary.wav', { type: 'audio/wav' });
}

/** Identity levels: the screens promise the same about the device for both. */
const levels = [
  ['anonymous', {}],
  ['confidential', { contactName: 'Ada Obi', contactPhone: '0803 555 0199' }],
] as const;

test.each(levels)(
  'no table, log line, file, mail or backup identifies the device of a guest who is %s',
  async (identity, contact) => {
    const api = await createTestApp();
    try {
      const scene = await createScene(api);
      const lines: string[] = [];
      const stream = new PassThrough().on('data', (line: Buffer) => lines.push(line.toString()));
      const app = await api.rebuild({ log: createLog({ logLevel: 'trace' }, stream as unknown as NodeJS.WriteStream) });
      const limitWrongCodes = vi.spyOn(app, 'limitWrongCodes');
      const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
        .withExif({ IFD0: { Artist: 'zq-canary-artist' } })
        .jpeg()
        .toBuffer();
      const ask = async (method: 'GET' | 'POST' | 'PUT', url: string, payload: object | string, token = '') =>
        app.inject({
          method,
          url,
          remoteAddress: address,
          headers: {
            'user-agent': browser,
            ...(token && { authorization: `Bearer ${token}` }),
            ...(typeof payload === 'string' && { 'content-type': 'application/x-www-form-urlencoded' }),
          },
          ...(method !== 'GET' && { payload }),
        });
      const clip = new File([new Uint8Array(await readFile(film))], 'zq-canary.mp4', { type: 'video/mp4' });
      const author = '/Info<</Author(zq-canary)/Producer(camera of a person)>>/ID[(zq-canary)(zq-canary)]';
      const authored = pdfFile(letter({ trailer: author, page: '/PieceInfo(zq-canary)' }), 'zq-canary.pdf');
      const formOf = (fields: object) => {
        const form = new FormData();
        for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
        form.append('files', new File([new Uint8Array(picture)], fileName, { type: 'image/jpeg' }));
        form.append('files', clip);
        form.append('files', authored);
        return form;
      };
      const form = formOf({ ...scene.fields(), ...contact, identity });
      form.append('audio', await namedRecording());
      const filed = await ask('POST', '/api/public/complaint', form);
      expect(filed.statusCode).toBe(201);
      const { id, trackingId, receiptCode } = filed.json<Record<string, string>>();
      // Refusals too: a wrong code until it is throttled, a foreign call, a foreign complaint, no session.
      for (let count = 0; count < 12; count += 1) {
        await ask('POST', '/api/public/session', { trackingId, receiptCode: '0'.repeat(16) });
      }
      const opened = await ask('POST', '/api/public/session', { trackingId, receiptCode });
      expect(opened.statusCode).toBe(200);
      const { token } = opened.json<Record<string, string>>();
      expect((await ask('GET', `/api/complaint/${id}`, {}, token)).statusCode).toBe(200);
      expect((await ask('PUT', '/api/complaint/add-evidence', formOf({ id, text: 'More' }), token)).statusCode).toBe(
        200,
      );
      // Two resumable uploads: one is filed, the other is unfinished.
      const encryption = uploadEncryption();
      const uploads = [];
      for (const isWhole of [true, false]) uploads.push(await sendEncrypted(app, token!, clip, encryption, isWhole));
      const named = formOf({ id, text: 'And more', uploads: uploads[0], uploadKey: encryption.uploadKey });
      expect((await ask('PUT', '/api/complaint/add-evidence', named, token)).statusCode).toBe(200);
      expect((await ask('GET', `/api/complaint/${crypto.randomUUID()}`, {}, token)).statusCode).toBe(404);
      expect((await ask('GET', '/api/complaint', {}, token)).statusCode).toBe(403);
      expect((await ask('GET', `/api/complaint/${id}`, {}, 'x'.repeat(43))).statusCode).toBe(401);
      expect((await ask('GET', '/api/public/choices', {})).statusCode).toBe(200);
      const typed = 'The zq-canary pump of our street is dry';
      expect((await ask('POST', '/api/public/suggestion', { text: typed })).statusCode).toBe(200);
      // The pages without scripts, and their refusals.
      const plain = { ...scene.fields(), ...contact, description: 'Dry', key: crypto.randomUUID(), identity };
      const post = (url: string, fields: object) => ask('POST', url, new URLSearchParams({ ...fields }).toString());
      expect((await post('/complain', { ...plain, title: '' })).statusCode).toBe(400);
      expect((await post('/complain', plain)).statusCode).toBe(201);
      expect((await post('/track', { trackingId, receiptCode: '1'.repeat(16) })).statusCode).toBe(429);
      expect((await post('/track', { trackingId, receiptCode })).statusCode).toBe(200);
      expect((await post('/track', { trackingId, receiptCode, act: 'answer', text: 'Now' })).statusCode).toBe(409);
      for (const page of ['/complain/plain', '/track/plain']) expect((await ask('GET', page, {})).statusCode).toBe(200);

      const { dataDir } = api.services.settings;
      const kept = [lines.join('\n'), await dumpOf(api.pool), await filesIn(path.join(dataDir, 'files'))];
      await backUp(installationOf(api), path.join(dataDir, 'backups'));
      kept.push(await filesIn(path.join(dataDir, 'backups')));
      expect(kept[3]).toContain(trackingId);
      kept.push(JSON.stringify(await api.outbox()));
      expect(kept[0]).toContain('/api/public/complaint');
      expect(kept[1]).toContain(trackingId);
      const [asked] = limitWrongCodes.mock.calls[0]!;
      const networkKey = Buffer.from(asked.networkKey, 'base64');
      expect(networkKey).toHaveLength(32);
      const hashes = [...hashesOf(address, api.services.keys), networkKey].flatMap((hash) => spellingsOf(hash));
      const found = kept.flatMap((text) =>
        [...marks, ...hashes]
          .filter((mark) => text.includes(mark))
          .map((mark) => text.slice(Math.max(0, text.indexOf(mark) - 300), text.indexOf(mark) + 60)),
      );
      expect(found).toEqual([]);
      expect(kept.join('').includes(receiptCode ?? '')).toBe(false);
      expect(await strangeThrottles(api.pool)).toEqual([]);
      expect(await placesKept(api)).toEqual({ entries: [{ place: null }], sessions: [{ place: null }] });
      await app.close();
    } finally {
      await api.close();
    }
  },
);

/** Uploads a film of a guest, or half of it. Returns the upload's id. */
async function sendEncrypted(
  app: FastifyInstance,
  token: string,
  given: File,
  { encrypt }: ReturnType<typeof uploadEncryption>,
  isWhole: boolean,
): Promise<string> {
  const headers = { authorization: `Bearer ${token}`, 'user-agent': browser, 'tus-resumable': '1.0.0' };
  const ask = (method: 'POST' | 'PATCH', url: string, more: object, payload?: Buffer) =>
    app.inject({ method, url, remoteAddress: address, headers: { ...headers, ...more }, ...(payload && { payload }) });
  const about = `filename ${btoa(given.name)},filetype ${btoa(given.type)}`;
  const begun = await ask('POST', '/api/upload', { 'upload-length': String(given.size), 'upload-metadata': about });
  const { id } = begun.json<{ id: string }>();
  const bytes = encrypt(id, new Uint8Array(await given.arrayBuffer()));
  const type = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' };
  const sent = Buffer.from(isWhole ? bytes : bytes.subarray(0, bytes.length / 2));
  expect((await ask('PATCH', `/api/upload/${id}`, type, sent)).statusCode).toBe(204);
  return id;
}

/** Hashes of an address that the server could compute: anybody with its keys could find the address by trying all. */
function hashesOf(text: string, keys: TestApp['services']['keys']): Buffer[] {
  return [sha256(text), ...Object.values(keys).map((key) => hmacSha256(key, text))];
}

/** Spellings of a hash; PostgreSQL shows bytes in hex too. */
function spellingsOf(hash: Buffer): string[] {
  return [
    hash.toString('hex'),
    hash.toString('base64').replace('=', ''),
    hash.toString('base64url'),
    hash.toString('latin1'),
  ];
}

/** Returns the distinct networks in the audit trail and browsers in guest sessions. */
async function placesKept({ pool }: TestApp): Promise<unknown> {
  const { rows: entries } = await pool.query('select distinct network as place from audit');
  const { rows: sessions } = await pool.query(
    `select distinct user_agent as place from session s join account a on a.id = s.account_id
     where a.receipt_hash is not null`,
  );
  return { entries, sessions };
}

/** Counters without an account, whose address could be found by trying all once the keys of networks are gone. */
async function strangeThrottles(pool: TestApp['pool']): Promise<unknown[]> {
  const { rows: accounts } = await pool.query<{ id: string }>('select id from account');
  const quotas = ['complaints', 'files', 'kilobytes'].flatMap((of) =>
    accounts.map(({ id }) => throttleKey(['daily', of, id])),
  );
  const { rows: keys } = await pool.query<{ key: Buffer }>('select key from network_key');
  const networks = keys.flatMap(({ key }) =>
    ['guest complaint', 'unproven complaint', 'wrong code', 'guest upload'].map((use) =>
      throttleKey([use, hmacSha256(key, address).toString('base64')]),
    ),
  );
  const known = [...networks, ...quotas];
  return (await pool.query('select key from throttle where key <> all($1::bytea[])', [known])).rows;
}
