import { opensCycle, type DeskComplaint } from '@baraza/contract';
import { Button } from '@baraza/ui/button';
import type { CopyHandle } from '@baraza/ui/copy-button';
import { Icon, type IconName } from '@baraza/ui/icon';
import { IconButton, type IconButtonProps } from '@baraza/ui/icon-button';
import { plural, t } from '@lingui/core/macro';
import { useRef, type ReactNode, type RefObject } from 'react';
import { Heading } from '@baraza/app/page/heading';
import { StatusMark } from '@baraza/app/format/status-mark';
import { TrackingText } from '@baraza/app/format/tracking-text';
import { actionWord } from '../../../lib/format/action-word.ts';
import { useShortcuts } from '../../../lib/shortcut/shortcuts.ts';
import { ComplaintTimer, nextTimer } from '../sla/complaint-timer.tsx';
import { AssignMenu } from './assign-menu.tsx';
import { MoreMenu, type CaseActs } from './more-menu.tsx';

type CaseHeadProps = CaseActs & { now: Date; headingRef: RefObject<HTMLHeadingElement | null> };

/** Shows title, status, next timer, tracking ID and actions of a complaint. */
export function CaseHead({ now, headingRef, ...acts }: CaseHeadProps): ReactNode {
  const { complaint, transitions, onWrite, onClose, onNext, onPrevious } = acts;
  const { title, trackingId, cycle, state, dueAt, timers } = complaint;
  // The date of a review is no timer of the MDA.
  const next = state === 'appeal' ? { dueAt, dueTimer: null } : nextTimer(timers);
  const copy = useRef<CopyHandle>(null);
  useShortcuts({ '.': () => copy.current?.copy() });
  return (
    <header className="case-head">
      <div className="case-line">
        <IconButton icon="back" label={t`Back to the list`} onClick={onClose} className="m:hidden" />
        <Heading ref={headingRef} title={title} documentTitle={`${title} (${trackingId})`} className="case-title">
          <bdi title={title}>{title}</bdi>
        </Heading>
        <MoreMenu {...acts} />
        <span className="flex max-m:hidden">
          <WalkButton label={t`Previous complaint`} onClick={onPrevious} className="m:size-9 rotate-180" />
          <WalkButton label={t`Next complaint`} onClick={onNext} className="m:size-9" />
        </span>
      </div>
      <div className="case-line">
        <StatusMark status={complaint.status} />
        <ComplaintTimer complaint={{ ...complaint, ...next }} now={now} startedAt={cycleStart(complaint)} />
        <span className="case-id">
          <TrackingText ref={copy} id={trackingId} />
        </span>
        {!complaint.citizen.identity && <Mark icon="lock" name={t`Name and contact are masked`} />}
        {cycle > 1 && <Mark icon="retry" name={t`Re-opened ${plural(cycle - 1, { one: 'once', other: '# times' })}`} />}
        {complaint.escalated && <Mark icon="flag" name={t`Escalated`} />}
        <span className="ms-auto flex shrink-0 gap-1.5 max-m:hidden print:hidden">
          <AssignMenu complaint={complaint} transitions={transitions} />
          {complaint.allowed.includes('resolve') && (
            <Button size="s" onClick={() => onWrite('reply', 'resolve')}>
              {actionWord('resolve')}
            </Button>
          )}
        </span>
      </div>
    </header>
  );
}

function WalkButton(props: Omit<IconButtonProps, 'icon'>): ReactNode {
  return <IconButton icon="chevron" disabled={!props.onClick} {...props} />;
}

function Mark({ icon, name }: { icon: IconName; name: string }): ReactNode {
  return (
    <span title={name} className="text-ink-2">
      <Icon name={icon} size="s" />
      <span className="sr-only">{name}</span>
    </span>
  );
}

/** When the present cycle began: its timer starts there. */
function cycleStart({ history, cycle }: DeskComplaint): string | undefined {
  return history.find((entry) => entry.cycle === cycle && (entry.action === 'submit' || opensCycle(entry.action)))?.at;
}
