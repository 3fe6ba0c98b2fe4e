import { type Locator, type Page, expect } from '@playwright/test';

/** Returns the toasts of one edge: successes at the bottom, errors at the top. */
export function toasts(page: Page, side: 'top' | 'bottom'): Locator {
  return page.locator(`.toasts[data-side=${side}] [data-toast] p`);
}

/** Expects a success toast with exactly this text; earlier toasts may still show. */
export async function expectToast(page: Page, text: string): Promise<void> {
  await expect(toasts(page, 'bottom').getByText(text, { exact: true })).toBeVisible();
}

/** Expects this text in the summary of problems above the form. */
export async function expectProblem(page: Page, text: string): Promise<void> {
  await expect(page.locator('section[role=alert]').filter({ hasText: text })).toBeVisible();
}

/** Returns the error at a field, by the field's name. */
export function errorAt(page: Page, name: string): Locator {
  return page.locator(`[id$="${name}-error"]`);
}

/** Expects a screen with this heading, which has the focus. */
export async function expectArrived(page: Page, heading: string | RegExp): Promise<void> {
  const h1 = page.getByRole('heading', { level: 1, name: heading });
  await expect(h1).toBeVisible();
  await expect(h1).toBeFocused();
}

/** Makes a file of this size for the browser's file chooser. */
export function fileOf(
  name: string,
  mimeType: string,
  bytes: number,
): { name: string; mimeType: string; buffer: Buffer } {
  return { name, mimeType, buffer: Buffer.alloc(bytes, 'a') };
}

/** A file that begins like a picture, so that the browser accepts it, and is none. */
export function falsePicture(name: string): { name: string; mimeType: string; buffer: Buffer } {
  return {
    name,
    mimeType: 'image/png',
    buffer: Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(2000)]),
  };
}
