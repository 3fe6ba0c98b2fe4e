import { type Page, expect, test as base } from '@playwright/test';
import { openComplaintForm, typeDetails } from '../support/complaint-form.ts';
import { enter, newCitizen } from '../support/session.ts';

/** Fails a test in which the page threw an error or the Content Security Policy refused something. */
const test = base.extend<{ refusals: string[] }>({
  refusals: [
    async ({ page }, use) => {
      const refusals: string[] = [];
      page.on('console', (message) => {
        if (/Content Security Policy|Trusted(?:HTML|Script)/u.test(message.text())) refusals.push(message.text());
      });
      page.on('pageerror', (error) => refusals.push(error.message));
      await use(refusals);
      expect(refusals).toEqual([]);
    },
    { auto: true },
  ],
});

test.beforeEach(async ({ context, page }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await enter(context, await newCitizen('Bisi', 'Adewale'), 'web');
  await openComplaintForm(page);
  await editor(page).focus();
  // Plain text until the editor's code has loaded.
  await expect(editor(page)).toHaveAttribute('contenteditable', 'true');
});

const editor = (page: Page) => page.getByRole('textbox', { name: /Details\/Description/u });
const tool = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('each tool of the editor formats what is typed next, and lists begin and end', async ({ page }) => {
  await editor(page).click();
  for (const [name, tag] of [
    ['Bold', 'b, strong'],
    ['Italic', 'i, em'],
    ['Underline', 'u'],
    ['Strike', 's'],
  ] as const) {
    await tool(page, name).click();
    await page.keyboard.type(name);
    await expect(tool(page, name)).toHaveAttribute('aria-pressed', 'true');
    await expect(editor(page).locator(tag)).toHaveText(name);
    await tool(page, name).click();
  }
  await page.keyboard.press('Enter');
  await page.keyboard.type('one');
  await tool(page, 'Ordered list').click();
  await expect(editor(page).locator('ol li')).toHaveText('one');
  await page.keyboard.press('Enter');
  await page.keyboard.type('two');
  await tool(page, 'Bullet list').click();
  await expect(editor(page).locator('ul li')).toContainText(['two']);
  await tool(page, 'Bullet list').click();
  await expect(editor(page).locator('ul')).toHaveCount(0);
});

test('a link of the editor is completed, changed and removed', async ({ page }) => {
  await typeDetails(page, 'here');
  await page.keyboard.press('Control+a');
  const address = page.getByLabel('Address');
  const link = editor(page).locator('a');
  for (const [typed, href] of [
    ['example.org/a', 'https://example.org/a'],
    ['amina@example.org', 'mailto:amina@example.org'],
  ] as const) {
    await tool(page, 'Link').click();
    await expect(address).toBeFocused();
    await address.fill(typed);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(link).toHaveAttribute('href', href);
    await expect(editor(page)).toBeFocused();
  }
  await tool(page, 'Link').click();
  await expect(address).toHaveValue('mailto:amina@example.org');
  await page.getByRole('button', { name: 'Remove link' }).click();
  await expect(link).toHaveCount(0);
  await expect(editor(page)).toHaveText('here');
});

test('a frameset pasted into the editor leaves the text around it', async ({ page }) => {
  await editor(page).evaluate((element) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/html', '<frameset><frame src="https://example.org/"></frameset><p>after</p>');
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await expect(editor(page)).toHaveText('after');
  await expect(editor(page).locator('frameset, frame')).toHaveCount(0);
});

test('hostile HTML pasted into the editor leaves only allowed tags and addresses', async ({ page, refusals }) => {
  await editor(page).click();
  await page.evaluate(async () => {
    const foreign =
      '<h1 onclick="x()">Title</h1><p style="color:red">a <b class="c">bold</b><script>alert(1)</script><img src=x onerror=alert(1)> <a href="javascript:alert(1)">bad</a> <a href="https://example.org/" target=_top>good</a></p><table><tr><td>cell</td><td>by cell</td></tr></table>';
    await navigator.clipboard.write([new ClipboardItem({ 'text/html': new Blob([foreign], { type: 'text/html' }) })]);
  });
  await page.keyboard.press('Control+V');
  await expect(editor(page)).toContainText('cell');
  const html = await editor(page).innerHTML();
  const tags = new Set([...html.matchAll(/<([a-z0-9]+)/gu)].map(([, tag = '']) => tag));
  const allowed = new Set(['p', 'br', 'b', 'strong', 'i', 'em', 'u', 's', 'ol', 'ul', 'li', 'a']);
  expect([...tags].filter((tag) => !allowed.has(tag))).toEqual([]);
  expect(html).not.toMatch(/<a>|javascript:|onclick|onerror|style=|class=|target=/u);
  expect(html).toContain('bold</');
  // Blocks stay apart; cells of a row stay together.
  expect(html).toMatch(/<p>Title(?:<br>)?<\/p>.*<p>cell by cell/u);
  expect(html).toContain('<a href="https://example.org/">good</a>');
  // The browser parses what was pasted, and reports that it refused scripts and styles in it.
  expect(refusals.filter((line) => !/^(?:Executing inline event handler|Applying inline style)/u.test(line))).toEqual(
    [],
  );
  refusals.length = 0;
});

test('undo and redo of the editor work under Trusted Types', async ({ page }) => {
  await typeDetails(page, 'one');
  await tool(page, 'Bold').click();
  await page.keyboard.type('two');
  const before = await editor(page).textContent();
  await page.keyboard.press('Control+z');
  await expect(editor(page)).not.toHaveText(before ?? '');
  await page.keyboard.press('Control+y');
  await expect(editor(page)).toHaveText(before ?? '');
});
