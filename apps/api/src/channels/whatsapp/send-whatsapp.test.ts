import type { DeskComplaint } from '@baraza/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sharedTestApp } from '../../../test/support/server/app.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import { openWhatsApp, secret, text, webhookOf, type WhatsAppScene, words } from '../../../test/support/whatsapp.ts';

const api = sharedTestApp({ rates: { channelMessages: { max: 100_000, seconds: 60 } } });
let wa: WhatsAppScene;
beforeAll(async () => {
  wa = await openWhatsApp(api);
});
afterAll(() => wa.close());
beforeEach(() => wa.forget());

describe('a message by WhatsApp', () => {
  /** Files a complaint, lets the office start it, and sends the news. */
  async function news(from: string) {
    await wa.say(from, 'hello', wa.office, words, 'Hill Road', '1');
    const { id } = await wa.newest(from);
    wa.graph.sent.length = 0;
    await wa.scene.act(wa.scene.officer, id, 'start');
    return { id, wamid: `wamid.OUT${wa.graph.state.messages + 1}` };
  }
  const status = (id: string, name: string, more: object = {}) =>
    wa.post(
      webhookOf({ statuses: [{ id, status: name, timestamp: String(wa.seconds()), recipient_id: '1', ...more }] }),
    );
  // The clock leaps past sessions.
  const read = async (id: string, given = wa.settings) => {
    const desk = await api.rebuild({ settings: given });
    const { token } = await api.officer(wa.scene.mdaId);
    const answer = await desk.inject({
      url: `/api/desk/complaint/${id}`,
      headers: { authorization: `Bearer ${token}` },
    });
    await desk.close();
    return answer.json<DeskComplaint>();
  };
  const atDesk = async (id: string) => {
    const { rows } = await api.pool.query('select state, why from delivery where complaint_id = $1 order by at', [id]);
    return rows.at(-1) as { state: string; why: string | null };
  };

  test('is shown at the desk as sent, delivered or read, in whatever order the reports come', async () => {
    const { id, wamid } = await news(wa.newNumber());
    await api.runJobs({ settings: wa.settings });
    expect(await atDesk(id)).toEqual({ state: 'sent', why: null });
    expect((await read(id)).deliveries.at(-1)).toMatchObject({ steps: ['2'], by: 'whatsapp', state: 'sent' });

    await status(wamid, 'read');
    await status(wamid, 'delivered');
    await status(wamid, 'sent');
    await status(wamid, 'failed', { errors: [{ code: 131026 }] });
    expect(await atDesk(id)).toMatchObject({ state: 'read' });
  });

  test('is shown as failed with the code of Meta', async () => {
    const { id, wamid } = await news(wa.newNumber());
    await api.runJobs({ settings: wa.settings });

    await status(wamid, 'failed', { errors: [{ code: 131026, title: 'Message undeliverable', message: 'to +234' }] });

    expect(await atDesk(id)).toEqual({ state: 'failed', why: '131026' });
  });

  test.each([['after it was sent'], ['at once']])(
    'is followed by one the next way if Meta reports %s that it cannot be delivered',
    async (when) => {
      const { id, wamid } = await news(wa.newNumber());
      await api.pool.query(
        `update account set news_ways = '{phone,mail}', email = id || '@home.example'
       where id = (select citizen_id from complaint where id = $1)`,
        [id],
      );
      if (when === 'at once') wa.graph.state.error = { status: 400, code: 131026 };
      await api.runJobs({ settings: wa.settings });
      wa.graph.state.error = undefined;
      if (when !== 'at once') await status(wamid, 'failed', { errors: [{ code: 131026 }] });

      const { rows } = await api.pool.query(
        'select channel, state from delivery where complaint_id = $1 and 2 = any (steps)',
        [id],
      );
      expect(rows).toEqual(
        expect.arrayContaining([
          { channel: 'wa', state: 'failed' },
          { channel: 'mail', state: expect.any(String) },
        ]),
      );
      await api.pool.query('delete from mail_outbox');
    },
  );

  test('has its state where the report comes before our own note of the message', async () => {
    const { id, wamid } = await news(wa.newNumber());
    await status(wamid, 'sent');
    await status(wamid, 'delivered');
    await api.runJobs({ settings: wa.settings });

    expect(await atDesk(id)).toEqual({ state: 'delivered', why: 'delivered' });
    const { rows } = await api.pool.query(
      'select count(*)::int from delivery where complaint_id is null and state = $1',
      ['delivered'],
    );
    expect(rows).toEqual([{ count: 0 }]);
  });

  test('is shown as refused and tried again where Meta does not take it', async () => {
    const { id } = await news(wa.newNumber());
    wa.graph.state.error = { status: 400, code: 131056 };
    await api.runJobs({ settings: wa.settings });
    expect(await atDesk(id)).toEqual({ state: 'queued', why: 'EWHATSAPP 131056' });

    wa.graph.state.error = undefined;
    await api.pool.query('update mail_outbox set next_try_at = now()');
    await api.runJobs({ settings: wa.settings });
    expect(await atDesk(id)).toMatchObject({ state: 'sent' });
  });

  test('is not sent to somebody after STOP, and is again after START', async () => {
    const from = wa.newNumber();
    const { id } = await news(from);
    await api.runJobs({ settings: wa.settings });
    await wa.say(from, 'STOP');
    wa.graph.sent.length = 0;
    await wa.scene.act(wa.scene.officer, id, 'reply');
    await api.runJobs({ settings: wa.settings });
    expect(wa.graph.sent).toEqual([]);

    await wa.say(from, 'START');
    wa.graph.sent.length = 0;
    await wa.scene.act(wa.scene.officer, id, 'reply');
    await api.runJobs({ settings: wa.settings });
    expect(wa.graph.sent).toHaveLength(1);
    expect(JSON.stringify(wa.graph.sent)).not.toContain(wa.office);
  });

  describe('after 24 hours', () => {
    const template = { name: 'news', language: 'en' };
    const sms = { name: 'sms', secret, country: 'NG', send: { url: 'http://127.0.0.1:9/' } };
    const later = async () => {
      const prepared = await news(wa.newNumber());
      await api.runJobs({ settings: wa.settings });
      api.clock.advance(24 * 3_600_000 - 5 * 60_000);
      wa.graph.sent.length = 0;
      await wa.scene.act(wa.scene.officer, prepared.id, 'reply');
      return prepared;
    };
    const reachOf = async (id: string, given: typeof wa.settings) => (await read(id, given)).citizen.reach;

    test('nothing is sent where there is neither template nor SMS, and the officer reads so before writing', async () => {
      const { id } = await later();
      expect(await reachOf(id, wa.settings)).toBe('whatsappOver');

      await api.runJobs({ settings: wa.settings });

      expect(wa.graph.sent).toEqual([]);
    });

    test('the approved template is sent, with one line without office, title and words', async () => {
      const { id } = await later();
      const given = wa.settingsOf({ template });
      expect(await reachOf(id, given)).toBe('whatsappTemplate');

      await api.runJobs({ settings: given });

      const body = wa.graph.sent[0]?.body;
      expect(body).toMatchObject({
        type: 'template',
        template: {
          name: 'news',
          language: { code: 'en' },
          components: [{ parameters: [{ text: expect.stringMatching(/\(SDP-/u) }] }],
        },
      });
      for (const hidden of [wa.office, 'The words of', 'tap']) expect(JSON.stringify(body)).not.toContain(hidden);
      expect(await atDesk(id)).toMatchObject({ state: 'sent' });
    });

    test('an SMS is tried where the operator has a gateway', async () => {
      const { id } = await later();
      const given = wa.settingsOf({}, [sms]);
      expect(await reachOf(id, given)).toBe('whatsappSms');

      await api.runJobs({ settings: given });

      expect(wa.graph.sent).toEqual([]);
      expect(await atDesk(id)).toEqual({ state: 'queued', why: 'ESMS' });
      await api.pool.query('delete from mail_outbox');
    });

    test('the desk promises no SMS, and none is tried, for somebody who hides their number', async () => {
      await wa.say('US.13491208655302741918', 'hello', wa.office, words, 'Hill Road', '1');
      const { rows } = await api.pool.query<{ id: string }>(
        'select id from complaint order by submitted_at desc, tracking_id limit 1',
      );
      const id = rows[0]?.id ?? '';
      const given = wa.settingsOf({}, [sms]);
      api.clock.advance(25 * 3_600_000);
      expect(await reachOf(id, given)).toBe('whatsappOver');

      await wa.scene.act(wa.scene.officer, id, 'start');
      await api.runJobs({ settings: given });

      expect((await read(id, given)).deliveries.filter(({ steps }) => steps.includes('2'))).toEqual([]);
    });

    test('free words are sent again once they write', async () => {
      const from = wa.newNumber();
      const { id } = await news(from);
      expect(await reachOf(id, wa.settings)).toBe('whatsapp');
      api.clock.advance(25 * 3_600_000);
      expect(await reachOf(id, wa.settings)).toBe('whatsappOver');

      await wa.say(from, 'status');

      expect(await reachOf(id, wa.settings)).toBe('whatsapp');
    });

    test('news that waited longer stay noted as too late for WhatsApp, and come by the next way', async () => {
      const { id } = await news(wa.newNumber());
      await api.runJobs({ settings: wa.settings });
      const { rows } = await api.pool.query<{ citizen: string }>(
        `update account set news_ways = '{phone,mail}', email = id || '@home.example'
         where id = (select citizen_id from complaint where id = $1) returning id as citizen`,
        [id],
      );
      const news3 = {
        to: '+2348031230000',
        channel: 'wa',
        citizenId: rows[0]?.citizen ?? '',
        complaintId: id,
        step: 3,
      };
      await enqueueMail(api.services.db, api.services, { ...news3, subject: '', text: 'x' });

      await api.runJobs({ settings: wa.settings });

      const noted = await api.pool.query(
        'select channel, why from delivery where complaint_id = $1 and 3 = any (steps) order by channel desc',
        [id],
      );
      expect(noted.rows).toEqual([
        { channel: 'wa', why: '24 hours' },
        { channel: 'mail', why: null },
      ]);
    });

    test('an answer that waited longer is not sent, and noted', async () => {
      const from = wa.newNumber();
      await wa.post(webhookOf({ messages: [wa.message(from, text('hello'))] }));
      await wa.settle();
      api.clock.advance(25 * 3_600_000);
      await api.runJobs({ settings: wa.settings });

      expect(wa.graph.sent).toEqual([]);
      const { rows } = await api.pool.query(
        `select state from delivery where why = '24 hours' and complaint_id is null`,
      );
      expect(rows).toEqual([{ state: 'failed' }]);
    });
  });
});
