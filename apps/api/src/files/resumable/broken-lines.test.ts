import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import net, { type AddressInfo } from 'node:net';
import { submitComplaint } from '@baraza/contract';
import { beforeAll, expect, it } from 'vitest';
import { createScene, type Scene } from '../../../test/support/complaints.ts';
import { recording } from '../../../test/support/media.ts';
import { type Person, sharedTestApp } from '../../../test/support/server/app.ts';

const test = sharedTestApp();
const tus = { 'tus-resumable': '1.0.0' };
let citizen: Person;
let scene: Scene;
let port: number;
beforeAll(async () => {
  citizen = await test.citizen();
  scene = await createScene(test);
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  port = (test.app.server.address() as AddressInfo).port;
});

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Makes a recording of about 10 MB without repeating bytes. */
async function longRecording(): Promise<File> {
  const bytes = Buffer.from(await recording('long.wav', 640).arrayBuffer());
  randomBytes(bytes.length - 44).copy(bytes, 44);
  return new File([bytes], 'long.wav', { type: 'audio/wav' });
}

/** A connection that drops after this many bytes, all of which reach the server. */
function droppingProxy(afterBytes: () => number): Promise<net.Server & { passed: number }> {
  const server = Object.assign(
    net.createServer((client) => {
      const upstream = net.connect(port, '127.0.0.1');
      let left = afterBytes();
      client.on('data', (chunk: Buffer) => {
        const part = chunk.subarray(0, left);
        left -= part.length;
        server.passed += part.length;
        upstream.write(part);
        if (left > 0) return;
        client.destroy();
      });
      upstream.on('data', (chunk) => client.write(chunk));
      client.on('error', () => undefined).on('close', () => upstream.end());
      upstream.on('error', () => undefined).on('close', () => client.destroy());
    }),
    { passed: 0 },
  );
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

const chunk = 256 * 1024;

/** Sends a recording over a connection with this many drops; returns the hashes of the sent and the filed file. */
async function breakLines(breaks: number): Promise<[string, string]> {
  const sound = await longRecording();
  const bytes = Buffer.from(await sound.arrayBuffer());
  let seed = 17;
  const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  let dropped = 0;
  const proxy = await droppingProxy(() =>
    (dropped += 1) <= breaks ? 1 + Math.floor((random() * 2 * bytes.length) / breaks) : Infinity,
  );
  const address = `http://127.0.0.1:${port}/api/upload`;
  const broken = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/api/upload`;
  const headers = { ...tus, authorization: `Bearer ${citizen.token}` };
  const begun = await fetch(address, {
    method: 'POST',
    headers: { ...headers, 'upload-length': String(bytes.length), 'upload-metadata': `filetype ${btoa('audio/wav')}` },
  });
  const id = begun.headers.get('location')?.split('/').at(-1) ?? '';
  const offsetOf = async () => {
    const state = await test.app.inject({ method: 'HEAD', url: `/api/upload/${id}`, headers });
    return Number(state.headers['upload-offset']);
  };
  for (;;) {
    const offset = await offsetOf();
    if (offset === bytes.length) break;
    // After a drop the client waits while the server stores the received bytes.
    await fetch(`${broken}/${id}`, {
      method: 'PATCH',
      headers: {
        ...headers,
        connection: 'close',
        'content-type': 'application/offset+octet-stream',
        'upload-offset': String(offset),
      },
      body: bytes.subarray(offset, offset + chunk),
    }).catch(() => sleep(50));
  }
  proxy.close();
  expect(dropped).toBeGreaterThan(breaks);
  // The server keeps most bytes received before a drop; a restart would send the whole file again.
  expect(proxy.passed).toBeLessThan(1.5 * bytes.length + dropped * 1_000);
  const { attachments } = await citizen.call(submitComplaint, { form: scene.fields({}), uploads: [id] });
  const filed = await test.app.inject(attachments[0]?.filePath ?? '');
  return [hashOf(bytes), hashOf(filed.rawPayload)];
}

it(
  'an upload whose connection drops 100 times arrives with the same bytes',
  { tags: 'full', timeout: 120_000 },
  async () => {
    const [sent, filed] = await breakLines(100);
    expect(filed).toBe(sent);
  },
);
