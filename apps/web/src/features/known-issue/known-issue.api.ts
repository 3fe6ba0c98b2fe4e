import { call, endpointQuery } from '@baraza/app/api/client';
import { useToken } from '@baraza/app/api/token';
import {
  followKnownIssue,
  getKnownIssue,
  listFollowedIssues,
  unfollowKnownIssue,
} from '@baraza/contract/known-issue/known-issue';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

export function useKnownIssue(id: string) {
  return useQuery(endpointQuery(getKnownIssue, { params: { id } }));
}

/** Whether the citizen follows a known issue, and what changes that. */
export function useFollowing(id: string) {
  const client = useQueryClient();
  const followed = useQuery({ ...endpointQuery(listFollowedIssues), enabled: useToken() !== null });
  const change = useMutation({
    mutationFn: (on: boolean) => call(on ? followKnownIssue : unfollowKnownIssue, { params: { id } }),
    onSuccess: () =>
      Promise.all(
        [listFollowedIssues, getKnownIssue].map(({ path }) => client.invalidateQueries({ queryKey: [path] })),
      ),
  });
  return { isFollowed: followed.data?.some((issue) => issue.id === id) === true, followed, change };
}
