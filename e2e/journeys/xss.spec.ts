import { login } from '@baraza/contract/account';
import { createClient } from '@baraza/contract/client';
import { listComplaints } from '@baraza/contract/complaint';
import { listDeskComplaints } from '@baraza/contract/desk';
import { listFeedback } from '@baraza/contract/feedback';
import { listMdas } from '@baraza/contract/mda';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { OwnPortal } from '../support/own-portal.ts';
import { demoPassword, port, portalUrl } from '../support/portal.ts';
import { createCitizenSession } from '../support/session.ts';
import { xssPayloads } from '../support/xss-payloads.ts';
import { packed, spoil } from '../support/xss-spoil.ts';
import { inspect, open, type Sight, watch, type Watch } from '../support/xss-watch.ts';

/*
 * Whatever people write, nothing of it ever runs, and nothing of it asks another server for anything. Each text that would
 * run calls a function by its own number.
 */

const payloads = xssPayloads().map((it, index) => it.replaceAll('xssRan(1)', `xssRan(${index})`));

test.describe('without a sanitiser', () => {
  /** Some that act by themselves where they stand; none that leads the whole page away. */
  const acting =
    /<(?:img|svg|video)\b.* on(?:error|load)=|open ontoggle|<(?:iframe|object) .*javascript:|<(?:img|video) src="https:/iu;
  const sample = payloads
    .map((text, number) => ({ text, number }))
    .filter(({ text, number }) => number < 60 || acting.test(text))
    .filter(({ text }) => !/<(?:base|meta|plaintext|link)/iu.test(text));
  const raw = sample.map(({ text, number }) => packed([text], number)).join('');

  /** The view of a complaint that got the texts as they are, in a browser whose sanitiser finds nothing. */
  async function lookAtView({ context }: Watch, id: string): Promise<Sight> {
    await context.addInitScript(() => {
      // DOMPurify looks at the nodes that this gives it, one by one.
      Document.prototype.createNodeIterator = () => ({ nextNode: () => null }) as unknown as NodeIterator;
    });
    await context.route(`**/api/complaint/${id}`, async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...(await answer.json()), description: raw } });
    });
    const page = await context.newPage();
    await open(page, `/app/complaint/complaint-details/${id}`);
    await expect(page.locator('.rich-text').first()).toContainText('·');
    return inspect(page);
  }

  /** A page that the server itself sent with the texts as they are. */
  async function lookAtPage({ context }: Watch): Promise<Sight> {
    await context.route('**/login', async (route) => {
      const answer = await route.fetch();
      const body = (await answer.text()).replace(/<body[^>]*>/u, (tag) => tag + raw);
      await route.fulfill({ response: answer, body });
    });
    const page = await context.newPage();
    await page.goto('/login');
    return inspect(page);
  }

  async function lookAtBoth(browser: Browser, bypassCSP: boolean) {
    const { token, call } = await createCitizenSession();
    const id = (await call(listComplaints, { query: { limit: 1 } })).items[0]!.id;
    const watched = await watch(browser, { origin: portalUrl, storage: { authToken: token }, bypassCSP });
    const { context, ran, outside } = watched;
    const inView = await lookAtView(watched, id);
    const ranInView = [...ran];
    ran.clear();
    const inPage = await lookAtPage(watched);
    await context.close();
    return { bad: [inView.bad.length, inPage.bad.length], ranInView, ranInPage: [...ran], outside };
  }

  test('the policy alone lets nothing run, and nothing be asked for elsewhere', async ({ browser }) => {
    const { bad, ...acts } = await lookAtBoth(browser, false);
    // They are all there, with their handlers and addresses.
    expect(Math.min(...bad)).toBeGreaterThan(sample.length / 2);
    expect(acts).toEqual({ ranInView: [], ranInPage: [], outside: [] });
  });

  test('and without the policy they do, and are seen', async ({ browser }) => {
    const { ranInView, ranInPage, outside } = await lookAtBoth(browser, true);
    expect(ranInView.length).toBeGreaterThanOrEqual(10);
    expect(ranInPage.length).toBeGreaterThanOrEqual(20);
    expect(outside.length).toBeGreaterThan(0);
  });
});

