import type { MediaFiles } from '@baraza/ui/use-media-files';
import { useEffect, useMemo, useRef } from 'react';
import type { Draft, DraftFile } from './draft-store.ts';

/** Restores a stored draft's files to the picker, and returns the present ones. They have the shape that a draft stores. */
export function useDraftFiles(media: MediaFiles, draft: Draft | null): readonly DraftFile[] {
  const restored = useRef(false);
  useEffect(() => {
    if (restored.current || !draft) return;
    restored.current = true;
    media.restore(draft.files.map(({ name, blob }) => new File([blob], name, { type: blob.type })));
  });

  // The same array as long as the same files are in it, whatever else changes about them.
  const { files } = media;
  const last = useRef<readonly File[]>([]);
  if (files.length !== last.current.length || files.some((file, index) => file !== last.current[index])) {
    last.current = files;
  }
  const same = last.current;
  return useMemo(() => same.map((file) => ({ name: file.name, blob: file })), [same]);
}
