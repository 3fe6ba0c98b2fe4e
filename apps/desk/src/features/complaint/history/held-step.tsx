import { Button, TimelineEntry, TimelineName } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { fullName, useMe } from '../../../lib/api/session.tsx';
import { useNow } from '../../../lib/use-now.ts';
import type { HeldReply } from '../composer/use-held-replies.ts';

interface HeldStepProps {
  readonly reply: HeldReply;
  readonly onUndo: () => void;
}

/** Shows a reply on its way, which can be undone for some seconds. */
export function HeldStep({ reply: { text, files, until }, onUndo }: HeldStepProps) {
  const name = fullName(useMe());
  const seconds = Math.ceil((until - useNow(1000).getTime()) / 1000);
  return (
    <TimelineEntry
      name={name}
      variant="reply"
      head={
        <>
          <TimelineName>{name}</TimelineName>
          <span>{t`Sending`}</span>
          {seconds > 0 && (
            <Button
              size="s"
              variant="quiet"
              className="tabular-nums"
              // The composer would lose the focus, fold up, and move the button away from under the pointer.
              onMouseDown={(event) => event.preventDefault()}
              onClick={onUndo}
            >
              {t`Undo (${seconds})`}
            </Button>
          )}
        </>
      }
    >
      <p className="whitespace-pre-wrap" dir="auto">
        {text}
      </p>
      {files.length > 0 && <p>{files.map((file) => file.name).join(', ')}</p>}
    </TimelineEntry>
  );
}
