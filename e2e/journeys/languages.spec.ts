import { chooseLanguage, getUser } from '@baraza/contract/account/account';
import { expect, test, type Page } from '@playwright/test';
import { axe, expectAccessible } from '../support/axe.ts';
import { allScreens } from '../support/screens.ts';
import { contextFor, visit } from '../support/visit.ts';
import { portalUrl } from '../support/portal.ts';
import { createStaffSession, enter, newCitizen } from '../support/session.ts';

// The walks are spread over the workers.
test.describe.configure({ mode: 'parallel' });

const menu = (page: Page) =>
  page
    .getByRole('banner')
    .or(page.locator('[data-landing]'))
    .getByRole('button', { name: /English|العربية/u });

test('choosing a language by keyboard keeps typed text, and a reload keeps the language', async ({ page }) => {
  await page.goto('/register');
  await page.getByLabel('First name').fill('Ada');
  await menu(page).press('Enter');
  await page.getByRole('button', { name: /العربية/u }).press('Enter');

  const html = page.locator('html');
  await expect(html).toHaveAttribute('dir', 'rtl');
  await expect(html).toHaveAttribute('lang', 'ar');
  await expect(page.locator('input[name="first_name"]')).toHaveValue('Ada');
  await expect(menu(page)).toBeFocused();
  await page.reload();
  await expect(html).toHaveAttribute('lang', 'ar');

  await menu(page).press('Enter');
  await page.getByRole('button', { name: 'English', exact: true }).last().press('Enter');
  await expect(html).toHaveAttribute('dir', 'ltr');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create account');
});

test('the language menu shows how far each language is reviewed, and changes the language', async ({ page }) => {
  await page.goto('/');
  await menu(page).click();
  const choices = page.getByRole('group', { name: 'Language' });
  // They are drafts today; a review changes this expectation.
  for (const name of ['Français', 'العربية'])
    await expect(choices.getByRole('button', { name })).toHaveText(/(?:Draft, 0|[1-9]\d*)% reviewed$/u);
  await expect(choices.getByRole('button', { name: 'English' })).toHaveText('English');
  await expectAccessible(page);
  await choices.getByRole('button', { name: 'العربية' }).click();

  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Service Delivery Portal');
  await expect(menu(page)).toHaveText(/العربية$/u);
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
  await expect(page.locator('[data-landing]')).toBeVisible();
});

test(
  'a first visit has the language of the browser, without a flash of English',
  { tag: '@full' },
  async ({ browser }) => {
    const context = await browser.newContext({ baseURL: portalUrl, locale: 'sw-KE' });
    const page = await context.newPage();
    await page.addInitScript(() => {
      const seen: string[] = ((window as never as { seen: string[] }).seen = []);
      const look = () => {
        const landing = document.querySelector<HTMLElement>('[data-landing]');
        if (landing?.checkVisibility()) seen.push(landing.querySelector('h1')!.textContent);
        requestAnimationFrame(look);
      };
      look();
    });
    await page.goto('/');
    await expect(page.locator('html')).toHaveAttribute('lang', 'sw');
    await expect(page.locator('[data-landing]')).toBeVisible();
    const seen = await page.evaluate(() => (window as never as { seen: string[] }).seen);
    expect(seen.length).toBeGreaterThan(0);
    expect(seen).not.toContain('Service Delivery Portal');
    await context.close();
  },
);

test('untranslated texts are marked as English', { tag: '@full' }, async ({ page }) => {
  await page.context().addCookies([{ name: 'language', value: 'ar', url: portalUrl }]);
  await page.goto('/register');
  await expect(page.getByText('By creating an account you agree')).toHaveAttribute('lang', 'en');
});

test('a better wording that a citizen proposes becomes feedback', { tag: '@full' }, async ({ page }) => {
  await enter(page.context(), await newCitizen(), 'web');
  await page.context().addCookies([{ name: 'language', value: 'fr', url: portalUrl }]);
  await page.goto('/app/language/review');
  await page.getByRole('searchbox').fill('merci. comptée');
  await expect(page.getByRole('status').filter({ hasText: '1 ' })).toBeVisible();
  await page.getByRole('main').getByRole('listitem').getByRole('link').click();
  await expect(page.getByRole('textbox').first()).toHaveValue('Better wording in Français');
});

test('a better wording that a guest proposes becomes a mail', { tag: '@full' }, async ({ page }) => {
  await page.context().addCookies([{ name: 'language', value: 'fr', url: portalUrl }]);
  await page.goto('/language/review');
  await page.getByRole('searchbox').fill('merci. comptée');
  const link = page.getByRole('main').getByRole('listitem').getByRole('link');
  await expect(link).toHaveAttribute('href', /^mailto:support@baraza\.example\?subject=Better%20wording%20in%20Fran/u);
});

test('the language of an account applies on another device', { tag: '@full' }, async ({ browser }) => {
  const citizen = await newCitizen();
  await citizen.call(chooseLanguage, { body: { language: 'ha' } });
  const context = await browser.newContext({ baseURL: portalUrl });
  await enter(context, citizen, 'web');
  const page = await context.newPage();
  await page.goto('/app/profile');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ha');
  await page.locator('header').getByRole('button', { name: /Hausa/u }).click();
  await page.getByRole('button', { name: /Kiswahili/u }).click();
  await expect.poll(async () => (await citizen.call(getUser)).language).toBe('sw');
  await context.close();
});

for (const language of ['ar', 'yo']) {
  for (const as of ['nobody', 'citizen', 'newcomer'] as const) {
    // One walk from right to left guards each merge.
    const tag = language === 'ar' && as === 'nobody' ? [] : '@full';
    test(
      `every screen of ${as} in ${language}: axe finds nothing and nothing scrolls sideways`,
      { tag },
      async ({ browser }) => {
        test.setTimeout(300_000);
        const context = await contextFor(browser, as, 360, 'light');
        await context.addCookies([{ name: 'language', value: language, url: portalUrl }]);
        const page = await context.newPage();
        const found: string[] = [];
        // The steps that open dialogs use English names.
        const screens = (await allScreens()).filter(
          (it) => it.as === as && (!it.prepare || it.inAnyLanguage) && !it.name.startsWith('desk'),
        );
        for (const screen of screens) {
          await visit(page, screen);
          await expect(page.locator('html'), screen.name).toHaveAttribute('lang', language);
          const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          found.push(...(await axe(page, 'light')), ...(over > 0 ? [`${over} px too wide`] : []));
        }
        await context.close();
        expect(found).toEqual([]);
      },
    );
  }
}

test('the desk is in the language chosen before login, until the account menu changes it', async ({ page }) => {
  await page.goto('/desk/login');
  await page.getByRole('button', { name: 'Français' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Se connecter');
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  await enter(page.context(), await createStaffSession('officer@demo.example'), 'desk');
  await page.goto('/desk/');
  // Before its queue is there, the desk leads on to it, which closes a menu.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('button', { name: /^Compte de/u }).press('Enter');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'English', exact: true }).press('Enter');
  await expect(page.getByRole('button', { name: /^Account of/u })).toBeVisible();
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});
