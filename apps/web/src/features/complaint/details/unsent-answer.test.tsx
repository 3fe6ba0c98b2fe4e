// @vitest-environment happy-dom
import type { Complaint } from '@baraza/contract/complaint/complaint';
import { cleanup, fireEvent, renderHook, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useKeptText } from '../../../lib/draft/use-kept-text.ts';
import { renderAtPortal } from '../../../lib/testing/render.tsx';
import { UnsentAnswer } from './unsent-answer.tsx';

const complaint = { id: 'c1', mda: { name: 'Water Works' } } as unknown as Complaint;
afterEach(() => {
  cleanup();
  sessionStorage.clear();
});

/** What the citizen had typed before the question was taken back. */
function type(text: string): void {
  const { result } = renderHook(() => useKeptText(`answer:${complaint.id}`));
  result.current[1](text);
}

test('shows what was typed, until the citizen deletes it for good', () => {
  type('I am in at noon.');
  renderAtPortal(<UnsentAnswer complaint={complaint} />);
  expect(screen.getByText('Water Works took its question back')).toBeTruthy();
  expect(screen.getByText('I am in at noon.')).toBeTruthy();

  fireEvent.click(screen.getByRole('button', { name: 'Delete what I wrote' }));
  expect(screen.queryByText('I am in at noon.')).toBeNull();
  cleanup();
  renderAtPortal(<UnsentAnswer complaint={complaint} />);
  expect(screen.queryByText('I am in at noon.')).toBeNull();
});

test('shows nothing where nothing was typed', () => {
  type('  ');
  renderAtPortal(<UnsentAnswer complaint={complaint} />);
  expect(screen.queryByText(/took its question back/u)).toBeNull();
});
