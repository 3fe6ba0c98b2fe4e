// @vitest-environment happy-dom
import { endSession, refreshNotifications, startSession } from '@baraza/app';
import { getKnownIssue, listFollowedIssues } from '@baraza/contract/known-issue/known-issue';
import { QueryClient } from '@tanstack/react-query';
import { act, cleanup, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderPortalHook } from '../../lib/testing/render.tsx';
import { useFollowing, useIssueNews } from './known-issue.api.ts';

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

test('whoever has no account follows nothing, and is not asked about', () => {
  endSession('expired');
  const result = follow(['k1']);

  expect([result.current.isFollowed, result.current.followed.fetchStatus]).toEqual([false, 'idle']);
});

test('a notification that comes in makes the issue on the screen read anew, and nothing else', async () => {
  let newest = 'n1';
  vi.stubGlobal('fetch', async () => Response.json({ items: [{ id: newest }], unread: 1, nextCursor: null }));
  const client = new QueryClient();
  const isOld = (path: string) => client.getQueryState([path])?.isInvalidated;
  renderPortalHook(useIssueNews, undefined, client);
  await waitFor(() => expect(client.isFetching()).toBe(0));
  for (const { path } of [getKnownIssue, listFollowedIssues]) client.setQueryData([path], {});

  newest = 'n2';
  await act(() => refreshNotifications(client));

  await waitFor(() => expect(isOld(getKnownIssue.path)).toBe(true));
  expect(isOld(listFollowedIssues.path)).toBe(false);
});
