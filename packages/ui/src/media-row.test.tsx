// @vitest-environment happy-dom
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { MediaRow, type MediaTexts } from './media-row.tsx';
import type { MediaItem } from './use-media-files.tsx';

const texts = {
  ready: 'Ready',
  shrinking: 'Shrinking',
  shrunk: (before: string, after: string) => `${before} to ${after}`,
  refused: { size: 'Too large.', kind: 'No picture.' },
  itsSize: (size: string) => `It has ${size}.`,
  remove: 'Remove',
  dismiss: 'Dismiss',
} as unknown as MediaTexts;

const item = { name: 'queue.jpg', kind: 'image', status: 'ready', size: 100, originalSize: 100 } as MediaItem;

function show(more: Partial<MediaItem>, onRemove?: () => void) {
  const formatSize = (bytes: number) => `${bytes} B`;
  render(<MediaRow item={{ ...item, ...more }} texts={texts} formatSize={formatSize} onRemove={onRemove} />);
  return screen.getByRole('listitem');
}

test.each<[Partial<MediaItem>, string, string | null]>([
  [{}, 'queue.jpgReady100 B', null],
  [{ originalSize: 111 }, 'queue.jpgReady100 B', null],
  [{ originalSize: 112 }, 'queue.jpgReady112 B to 100 B', null],
  [{ status: 'shrinking' }, 'queue.jpgShrinking', null],
  [{ status: 'failed', reason: 'The line was lost.' }, 'queue.jpgThe line was lost.', 'The line was lost.'],
  [{ status: 'refused', refusal: 'size' }, 'queue.jpgToo large. It has 100 B.', 'Too large. It has 100 B.'],
  [{ status: 'refused', refusal: 'kind' }, 'queue.jpgNo picture.', 'No picture.'],
  [{ status: 'refused' }, 'queue.jpgNo picture.', 'No picture.'],
])('the row of a chosen file shows its state: %j', (more, words, alert) => {
  expect(show(more).textContent).toBe(words);
  expect(screen.queryByRole('alert')?.textContent ?? null).toBe(alert);
  expect(screen.queryByRole('progressbar', { name: 'queue.jpg: Shrinking' }) !== null).toBe(
    more.status === 'shrinking',
  );
});

test.each([
  ['ready', 'Remove queue.jpg'],
  ['refused', 'Dismiss queue.jpg'],
] as const)('a file that is %s can be removed', (status, name) => {
  const remove = vi.fn<() => void>();
  show({ status }, remove);

  fireEvent.click(screen.getByRole('button', { name }));

  expect(remove).toHaveBeenCalledOnce();
});

test('the thumbnail of a file disappears when the browser cannot read it', () => {
  const row = show({ thumb: 'blob:thumb' });
  expect(screen.queryByRole('button')).toBeNull();

  fireEvent.error(row.querySelector('img')!);

  expect(row.querySelector('img')).toBeNull();
});
