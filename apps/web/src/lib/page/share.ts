import { notify } from '@baraza/app';
import { t } from '@lingui/core/macro';

/** Gives a link to another app of the phone; where there is no such way, copies it and says so. */
export async function share({ title, text, path }: { title: string; text: string; path: string }): Promise<void> {
  const url = new URL(path, window.location.origin).href;
  if (typeof navigator.share === 'function') {
    // Changing one's mind in the share sheet rejects as well; nothing is wrong then.
    return navigator.share({ title, text, url }).catch(() => undefined);
  }
  try {
    await navigator.clipboard.writeText(url);
    notify.success(t`The link is copied.`);
  } catch {
    notify.info(t`Copy the link from the address bar: ${url}`);
  }
}
