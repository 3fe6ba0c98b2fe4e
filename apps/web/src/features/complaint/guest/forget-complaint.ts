import { getComplaint } from '@baraza/contract/complaint/complaint';
import type { QueryClient } from '@tanstack/react-query';
import { delMany, keys } from 'idb-keyval';

/** Milliseconds after which forms that were left have kept what was typed. */
const keeping = 1_000;

/** Removes an opened complaint, and what was typed about it, from the device. */
export function forgetComplaint(client: QueryClient, id: string): void {
  client.removeQueries({ queryKey: [getComplaint.path] });
  setTimeout(() => void forgetTyped(id).catch(() => undefined), keeping);
}

async function forgetTyped(id: string): Promise<void> {
  const isOfIt = (key: string) => key.endsWith(`:${id}`);
  for (const key of Object.keys(sessionStorage).filter(isOfIt)) sessionStorage.removeItem(key);
  await delMany((await keys<string>()).filter(isOfIt));
}
