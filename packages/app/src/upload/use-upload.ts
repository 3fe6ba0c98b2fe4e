import { ApiError } from '@baraza/contract';
import type { MediaFiles } from '@baraza/ui/use-media-files';
import { t } from '@lingui/core/macro';
import { useEffect, useRef } from 'react';
import { say } from '../texts.ts';

export interface Carrier {
  readonly files: readonly File[];
  readonly signal: AbortSignal;
  readonly onProgress: (sent: number, total: number) => void;
}

/** Sends the files. Undefined when the page was left, or a photo turned out too big: the picker shows it then. */
export type Carry = <T>(send: (carrier: Carrier) => Promise<T>) => Promise<T | undefined>;

/** Sends one request with a picker's files, and shows how far each has come. */
export function useUpload(media: MediaFiles): Carry {
  const controller = useRef<AbortController>(null);
  useEffect(() => () => controller.current?.abort(), []);

  return async (send) => {
    const items = await media.settled();
    if (!items) return undefined;
    const { signal } = (controller.current = new AbortController());
    const sizes = items.map(({ size }) => size);
    let percents: number[] = [];

    const onProgress = (sent: number, total: number) => {
      percents = percentsSent(sizes, sent, total);
      items.forEach(({ id }, index) => {
        const percent = percents[index] ?? 0;
        media.update(id, { status: 'ready', progress: percent < 100 ? percent : undefined });
      });
    };
    const blame = ({ status, fields }: ApiError) => {
      const broken = status === 0 ? percents.findIndex((percent) => percent < 100) : -1;
      items.forEach(({ id }, index) => {
        const percent = percents[index] ?? 0;
        const refused = fields[`files[${index}]`];
        const lost = index === broken ? t`Connection lost at ${percent}%. Nothing is lost.` : undefined;
        const reason = refused ? say(refused) : lost;
        if (reason) media.update(id, { status: 'failed', reason });
      });
    };

    onProgress(0, 0);
    try {
      return await send({ files: items.flatMap(({ file }) => file ?? []), signal, onProgress });
    } catch (error) {
      // One request carries all files, so all of them have to go again.
      for (const { id } of items) media.update(id, { progress: undefined });
      if (signal.aborted) return undefined;
      if (error instanceof ApiError) blame(error);
      throw error;
    }
  };
}

/** Computes whole percents sent of each file. A multipart body sends fields first, then the files one after another. */
export function percentsSent(sizes: readonly number[], sent: number, total: number): number[] {
  const overhead = Math.max(0, total - sizes.reduce((sum, size) => sum + size, 0));
  let left = Math.max(0, sent - overhead);
  return sizes.map((size) => {
    const part = Math.min(size, left);
    left -= part;
    return size > 0 ? Math.floor((part / size) * 100) : 100;
  });
}
