import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { expect, vi } from 'vitest';
import { readSettings } from '../../src/config/settings.ts';
import { seedReferenceData } from '../../src/features/office/category/reference-data.ts';
import { hashNumber } from '../../src/mail/channel-contact.store.ts';
import { createScene } from './complaints.ts';
import { photo, voiceNote } from './media.ts';
import type { TestApp } from './server/app.ts';

/** What the Graph API has under the id of a file. */
export interface GraphFile {
  readonly bytes: Buffer;
  readonly type: string;
  /** Said in place of the true size. */
  readonly size?: number;
  /** Where it hangs for ever. */
  readonly hangs?: 'description' | 'bytes';
  /** Said in place of the true address. */
  readonly url?: string;
}

export interface SentMessage {
  readonly authorization: string;
  readonly path: string;
  readonly body: WhatsAppBody;
}

/** Starts a server of the published shape of the Cloud API on 127.0.0.1. */
async function startGraphApi() {
  const sent: SentMessage[] = [];
  const files = new Map<string, GraphFile>();
  const state = { error: undefined as { status: number; code: number } | undefined, messages: 0 };
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    const json = (body: object, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const file = files.get(path.split('/').at(-1) ?? '');
    const bytes: Buffer[] = [];
    request.on('data', (chunk: Buffer) => bytes.push(chunk));
    request.on('end', () => {
      const { authorization = '' } = request.headers;
      if (authorization !== 'Bearer the-access-token')
        return json({ error: { code: 190, type: 'OAuthException' } }, 401);
      if (request.method === 'POST') {
        if (state.error) return json({ error: { code: state.error.code, message: 'no' } }, state.error.status);
        sent.push({ authorization, path, body: JSON.parse(Buffer.concat(bytes).toString()) });
        state.messages += 1;
        return json({ messaging_product: 'whatsapp', messages: [{ id: `wamid.OUT${state.messages}` }] });
      }
      if (!file) return json({ error: { code: 100, message: 'Unsupported get request.' } }, 400);
      if (path.startsWith('/file/')) return file.hangs ? response.flushHeaders() : response.end(file.bytes);
      if (file.hangs === 'description') return undefined;
      return json({
        messaging_product: 'whatsapp',
        url: file.url ?? `${origin}/file/${path.split('/').at(-1)}`,
        mime_type: file.type,
        file_size: file.size ?? file.bytes.length,
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  return {
    url: `${origin}/v25.0`,
    sent,
    files,
    state,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const phoneNumberId = '106540352242922';
const appSecret = 'the-app-secret-of-the-tests';

/** Wraps messages and statuses as Meta does. */
export function webhookOf(value: object, id = phoneNumberId): object {
  const metadata = { display_phone_number: '15550783881', phone_number_id: id };
  const changes = [{ field: 'messages', value: { messaging_product: 'whatsapp', metadata, ...value } }];
  return { object: 'whatsapp_business_account', entry: [{ id: '102290129340398', changes }] };
}

/** Signs a body as Meta does. */
export function signed(body: string | Buffer, secret = appSecret) {
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  return { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` };
}

export const secret = 'a-secret-that-nobody-can-guess';
export const verifyToken = 'a-token-for-the-first-call';
export const url = `/channel/wa/${secret}`;
export const words = 'The tap has been dry since Monday';

type Payload = Record<string, unknown>;
export const text = (body: string): Payload => ({ type: 'text', text: { body } });
export const place = (more: object = {}): Payload => ({
  type: 'location',
  location: { latitude: 6.524379, longitude: 3.379206, name: 'Hill Road', address: 'Lagos', ...more },
});
export const tap = (id: string, title = 'x'): Payload => ({
  type: 'interactive',
  interactive: { type: 'button_reply', button_reply: { id, title } },
});

/** A message as the Cloud API takes it. */
export interface WhatsAppBody {
  readonly type: string;
  readonly to: string;
  readonly text?: { readonly body: string };
  readonly interactive?: {
    readonly type: string;
    readonly body: { readonly text: string };
    readonly action: { readonly buttons: { readonly reply: { readonly id: string; readonly title: string } }[] };
  };
}
export const wordsOf = (sent: WhatsAppBody | undefined) => sent?.text?.body ?? sent?.interactive?.body.text ?? '';

export type WhatsAppScene = Awaited<ReturnType<typeof openWhatsApp>>;

/** Opens an app with a WhatsApp channel over a server of Meta’s shape, and an office. */
export async function openWhatsApp(api: TestApp) {
  const graph = await startGraphApi();
  const settingsOf = (more: object = {}, others: object[] = []) => {
    const whatsapp = { phoneNumberId, accessToken: 'the-access-token', appSecret, verifyToken, graphUrl: graph.url };
    const channel = { name: 'wa', kind: 'whatsapp', secret, country: 'NG' };
    const channels = [{ ...channel, whatsapp: { ...whatsapp, seconds: 1, ...more } }, ...others];
    return { ...api.services.settings, channels: readSettings({ CHANNELS: JSON.stringify(channels) }).channels };
  };
  const settings = settingsOf();
  const app = await api.rebuild({ settings });
  const scene = await createScene(api);
  await seedReferenceData(api.services);
  const { rows } = await api.pool.query<{ name: string }>('select name from mda where id = $1', [scene.mdaId]);

  let count = 0;
  const seconds = () => Math.floor(api.clock.now().getTime() / 1_000);
  const message = (from: string, payload: Payload, more: Payload = {}) => {
    return { from, id: `wamid.IN${(count += 1)}`, timestamp: String(seconds()), ...payload, ...more };
  };
  const post = async (body: object, headers?: Record<string, string>) => {
    const payload = JSON.stringify(body);
    return app.inject({ method: 'POST', url, headers: headers ?? signed(payload), payload });
  };
  /** Waits until every message is answered. */
  const settle = () =>
    vi.waitFor(
      async () => {
        const waiting = await api.pool.query('select 1 from inbound_message where handled_at is null');
        expect(waiting.rowCount).toBe(0);
      },
      { timeout: 10_000 },
    );
  /** Puts a file on the server of Meta; returns the message that names it. */
  const attach = (type: 'image' | 'audio' | 'video' | 'document', file: GraphFile, caption?: string): Payload => {
    const id = String((count += 1));
    graph.files.set(id, file);
    return { type, [type]: { id, mime_type: file.type, sha256: 'x', ...(caption && { caption }) } };
  };
  return {
    graph,
    settings,
    settingsOf,
    app,
    scene,
    office: rows[0]?.name ?? '',
    newNumber: () => `23480312${String(10_000 + (count += 1))}`,
    seconds,
    message,
    post,
    settle,
    attach,
    voice: () => attach('audio', { bytes: voiceNote(), type: 'audio/ogg; codecs=opus' }),
    async picture(caption?: string) {
      const bytes = Buffer.from(await (await photo()).arrayBuffer());
      return attach('image', { bytes, type: 'image/jpeg' }, caption);
    },
    /** Sends messages of a number, one after the other; returns what was said last. */
    async say(from: string, ...payloads: (string | Payload)[]) {
      for (const payload of payloads) {
        const one = message(from, typeof payload === 'string' ? text(payload) : payload);
        const contacts = [{ profile: { name: 'Ada Obi' }, wa_id: from }];
        expect((await post(webhookOf({ contacts, messages: [one] }))).statusCode).toBe(200);
        await settle();
      }
      await api.runJobs({ settings });
      return graph.sent.at(-1)?.body;
    },
    async newest(from: string) {
      const complaints = await api.pool.query(
        `select c.*, (select json_agg(json_build_object('kind', f.kind, 'type', f.content_type, 'name', f.file_name) order by f.position)
           from file f where f.complaint_id = c.id) as files
         from complaint c join channel_contact k on k.account_id = c.citizen_id
         where k.number_hash = $1 order by c.submitted_at`,
        [hashNumber(api.services.keys, `+${from}`)],
      );
      return complaints.rows.at(-1);
    },
    complaints: async () => Number((await api.pool.query('select count(*) from complaint')).rows[0].count),
    forget() {
      graph.sent.length = 0;
      graph.state.error = undefined;
    },
    async close() {
      await app.close();
      graph.close();
    },
  };
}
