// @vitest-environment happy-dom
import { endSession, startSession } from '@baraza/app';
import { listFollowedIssues } from '@baraza/contract/known-issue/known-issue';
import { act, cleanup, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderPortalHook } from '../../../lib/testing/render.tsx';
import { useFollowing } from './known-issue.api.ts';

/** A server where the citizen follows these issues; every change goes well or none. */
function follow(followed: string[], isWell = true) {
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit = {}) => {
    if (method === 'GET')
      return Response.json(url.endsWith(listFollowedIssues.path) ? followed.map((id) => ({ id })) : {});
    if (!isWell) return Response.json({ code: 'UNAVAILABLE', message: 'Try again later.' }, { status: 503 });
    if (method === 'DELETE') followed.splice(0);
    else followed.push('k1');
    return Response.json({});
  });
  return renderPortalHook(() => useFollowing('k1'), undefined).result;
}

beforeEach(() => startSession('token'));
afterEach(() => {
  cleanup();
  endSession('expired');
  vi.unstubAllGlobals();
});

test.each([true, false])('an issue is followed as the citizen wants it: %s', async (isWanted) => {
  const result = follow(isWanted ? [] : ['k1']);
  await waitFor(() =>
    expect([result.current.followed.isSuccess, result.current.isFollowed]).toEqual([true, !isWanted]),
  );

  act(() => result.current.change.mutate(isWanted));

  await waitFor(() => expect(result.current.isFollowed).toBe(isWanted));
});

test('a change that fails leaves an issue as it was', async () => {
  const result = follow(['k1'], false);
  await waitFor(() => expect(result.current.isFollowed).toBe(true));

  act(() => result.current.change.mutate(false));
  await waitFor(() => expect(result.current.change.isError).toBe(true));

  expect(result.current.isFollowed).toBe(true);
});

test('a guest follows no issue, and the list of followed issues is not requested', () => {
  endSession('expired');
  const result = follow(['k1']);

  expect([result.current.isFollowed, result.current.followed.fetchStatus]).toEqual([false, 'idle']);
});
