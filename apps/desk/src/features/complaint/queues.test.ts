import { expect, it } from 'vitest';
import { filtersOf, narrowed, queueOf } from './queues.ts';

const id = '11111111-2222-4333-8444-555555555555';

it('queue filters accept only IDs from the address', () => {
  expect(filtersOf(new URLSearchParams(`category=${id}&jurisdiction=nonsense&sort=latest`))).toEqual({ category: id });
});

it('the area filter accepts any code of the operator', () => {
  expect(filtersOf(new URLSearchParams('area=LA-IKE'))).toEqual({ area: 'LA-IKE' });
  expect(filtersOf(new URLSearchParams(`area=${'x'.repeat(41)}`))).toEqual({});
});

it('filters narrow a queue and keep its own query', () => {
  const queue = queueOf('mine')!;
  expect(narrowed(queue, new URLSearchParams()).query).toEqual({ assignee: 'me' });
  expect(narrowed(queue, new URLSearchParams(`category=${id}`)).query).toEqual({ assignee: 'me', category: id });
});
