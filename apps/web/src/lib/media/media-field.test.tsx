// @vitest-environment happy-dom
import { currentToasts } from '@baraza/ui/lib/toast-store';
import type { MediaFiles, MediaItem } from '@baraza/ui/use-media-files';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderAtPortal, renderPortalHook } from '../testing/render.tsx';
import { MediaField, useTooLargeToast } from './media-field.tsx';

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

test('a photo is taken with one press, after what is typed was saved', async () => {
  const add = vi.fn<(files: Iterable<File>) => void>();
  const flush = vi.fn<() => Promise<void>>();
  const media = { items: [], add } as unknown as MediaFiles;
  const form = { errors: {}, pending: false, clearError: () => undefined };
  renderAtPortal(
    <MediaField id="files" label="Photos" hint="" kind="media" drafted={{ form, media, keeper: { flush } }} />,
  );

  fireEvent.click(await screen.findByRole('button', { name: 'Take a photo' }));
  const camera = document.querySelector<HTMLInputElement>('input[capture="environment"]')!;
  const photo = new File(['x'], 'photo.jpg', { type: 'image/jpeg' });
  fireEvent.change(camera, { target: { files: [photo] } });

  expect(flush).toHaveBeenCalledOnce();
  expect(add).toHaveBeenCalledWith([photo]);
});
