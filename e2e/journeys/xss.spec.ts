import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import pg from 'pg';
import { listComplaints } from '@baraza/contract/complaint';
import { listFeedback } from '@baraza/contract/feedback';
import { listMdas } from '@baraza/contract/mda';
import { createClient } from '@baraza/contract/client';
import { login } from '@baraza/contract/account';
import { OwnPortal } from '../support/own-portal.ts';
import { demoPassword, port } from '../support/portal.ts';
import { xssPayloads } from '../support/xss-payloads.ts';

/*
 * Whatever people write, nothing of it ever runs, and nothing of it asks another server for anything: with hostile texts put raw
 * into the database, behind the back of the sanitiser that looks at what comes in. A portal of its own, since it is spoiled after.
 */

test.describe.configure({ mode: 'serial' });

const payloads = xssPayloads();
const packed = 60;
/** Between two of them: closes whatever the first may have opened, so that it does not hide the second. */
const between = `\n"'-->]]></script></style></textarea></title></xmp></noscript></iframe></noembed></noframes></template>
</option></select></math></svg></table></form></dialog></a><p></p>\n`;
let portal: OwnPortal;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  portal = await OwnPortal.create(port + 7);
  await portal.start();
});
test.afterAll(() => portal.remove());

/** Everything that acted, or asked for something elsewhere. */
interface Watch {
  readonly context: BrowserContext;
  readonly ran: string[];
  readonly outside: string[];
}

/** Installed before any program of the page. Handlers that are still there, and addresses that would run, count as well. */
const watcher = () => {
  const told = (window as unknown as { xssTold: (what: string) => void }).xssTold;
  const tell = (name: string) => (word: unknown) => told(`${name}(${String(word)}) at ${location.href}`);
  for (const name of ['alert', 'confirm', 'prompt', 'xssRan', 'XSS', 'xss'])
    Object.defineProperty(window, name, { value: tell(name), writable: false });
};

async function watch(page: { newContext: (options: object) => Promise<BrowserContext> }): Promise<Watch> {
  const context = await page.newContext({ baseURL: portal.url, viewport: { width: 1280, height: 900 } });
  const [ran, outside]: string[][] = [[], []];
  await context.exposeBinding('xssTold', (_, what: string) => void ran!.push(what));
  await context.addInitScript(watcher);
  await context.route(
    (url) => url.protocol.startsWith('http') && url.origin !== portal.url,
    (route) => {
      outside!.push(route.request().url());
      return route.abort();
    },
  );
  return { context, ran: ran!, outside: outside! };
}

