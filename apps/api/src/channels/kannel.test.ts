import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { getDeskComplaint } from '@baraza/contract';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createScene, rowOf, type Scene } from '../../test/support/complaints.ts';
import { createTestApp, type TestApp } from '../../test/support/server/app.ts';
import { findProgram } from '../../test/support/server/processes.ts';
import { freePort } from '../../test/support/server/server-process.ts';
import { hashNumber } from '../mail/channel-contact.store.ts';

const root = new URL('../../../../', import.meta.url);
const secret = 'a-secret-that-nobody-can-guess';

describe('a Kannel with its fake SMSC, configured as its page says', { tags: 'full', timeout: 180_000 }, () => {
  let api: TestApp;
  let scene: Scene;
  let office = '';
  let folder: string;
  let fakesmsc: string;
  let smscPort: number;
  const boxes: ChildProcess[] = [];

  beforeAll(async () => {
    const programs = findProgram('kannel') as Record<'bearerbox' | 'smsbox' | 'fakesmsc', string>;
    ({ fakesmsc } = programs);
    folder = await mkdtemp(path.join(tmpdir(), 'baraza-kannel-'));
    const [port, sendPort, adminPort, boxPort] = [
      await freePort(),
      await freePort(),
      await freePort(),
      await freePort(),
    ];
    smscPort = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const page = await readFile(new URL('docs/operate/channels.md', root), 'utf8');
    const [, service = '', settings = ''] = /## Kannel[^`]*.*?```\n(.*?)```\n\n```json\n(.*?)```/su.exec(page) ?? [];
    const fill = (text: string) =>
      text
        .replaceAll('SECRET', secret)
        .replaceAll('PASSWORD', 'word')
        .replaceAll('https://complaints.example.org', url)
        .replaceAll('13013', String(sendPort));
    await writeFile(`${folder}/kannel.conf`, `${machinery(adminPort, boxPort, smscPort, sendPort)}\n${fill(service)}`);

    api = await createTestApp({ environment: { CHANNELS: `[${fill(settings)}]`, PUBLIC_URL: url } });
    scene = await createScene(api);
    const { rows } = await api.pool.query<{ name: string }>('select name from mda where id = $1', [scene.mdaId]);
    office = rows[0]?.name ?? '';
    await api.app.listen({ port, host: '127.0.0.1' });

    const startBox = (program: string) => {
      const box = spawn(program, [`${folder}/kannel.conf`], { cwd: folder, stdio: 'ignore' });
      boxes.push(box);
      return box;
    };
    startBox(programs.bearerbox);
    // A box that comes before its bearerbox ends.
    await vi.waitFor(() => fetch(`http://127.0.0.1:${adminPort}/`), 20_000);
    startBox(programs.smsbox);
    await vi.waitFor(() => fetch(`http://127.0.0.1:${sendPort}/`), 20_000);
  }, 180_000);
  afterAll(async () => {
    for (const box of boxes.toReversed()) await ended(box);
    await api.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Sends an SMS from a phone, if any, and waits until the phone has one that matches. */
  async function phone(from: string, said: string, awaited: RegExp, kind = 'text'): Promise<string> {
    const line = `${from} 1234 ${kind} ${said}`;
    const run = spawn(fakesmsc, ['-H', '127.0.0.1', '-r', String(smscPort), '-m', '1', line]);
    let output = '';
    for (const stream of [run.stdout, run.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
    try {
      await expect.poll(() => output, { timeout: 20_000 }).toContain('sent message 1');
      await expect.poll(() => received(output).join('\n'), { timeout: 20_000 }).toMatch(awaited);
      return received(output).join('\n');
    } finally {
      await ended(run);
    }
  }
  const idOf = async (from: string): Promise<string> => {
    const { rows } = await api.pool.query<{ id: string }>(
      'select c.id from complaint c join channel_contact k on k.account_id = c.citizen_id where k.number_hash = $1',
      [hashNumber(api.services.keys, from)],
    );
    return rows[0]?.id ?? '';
  };
  const deliveries = async (id: string) =>
    (await scene.officer.call(getDeskComplaint, { params: { id } })).deliveries.map(({ by, state }) => ({ by, state }));

  test('a complaint is filed, answered at the desk, answered back and solved by SMS, and the thread shows deliveries', async () => {
    const from = '+2348031230001';
    await phone(from, 'hello', /Which office\?/u);
    await phone(from, office.replaceAll(' ', '+'), /What happened\?/u, 'data');
    await phone(from, 'The tap has been dry since Monday', /Where\?/u);
    await phone(from, 'Hill Road', /Send it\?/u);
    await phone(from, '1', /Received: SDP-\d\d-\w{6}/u);
    const id = await idOf(from);
    expect((await rowOf(api, id)).row).toMatchObject({
      source: 'sms',
      location: 'Hill Road',
      title: 'The tap has been dry since Monday',
    });

    await scene.act(scene.officer, id, 'start');
    await scene.act(scene.officer, id, 'ask');
    await api.runJobs();
    const news = await phone(from, 'status', /A question for you.*ANSWER/su);
    expect(news).not.toContain(office);
    expect(news).not.toContain('tap');
    await expect.poll(() => deliveries(id)).toContainEqual({ by: 'phone', state: 'delivered' });

    await phone(from, 'answer the blue house', /passed on/u);
    expect((await rowOf(api, id)).events.at(-1)).toMatchObject({ action: 'answer', text: 'the blue house' });
    await scene.act(scene.officer, id, 'resolve');
    await api.runJobs();
    await phone(from, '1', /Counted as confirmed/u);

    expect((await rowOf(api, id)).row).toMatchObject({ state: 'resolved', confirmedAt: expect.any(Date) });
    await expect.poll(() => deliveries(id)).not.toContainEqual({ by: 'phone', state: 'sent' });
  });

  test('Yoruba reaches the phone in UCS-2, and leaves it in two parts that are cut within a mark', async () => {
    const from = '+2348031230002';
    const words = 'Omi kò ṣàn ní ilé ìwòsàn wa láti ọjọ́ Ajé';
    // This SMSC takes bytes, where a network has UCS-2.
    const bytes = [...Buffer.from(words)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`);
    const cut = [...Buffer.from(words)].findIndex((byte) => byte > 0x7f) + 1;

    const asked = await phone(from, 'Yoruba', /ọ/u);
    expect(asked).not.toContain('??');
    await phone(from, office.replaceAll(' ', '+'), /./u, 'data');
    await phone(from, `%05%00%03%07%02%01 ${bytes.slice(0, cut).join('')}`, /^$/u, 'udh');
    await phone(from, `%05%00%03%07%02%02 ${bytes.slice(cut).join('')}`, /./u, 'udh');
    await phone(from, 'Hill Road', /./u);
    await phone(from, '1', /SDP-/u);

    expect((await rowOf(api, await idOf(from))).row).toMatchObject({ descriptionText: words });
  });
});

const machinery = (adminPort: number, boxPort: number, smscPort: number, sendPort: number) => `
group = core
admin-port = ${adminPort}
admin-password = word
admin-allow-ip = "127.0.0.1"
admin-deny-ip = "*.*.*.*"
smsbox-port = ${boxPort}
box-allow-ip = "127.0.0.1"
box-deny-ip = "*.*.*.*"
dlr-storage = internal
log-level = 4

group = smsc
smsc = fake
smsc-id = fake
port = ${smscPort}
connect-allow-ip = 127.0.0.1

group = smsbox
bearerbox-host = 127.0.0.1
sendsms-port = ${sendPort}
global-sender = 1234
log-level = 4
`;

/** Reads the messages in the log of a phone, its parts as they came. */
function received(log: string): string[] {
  return [...log.matchAll(/Got message \d+: <\S+ \S+ (?:udh \S+ )?(\S+) (.*)>$/gmu)].map(([, kind, text = '']) => {
    if (kind === 'text') return text;
    const bytes = Buffer.from(
      text
        .replaceAll('+', ' ')
        .replaceAll(/%([\dA-F]{2})/giu, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
      'latin1',
    );
    return bytes.includes(0) ? bytes.swap16().toString('utf16le') : bytes.toString();
  });
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return void resolve();
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
  });
}
