// @vitest-environment happy-dom
import { endSession, startSession } from '@baraza/app';
import { currentToasts } from '@baraza/ui/lib/toast-store';
import { act, cleanup, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { getOutbox, removeItem } from '../../lib/outbox/outbox.ts';
import { renderPortalHook } from '../../lib/testing/render.tsx';
import { useFeedbackForm } from './use-feedback-form.ts';

vi.mock('idb-keyval', async () => (await import('../../lib/testing/device.ts')).device());

// Its code is loaded when a form is sent.
beforeAll(() => import('../../lib/outbox/send.ts').then(() => undefined));

const typed = { category: '0190a1b2-c3d4-4e5f-8a9b-0c1d2e3f4a5b', title: 'Thank you', description: 'It was quick.' };

/** Renders the form, filled in. */
function renderForm(answer: () => Promise<Response>) {
  vi.stubGlobal('fetch', answer);
  window.history.replaceState(null, '', '/app/feedback/new-feedback');
  return renderPortalHook(() => useFeedbackForm('ada', null, typed), undefined).result;
}

const send = (result: ReturnType<typeof renderForm>) => act(async () => result.current.form.onSubmit());
const isLeft = () => waitFor(() => expect(window.location.pathname).toBe('/app/feedback/all-feedback'));
const newestToast = () => currentToasts().at(-1)?.text;

beforeEach(() => startSession('token'));
afterEach(async () => {
  cleanup();
  for (const { key } of getOutbox().items) await removeItem(key);
  endSession('expired');
  vi.unstubAllGlobals();
});

test('sending feedback shows a confirmation and leaves the form', async () => {
  const result = renderForm(async () => Response.json({ id: 'f1' }, { status: 201 }));

  await send(result);

  await isLeft();
  expect(newestToast()).toContain('Feedback sent!');
});

test('feedback that waits for a connection is not reported as sent', async () => {
  const before = currentToasts().length;
  const result = renderForm(() => Promise.reject(new TypeError('no line')));

  await send(result);

  await isLeft();
  expect([currentToasts().length, getOutbox().items.length]).toEqual([before, 1]);
});

test('refused feedback stays in its form, which shows the reason', async () => {
  const refusal = { code: 'INVALID', message: 'Check the form.', fields: { title: 'Too long.' } };
  const result = renderForm(async () => Response.json(refusal, { status: 422 }));

  await send(result);

  await waitFor(() => expect(result.current.form.errors).toEqual({ title: 'Too long.' }));
  expect([window.location.pathname, result.current.form.values.title]).toEqual([
    '/app/feedback/new-feedback',
    'Thank you',
  ]);
});

test('feedback with more than ten pictures is not sent', async () => {
  const fetched = vi.fn<() => Promise<Response>>();
  const result = renderForm(fetched);
  const pictures = Array.from({ length: 11 }, (_, index) => new File(['x'], `${index}.png`, { type: 'image/png' }));
  act(() => result.current.media.restore(pictures));

  await send(result);

  expect(result.current.form.errors['images']).toBeTruthy();
  expect(fetched).not.toHaveBeenCalled();
});

test('starting again empties the feedback form', () => {
  const result = renderForm(() => new Promise(() => undefined));
  expect(result.current.empty).toBe(false);

  act(() => result.current.startAgain());

  expect(result.current.empty).toBe(true);
});
