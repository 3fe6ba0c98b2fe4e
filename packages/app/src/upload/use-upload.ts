import { ApiError } from '@baraza/contract';
import type { MediaFiles } from '@baraza/ui/use-media-files';
import { t } from '@lingui/core/macro';
import { useEffect, useRef, useState } from 'react';
import { say } from '../texts.ts';
import { partProgress, percentOf, secondsLeft, type PartProgress } from './upload-progress.ts';

export interface UploadState {
  readonly percent: number;
  readonly secondsLeft: number | null;
  readonly filesSent: number;
  readonly files: number;
}

export interface Carrier {
  readonly files: readonly File[];
  readonly signal: AbortSignal;
  readonly onProgress: (sent: number, total: number) => void;
}

/** Sends one request with its files and shows the progress of each. `lost`: the last try got no answer. */
export function useUpload(media: MediaFiles) {
  const [state, setState] = useState<UploadState | null>(null);
  const [lost, setLost] = useState(false);
  const controller = useRef<AbortController>(null);
  useEffect(() => () => controller.current?.abort(), []);

  /**
   * `extra`: sizes of what goes after the files of the picker. Undefined when it was stopped, or when a photo turned
   * out too big while it was made smaller: the picker shows it then.
   */
  async function carry<T>(extra: readonly number[], send: (carrier: Carrier) => Promise<T>): Promise<T | undefined> {
    const settled = await media.settled();
    if (!settled) return undefined;
    const items = settled;
    const files = items.flatMap((item) => item.file ?? []);
    const sizes = [...items.map((item) => item.size), ...extra];
    const { signal } = (controller.current = new AbortController());
    const began = Date.now();
    setLost(false);
    let parts: PartProgress[] = [];

    const show = (sent: number, total: number) => {
      parts = partProgress(sizes, sent, total);
      items.forEach(({ id }, index) => {
        const part = parts[index];
        if (part?.done) media.update(id, { status: 'sent', reason: undefined });
        else media.update(id, { status: 'uploading', progress: percentOf(part?.sent ?? 0, part?.size ?? 0) });
      });
      setState({
        percent: percentOf(sent, total),
        secondsLeft: secondsLeft(Date.now() - began, sent, total),
        filesSent: parts.filter((part) => part.done).length,
        files: sizes.length,
      });
    };

    show(
      0,
      sizes.reduce((sum, size) => sum + size, 1),
    );
    try {
      return await send({ files, signal, onProgress: show });
    } catch (error) {
      // One request carries all files, so all of them have to go again.
      for (const { id } of items) media.update(id, { status: 'ready' });
      if (signal.aborted) return undefined;
      blame(error, parts);
      throw error;
    } finally {
      setState(null);
    }

    function blame(error: unknown, reached: readonly PartProgress[]): void {
      if (!(error instanceof ApiError)) return;
      items.forEach(({ id }, index) => {
        const refused = error.fields[`files[${index}]`] ?? error.fields[`images[${index}]`];
        if (refused) media.update(id, { status: 'failed', reason: say(refused) });
      });
      const part = reached.findIndex(({ done }) => !done);
      const broken = items[part];
      if (error.status !== 0) return;
      setLost(true);
      if (!broken) return;
      const percent = percentOf(reached[part]?.sent ?? 0, broken.size);
      media.update(broken.id, { status: 'failed', reason: t`Connection lost at ${percent}%. Nothing is lost.` });
    }
  }

  return { state, lost, carry, stop: () => controller.current?.abort() };
}
