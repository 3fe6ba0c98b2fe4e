import { call, endpointQuery, notify, useToken } from '@baraza/app';
import { followKnownIssue, getKnownIssue, listFollowedIssues, unfollowKnownIssue } from '@baraza/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

export function useFollowedIssues() {
  return useQuery({ ...endpointQuery(listFollowedIssues), enabled: useToken() !== null });
}

/** Returns whether the citizen follows a known issue, and the mutation to change it. */
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
