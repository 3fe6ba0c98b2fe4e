// @vitest-environment happy-dom
import { currentToasts } from '@baraza/ui/lib/toast-store';
import type { MediaItem } from '@baraza/ui/use-media-files';
import { cleanup } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderPortalHook } from '../testing/render.tsx';
import { useTooLargeToast } from './media-field.tsx';

afterEach(cleanup);

test('a file over 10 MB is refused with a toast, once', () => {
  const before = currentToasts().length;
  const items = [{ id: 'a', status: 'refused', refusal: 'size' } as MediaItem];
  const { rerender } = renderPortalHook(useTooLargeToast, { items });

  rerender({ items: [...items] });

  expect(
    currentToasts()
      .slice(before)
      .map(({ text }) => text),
  ).toEqual(['Media size should not exceed 10mb!']);
});
