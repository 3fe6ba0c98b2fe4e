// @vitest-environment happy-dom
import { fileMessage, message } from '@baraza/contract';
import type { MediaItem } from '@baraza/ui/use-media-files';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { MediaRow } from './media-row.tsx';

const item = { name: 'queue.jpg', kind: 'image', status: 'ready', size: 102_400, originalSize: 102_400 } as MediaItem;

function show(more: Partial<MediaItem>, onRemove?: () => void) {
  render(<MediaRow kind="image" item={{ ...item, ...more }} onRemove={onRemove} />);
  return screen.getByRole('listitem');
}

test.each<[Partial<MediaItem>, string, string | null]>([
  [{}, 'queue.jpgReady100 KB', null],
  [{ originalSize: 113_664 }, 'queue.jpgReady100 KB', null],
  [{ originalSize: 114_688 }, 'queue.jpgReadyReduced from 112 KB to 100 KB to save your data', null],
  [{ status: 'shrinking' }, 'queue.jpgMaking it smaller…', null],
  [{ status: 'failed', reason: 'The line was lost.' }, 'queue.jpgThe line was lost.', 'The line was lost.'],
  [
    { status: 'refused', refusal: 'size' },
    `queue.jpg${message.mediaTooLarge} This one is 100 KB.`,
    `${message.mediaTooLarge} This one is 100 KB.`,
  ],
  [{ status: 'refused', refusal: 'kind' }, `queue.jpg${message.photoType}`, message.photoType],
  [{ status: 'refused', refusal: 'empty' }, `queue.jpg${fileMessage.empty}`, fileMessage.empty],
  [{ status: 'refused' }, `queue.jpg${message.photoType}`, message.photoType],
])('the row of a chosen file shows its state: %j', (more, words, alert) => {
  expect(show(more).textContent).toBe(words);
  expect(screen.queryByRole('alert')?.textContent ?? null).toBe(alert);
  expect(screen.queryByRole('progressbar', { name: 'queue.jpg: Making it smaller…' }) !== null).toBe(
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
