// @vitest-environment happy-dom
import type { Complaint } from '@baraza/contract';
import { act, cleanup, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { getOutbox } from '../../../lib/outbox/outbox.ts';
import { takeBack } from '../../../lib/outbox/send.ts';
import { renderPortalHook } from '../../../lib/testing/render.tsx';
import { useStepForm } from './use-step-form.tsx';

vi.mock('idb-keyval', async () => (await import('../../../lib/testing/device.ts')).device());

const complaint = {
  id: '0190a1b2-c3d4-4e5f-8a9b-0c1d2e3f4a5b',
  title: 'No water',
  mda: { name: 'Water' },
} as Complaint;
const film = (name: string) => new File([new Uint8Array(10)], name, { type: 'video/mp4' });
const renderStep = () => renderPortalHook(() => useStepForm('answer', complaint, () => undefined), undefined);

afterEach(cleanup);

test('text and files of an unsent step are restored after a reload', async () => {
  const before = renderStep();
  act(() => before.result.current.setText('On Monday.'));
  act(() => before.result.current.media.restore([film('a.mp4')]));
  before.unmount();
  await act(async () => undefined);

  const { result } = renderStep();
  await waitFor(() => expect(result.current.text).toBe('On Monday.'));
  await waitFor(() => expect(result.current.media.items.map(({ name }) => name)).toEqual(['a.mp4']));
});

test('a step with more than ten files is not sent, and the field shows the reason', () => {
  const { result } = renderStep();
  act(() => result.current.media.restore(Array.from({ length: 11 }, (_, index) => film(`${index}.mp4`))));

  act(() => result.current.form.onSubmit());

  expect(result.current.form.errors[result.current.filesId]).toBe('You can attach at most 10 files.');
  expect(result.current.form.pending).toBe(false);
});

test('editing a waiting survey restores its text and rating', async () => {
  const lost = vi.fn<() => Promise<Response>>(() => Promise.reject(new TypeError('no line')));
  vi.stubGlobal('fetch', lost);
  const isSent = vi.fn<(isSent: boolean) => void>();
  const renderSurvey = () => renderPortalHook(() => useStepForm('survey', complaint, isSent), undefined);
  const before = renderSurvey();
  act(() => before.result.current.setText('It took long.'));
  act(() => before.result.current.setRating('3'));
  act(() => before.result.current.form.onSubmit());
  await waitFor(() => expect(isSent).toHaveBeenCalledWith(false));
  before.unmount();
  const [item] = getOutbox().items;
  expect(item).toMatchObject({
    state: 'waiting',
    title: 'No water',
    body: { complaint: complaint.id, rating: 3, description: 'It took long.' },
  });

  await takeBack(item!);
  expect(getOutbox().items).toEqual([]);
  const { result } = renderSurvey();
  await waitFor(() => expect([result.current.text, result.current.rating]).toEqual(['It took long.', '3']));
  vi.unstubAllGlobals();
});

test.each([
  ['answer', { id: complaint.id, text: 'On Monday.' }],
  ['evidence', { id: complaint.id, text: 'On Monday.' }],
  ['reopen', { id: complaint.id, reason: 'On Monday.' }],
] as const)('the text of a step is trimmed and sent in the field that its endpoint expects: %s', async (kind, body) => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no line')));
  const isSent = vi.fn<(isSent: boolean) => void>();
  const { result } = renderPortalHook(() => useStepForm(kind, complaint, isSent), undefined);
  act(() => result.current.setText(' On Monday. '));

  act(() => result.current.form.onSubmit());

  expect(result.current.waits).toBe(false);
  await waitFor(() => expect(isSent).toHaveBeenCalledWith(false));
  await waitFor(() => expect(result.current.waits).toBe(true));
  const [item] = getOutbox().items;
  expect(item).toMatchObject({ kind, title: 'On Monday.', body });
  expect(Object.keys(item!.body)).toEqual(Object.keys(body));
  await takeBack(item!);
  vi.unstubAllGlobals();
});

test('a sent step is confirmed even if its form has been closed', async () => {
  let answer: (response: Response) => void = () => undefined;
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)));
  const isSent = vi.fn<(isSent: boolean) => void>();
  const { result, unmount } = renderPortalHook(() => useStepForm('answer', complaint, isSent), undefined);
  act(() => result.current.setText('On Monday.'));
  act(() => result.current.form.onSubmit());
  await waitFor(() => expect(getOutbox().sending).not.toBeNull());
  unmount();
  answer(Response.json(complaint));
  await waitFor(() => expect(isSent).toHaveBeenCalledWith(true));
  vi.unstubAllGlobals();
});
