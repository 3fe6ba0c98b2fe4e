// @vitest-environment happy-dom
import { listSessions } from '@baraza/contract';
import { act, cleanup } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { endpointQuery } from '../api/client.ts';
import { renderAppHook } from '../testing/render.tsx';
import { usePasswordForm } from './password-form.tsx';

const onSaved = vi.fn<() => void>();
const typed = { currentPassword: 'the old one', password: 'a new one 12', confirmPassword: 'a new one 12' };

/** Fills in the form and sends it. */
async function send(values: Partial<typeof typed>, reply: Response) {
  const fetched = vi.fn<typeof fetch>(async () => reply);
  vi.stubGlobal('fetch', fetched);
  const { client, result } = renderAppHook(() => usePasswordForm(onSaved));
  const { queryKey } = endpointQuery(listSessions);
  client.setQueryData(queryKey, []);
  for (const [name, value] of Object.entries({ ...typed, ...values }))
    act(() => result.current.set(name as keyof typeof typed, value));
  await act(async () => result.current.onSubmit());
  const isStale = () => client.getQueryState(queryKey)?.isInvalidated;
  return { form: result.current, fetched, isStale };
}

afterEach(() => {
  cleanup();
  vi.clearAllMocks();
  vi.unstubAllGlobals();
});

test('changing the password empties its form and reloads the list of sessions', async () => {
  const { form, isStale } = await send({}, Response.json({ message: 'Done' }));

  expect(form.values).toMatchObject({ currentPassword: '', password: '', confirmPassword: '' });
  expect(isStale()).toBe(true);
  expect(onSaved).toHaveBeenCalledOnce();
});

test('a new password is not sent if its confirmation differs', async () => {
  const { form, fetched } = await send({ confirmPassword: 'another one 12' }, Response.json({}));

  expect(form.errors['confirmPassword']).toBeTruthy();
  expect(fetched).not.toHaveBeenCalled();
});

test('a refused password change keeps the typed passwords and shows the reason', async () => {
  const refusal = { message: 'The current password is wrong.', code: 'WRONG_PASSWORD' };
  const { form, isStale } = await send({}, Response.json(refusal, { status: 422 }));

  expect(form.problem?.message).toBe('The current password is wrong.');
  expect(form.values).toMatchObject(typed);
  expect([isStale(), onSaved.mock.calls.length]).toEqual([false, 0]);
});
