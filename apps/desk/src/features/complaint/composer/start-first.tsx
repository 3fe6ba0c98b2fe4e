import { Button } from '@baraza/ui/button';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
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
        <p>
          <Trans>Start work to answer. The citizen then reads that the complaint is being processed.</Trans>
        </p>
        {reply.trim() !== '' && (
          <p className="text-sm text-ink-2">
            <Trans>The reply you began is kept.</Trans>
          </p>
        )}
      </div>
      <Button
        size="s"
        variant="primary"
        ref={buttonRef}
        loading={transitions.pending === 'start'}
        loadingText={t`Starting`}
        onClick={onStart}
      >
        <Trans>Start work</Trans>
      </Button>
    </div>
  );
}
