import type { DeskComplaint } from '@baraza/contract';
import type { CopyHandle } from '@baraza/ui/copy-button';
import { Icon } from '@baraza/ui/icon';
import { Flag } from '@baraza/ui/status-pill';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useRef, type ReactNode, type RefObject } from 'react';
import { Heading } from '@baraza/app/page/heading';
import { StatusMark } from '@baraza/app/format/status-mark';
import { useShortcuts } from '../../../lib/shortcut/shortcuts.ts';
import { TrackingText } from '@baraza/app/format/tracking-text';
import { CaseActions, type CaseActionsProps } from './case-actions.tsx';
import { ComplaintTimer, nextTimer } from '../sla/complaint-timer.tsx';
import { MergedBanner, TransferBanner } from './case-banners.tsx';
import { RejectionBanner } from './rejection-banner.tsx';

function EscalatedMark(): ReactNode {
  return (
    <span className="inline-flex items-center gap-1.5 rounded-1 bg-danger-soft px-2 py-0.5 text-sm font-semibold text-danger-ink">
      <Icon name="flag" size="s" />
      <Trans>Escalated</Trans>
    </span>
  );
}

type CaseHeadProps = CaseActionsProps & {
  now: Date;
  headingLevel: 'h1' | 'h2';
  headingRef: RefObject<HTMLHeadingElement | null>;
};

/** Shows status, tracking ID, timer, title and the actions of a complaint. */
export function CaseHead({ now, headingLevel, headingRef, ...props }: CaseHeadProps): ReactNode {
  const { complaint } = props;
  const trackingId = useRef<CopyHandle>(null);
  useShortcuts({ '.': () => trackingId.current?.copy() });
  return (
    <header className="case-head">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <StatusMark status={complaint.status} />
        <TrackingText ref={trackingId} id={complaint.trackingId} />
        {complaint.cycle > 1 && (
          <Flag>{t`Re-opened ${plural(complaint.cycle - 1, { one: 'once', other: '# times' })}`}</Flag>
        )}
        {complaint.escalated && <EscalatedMark />}
        <span className="ms-auto">
          <ComplaintTimer
            complaint={{ ...complaint, ...nextTimer(complaint.timers) }}
            now={now}
            startedAt={cycleStart(complaint)}
            pill
          />
        </span>
      </div>
      <Heading
        ref={headingRef}
        title={complaint.title}
        documentTitle={`${complaint.title} (${complaint.trackingId})`}
        as={headingLevel}
      >
        <bdi>{complaint.title}</bdi>
      </Heading>
      <CaseActions {...props} />
      <TransferBanner
        complaint={complaint}
        transitions={props.transitions}
        onDialog={props.onDialog}
        onMoved={props.onMoved}
      />
      <RejectionBanner {...props} now={now} />
      <MergedBanner complaint={complaint} />
    </header>
  );
}

/** When the present cycle began: its timer starts there. */
function cycleStart({ history, cycle }: DeskComplaint): string | undefined {
  return history.find((entry) => entry.cycle === cycle && (entry.action === 'submit' || entry.action === 'reopen'))?.at;
}
