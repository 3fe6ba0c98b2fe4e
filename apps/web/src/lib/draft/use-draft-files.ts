import type { MediaFiles } from '@baraza/ui/use-media-files';
import { useEffect, useMemo, useRef } from 'react';
import type { Draft, DraftFile } from './draft-store.ts';

/** Restores a draft's files to the picker once; returns the picker's files in the shape a draft stores. */
export function useDraftFiles(media: MediaFiles, draft: Draft | null): readonly DraftFile[] {
  const restored = useRef(false);
  useEffect(() => {
    if (restored.current || !draft) return;
    restored.current = true;
    media.restore(draft.files.map(({ name, blob }) => new File([blob], name, { type: blob.type })));
  });

  // The same array while it has the same files, even when their status changes.
  const { files } = media;
  const last = useRef<readonly File[]>([]);
  if (files.length !== last.current.length || files.some((file, index) => file !== last.current[index])) {
    last.current = files;
  }
  const same = last.current;
  return useMemo(() => same.map((file) => ({ name: file.name, blob: file })), [same]);
}
