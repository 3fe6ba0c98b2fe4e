import type { DeskComplaint } from '@baraza/contract';
import { lazy, Suspense, type ReactNode } from 'react';
import { Attachments } from '../../../lib/media/attachments.tsx';

const RichTextView = lazy(() => import('@baraza/ui/rich-text-view'));

/** Shows the citizen's own words, pictures and recording. */
export function FiledWords({ complaint }: { complaint: DeskComplaint }): ReactNode {
  return (
    <>
      <Suspense>
        <RichTextView html={complaint.description} />
      </Suspense>
      {complaint.attachments.length > 0 && <Attachments attachments={complaint.attachments} />}
    </>
  );
}
