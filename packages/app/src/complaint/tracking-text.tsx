import { t } from '@lingui/core/macro';
import { useRef, type Ref } from 'react';
import { CopyButton, type CopyHandle } from '../page/copy-button.tsx';

/** Shows a tracking ID, left to right in every language, with its copy button. */
export function TrackingText({ id, ref }: { id: string; ref?: Ref<CopyHandle> }) {
  const text = useRef<HTMLSpanElement>(null);
  return (
    <span className="inline-flex flex-wrap items-center gap-x-0.5">
      <span ref={text} className="mono font-medium" dir="ltr" translate="no">
        {id}
      </span>
      <CopyButton ref={ref} value={id} target={text} label={t`Copy tracking ID ${id}`} />
    </span>
  );
}
