import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { getUserMda, login } from '@baraza/contract/account/account';
import { createClient } from '@baraza/contract/core/client';
import { listEvents } from '@baraza/contract/program/event';
import { confirmProgram, requestToken, requestWebhook } from '@baraza/contract/program/program';
import { demoPassword } from '../support/portal.ts';
import { Client } from './client.ts';
import type { Drill, Scale, Scenario } from './drill.ts';
import { embeddedOf, query, titlePrefix } from './evidence.ts';
import { until } from './until.ts';

const stepsOfDrill = `select e.complaint_id || '-' || e.seq as id from complaint_event e join complaint c on c.id = e.complaint_id
  where c.title like '${titlePrefix}%' order by e.complaint_id, e.seq`;

/** Kills the server amid complaints: a webhook gets each step, and the feed tells it once and in order. */
async function killAmidEvents(drill: Drill, { rounds, port, tell, isEnough }: Scale): Promise<string> {
  const [sent, fed]: [string[], string[]] = [[], []];
  const target = createServer((request, reply) => {
    const status = sent.push(String(request.headers['webhook-id'])) % 10 === 0 ? 503 : 204;
    // Late, so that kills cut some off.
    setTimeout(() => reply.writeHead(status).end(), 100);
  }).listen(port + 6, '127.0.0.1');
  drill.atEnd(() => target.close().closeAllConnections());
  const portal = await drill.portal(port, { WEBHOOK_NETWORKS: '127.0.0.1' });
  await portal.start();
  const callAs = (token: string | null) => createClient({ baseUrl: `${portal.url}/api`, token: () => token });
  const signIn = (name: string) =>
    callAs(null)(login, { body: { email: `${name}@demo.example`, password: demoPassword, type: 'mda' } });
  const supervisor = callAs((await signIn('supervisor')).token);
  const administrator = callAs((await signIn('admin')).token);
  const { id: mda } = (await supervisor(getUserMda))!;
  const asked = { name: 'Register', mda, expires: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10) };
  const webhook = await administrator(requestWebhook, { body: { ...asked, url: `http://127.0.0.1:${port + 6}/` } });
  const reader = await administrator(requestToken, { body: { ...asked, scopes: ['event:read'] } });
  for (const { program } of [webhook, reader]) await supervisor(confirmProgram, { params: { id: program.id } });
  let after: string | undefined;
  const readOn = async () => {
    const page = await callAs(reader.token)(listEvents, { query: { after } }).catch(() => undefined);
    for (const { id } of page?.items ?? []) fed.push(id);
    after = page?.next ?? after;
    return page?.more === false;
  };
  const kills = Math.min(rounds, 20);
  for (let kill = 0; kill < kills && !isEnough(); kill += 1) {
    const writers = drill.write(await Client.signIn(portal.url, 'citizen@demo.example', mda), `amid events ${kill}`);
    for (const end = Date.now() + 500 + Math.random() * 2_000; Date.now() < end; await sleep(100)) await readOn();
    await portal.killServer();
    await portal.start();
    await writers.stop();
    tell(`kill ${kill + 1} of ${kills}: ${sent.length} sent, ${fed.length} in the feed`);
  }
  const database = embeddedOf(portal);
  const steps = (await query<{ id: string }>(database, `set baraza.scope = 'system'`, stepsOfDrill)).map(
    ({ id }) => id,
  );
  await until('each step at the webhook', () => steps.every((id) => sent.includes(id)), 150_000);
  await until('the end of the feed', readOn);
  const told = fed.filter((id) => steps.includes(id));
  told.sort((a, b) => a.slice(0, 36).localeCompare(b.slice(0, 36)));
  drill.expect('the feed tells each step once and in order', told.join() === steps.join(), true);
  await drill.settle(portal, database);
  await drill.checkEnd(portal);
  return `${kills} kills, ${steps.length} steps, ${sent.length - new Set(sent).size} sent again`;
}

export const events: readonly Scenario[] = [{ name: 'kill -9 amid webhooks and the feed', run: killAmidEvents }];
