// @vitest-environment happy-dom
import { currentToasts } from '@baraza/ui/lib/toast-store';
import { afterEach, expect, test, vi } from 'vitest';
import { share } from './share.ts';

const link = { title: 'No water', text: 'A known issue', path: '/issue/k1' };
const url = `${window.location.origin}/issue/k1`;
const newest = () => currentToasts().at(-1)?.text;

afterEach(() => vi.unstubAllGlobals());

test('sharing a link opens the share sheet, and closing it shows no error', async () => {
  const shareSheet = vi.fn<() => Promise<void>>().mockRejectedValue(new DOMException('changed my mind', 'AbortError'));
  vi.stubGlobal('navigator', { share: shareSheet });

  const before = currentToasts();

  await share(link);

  expect(shareSheet).toHaveBeenCalledWith({ title: 'No water', text: 'A known issue', url });
  expect(currentToasts()).toEqual(before);
});

test('a browser without a share sheet copies the link and confirms it', async () => {
  const writeText = vi.fn<() => Promise<void>>().mockResolvedValue();
  vi.stubGlobal('navigator', { clipboard: { writeText } });

  await share(link);

  expect([writeText.mock.calls, newest()]).toEqual([[[url]], 'The link is copied.']);
});

test('a link that cannot be copied is shown', async () => {
  const writeText = () => Promise.reject(new DOMException('not allowed'));
  vi.stubGlobal('navigator', { clipboard: { writeText } });

  await share(link);

  expect(newest()).toContain(url);
});