test.describe('in every field', () => {
  // A portal of its own, since it is spoiled after.
  let portal: OwnPortal;
  test.beforeAll(async () => {
    test.setTimeout(120_000);
    portal = await OwnPortal.create(port + 7);
    await portal.start();
  });
  test.afterAll(() => portal.remove());

  async function signIn(email: string, type: 'user' | 'mda') {
    let token: string | null = null;
    const call = createClient({ baseUrl: `${portal.url}/api`, token: () => token });
    ({ token } = await call(login, { body: { email, password: demoPassword, type } }));
    return { call, storage: { [type === 'user' ? 'authToken' : 'deskAuthToken']: token } };
  }

  /** A screen, and what brings up the rest of it. */
  type Screen = readonly [address: string, prepare?: (page: Page) => Promise<unknown>];
  const press = (name: RegExp | string) => (page: Page) => page.getByRole('button', { name }).first().click();
  const dialog = (name: RegExp | string) => async (page: Page) => {
    await press(name)(page);
    await page.getByRole('dialog').first().waitFor();
  };

  const words = (page: Page) => page.locator('.rich-text').first().waitFor();

  interface Found {
    readonly bad: Record<string, readonly string[]>;
    readonly unmarked: string[];
    readonly passed: Set<number>;
    readonly ran: readonly string[];
    readonly outside: readonly string[];
  }

  /** Looks at all these screens, three at a time. */
  async function walk(browser: Browser, storage: Record<string, string>, screens: readonly Screen[]): Promise<Found> {
    const { context, ran, outside } = await watch(browser, { origin: portal.url, storage });
    const found = { bad: {} as Record<string, readonly string[]>, unmarked: [] as string[], passed: new Set<number>() };
    const waiting = [...screens];
    const lane = async () => {
      const page = await context.newPage();
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const [address, prepare] = next;
        await open(page, address);
        await prepare?.(page);
        const { bad, isMarked, passed } = await inspect(page);
        if (bad.length > 0) found.bad[address] = bad;
        if (!isMarked) found.unmarked.push(address);
        for (const number of passed) found.passed.add(number);
      }
    };
    await Promise.all([lane(), lane(), lane()]);
    await context.close();
    return { ...found, ran: [...ran], outside };
  }

  const nothing = { bad: {}, unmarked: [], ran: [], outside: [] };
  /** Nothing comes behind a `<plaintext>`. */
  const behind = [...payloads.keys()].filter((number) => !payloads[number]!.includes('<plaintext'));

  test('hostile texts stay texts, on every screen of both apps', async ({ browser }) => {
    test.setTimeout(240_000);
    expect(payloads.length).toBeGreaterThan(1_000);
    const citizen = await signIn('citizen@demo.example', 'user');
    const [officer, supervisor, oversight, admin] = await Promise.all(
      ['officer', 'supervisor', 'oversight', 'admin'].map((it) => signIn(`${it}@demo.example`, 'mda')),
    );
    // Before the names are spoiled, and with them the addresses that are made of ids.
    const own = (await citizen.call(listComplaints, { query: { limit: 100 } })).items.map((it) => it.id);
    const feedbacks = (await citizen.call(listFeedback)).items.map((it) => it.id);
    const mda = (await citizen.call(listMdas))[0]!.id;
    const working = { state: 'in_progress', limit: 1 };
    const [theCase] = (await officer!.call(listDeskComplaints, { query: working })).items;
    // The citizen's own complaints hold them all.
    const size = Math.ceil(payloads.length / own.length);
    const blocks = own.map((_, at) => packed(payloads.slice(at * size, (at + 1) * size), at * size));
    await spoil(portal.dataDir, { payloads, blocks, first: 'citizen@demo.example' });

    const app = (path: string): Screen => [`/app/${path}`];
    const desk = (path: string, prepare?: Screen[1]): Screen => [`/desk/${path}`, prepare];
    const portalFound = await walk(browser, citizen.storage, [
      ['/app/complaint/all-complaint', press(/^Notifications/u)],
      ['/app/chat', press(/Contact$/u)],
      ...['complaint/new-complaint', 'mda/mda-list', `mda/mda-details/${mda}`, 'profile'].map(app),
      ...['feedback/all-feedback', 'feedback/new-feedback', 'history/resolved', 'history/Canceled'].map(app),
      ...own.map((id): Screen => [`/app/complaint/complaint-details/${id}`, words]),
      ...feedbacks.slice(0, 3).map((id): Screen => [`/app/feedback/feedback-details/${id}`, words]),
    ]);
    const officerFound = await walk(browser, officer!.storage, [
      desk('complaint/open'),
      desk('complaint/search?q=a'),
      desk('saved-reply'),
    ]);
    const supervisorFound = await walk(browser, supervisor!.storage, [
      ...['audit', 'report', 'contact', 'our-staff', 'calendar', 'target'].map((it) => desk(it)),
      desk('saved-reply', dialog(/^Edit/u)),
      desk(`complaint/open/${theCase!.id}`, words),
    ]);
    const adminFound = await walk(browser, admin!.storage, [
      ...['staff', 'category', 'audit'].map((it) => desk(it)),
      desk('mda', dialog(/^Jurisdictions/u)),
      desk('feedback'),
      desk(`feedback/${feedbacks[0]}`, words),
    ]);
    const oversightFound = await walk(browser, oversight!.storage, [
      desk('report'),
      desk('audit'),
      ...own.map((id) => desk(`complaint/open/${id}`, words)),
    ]);
    const { passed, ...atPortal } = portalFound;
    expect(atPortal).toEqual(nothing);
    for (const { passed: _, ...it } of [officerFound, supervisorFound, adminFound, oversightFound])
      expect(it).toEqual(nothing);
    // Each of them stood in a description, and what came behind it was shown: at the portal and at the desk.
    expect(behind.filter((number) => !passed.has(number))).toEqual([]);
    expect(behind.filter((number) => !oversightFound.passed.has(number))).toEqual([]);
  });
});
