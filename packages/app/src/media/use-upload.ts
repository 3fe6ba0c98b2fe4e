import { ApiError } from '@baraza/contract';
import type { MediaFiles } from '@baraza/ui/use-media-files';
import { useEffect, useRef } from 'react';
import { say } from '../language/texts.ts';

export interface Carrier {
  readonly files: readonly File[];
  readonly signal: AbortSignal;
}

/** Sends the files. Undefined when the page was left, or a photo turned out too big: the picker shows it then. */
export type Carry = <T>(send: (carrier: Carrier) => Promise<T>) => Promise<T | undefined>;

/** Sends one request with a picker's files, and shows which of them were refused. */
export function useUpload(media: MediaFiles): Carry {
  const controller = useRef<AbortController>(null);
  useEffect(() => () => controller.current?.abort(), []);

  return async (send) => {
    const items = await media.settled();
    if (!items) return undefined;
    const { signal } = (controller.current = new AbortController());
    for (const { id } of items) media.update(id, { status: 'ready' });
    try {
      return await send({ files: items.flatMap(({ file }) => file ?? []), signal });
    } catch (error) {
      if (signal.aborted) return undefined;
      const refusals = error instanceof ApiError ? error.fields : {};
      items.forEach(({ id }, index) => {
        const refused = refusals[`files[${index}]`];
        if (refused) media.update(id, { status: 'failed', reason: say(refused) });
      });
      throw error;
    }
  };
}
