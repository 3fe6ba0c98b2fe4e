import { notify } from '@baraza/app';
import { t } from '@lingui/core/macro';
import { attempt } from '../device/storage.ts';

/** Opens the share sheet with a link, or copies the link where there is none. */
export async function share({ title, text, path }: { title: string; text: string; path: string }): Promise<void> {
  const url = new URL(path, window.location.origin).href;
  // Closing the share sheet rejects as well, and is no error.
  if (typeof navigator.share === 'function') return attempt(() => navigator.share({ title, text, url }));
  try {
    await navigator.clipboard.writeText(url);
    notify.success(t`The link is copied.`);
  } catch {
    notify.info(t`Copy the link from the address bar: ${url}`);
  }
}
