import { Button } from '@baraza/ui/button';
import { t } from '@lingui/core/macro';
import type { ReactNode, Ref } from 'react';
import type { Transitions } from '../transition/use-transitions.ts';

type StartFirstProps = {
  transitions: Transitions;
  reply: string;
  onStart: () => void;
  buttonRef: Ref<HTMLButtonElement>;
};

/** Leads to starting work on a complaint, without which it cannot be answered. */
export function StartFirst({ transitions, reply, onStart, buttonRef }: StartFirstProps): ReactNode {
  return (
    <div className="compose-text flex flex-wrap items-center gap-x-4 gap-y-2 px-2">
      <div className="min-w-0 flex-1 basis-48">
        <p>{t`Start work to answer. The citizen then reads that the complaint is being processed.`}</p>
        {reply.trim() !== '' && <p className="text-sm text-ink-2">{t`The reply you began is kept.`}</p>}
      </div>
      <Button
        size="s"
        variant="primary"
        ref={buttonRef}
        loading={transitions.pending === 'start'}
        loadingText={t`Starting`}
        onClick={onStart}
      >
        {t`Start work`}
      </Button>
    </div>
  );
}
