// @vitest-environment happy-dom
import { getDeskComplaint, type DeskComplaint } from '@baraza/contract';
import { act } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { endpointQuery } from '@baraza/app';
import { renderDeskHook, stubServer } from '../../../lib/testing/render.tsx';
import { useTransitions } from './use-transitions.ts';
import { useSeen } from './use-seen.ts';

const complaint = { id: 'c1', version: 3, history: [], allowed: ['reply'] } as unknown as DeskComplaint;

const onGone = vi.fn<() => void>();

function renderActs() {
  return renderDeskHook(() => useTransitions(complaint, useSeen(complaint, true, 'Ada Obi'), onGone), undefined);
}

test('an action is sent with the version that the reader has seen', async () => {
  const { calls: sent } = stubServer({ '*': { ...complaint, version: 4 } });
  const { result } = renderActs();

  const outcome = await act(() => result.current.act('reply', { text: 'Come on Monday' }));

  expect(sent[0]?.body).toEqual({ text: 'Come on Monday', version: 3 });
  expect(outcome?.after?.version).toBe(4);
  expect(result.current).toMatchObject({ pending: null, refusal: null });
});

test('a refused action shows its reason until it is dismissed', async () => {
  stubServer({
    '*': Response.json({ code: 'FORBIDDEN', message: 'You are not allowed to do this.' }, { status: 403 }),
  });
  const { result } = renderActs();

  const outcome = await act(() => result.current.act('reply', { text: 'Come on Monday' }));
  expect(outcome).toBeUndefined();
  expect(result.current.refusal?.action).toBe('reply');

  act(() => result.current.dismiss());
  expect(result.current.refusal).toBeNull();
});

test('an action that conflicts with another one refetches the complaint', async () => {
  stubServer({ '*': Response.json({ code: 'VERSION_CONFLICT', message: 'Changed meanwhile.' }, { status: 409 }) });
  const { result, client } = renderActs();
  const { queryKey } = endpointQuery(getDeskComplaint, { params: { id: 'c1' } });
  client.setQueryData(queryKey, complaint);

  await act(() => result.current.act('reply', { text: 'Come on Monday' }));

  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true);
});

test('an action that hides the complaint from the reader closes it', async () => {
  stubServer({ '*': null });
  const { result } = renderActs();

  expect(await act(() => result.current.act('declineTransfer', { reason: 'Not ours' }))).toEqual({ after: null });
  expect(onGone).toHaveBeenCalledOnce();
});

test('no second action is sent while one is under way', async () => {
  const { calls: sent } = stubServer({ '*': complaint });
  const { result } = renderActs();

  let first: Promise<unknown> = Promise.resolve();
  act(() => {
    first = result.current.act('reply', { text: 'Come on Monday' });
  });
  await act(async () => {
    expect(await result.current.act('reply', { text: 'Come on Monday' })).toBeUndefined();
    await first;
  });

  expect(sent).toHaveLength(1);
});
