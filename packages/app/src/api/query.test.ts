import { MutationObserver, notifyManager } from '@tanstack/react-query';
import { afterEach, expect, it } from 'vitest';
import { queryClient } from './query.ts';

afterEach(() => queryClient.clear());

it('tells that something is on its way before a second press can come', async () => {
  const observer = new MutationObserver(queryClient, { mutationFn: () => new Promise<void>(() => {}) });
  let isPending = false;
  // As useMutation listens.
  observer.subscribe(notifyManager.batchCalls(({ status }) => (isPending = status === 'pending')));
  void observer.mutate();
  // Whatever a person does next comes after these; a timer would, too.
  for (let i = 0; i < 10; i++) await Promise.resolve();
  expect(isPending).toBe(true);
});
