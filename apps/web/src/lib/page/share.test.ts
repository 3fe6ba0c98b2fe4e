// @vitest-environment happy-dom
import { currentToasts } from '@baraza/ui/lib/toast-store';
import { afterEach, expect, test, vi } from 'vitest';
import { share } from './share.ts';

const link = { title: 'No water', text: 'A known issue', path: '/issue/k1' };
const url = `${window.location.origin}/issue/k1`;
const newest = () => currentToasts().at(-1)?.text;

afterEach(() => vi.unstubAllGlobals());

test('a phone shares the link with its other apps, and a change of mind is no failure', async () => {
  const given = vi.fn<() => Promise<void>>().mockRejectedValue(new DOMException('changed my mind', 'AbortError'));
  vi.stubGlobal('navigator', { share: given });

  const before = currentToasts();

  await share(link);

  expect(given).toHaveBeenCalledWith({ title: 'No water', text: 'A known issue', url });
  expect(currentToasts()).toEqual(before);
});

test('elsewhere the link is copied, which is said', async () => {
  const writeText = vi.fn<() => Promise<void>>().mockResolvedValue();
  vi.stubGlobal('navigator', { clipboard: { writeText } });

  await share(link);

  expect([writeText.mock.calls, newest()]).toEqual([[[url]], 'The link is copied.']);
});

test('where nothing can be copied the link is shown', async () => {
  const writeText = () => Promise.reject(new DOMException('not allowed'));
  vi.stubGlobal('navigator', { clipboard: { writeText } });

  await share(link);

  expect(newest()).toContain(url);
});