async function database(): Promise<pg.Client> {
  const lines = (await readFile(path.join(portal.dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n');
  const client = new pg.Client({ host: lines[4], port: Number(lines[3]), user: 'baraza', database: 'baraza' });
  await client.connect();
  return client;
}

/** Every text that is shown anywhere. */
const columns: Record<string, readonly string[]> = {
  account: ['first_name', 'last_name', 'phone'],
  category: ['name'],
  committee_member: ['name', 'phone', 'email'],
  complaint: ['title', 'location', 'reply'],
  complaint_event: ['text', 'reason'],
  feedback: ['title', 'reply'],
  file: ['file_name'],
  jurisdiction: ['name'],
  mda: ['name'],
  notification: ['title', 'body'],
  saved_reply: ['title', 'text'],
  survey: ['description'],
};

/** Puts a payload into each text, another one into each row, and many into each description; from `start` on. */
async function spoil(start: number): Promise<void> {
  const client = await database();
  try {
    await client.query(`set baraza.scope = 'system'`);
    let offset = start;
    for (const [table, names] of Object.entries(columns)) {
      await client.query(`alter table ${table} disable trigger user`);
      for (const name of names) {
        const { rowCount } = await client.query(
          `update ${table} t set ${name} = ($1::text[])[1 + (n.at + $2) % $3]
             from (select ctid, row_number() over () as at from ${table}) n where n.ctid = t.ctid and t.${name} is not null`,
          [payloads, offset, payloads.length],
        );
        offset += rowCount ?? 0;
      }
    }
    const blocks = Array.from({ length: Math.ceil(payloads.length / packed) }, (_, at) =>
      payloads.slice(at * packed, (at + 1) * packed).join(between),
    );
    for (const table of ['complaint', 'feedback'])
      await client.query(
        `update ${table} t set description = ($1::text[])[1 + n.at % $2] from
           (select id, row_number() over (order by id) - 1 as at from ${table}) n where n.id = t.id`,
        [blocks, blocks.length],
      );
  } finally {
    await client.end();
  }
}

async function client(email: string, type: 'user' | 'mda') {
  let token: string | null = null;
  const call = createClient({ baseUrl: `${portal.url}/api`, token: () => token });
  token = (await call(login, { body: { email, password: demoPassword, type } })).token;
  return { call, token };
}

/** Opens a screen and looks for what should not be there; touches what a person might touch. */
async function inspect(page: Page, address: string): Promise<string[]> {
  await page.goto(address);
  await page.locator('h1').first().waitFor();
  await page.waitForFunction(() => document.querySelector('.skeletons, [aria-busy="true"]') === null);
  return page.evaluate(() => {
    const bad: string[] = [];
    for (const it of document.body.querySelectorAll('*')) {
      for (const { name, value } of it.attributes) {
        const isAddress = ['href', 'src', 'action', 'formaction', 'data', 'xlink:href', 'srcdoc'].includes(name);
        const runs = isAddress && /^(?:javascript|vbscript|data):/iu.test(value.replaceAll(/[\s\p{Cc}]/gu, ''));
        if (name.startsWith('on') || runs || name === 'srcdoc') bad.push(`${it.tagName} ${name}=${value.slice(0, 80)}`);
      }
      if (/^(?:base|embed|frame|iframe|link|meta|object|script|style)$/iu.test(it.tagName))
        if (
          !it.closest('head') &&
          !(
            it instanceof HTMLScriptElement &&
            (it.src.startsWith(location.origin) || it.matches('#portal[type$=json]'))
          )
        )
          bad.push(it.outerHTML.slice(0, 120));
      for (const type of ['mouseover', 'focusin', 'pointerenter', 'animationstart', 'toggle'])
        it.dispatchEvent(new Event(type, { bubbles: false }));
    }
    return bad;
  });
}

test('hostile texts in every field stay texts, on every screen of both apps', async ({ browser }) => {
  test.setTimeout(240_000);
  expect(payloads.length).toBeGreaterThan(1_000);
  const { context, ran, outside } = await watch(browser);
  const citizen = await client('citizen@demo.example', 'user');
  const officer = await client('officer@demo.example', 'mda');
  const oversight = await client('oversight@demo.example', 'mda');
  const admin = await client('admin@demo.example', 'mda');
  // Before the names are spoiled, and with them the addresses that are made of ids.
  const own = (await citizen.call(listComplaints, { query: { limit: 100 } })).items.map((it) => it.id);
  const feedbacks = (await citizen.call(listFeedback)).items.map((it) => it.id);
  const mdas = (await citizen.call(listMdas)).map((it) => it.id);
  const blocks = Math.ceil(payloads.length / packed);
  await spoil(0);

  const found: Record<string, string[]> = {};
  let shown = 0;
  const page = await context.newPage();
  const walk = async (token: string, key: string, addresses: readonly string[]) => {
    await page.goto('/login');
    await page.evaluate(([name, value]) => localStorage.setItem(name!, value!), [key, token]);
    for (const address of addresses) {
      const bad = await inspect(page, address);
      if (bad.length > 0) found[address] = bad;
      if ((await page.locator('body').innerText()).includes('xssRan(1)')) shown += 1;
    }
  };
  const app = '/app';
  await walk(citizen.token, 'authToken', [
    ...['/complaint/all-complaint', '/complaint/new-complaint', '/mda/mda-list', '/feedback/all-feedback'].map(
      (it) => app + it,
    ),
    ...['/feedback/new-feedback', '/chat', '/profile', '/history/resolved', '/history/Canceled'].map((it) => app + it),
    ...own.map((id) => `${app}/complaint/complaint-details/${id}`),
    ...feedbacks.map((id) => `${app}/feedback/feedback-details/${id}`),
    ...mdas.slice(0, 3).map((id) => `${app}/mda/mda-details/${id}`),
  ]);
  await walk(officer.token, 'deskAuthToken', ['/desk/complaint/open', '/desk/complaint/resolved', '/desk/saved-reply']);
  await walk(admin.token, 'deskAuthToken', ['/desk/staff', '/desk/feedback']);
  // The descriptions go round: so many complaints hold every payload.
  const every = await complaintsOfEveryBlock(blocks);
  expect(every.length, 'a complaint for each block').toBe(blocks);
  await walk(
    oversight.token,
    'deskAuthToken',
    every.map((id) => `/desk/complaint/open/${id}`),
  );
  await context.close();
  expect({ found, ran, outside }).toEqual({ found: {}, ran: [], outside: [] });
  expect(shown, 'screens that show hostile words as words').toBeGreaterThan(blocks / 2);
});

/** One complaint for each block of payloads. */
async function complaintsOfEveryBlock(blocks: number): Promise<string[]> {
  const client = await database();
  try {
    await client.query(`set baraza.scope = 'system'`);
    const { rows } = await client.query<{ id: string }>('select id from complaint order by id limit $1', [blocks]);
    return rows.map(({ id }) => id);
  } finally {
    await client.end();
  }
}
