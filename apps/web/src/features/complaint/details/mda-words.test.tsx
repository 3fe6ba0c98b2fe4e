// @vitest-environment happy-dom
import type { Complaint } from '@baraza/contract';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderAtPortal } from '../../../lib/testing/render.tsx';
import { ReplyBlock } from './mda-words.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('the reply of the MDA stays visible after the complaint is re-opened', () => {
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

test('an answered question is no longer shown as the reply of the MDA', () => {
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

test('pressing Translate shows a reply in the reader’s language, labelled as a machine translation', async () => {
  const complaint = {
    id: 'c1',
    identity: 'named',
    reply: 'Le tuyau est réparé.',
    repliedAt: null,
    mda: { name: 'Water Works' },
    history: [{ id: 's1', action: 'resolve', cycle: 1, text: 'Le tuyau est réparé.', language: 'fr' }],
  } as unknown as Complaint;
  vi.stubGlobal('fetch', async (path: string) =>
    Response.json(path === '/api/complaint/c1/translation' ? { text: 'The pipe is mended.' } : { translation: 'all' }),
  );
  renderAtPortal(<ReplyBlock complaint={complaint} />);

  fireEvent.click(await screen.findByText('Translate'));

  expect(await screen.findByText('The pipe is mended.')).toBeTruthy();
  expect(screen.getByText(/^Translated by a machine from Français\./u)).toBeTruthy();
  fireEvent.click(screen.getByText('Show the original'));
  expect(screen.getByText('Le tuyau est réparé.')).toBeTruthy();
});
