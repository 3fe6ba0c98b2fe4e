// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ShareButton } from './share-button.tsx';

const url = `${window.location.origin}/issue/k1`;
const settle = (seconds = 0) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));
const said = () => screen.getByRole('status').textContent;

/** Presses Share in a browser that has these ways. */
async function share(ways: object) {
  vi.stubGlobal('navigator', ways);
  render(<ShareButton title="No water" text="A known issue" path="/issue/k1" />);
  fireEvent.click(screen.getByRole('button', { name: 'Share' }));
  await settle();
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a phone shares the link with its other apps', async () => {
  const given = vi.fn<() => Promise<void>>().mockRejectedValue(new DOMException('changed my mind', 'AbortError'));

  await share({ share: given });

  expect(given).toHaveBeenCalledWith({ title: 'No water', text: 'A known issue', url });
  expect(said()).toBe('');
});

test('elsewhere the link is copied, which is said for four seconds', async () => {
  const writeText = vi.fn<() => Promise<void>>().mockResolvedValue();

  await share({ clipboard: { writeText } });
  expect([writeText.mock.calls, said()]).toEqual([[[url]], 'The link is copied.']);
  await settle(4);

  expect(said()).toBe('');
});

test('where nothing can be copied the link is shown', async () => {
  await share({ clipboard: { writeText: () => Promise.reject(new DOMException('not allowed')) } });

  expect(said()).toContain(url);
});
