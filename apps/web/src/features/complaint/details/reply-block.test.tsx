// @vitest-environment happy-dom
import type { Complaint } from '@baraza/contract';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderAtPortal } from '../../../lib/testing/render.tsx';
import { ReplyBlock } from './reply-block.tsx';

afterEach(cleanup);

test('the reply stays on the screen after the complaint was re-opened', () => {
  const complaint = {
    state: 'received',
    cycle: 2,
    reply: 'The pipe is mended.',
    repliedAt: null,
    mda: { name: 'Water Works' },
    history: [{ id: '1', action: 'resolve', cycle: 1, text: 'The pipe is mended.' }],
  } as unknown as Complaint;

  renderAtPortal(<ReplyBlock complaint={complaint} />);

  expect(screen.getByText('The pipe is mended.')).toBeTruthy();
});

test('a question that was answered no longer stands as the reply', () => {
  const complaint = {
    state: 'in_progress',
    cycle: 1,
    reply: 'Which pump is it?',
    repliedAt: null,
    mda: { name: 'Water Works' },
    history: [
      { id: '1', action: 'ask', cycle: 1, text: 'Which pump is it?' },
      { id: '2', action: 'answer', cycle: 1, text: 'The blue one.' },
    ],
  } as unknown as Complaint;

  renderAtPortal(<ReplyBlock complaint={complaint} />);

  expect(screen.queryByRole('heading', { name: 'Reply' })).toBeNull();
});
