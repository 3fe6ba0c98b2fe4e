// @vitest-environment happy-dom
import { endSession, startSession } from '@baraza/app';
import { listFollowedIssues } from '@baraza/contract/known-issue/known-issue';
import { act, cleanup, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderPortalHook } from '../../../lib/testing/render.tsx';
import { useFollowing } from './known-issue.api.ts';

/** Stubs a server on which the citizen follows these issues; all changes succeed or all fail. */
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

test.each([true, false])('after the citizen’s change, a known issue is followed: %s', async (isWanted) => {
  const result = follow(isWanted ? [] : ['k1']);
  await waitFor(() =>
    expect([result.current.followed.isSuccess, result.current.isFollowed]).toEqual([true, !isWanted]),
  );

  act(() => result.current.change.mutate(isWanted));

  await waitFor(() => expect(result.current.isFollowed).toBe(isWanted));
});

test('a failed change leaves a known issue followed as before', async () => {
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
