import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from './gallery.ts';

const fixture = (name: string) => fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url));
const chooser = 'input[type=file]:not([capture])';

/** A JPEG with a piece of EXIF that says where it was taken, made from a plain one. */
async function photoWithPlace(): Promise<Buffer> {
  const plain = await readFile(fixture('queue.jpg'));
  const exif = Buffer.concat([
    Buffer.from('Exif\0\0MM\0*\0\0\0\x08', 'latin1'),
    Buffer.from('GPS 6.5244N 3.3792E', 'latin1'),
  ]);
  const head = Buffer.from([0xff, 0xe1, 0, exif.length + 2]);
  return Buffer.concat([plain.subarray(0, 2), head, exif, plain.subarray(2)]);
}

test.beforeEach(async ({ page }) => {
  await page.goto('/?page=fields');
});

test('a photo is drawn again, and what the camera wrote into it is gone', async ({ page }) => {
  const bytes = await photoWithPlace();
  expect(bytes.includes('GPS 6.5244N')).toBe(true);
  await page.locator(chooser).setInputFiles({ name: 'queue.jpg', mimeType: 'image/jpeg', buffer: bytes });
  await expect(page.getByText('Ready')).toBeVisible();
  const sent = await page.evaluate(() => (window as unknown as { sentFiles: File[] }).sentFiles[0]?.text());
  expect(sent).not.toContain('GPS 6.5244N');
  expect(sent).not.toContain('Exif');
});

test('a big photo is at most 2048 px on its longest side', { tag: '@full' }, async ({ page }) => {
  await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(4000, 3000);
    canvas.getContext('2d')?.fillRect(100, 100, 3000, 2000);
    const blob = await canvas.convertToBlob({ type: 'image/jpeg' });
    const data = new DataTransfer();
    data.items.add(new File([blob], 'big.jpg', { type: 'image/jpeg' }));
    const input = document.querySelector<HTMLInputElement>('input[type=file]:not([capture])');
    if (input) input.files = data.files;
    input?.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await expect(page.getByText('Ready')).toBeVisible();
  const size = await page.evaluate(async () => {
    const [file] = (window as unknown as { sentFiles: File[] }).sentFiles;
    const picture = await createImageBitmap(file as File);
    return [picture.width, picture.height];
  });
  expect(size).toEqual([2048, 1536]);
});

test('a video over 10 MB is refused with the fixed words and is not sent', { tag: '@full' }, async ({ page }) => {
  const buffer = Buffer.alloc(10_000_001);
  await page.locator(chooser).setInputFiles({ name: 'hall.mp4', mimeType: 'video/mp4', buffer });
  await expect(page.getByText('Media size should not exceed 10mb!')).toBeVisible();
  await expect(page.locator('[data-files]')).toHaveText('');
  await page.getByRole('button', { name: 'Dismiss hall.mp4' }).click();
  await expect(page.getByText('hall.mp4')).toHaveCount(0);
});

test('several files add up, one can be removed, and focus stays near', { tag: '@full' }, async ({ page }) => {
  await page.locator(chooser).setInputFiles([fixture('queue.jpg'), fixture('counter.mp4')]);
  await page.locator(chooser).setInputFiles(fixture('receipt.png'));
  await expect(page.getByText('Ready')).toHaveCount(3);
  await page.getByRole('button', { name: 'Remove counter.mp4' }).click();
  await expect(page.getByText('Ready')).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Choose files' })).toBeFocused();
  await expect(page.locator('[data-files]')).not.toContainText('counter.mp4');
});

test('a picture the browser cannot read goes as it is', { tag: '@full' }, async ({ page }) => {
  await page
    .locator(chooser)
    .setInputFiles({ name: 'a.heic', mimeType: 'image/heic', buffer: Buffer.from('\0\0\0\x18ftypheic no picture') });
  await expect(page.getByText('Ready')).toBeVisible();
  await expect(page.locator('[data-files]')).toContainText('a.heic image/heic 23');
});

test('files can be dropped', { tag: '@full' }, async ({ page }) => {
  const data = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    const start = new Uint8Array([0x1a, 0x45, 0xdf, 0xa3]);
    transfer.items.add(new File([start], 'clip.webm', { type: 'video/webm' }));
    return transfer;
  });
  await page.getByText('or drop them here').dispatchEvent('drop', { dataTransfer: data });
  await expect(page.getByText('Ready')).toBeVisible();
  await expect(page.locator('[data-files]')).toContainText('clip.webm');
});
