// @vitest-environment happy-dom
import type { MediaFiles } from '@baraza/ui/use-media-files';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderAtPortal } from '../testing/render.tsx';
import { MediaField } from './media-field.tsx';

afterEach(cleanup);

test('one press saves the draft and opens the camera', async () => {
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
