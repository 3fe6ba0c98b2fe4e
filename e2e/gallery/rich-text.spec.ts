import type { Page } from '@playwright/test';
import { expect, test } from './gallery.ts';

test.beforeEach(async ({ page }) => {
  await page.goto('/?page=fields');
  const editor = page.getByRole('textbox', { name: 'Details/Description' });
  await editor.click();
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Delete');
});

const html = (page: Page) => page.locator('[data-html]');

test('each tool writes the tag it stands for', async ({ page }) => {
  for (const [tool, tag] of [
    ['Bold', 'strong'],
    ['Italic', 'em'],
    ['Underline', 'u'],
    ['Strike', 's'],
  ] as const) {
    const button = page.getByRole('button', { name: tool, exact: true });
    await button.click();
    await page.keyboard.type('x');
    await expect(button).toHaveAttribute('aria-pressed', 'true');
    await expect(html(page)).toContainText(`<${tag}>x</${tag}>`);
    await button.click();
  }
});

test('lists', async ({ page }) => {
  await page.keyboard.type('one');
  await page.getByRole('button', { name: 'Ordered list' }).click();
  await expect(html(page)).toHaveText('<ol><li>one</li></ol>');
  await page.keyboard.press('Enter');
  await page.keyboard.type('two');
  await page.getByRole('button', { name: 'Bullet list' }).click();
  await expect(html(page)).toContainText('<ul>');
  await page.getByRole('button', { name: 'Bullet list' }).click();
  await expect(html(page)).not.toContainText('<ul>');
});

test('no text is no HTML, and the placeholder shows', async ({ page }) => {
  await expect(html(page)).toHaveText('');
  await page.keyboard.type('   ');
  await expect(html(page)).toHaveText('');
});

test('a link is asked for, checked, changed and removed', async ({ page }) => {
  await page.keyboard.type('here');
  await page.keyboard.press('Control+A');
  await page.getByRole('button', { name: 'Link', exact: true }).click();
  const address = page.getByLabel('Address');
  await expect(address).toBeFocused();
  await address.fill('javascript:alert(1)');
  await page.getByRole('button', { name: 'Save link' }).click();
  await expect(page.getByText('Use a web, e-mail or telephone address.')).toBeVisible();
  await address.fill('example.org/a');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(html(page)).toHaveText('<p><a href="https://example.org/a">here</a></p>');
  await expect(page.getByRole('textbox', { name: 'Details/Description' })).toBeFocused();

  await page.getByRole('button', { name: 'Link', exact: true }).click();
  await expect(address).toHaveValue('https://example.org/a');
  await address.fill('amina@example.org');
  await page.keyboard.press('Enter');
  await expect(html(page)).toHaveText('<p><a href="mailto:amina@example.org">here</a></p>');
  await page.getByRole('button', { name: 'Link', exact: true }).click();
  await page.getByRole('button', { name: 'Remove link' }).click();
  await expect(html(page)).toHaveText('<p>here</p>');
});

test('a pasted set of frames leaves the text around it', async ({ page, said }) => {
  await page.getByRole('textbox', { name: 'Details/Description' }).evaluate((editor) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/html', '<frameset><frame src="https://example.org/"></frameset><p>after</p>');
    editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await expect(html(page)).toHaveText('<p>after</p>');
  expect(said).toEqual([]);
});

// The browser parses what was pasted and reports that it refused its scripts and styles: as it should.
test('hostile HTML that is pasted leaves only what is allowed', async ({ page, said }) => {
  await page.evaluate(async () => {
    const foreign =
      '<h1 onclick="x()">Title</h1><p style="color:red">a <b class="c">bold</b><script>alert(1)</script><img src=x onerror=alert(1)> <a href="javascript:alert(1)">bad</a> <a href="https://example.org/" target=_top>good</a></p><table><tr><td>cell</td><td>by cell</td></tr></table>';
    await navigator.clipboard.write([new ClipboardItem({ 'text/html': new Blob([foreign], { type: 'text/html' }) })]);
  });
  await page.keyboard.press('Control+V');
  await expect(html(page)).toContainText('cell');
  const text = (await html(page).textContent()) ?? '';
  const tags = [...text.matchAll(/<\/?([a-z0-9]+)/g)].map((match) => match[1]);
  const allowed = new Set(['p', 'br', 'strong', 'em', 'u', 's', 'ol', 'ul', 'li', 'a']);
  expect(tags.filter((tag) => !allowed.has(tag ?? ''))).toEqual([]);
  expect(text).not.toMatch(/<a>|javascript:|onclick|onerror|style=|class=|target=/);
  expect(text).toContain('<strong>bold</strong>');
  // What stood apart there stands apart here.
  expect(text).toMatch(/<p>Title<\/p>.*<p>cell by cell/);
  expect(text).toContain('<a href="https://example.org/">good</a>');
  expect(said.filter((line) => !/^(Executing inline event handler|Applying inline style)/.test(line))).toEqual([]);
  said.length = 0;
});

test('undo and redo work under Trusted Types', async ({ page }) => {
  await page.keyboard.type('one');
  await page.getByRole('button', { name: 'Bold', exact: true }).click();
  await page.keyboard.type('two');
  const before = await html(page).textContent();
  await page.keyboard.press('Control+z');
  await expect(html(page)).not.toHaveText(before ?? '');
  await page.keyboard.press('Control+y');
  await expect(html(page)).toHaveText(before ?? '');
});

test('the toolbar is one stop of Tab, with arrow keys inside; Tab leaves the text', async ({ page }) => {
  await page.getByRole('button', { name: 'Bold', exact: true }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('button', { name: 'Italic' })).toBeFocused();
  await page.keyboard.press('End');
  await expect(page.getByRole('button', { name: 'Link', exact: true })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('button', { name: 'Bold', exact: true })).toBeFocused();
  await page.keyboard.press('Tab');
  const editor = page.getByRole('textbox', { name: 'Details/Description' });
  await expect(editor).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(editor).not.toBeFocused();
});

test('what is shown to others is clean, and its links open apart', async ({ page }) => {
  await page.keyboard.type('here');
  await page.keyboard.press('Control+A');
  await page.getByRole('button', { name: 'Link', exact: true }).click();
  await page.getByLabel('Address').fill('https://example.org/');
  await page.keyboard.press('Enter');
  const link = page.locator('.rich-text:not(.editor-text) a');
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow');
  await expect(link).toHaveAttribute('target', '_blank');
});
