import { listDeskComplaints, listComplaints } from '@baraza/contract';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { fileComplaint } from '../support/complaints.ts';
import { portalUrl } from '../support/portal.ts';
import { createCitizenSession, createStaffSession, newCitizen } from '../support/session.ts';
import { numberedPayloads } from '../support/xss-payloads.ts';
import { packed } from '../support/xss-spoil.ts';
import { inspect, open, type Sight, watch, type Watch } from '../support/xss-watch.ts';

/*
 * Three walls stand before a hostile text: the sanitiser of the server, that of the browser, and the policy. Each of them is
 * tried here with the others taken down.
 */

// A trace would keep a copy of each of these large pages at every step.
test.use({ trace: 'off', screenshot: 'off' });

const payloads = numberedPayloads();
/** Nothing comes behind a `<plaintext>`. */
const openEnded = /<plaintext/iu;

type App = 'portal' | 'desk';

interface Case {
  readonly app: App;
  readonly token: string;
  readonly id: string;
}

async function caseOf(app: App): Promise<Case> {
  if (app === 'portal') {
    const { token, call } = await createCitizenSession();
    return { app, token, id: (await call(listComplaints, { query: { limit: 1 } })).items[0]!.id };
  }
  const { token, call } = await createStaffSession('supervisor@demo.example');
  const { items } = await call(listDeskComplaints, { query: { limit: 1, state: 'in_progress' } });
  return { app, token, id: items[0]!.id };
}

const enterAs = (browser: Browser, { app, token }: Case, bypassCSP: boolean) =>
  watch(browser, {
    origin: portalUrl,
    storage: { [app === 'portal' ? 'authToken' : 'deskAuthToken']: token },
    bypassCSP,
  });

/** The view of a complaint that is told to be so, in a browser whose sanitiser finds nothing. */
async function lookAtView({ context }: Watch, { app, id }: Case, description: string): Promise<Sight> {
  await context.addInitScript(() => {
    // DOMPurify looks at the nodes that this gives it, one by one.
    Document.prototype.createNodeIterator = () => ({ nextNode: () => null }) as unknown as NodeIterator;
  });
  await context.route(`**/api${app === 'desk' ? '/desk' : ''}/complaint/${id}`, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), description } });
  });
  const page = await context.newPage();
  await open(page, app === 'desk' ? `/desk/complaint/open/${id}` : `/app/complaint/complaint-details/${id}`);
  await expect(page.locator('.rich-text').first()).toContainText('·');
  return inspect(page);
}

/** Closes a browser whose screens may still be asking for something. */
async function leave({ context }: Watch): Promise<void> {
  // What still comes must not get out, once nobody stops it.
  await context.setOffline(true);
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.close();
}

/** A page that the server itself sent with the texts as they are. */
async function lookAtPage({ context }: Watch, { app }: Case, raw: string): Promise<Sight> {
  const address = app === 'desk' ? '/desk/login' : '/login';
  await context.route(`**${address}`, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace(/<body[^>]*>/u, (tag) => tag + raw);
    await route.fulfill({ response: answer, body });
  });
  const page: Page = await context.newPage();
  await page.goto(address);
  return inspect(page);
}

for (const app of ['portal', 'desk'] as const)
  test.describe(`without a sanitiser, at the ${app}`, () => {
    /** Some that act by themselves where they stand; none that leads the whole page away. */
    const acting =
      /<(?:img|svg|video)\b.* on(?:error|load)=|open ontoggle|<(?:iframe|object) .*javascript:|<(?:img|video) src="https:/iu;
    const sample = payloads
      .map((text, number) => ({ text, number }))
      .filter(({ text, number }) => number < 60 || acting.test(text))
      .filter(({ text }) => !/<(?:base|meta|plaintext|link)|location/iu.test(text));
    const raw = sample.map(({ text, number }) => packed([text], number)).join('');

    async function lookAtBoth(browser: Browser, bypassCSP: boolean) {
      const one = await caseOf(app);
      const watched = await enterAs(browser, one, bypassCSP);
      const { ran, outside } = watched;
      const inView = await lookAtView(watched, one, raw);
      if (bypassCSP) await expect.poll(() => ran.size).toBeGreaterThanOrEqual(10);
      const ranInView = [...ran];
      ran.clear();
      const inPage = await lookAtPage(watched, one, raw);
      if (bypassCSP) await expect.poll(() => ran.size).toBeGreaterThanOrEqual(20);
      await leave(watched);
      return { bad: [inView.bad.length, inPage.bad.length], ranInView, ranInPage: [...ran], outside };
    }

    test(
      'the policy alone lets nothing run, and nothing be asked for elsewhere',
      { tag: app === 'desk' ? '@full' : [] },
      async ({ browser }) => {
        const { bad, ...acts } = await lookAtBoth(browser, false);
        // They are all there, with their handlers and addresses.
        expect(Math.min(...bad)).toBeGreaterThan(sample.length / 2);
        expect(acts).toEqual({ ranInView: [], ranInPage: [], outside: [] });
      },
    );

    test(
      'and without the policy they do, and are seen',
      { tag: app === 'desk' ? '@full' : [] },
      async ({ browser }) => {
        const { outside } = await lookAtBoth(browser, true);
        expect(outside.length).toBeGreaterThan(0);
      },
    );
  });

test('the sanitiser of the server alone leaves nothing that runs, and nothing that asks elsewhere', async ({
  browser,
}) => {
  const { call, token } = await newCitizen();
  const tried = payloads.filter((it) => !openEnded.test(it));
  const size = 70;
  const cleaned: string[] = [];
  for (let from = 0; from < tried.length; from += size) {
    const description = packed(tried.slice(from, from + size), from);
    cleaned.push((await fileComplaint(call, { title: `Texts from ${from} on`, description })).description);
  }
  const { id } = (await call(listComplaints, { query: { limit: 1 } })).items[0]!;
  const one = { app: 'portal', token, id } as const;
  const watched = await enterAs(browser, one, true);
  const { bad, passed } = await lookAtView(watched, one, cleaned.join('<p>※</p>'));
  await leave(watched);
  expect({ bad, ran: [...watched.ran], outside: watched.outside }).toEqual({ bad: [], ran: [], outside: [] });
  // What was written behind them is still there.
  expect(passed.length).toBeGreaterThan(tried.length * 0.98);
});
