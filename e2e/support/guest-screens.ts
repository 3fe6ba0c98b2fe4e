import { createClient, listGuestChoices, submitGuestComplaint } from '@baraza/contract';
import type { Page } from '@playwright/test';
import { plainMda } from './complaint-form.ts';
import { today } from './complaints.ts';
import type { Screen } from './screen.ts';
import { portalUrl } from './portal.ts';

/** The screens of a guest, from the form to the code and the opened complaint. */
export function guestScreens(at = portalUrl): Promise<Screen[]> {
  const known = madeFor.get(at) ?? makeScreens(at);
  madeFor.set(at, known);
  return known;
}

/** Files a complaint, once for each portal: a network may file only some in an hour. */
const madeFor = new Map<string, Promise<Screen[]>>();

async function makeScreens(at: string): Promise<Screen[]> {
  const call = createClient({ baseUrl: `${at}/api`, token: () => null });
  const { mdas, categories } = await call(listGuestChoices);
  const [mda, category] = [mdas.find(({ name }) => name === plainMda)!.id, categories[0]!.id];
  const filed = { title: 'The clinic has no light', location: 'Hillside clinic', incidentDate: today() };
  const form = { ...filed, mda, category, description: 'Since Monday.', identity: 'anonymous' as const };
  const { trackingId, receiptCode } = await call(submitGuestComplaint, { form });

  const fillIn = async (page: Page) => {
    // The form first asks about the draft of the previous screen.
    await page.locator('#title, main button').first().waitFor();
    if ((await page.locator('#title').count()) === 0) await page.locator('main button').first().click();
    await page.locator('#title').waitFor();
    const isFolded = (await page.locator('#part-what').count()) > 0;
    const goOnIfFolded = () => (isFolded ? page.locator('main button[type="submit"]').click() : undefined);
    await page.locator('#title').fill(filed.title);
    await page.locator('main [role="textbox"]').fill('Since Monday.');
    await goOnIfFolded();
    await page.locator('#mda').selectOption(mda);
    await page.locator('#category').selectOption(category);
    await goOnIfFolded();
    await page.locator('#location').fill(filed.location);
    await page.locator('#incidentDate').fill(filed.incidentDate);
    await page.locator('main button[type="submit"]').click();
    await page.locator('input[name="identity"][value="anonymous"]').check();
  };
  const check = async (page: Page) => {
    await fillIn(page);
    await goOn(page);
    await page.locator('main dl').first().waitFor();
  };
  const send = async (page: Page) => {
    await check(page);
    await goOn(page);
    await page.getByText(/^\d{4} \d{4} \d{4} \d{4}$/u).waitFor();
  };
  const ofGuest = { as: 'nobody', path: '/complain', inAnyLanguage: true } as const;
  return [
    { ...ofGuest, name: 'complain-identity', prepare: fillIn },
    { ...ofGuest, name: 'complain-check', prepare: check },
    { ...ofGuest, name: 'complain-code', prepare: send },
    { name: 'track-opened', as: 'nobody', path: `/track#${trackingId}-${receiptCode}` },
  ];
}

const goOn = (page: Page) => page.locator('main button').last().click();
