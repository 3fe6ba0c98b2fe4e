import { ApiError } from '@baraza/contract';
import { MutationObserver, notifyManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it } from 'vitest';
import { queryClient } from './query.ts';

afterEach(() => queryClient.clear());

it('a request is shown as pending before a person could press a second time', async () => {
  const observer = new MutationObserver(queryClient, { mutationFn: () => new Promise<void>(() => {}) });
  let isPending = false;
  // As useMutation listens.
  observer.subscribe(notifyManager.batchCalls(({ status }) => (isPending = status === 'pending')));
  void observer.mutate();
  // A person's next action comes after these, as a timer would.
  for (let i = 0; i < 10; i++) await Promise.resolve();
  expect(isPending).toBe(true);
});

/** Mounts a query whose responses the test sends. */
function openQuery() {
  const loads: { resolve: (text: string) => void; reject: (error: Error) => void }[] = [];
  const queryFn = () => new Promise<string>((resolve, reject) => void loads.push({ resolve, reject }));
  const observer = new QueryObserver(queryClient, { queryKey: ['complaint', 1], queryFn });
  const close = observer.subscribe(() => undefined);
  const settle = () => new Promise((resolve) => setTimeout(resolve));
  return { loads, settle, close, shown: () => observer.getCurrentResult().data };
}

it('a query that became stale during its first load is loaded once more', async () => {
  const { loads, settle, close, shown } = openQuery();
  for (let times = 0; times < 3; times += 1) void queryClient.invalidateQueries({ queryKey: ['complaint'] });
  await settle();
  expect(loads).toHaveLength(1);
  loads[0]?.resolve('before');
  await settle();
  expect([shown(), loads.length]).toEqual(['before', 2]);
  loads[1]?.resolve('after');
  await settle();
  expect([shown(), loads.length]).toEqual(['after', 2]);
  close();
});

it('a query that is still fresh is loaded once, and a failed first load is not repeated', async () => {
  const { loads, settle, close, shown } = openQuery();
  void queryClient.invalidateQueries({ queryKey: ['other'] });
  loads[0]?.resolve('it');
  await settle();
  expect([shown(), loads.length]).toEqual(['it', 1]);
  close();
  queryClient.clear();
  const failing = openQuery();
  void queryClient.invalidateQueries();
  failing.loads[0]?.reject(new Error('no'));
  await failing.settle();
  expect(failing.loads).toHaveLength(1);
  failing.close();
});

it.each([
  [0, 3],
  [502, 3],
  [503, 3],
  [500, 1],
  [404, 1],
])('a query that fails with status %i is tried %i times', async (status, times) => {
  let asked = 0;
  const queryFn = () => {
    asked += 1;
    return Promise.reject(new ApiError(status, { code: 'X', message: 'no' }));
  };
  await expect(queryClient.fetchQuery({ queryKey: ['it'], queryFn, retryDelay: 0 })).rejects.toThrow('no');
  expect(asked).toBe(times);
});
