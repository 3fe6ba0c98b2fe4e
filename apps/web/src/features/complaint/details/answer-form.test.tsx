// @vitest-environment happy-dom
import type { Complaint } from '@baraza/contract';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderAtPortal } from '../../../lib/testing/render.tsx';
import { AnswerForm } from './answer-form.tsx';

vi.mock('idb-keyval', async () => (await import('../../../lib/testing/device.ts')).device());

const complaint = {
  id: '0190a1b2-c3d4-4e5f-8a9b-0c1d2e3f4a5b',
  title: 'No water',
  mda: { name: 'Water' },
  history: [],
} as unknown as Complaint;

afterEach(cleanup);

test('Ctrl+Enter sends the answer, Enter alone does not', async () => {
  const fetched = vi.fn<typeof fetch>(async () => Response.json({ ...complaint, state: 'in_progress' }));
  vi.stubGlobal('fetch', fetched);
  renderAtPortal(<AnswerForm complaint={complaint} />);
  const field = screen.getByRole('textbox');
  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true });
  fireEvent.change(field, { target: { value: 'On Monday.' } });

  fireEvent.keyDown(field, { key: 'Enter' });
  expect(fetched).not.toHaveBeenCalled();

  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true });
  await waitFor(() => expect(fetched).toHaveBeenCalledOnce());
});
