// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import MediaPicker from './media-picker.tsx';

const clip = new File(['film'], 'clip.webm', { type: 'video/webm' });
const item = {
  id: '1',
  file: clip,
  name: clip.name,
  kind: 'video',
  size: clip.size,
  originalSize: clip.size,
  status: 'ready',
} as const;

function show(disabled = false) {
  const [onAdd, onRemove] = [vi.fn<(files: File[]) => void>(), vi.fn<(id: string) => void>()];
  render(<MediaPicker id="media" kind="media" items={[item]} {...{ onAdd, onRemove, disabled }} />);
  return { onAdd, onRemove };
}
const drop = () => fireEvent.drop(screen.getByText('or drop them here'), { dataTransfer: { files: [clip] } });

test('files dropped on the picker are added, unless it is disabled', () => {
  const { onAdd } = show();
  drop();
  expect(onAdd).toHaveBeenCalledWith([clip]);
  cleanup();

  const { onAdd: onAddDisabled } = show(true);
  drop();
  expect(onAddDisabled).not.toHaveBeenCalled();
});

test('removing a file leads the focus back to the button that chooses files', () => {
  const { onRemove } = show();

  fireEvent.click(screen.getByRole('button', { name: 'Remove clip.webm' }));

  expect(onRemove).toHaveBeenCalledWith('1');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Choose files' }));
});
