// @vitest-environment happy-dom
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { EditorFrame } from './editor-frame.tsx';

const editor = { id: 'text', labelId: 'label', value: '', onChange: vi.fn<() => void>() };

test('arrow keys, Home and End move through the editor’s tools, and Tab stops at one of them', () => {
  render(<EditorFrame editor={editor} active={new Set()} onUse={vi.fn<() => void>()} />);
  const bar = screen.getByRole('toolbar', { name: 'Formatting' });
  const tools = screen.getAllByRole<HTMLButtonElement>('button');
  const walk = (key: string) => {
    const isTaken = !fireEvent.keyDown(bar, { key });
    return isTaken && tools.indexOf(document.activeElement as HTMLButtonElement);
  };
  const last = tools.length - 1;

  expect(['ArrowRight', 'ArrowRight', 'ArrowLeft', 'Home', 'ArrowLeft', 'ArrowRight', 'End'].map(walk)).toEqual([
    1,
    2,
    1,
    0,
    last,
    0,
    last,
  ]);
  expect(tools.filter(({ tabIndex }) => tabIndex === 0)).toEqual([tools[last]]);
  expect(walk('b')).toBe(false);
});
