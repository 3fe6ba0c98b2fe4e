import { type Page, expect } from '@playwright/test';

interface Stop {
  readonly tag: string;
  readonly name: string;
  readonly ringed: boolean;
}

/** Returns the focused element and whether it, its stretched parent or its label shows a focus ring. */
export function stopAt(page: Page): Promise<Stop> {
  return page.evaluate(() => {
    const active = document.activeElement ?? document.body;
    const named = active.getAttribute('aria-labelledby');
    const label = (active as HTMLInputElement).labels?.[0];
    const name =
      active.getAttribute('aria-label') ??
      (named
        ? named
            .split(' ')
            .map((id) => document.getElementById(id)?.textContent)
            .join(' ')
        : null) ??
      label?.textContent ??
      active.textContent;
    // In a date field the browser's own button has the focus and draws its own ring.
    const inside = active.matches('input[type=date]:not(:focus)');
    const hasRing = (it: Element | null | undefined, part?: '::after') => {
      if (!it) return false;
      const { outlineStyle, outlineWidth } = getComputedStyle(it, part);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
    };
    return {
      tag: active.tagName,
      name: (name ?? '').trim(),
      ringed: inside || hasRing(active) || hasRing(active, '::after') || hasRing(active.closest('label')),
    };
  });
}

/** Presses Tab until the named element has the focus, which must stay visible on the way. */
export async function tabTo(page: Page, name: RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const way: string[] = [];
  for (let steps = 0; steps < 60; steps++) {
    await page.keyboard.press(key);
    const stop = await stopAt(page);
    expect(stop.tag, `the focus on the way to ${name}, after ${way.join(', ')}`).not.toBe('BODY');
    way.push(stop.name.slice(0, 30));
    expect(stop.ringed, `a ring around ${stop.tag} "${stop.name.slice(0, 60)}"`).toBe(true);
    if (name.test(stop.name)) return;
  }
  throw new Error(`Tab never reached ${name}`);
}

/** Expects the focus somewhere in the page. */
export async function expectFocus(page: Page): Promise<void> {
  await expect.poll(async () => (await stopAt(page)).tag).not.toBe('BODY');
}
