import type { Complaint } from '@baraza/contract/complaint/complaint';
import type { Page } from '@playwright/test';
import { fillComplaint, toLastPart } from './complaint-form.ts';
import { newEmail } from './portal.ts';
import type { Screen } from './screen.ts';

interface Ids {
  /** A complaint with pictures. */
  readonly pictured: string;
  /** A resolved complaint without a survey. */
  readonly resolved: string;
  /** A complaint as if it had just been sent. */
  readonly sent: () => Promise<Complaint>;
  /** An MDA that asks for no jurisdiction, and a category. */
  readonly mda: string;
  readonly category: string;
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click();
const waitForDialog = (page: Page) => page.getByRole('dialog').first().waitFor();

/** Responds to one call in the server's place during `meanwhile`, so that a walk over the screens changes nothing. */
async function answer(
  page: Page,
  call: `${'GET' | 'POST'} ${string}`,
  reply: { status: number; json: unknown },
  meanwhile: () => Promise<unknown>,
): Promise<void> {
  const [method, path] = call.split(' ');
  const address = new RegExp(`/api${path}(?:\\?|$)`, 'u');
  await page.route(address, (route) => (route.request().method() === method ? route.fulfill(reply) : route.continue()));
  await meanwhile();
  await page.unroute(address);
}

/** Dialogs and states of the portal without an address. */
export function portalStates({ pictured, resolved, sent, mda, category }: Ids): Screen[] {
  const details = (id: string) => `/app/complaint/complaint-details/${id}`;
  const internal = { message: 'Something went wrong on our side. Please try again.', code: 'INTERNAL' };
  return [
    { name: 'forgot-password', path: '/forgot-password-email', as: 'nobody', prepare: askForCode('') },
    { name: 'menu', path: '/app/profile', as: 'citizen', prepare: openMenu },
    {
      name: 'attachment-dialog',
      path: details(pictured),
      as: 'citizen',
      prepare: async (page) => {
        await page.getByRole('button', { name: /^Attachment 1/u }).click();
        await waitForDialog(page);
      },
    },
    {
      name: 'attachment-enlarged',
      path: details(pictured),
      as: 'citizen',
      prepare: async (page) => {
        await page.getByRole('button', { name: /^Attachment 1/u }).click();
        await waitForDialog(page);
        await press(page, 'Make it larger');
      },
    },
    {
      name: 'evidence-dialog',
      path: details(pictured),
      as: 'citizen',
      prepare: async (page) => {
        await press(page, 'Add evidence');
        await waitForDialog(page);
      },
    },
    {
      name: 'desk-login-second-step',
      path: '/desk/login',
      as: 'nobody',
      prepare: async (page) => {
        await page.getByLabel('Email').fill('officer@demo.example');
        await page.getByLabel(/^Password/u).fill('long enough to wake');
        const refusal = { message: 'Enter the code.', code: 'MFA_REQUIRED' };
        await answer(page, 'POST /login', { status: 403, json: refusal }, async () => {
          await press(page, 'Login');
          await page.getByLabel(/code/iu).waitFor();
        });
      },
    },
    {
      name: 'desk-login-provider',
      path: '/desk/login',
      as: 'nobody',
      prepare: async (page) => {
        await page.route('**/api/portal', async (route) => {
          const response = await route.fetch();
          await route.fulfill({ response, json: { ...(await response.json()), signInProvider: 'Staff login' } });
        });
        await page.goto('/desk/login#oidc=unlinked');
        await page.reload();
        await page.getByText('Your account at Staff login is not linked').waitFor();
      },
    },
    {
      name: 'desk-sample-data-gone',
      path: '/desk/sample-data',
      as: 'administrator',
      prepare: (page) =>
        answer(
          page,
          'GET /desk/demo',
          { status: 200, json: { accounts: 0, mdas: 0, complaints: 0, feedback: 0 } },
          async () => {
            await page.reload();
            await page.getByText('There is no sample data here.').waitFor();
          },
        ),
    },
    {
      name: 'survey-thanks-dialog',
      path: details(resolved),
      as: 'citizen',
      prepare: async (page) => {
        await press(page, 'Take survey');
        await page.getByRole('radio', { name: 'Neutral' }).check();
        await page.getByRole('dialog').getByRole('textbox').fill('It took long.');
        const survey = { rating: 3, description: 'It took long.', createdAt: new Date().toISOString() };
        await answer(page, 'POST /survey', { status: 201, json: survey }, async () => {
          await press(page, 'Submit');
          await page.getByRole('dialog', { name: 'Thank You for Your Replies!' }).waitFor();
        });
      },
    },
    {
      name: 'load-failure',
      path: '/app/history/resolved',
      as: 'citizen',
      prepare: (page) =>
        answer(page, 'GET /complaint', { status: 500, json: internal }, async () => {
          await page.reload();
          await page.getByRole('button', { name: 'Try again' }).waitFor();
        }),
    },
    {
      name: 'crash',
      path: '/app/complaint/all-complaint',
      as: 'citizen',
      prepare: (page) =>
        // A reply that the portal cannot show.
        answer(page, 'GET /complaint/counts', { status: 200, json: { Resolved: {} } }, async () => {
          await page.reload();
          await page.getByRole('heading', { name: 'Unexpected Application Error!' }).waitFor();
        }),
    },
    {
      name: 'link-dialog',
      path: '/app/complaint/new-complaint',
      as: 'newcomer',
      prepare: async (page) => {
        await press(page, 'Link');
        await waitForDialog(page);
      },
    },
    {
      name: 'new-complaint-identity',
      path: '/app/complaint/new-complaint',
      as: 'newcomer',
      prepare: async (page) => {
        await fillComplaint(page, 'A short queue', { mda: { value: mda }, category: { value: category } });
        await toLastPart(page);
        await page.locator('#identity').getByRole('button', { name: 'Change' }).click();
        await page.getByLabel('You may call me about this').check();
      },
    },
    {
      name: 'new-complaint-more',
      path: '/app/complaint/new-complaint',
      as: 'newcomer',
      prepare: async (page) => {
        const options = ['Prepaid', 'Postpaid'].map((name, at) => ({ id: String(at), name, active: true }));
        const kept = { category, personal: false };
        const json = [
          { ...kept, id: 'kind', name: 'Kind of meter', type: 'list', options },
          { ...kept, id: 'number', name: 'Meter number', type: 'text', options: [] },
        ];
        await answer(page, `GET /public/custom-field/${mda}`, { status: 200, json }, async () => {
          await fillComplaint(page, 'A short queue', { mda: { value: mda }, category: { value: category } });
          await page.getByText('More about it').waitFor({ state: 'attached' });
        });
        await page
          .getByText('More about it')
          .scrollIntoViewIfNeeded()
          .catch(() => undefined);
      },
    },
    {
      name: 'discard-dialog',
      path: '/app/feedback/new-feedback',
      as: 'newcomer',
      prepare: async (page) => {
        await page.getByLabel(/^Subject\/Title/u).fill('A kind office');
        await press(page, 'Cancel');
        await waitForDialog(page);
      },
    },
    {
      name: 'receipt',
      path: '/app/complaint/new-complaint',
      as: 'newcomer',
      prepare: async (page) => {
        await fillComplaint(page, 'A long queue', { mda: { value: mda }, category: { value: category } });
        await toLastPart(page);
        // The previous screen's draft may have a phone number from a profile that a walk spoiled.
        await page.getByLabel('You may call me about this').uncheck();
        await answer(page, 'POST /complaint', { status: 201, json: await sent() }, async () => {
          await press(page, 'Submit Complaint');
          await page.getByRole('heading', { name: 'Complaint submitted successfully!' }).waitFor();
        });
      },
    },
    {
      name: 'receipt-waiting',
      path: '/app/complaint/new-complaint',
      as: 'newcomer',
      prepare: async (page) => {
        // The worker would send what the page keeps.
        await page.evaluate(async () => {
          for (const worker of await navigator.serviceWorker.getRegistrations()) await worker.unregister();
        });
        await fillComplaint(page, 'A longer queue', { mda: { value: mda }, category: { value: category } });
        await toLastPart(page);
        await answer(page, 'POST /complaint', { status: 503, json: internal }, async () => {
          await press(page, 'Submit Complaint');
          await page.getByRole('heading', { name: 'Kept on this phone, will be sent' }).waitFor();
        });
      },
    },
  ];
}

/** Requests a code for an address without an account, which gets the same reply. */
export const askForCode = (app: '' | '/desk') => async (page: Page) => {
  await page.getByLabel('Email').fill(newEmail('walk'));
  await press(page, 'Continue');
  await page.waitForURL(`**${app}/forgot-password`);
};

/** Opens the menu on a small screen; it stays open on a large one. */
async function openMenu(page: Page): Promise<void> {
  const before = page.viewportSize()!;
  await page.setViewportSize({ width: 360, height: 780 });
  await press(page, 'Open the menu');
  await waitForDialog(page);
  await page.setViewportSize(before);
}
