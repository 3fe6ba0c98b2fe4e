import { Id } from '@baraza/contract';
import type { Queue } from '../queues.ts';

export const filters = ['category', 'jurisdiction', 'area', 'assignee'] as const;
export type Filter = (typeof filters)[number];

/** Reads the filters from the address; drops what is no id, or no code of an area. */
export function filtersOf(params: URLSearchParams): Partial<Record<Filter, string>> {
  const values = filters.map((name) => [name, params.get(name) ?? ''] as const);
  return Object.fromEntries(
    values.filter(([name, id]) => (name === 'area' ? id !== '' && id.length <= 40 : Id.safeParse(id).success)),
  );
}

/** Adds the filters of the address to a queue. */
export function narrowed(queue: Queue, params: URLSearchParams): Queue {
  return { ...queue, query: { ...queue.query, ...filtersOf(params) } };
}
