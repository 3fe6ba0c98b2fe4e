import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { fileComplaint } from '../support/complaints.ts';
import { createCitizenSession, enter } from '../support/session.ts';

const checks = async (page: Page, text: string) => {
  await page.getByRole('textbox', { name: 'Or paste its text' }).fill(text);
  await page.getByRole('button', { name: 'Check', exact: true }).click();
};

test('a receipt saved as file, PDF or picture is genuine until one letter is changed', async ({ context, page }) => {
  const session = await createCitizenSession();
  const { id, trackingId } = await fileComplaint(session.call, { title: 'The tap is dry' });
  await enter(context, session, 'web');
  await page.goto(`/app/complaint/complaint-details/${id}`);
  await page.getByRole('button', { name: 'Receipt: You filed this complaint' }).click();
  const dialog = page.getByRole('dialog', { name: 'Receipt' });
  const code = dialog.getByRole('link', { name: 'QR code that checks this receipt' });
  // The log includes the entry within seconds; until then the dialog waits.
  await expect(code).toBeVisible({ timeout: 20_000 });
  for (const theme of ['light', 'dark'] as const) await expectAccessible(page, theme);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Save the file' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe(`${trackingId}-1.tlog-proof`);
  const proof = await readFile(await file.path(), 'utf8');
  const link = (await code.getAttribute('href')) ?? '';
  const picture = await code.screenshot();
  const pdf = await page.pdf();

  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Genuine', exact: true })).toBeFocused();
  expect(page.url()).not.toContain('#');
  await page.goto('/');
  await page.getByRole('link', { name: 'Check a receipt' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check a receipt');
  for (const theme of ['light', 'dark'] as const) await expectAccessible(page, theme);
  for (const [name, mimeType, buffer] of [
    ['receipt.pdf', 'application/pdf', pdf],
    ['receipt.png', 'image/png', picture],
    ['receipt.tlog-proof', 'application/octet-stream', Buffer.from(proof)],
  ] as const) {
    const again = page.getByRole('button', { name: 'Check another receipt' });
    if (await again.isVisible()) await again.click();
    await page.locator('input[type=file]:not([capture])').first().setInputFiles({ name, mimeType, buffer });
    await expect(page.getByRole('heading', { name: 'Genuine', exact: true }), name).toBeFocused();
  }
  const verdict = page.getByRole('status').filter({ hasText: 'Genuine' });
  await expect(verdict).toContainText('was recorded before');
  await expect(verdict).toContainText('It is still in the log, unchanged.');
  await expect(page.getByRole('heading', { name: 'Genuine', exact: true })).toBeFocused();
  for (const theme of ['light', 'dark'] as const) await expectAccessible(page, theme);

  await page.getByText('For a lawyer or an engineer').click();
  const program = await page.request.get(
    (await page.getByRole('link', { name: 'verify.go' }).getAttribute('href')) ?? '',
  );
  expect(await program.text()).toContain('golang.org/x/mod/sumdb');

  await page.getByRole('button', { name: 'Check another receipt' }).click();
  await checks(page, proof.replace(/^index .*$/mu, 'index 0'));
  await expect(page.getByRole('alert')).toContainText('Not accepted');
  await expect(page.getByText('Not signed by this portal in its present form')).toBeVisible();
  const [evidence] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save the evidence' }).click(),
  ]);
  expect(JSON.parse(await readFile(await evidence.path(), 'utf8'))).toMatchObject({
    verdict: { fault: 'forged' },
    receipt: expect.stringContaining('index 0'),
    trusted: { keys: [{}] },
  });
  for (const theme of ['light', 'dark'] as const) await expectAccessible(page, theme);
});

test('checking a file that is no receipt, or another portal’s, says so', { tag: '@full' }, async ({ page }) => {
  await page.goto('/verify');
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await expect(page.getByText('Paste the text of the receipt, or choose its file.')).toBeVisible();
  await checks(page, 'Dear Madam');
  await expect(page.getByRole('alert')).toContainText('This is not a receipt');
  await page.getByRole('button', { name: 'Check another receipt' }).click();
  await checks(
    page,
    `c2sp.org/tlog-proof@v1\nextra AA==\nindex 0\n\nother.example/log\n1\n${'A'.repeat(43)}=\n\n— x AAAAAAAA\n`,
  );
  await expect(page.getByRole('alert')).toContainText('From another portal');
  await page.getByRole('button', { name: 'Check another receipt' }).click();
  const buffer = await page.screenshot();
  await page
    .locator('input[type=file]:not([capture])')
    .first()
    .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer });
  await expect(page.getByRole('alert')).toContainText('No QR code found');
});
