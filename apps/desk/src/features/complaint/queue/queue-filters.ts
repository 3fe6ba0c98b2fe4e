import type { Queue } from '../queues.ts';

export const filters = ['category', 'jurisdiction', 'assignee'] as const;
export type Filter = (typeof filters)[number];

const isId = (text: string) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu.test(text);

/** Reads the filters from the address; drops what is no id. */
export function filtersOf(params: URLSearchParams): Partial<Record<Filter, string>> {
  const values = filters.map((name) => [name, params.get(name) ?? ''] as const);
  return Object.fromEntries(values.filter(([, id]) => isId(id)));
}

/** Adds the filters of the address to a queue. */
export function narrowed(queue: Queue, params: URLSearchParams): Queue {
  return { ...queue, query: { ...queue.query, ...filtersOf(params) } };
}
