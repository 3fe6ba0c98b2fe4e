import { getDeskFeedback, type InputOf, listDeskFeedback, replyToFeedback, type DeskFeedback } from '@baraza/contract';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, endpointQuery } from '@baraza/app';

const pageSize = 30;

export type FeedbackFilter = Pick<NonNullable<InputOf<typeof listDeskFeedback>['query']>, 'q' | 'status'>;

/** Reads all feedback, newest first, page by page. */
export function useFeedbackList(filter: FeedbackFilter) {
  return useInfiniteQuery({
    queryKey: [listDeskFeedback.path, filter],
    queryFn: ({ pageParam, signal }) =>
      call(listDeskFeedback, { query: { ...filter, limit: pageSize, cursor: pageParam ?? undefined } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
    // Keeps showing earlier results until the next arrive, except those of another tab.
    placeholderData: (before, query) =>
      (query?.queryKey[1] as FeedbackFilter | undefined)?.status === filter.status ? before : undefined,
  });
}

/** Replies to a feedback. */
export function useReplyToFeedback(id: string) {
  const client = useQueryClient();
  const key = endpointQuery(getDeskFeedback, { params: { id } });
  return useMutation({
    mutationFn: (body: { text: string }): Promise<DeskFeedback> => call(replyToFeedback, { params: { id }, body }),
    onSuccess: (feedback) => client.setQueryData(key.queryKey, feedback),
    onSettled: () => client.invalidateQueries({ queryKey: [listDeskFeedback.path] }),
  });
}
