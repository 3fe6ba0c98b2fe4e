// @vitest-environment happy-dom
import type { Complaint } from '@baraza/contract';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { draftKey, saveDraft } from '../../../lib/draft/draft-store.ts';
import { renderAtPortal } from '../../../lib/testing/render.tsx';
import UnsentAnswer from './unsent-answer.tsx';

vi.mock('idb-keyval', async () => (await import('../../../lib/testing/device.ts')).device());

const complaint = { id: 'c1', mda: { name: 'Water Works' } } as unknown as Complaint;
afterEach(cleanup);

/** Saves the answer typed before the question was taken back. */
const type = (text: string) =>
  saveDraft(draftKey('answer', complaint.id), { values: { text }, files: [], recording: null, submissionKey: null });

test('an unsent answer stays visible until the citizen deletes it', async () => {
  await type('I am in at noon.');
  renderAtPortal(<UnsentAnswer complaint={complaint} />);
  expect(await screen.findByText('Water Works withdrew its question')).toBeTruthy();
  expect(screen.getByText('I am in at noon.')).toBeTruthy();

  fireEvent.click(screen.getByRole('button', { name: 'Delete what I wrote' }));
  expect(screen.queryByText('I am in at noon.')).toBeNull();
  cleanup();
  renderAtPortal(<UnsentAnswer complaint={complaint} />);
  expect(screen.queryByText('I am in at noon.')).toBeNull();
});

test('no unsent answer is shown if the citizen typed none', async () => {
  await type('  ');
  renderAtPortal(<UnsentAnswer complaint={complaint} />);
  expect(screen.queryByText(/withdrew its question/u)).toBeNull();
});
