import { listDeskComplaints, listComplaints } from '@baraza/contract';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { fileComplaint } from '../support/complaints.ts';
import { portalUrl } from '../support/portal.ts';
import { createCitizenSession, createStaffSession, newCitizen } from '../support/session.ts';
import { numberedPayloads } from '../support/xss-payloads.ts';
import { packed } from '../support/xss-spoil.ts';
import { inspect, open, type Sight, watch, type Watch } from '../support/xss-watch.ts';

/*
 * Three walls stand before a hostile text: the sanitiser of the server, that of the browser, and the Content Security Policy. These
 * tests try each of them alone.
 */

// A trace would keep a copy of each of these large pages at every step.
test.use({ trace: 'off', screenshot: 'off' });

const payloads = numberedPayloads();
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

/** Shows a description in the view of a complaint, in a browser whose sanitiser removes nothing. */
async function lookAtView({ context }: Watch, { app, id }: Case, description: string): Promise<Sight> {
  await context.addInitScript(() => {
    // DOMPurify checks the nodes that this iterator returns.
    Document.prototype.createNodeIterator = () => ({ nextNode: () => null }) as unknown as NodeIterator;
  });
  await context.route(`**/api${app === 'desk' ? '/desk' : ''}/complaint/${id}`, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), description } });
  });
  const page = await context.newPage();
  await open(page, app === 'desk' ? `/desk/complaint/open/${id}` : `/app/complaint/complaint-details/${id}`);
  // Formatting loads once somebody uses the page.
  await page.mouse.move(1, 1);
  await expect(page.locator('.rich-text').first()).toContainText('·');
  return inspect(page);
}

/** Closes a browser whose screens may still be asking for something. */
async function leave({ context }: Watch): Promise<void> {
  // Late requests must not get out once the routes are gone.
  await context.setOffline(true);
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.close();
}

/** Shows hostile texts in a page as the server sent it. */
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
  test.describe(`without a sanitiser at the ${app}`, () => {
    /** Texts that run without a person. */
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
      `the policy of the ${app} alone lets no hostile text run or load anything from elsewhere`,
      { tag: app === 'desk' ? '@full' : [] },
      async ({ browser }) => {
        const { bad, ...acts } = await lookAtBoth(browser, false);
        // The texts are there, with their handlers and addresses.
        expect(Math.min(...bad)).toBeGreaterThan(sample.length / 2);
        expect(acts).toEqual({ ranInView: [], ranInPage: [], outside: [] });
      },
    );

    test(
      `without policy and sanitiser, hostile texts run at the ${app}, and the test notices`,
      { tag: app === 'desk' ? '@full' : [] },
      async ({ browser }) => {
        const { outside } = await lookAtBoth(browser, true);
        expect(outside.length).toBeGreaterThan(0);
      },
    );
  });

test('the sanitiser of the server alone leaves nothing that runs or loads anything from elsewhere', async ({
  browser,
}) => {
  const { call, token } = await newCitizen();
  // Nothing closes a <plaintext>.
  const tried = payloads.filter((text) => !/<plaintext/iu.test(text));
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
  // The text behind them is still there.
  expect(passed.length).toBeGreaterThan(tried.length * 0.98);
});
