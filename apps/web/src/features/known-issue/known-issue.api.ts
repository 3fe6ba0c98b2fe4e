import { call, endpointQuery, notify, useNotifications, useToken } from '@baraza/app';
import { followKnownIssue, getKnownIssue, listFollowedIssues, unfollowKnownIssue } from '@baraza/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

export function useFollowedIssues() {
  return useQuery({ ...endpointQuery(listFollowedIssues), enabled: useToken() !== null });
}

/** Whether the citizen follows a known issue, and what changes that. */
export function useFollowing(id: string) {
  const client = useQueryClient();
  const followed = useFollowedIssues();
  const change = useMutation({
    mutationFn: (on: boolean) => call(on ? followKnownIssue : unfollowKnownIssue, { params: { id } }),
    onError: notify.failure,
    onSuccess: () =>
      Promise.all(
        [listFollowedIssues, getKnownIssue].map(({ path }) => client.invalidateQueries({ queryKey: [path] })),
      ),
  });
  return { isFollowed: followed.data?.some((issue) => issue.id === id) === true, followed, change };
}

/** Reads known issues again when a notification comes in: it may tell of the one on the screen. */
export function useIssueNews() {
  const client = useQueryClient();
  const newest = useNotifications().data?.items[0]?.id;
  useEffect(() => {
    if (newest) void client.invalidateQueries({ queryKey: [getKnownIssue.path] });
  }, [client, newest]);
}
