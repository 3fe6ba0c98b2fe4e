import { useState } from 'react';
import { newKey } from '@baraza/app/api/client';
import type { Draft } from '../draft/draft-store.ts';

/**
 * What names a submission, however often it is tried. It is kept with the draft from its first word: a second tab with the same
 * draft then sends the same, not one more.
 */
export function useSubmissionKey(draft: Draft | null) {
  const [key, setKey] = useState<string | null>(() => draft?.submissionKey ?? newKey());
  return { key, setKey, renew: () => setKey(newKey()) };
}
