import { listComplaintCategories, submitComplaint, listJurisdictions, listMdas } from '@baraza/contract';
import { expect, type Page, test } from '@playwright/test';
import { today } from '../support/complaints.ts';
import { createStaffSession, enter, newCitizen } from '../support/session.ts';

const nested = `${'<ul><li>a'.repeat(14)}<p>the innermost words`;
/** Combining accents, which take no room of their own. */
const piled = `<p>Z${'\u0336\u0489\u0310\u0352'.repeat(800)}algo</p>`;

/** Measures how much wider the page is than the screen, and whether the innermost text is in view. */
const widths = (page: Page) =>
  page.evaluate(() => {
    // The hidden print sheet has another one.
    const all = [...document.querySelectorAll<HTMLElement>('.rich-text p')].filter((it) => it.offsetParent !== null);
    const inner = all.find((it) => it.textContent === 'the innermost words');
    return {
      over: document.documentElement.scrollWidth - document.documentElement.clientWidth,
      isInView: (inner?.getBoundingClientRect().width ?? 0) > 60,
    };
  });

test(
  'nested lists and stacked accents make no page wider than a phone',
  { tag: '@full' },
  async ({ page, context, browser }) => {
    const citizen = await newCitizen();
    const mda = (await citizen.call(listMdas)).find((it) => it.name === 'Travel Documents Office')!;
    const [[place], [category]] = await Promise.all([
      citizen.call(listJurisdictions, { params: { id: mda.id } }),
      citizen.call(listComplaintCategories),
    ]);
    const { id } = await citizen.call(submitComplaint, {
      form: {
        mda: mda.id,
        mdaJurisdiction: place!.id,
        category: category!.id,
        title: 'Lists within lists',
        description: nested + '</li></ul>'.repeat(14) + piled,
        location: 'Counter 2',
        incidentDate: today(),
      },
    });
    await enter(context, citizen, 'web');
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(`/app/complaint/complaint-details/${id}`);
    await expect(page.getByText('the innermost words').first()).toBeVisible();
    expect(await widths(page)).toMatchObject({ over: 0 });
    // The formatting loads once somebody uses the page.
    await page.mouse.move(1, 1);
    await page.locator('.rich-text p').first().waitFor();
    expect(await widths(page)).toEqual({ over: 0, isInView: true });

    const desk = await browser.newContext({ viewport: { width: 360, height: 740 } });
    await enter(desk, await createStaffSession('officer@demo.example'), 'desk');
    const officer = await desk.newPage();
    await officer.goto(new URL(`/desk/complaint/open/${id}`, page.url()).href);
    await expect(officer.getByText('the innermost words').first()).toBeVisible();
    expect(await widths(officer)).toEqual({ over: 0, isInView: true });
    await desk.close();
  },
);
