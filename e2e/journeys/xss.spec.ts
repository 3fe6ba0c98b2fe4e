import { listComplaints } from '@baraza/contract/complaint/complaint';
import { expect, test } from '@playwright/test';
import { OwnPortal } from '../support/own-portal.ts';
import { isWhole, port } from '../support/portal.ts';
import { unvisited } from '../support/router.ts';
import type { Screen } from '../support/screen.ts';
import { allScreens } from '../support/screens.ts';
import { createCitizenSession, createStaffSession } from '../support/session.ts';
import { numberedPayloads } from '../support/xss-payloads.ts';
import { moreScreens } from '../support/xss-screens.ts';
import { packed, spoil } from '../support/xss-spoil.ts';
import { walk } from '../support/xss-walk.ts';

/*
 * Nothing that people write ever runs or makes a request to another server. Each hostile text calls a function with its own number
 * when it runs.
 */

const payloads = numberedPayloads();
const citizenEmail = 'citizen@demo.example';
/** Rich texts among which the payloads are divided. */
const blockCount = 4;
/** Hostile settings, which stand on the screens before log-in. */
const settings = {
  PRODUCT_NAME: `</title></script><script>xssRan('name')</script>"'><img src=x onerror=xssRan('name')>`,
  COPYRIGHT: `</footer><svg onload=xssRan('copyright')>"'><img src=x onerror=xssRan('copyright')>`,
};

/** Screens without a text from the database. */
const withoutWords = [
  'app-language',
  'complain-code',
  'complain-identity',
  'crash',
  'desk-forgot-password',
  'desk-forgot-password-email',
  'desk-invitation-ended',
  'desk-login',
  'desk-login-second-step',
  'desk-not-found',
  'desk-recovery-codes-dialog',
  'desk-sample-data',
  'desk-sample-data-dialog',
  'desk-sample-data-gone',
  'desk-mfa',
  'desk-mfa-off-dialog',
  'forgot-password',
  'forgot-password-email',
  'landing',
  'language',
  'login',
  'not-found',
  'outbox',
  'register',
  'register-errors',
  'support',
  'track',
  'track-opened',
  'verify',
  'verify-email',
];

// A trace would keep a copy of each of these large pages at every step.
test.use({ trace: 'off', screenshot: 'off' });

// A portal of its own, since the test spoils its data.
let portal: OwnPortal;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  portal = await OwnPortal.create(port + 7);
  await portal.start({ ...settings, TRUST_PROXY: '127.0.0.1' });
});
test.afterAll(() => portal.remove());

/** Signs everybody in before their names are spoiled. Returns the localStorage of each. */
async function signIn(): Promise<Record<Screen['as'], Record<string, string>>> {
  const citizen = async (email: string) => ({ authToken: (await createCitizenSession(email, portal.url)).token });
  const staff = async (name: string) => ({
    deskAuthToken: (await createStaffSession(`${name}@demo.example`, portal.url)).token,
  });
  return {
    nobody: {},
    citizen: await citizen(citizenEmail),
    newcomer: await citizen('citizen2@demo.example'),
    officer: await staff('officer'),
    supervisor: await staff('supervisor'),
    administrator: await staff('admin'),
    oversight: await staff('oversight'),
  };
}

test('no hostile text in the database runs or loads anything on a screen of either app', async ({ browser }) => {
  // More than a hundred screens in the full tier.
  test.setTimeout(600_000);
  const { call } = await createCitizenSession(citizenEmail, portal.url);
  const own = (await call(listComplaints, { query: { limit: blockCount } })).items.map(({ id }) => id);
  // A merge walks the screens of a citizen's own complaints and of an officer; dialogs and the rest are for `npm run test:full`.
  const all = [...(await allScreens(portal.url)), ...moreScreens(own)];
  const screens = all.filter(
    ({ name, as, prepare }) => isWhole || name.includes('own-') || (as === 'officer' && !prepare),
  );
  const storages = await signIn();
  // The descriptions of these complaints hold all payloads.
  const size = Math.ceil(payloads.length / own.length);
  const blocks = own.map((_, at) => packed(payloads.slice(at * size, (at + 1) * size), at * size));
  const unknown = await spoil(portal.dataDir, { payloads, blocks, first: own });
  expect(unknown, 'columns of texts that are neither fed nor among those that no screen shows').toEqual([]);

  const found = await walk(browser, { origin: portal.url, storages, screens, withoutWords });

  expect({ bad: found.bad, ran: found.ran, outside: found.outside }).toEqual({ bad: {}, ran: [], outside: [] });
  const names = screens.map(({ name }) => name);
  expect(found.unmarked.toSorted()).toEqual(withoutWords.filter((name) => names.includes(name)).toSorted());
  if (isWhole) expect(unvisited(found.addresses), 'screens that were not looked at').toEqual([]);
  // The text behind each payload is shown, at the portal and at the desk.
  const behind = [...payloads.keys()].filter((number) => !payloads[number]!.includes('<plaintext'));
  for (const passed of [found.passed.portal, found.passed.desk])
    expect(behind.filter((number) => !passed.has(number))).toEqual([]);
});
