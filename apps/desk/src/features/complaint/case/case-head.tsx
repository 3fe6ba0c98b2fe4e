import { opensCycle, type DeskComplaint, type Action } from '@baraza/contract';
import { Button, IconButton, type IconButtonProps, type IconName, Menu, type MenuHandle, MenuItem } from '@baraza/ui';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useRef, type RefObject, useState } from 'react';
import { type CopyHandle, Heading, StatusMark, TrackingText, say } from '@baraza/app';
import { actionWord } from '../../../lib/format/action-word.ts';
import { DayText } from '../../../lib/format/date-text.tsx';
import { useShortcuts } from '../../../lib/shortcut/shortcuts.ts';
import { ComplaintTimer, nextTimer } from '../sla/complaint-timer.tsx';
import { AssignMenu, AssignChoice, assignWord } from './assign-menu.tsx';
import { useMe } from '../../../lib/api/session.tsx';
import type { ComposerState } from '../composer/use-composer-state.ts';
import { mergedWord } from '../mark/marks.ts';
import { Mark } from '../queue/queue-row.tsx';
import type { CasePart } from './case-part.ts';

type CaseActs = CasePart & {
  onStart: () => void;
  onWrite: ComposerState['open'];
  onFacts: () => void;
  onClose: () => void;
  onNext?: () => void;
  onPrevious?: () => void;
};

/** Shows title, status, next timer, tracking ID and actions of a complaint. */
export function CaseHead({ headingRef, ...acts }: CaseActs & { headingRef: RefObject<HTMLHeadingElement | null> }) {
  const { complaint, now, transitions, onWrite, onClose, onNext, onPrevious } = acts;
  const { title, trackingId, cycle, state, dueAt, timers } = complaint;
  // The due date of a review is not a timer of the MDA.
  const next = state === 'appeal' ? { dueAt, dueTimer: null } : nextTimer(timers);
  const copy = useRef<CopyHandle>(null);
  useShortcuts({ '.': () => copy.current?.copy() });
  return (
    <header className="case-head grid gap-1 border-b border-line px-5 py-2 max-m:px-3 max-m:py-1">
      <div className="flex min-h-9 min-w-0 items-center gap-1">
        <IconButton icon="back" label={t`Back to the list`} onClick={onClose} className="m:hidden" />
        <Heading
          ref={headingRef}
          title={title}
          documentTitle={`${title} (${trackingId})`}
          className="min-w-0 flex-1 truncate text-h3/[1.25] focus-visible:shadow-none focus-visible:outline-none max-m:line-clamp-2 max-m:whitespace-normal"
        >
          <bdi title={title}>{title}</bdi>
        </Heading>
        <MoreMenu {...acts} />
        <span className="flex max-m:hidden">
          <WalkButton label={t`Previous complaint`} onClick={onPrevious} className="m:size-9 rotate-180" />
          <WalkButton label={t`Next complaint`} onClick={onNext} className="m:size-9" />
        </span>
      </div>
      <div className="flex min-h-9 min-w-0 items-center gap-x-2 gap-y-1 max-m:min-h-7 m:flex-wrap">
        <StatusMark status={complaint.status} />
        <ComplaintTimer complaint={{ ...complaint, ...next }} now={now} startedAt={cycleStart(complaint)} />
        {/* Hidden on narrow screens: the facts show it too. */}
        <span className="shrink-0 @max-[36rem]/case:hidden @max-[44rem]/case:[&_button]:hidden">
          <TrackingText ref={copy} id={trackingId} />
        </span>
        {!complaint.citizen.identity && <Mark icon="lock" text={t`Name and contact are masked`} />}
        {cycle > 1 && <Mark icon="retry" text={t`Re-opened ${plural(cycle - 1, { one: 'once', other: '# times' })}`} />}
        {complaint.merged.length > 0 && (
          <Mark icon="link" text={mergedWord(complaint.merged.length)} count={complaint.merged.length} />
        )}
        {complaint.escalated && <Mark icon="flag" text={t`Escalated`} />}
        <span className="ms-auto flex min-w-0 gap-1.5 max-m:hidden print:hidden">
          <AssignMenu complaint={complaint} transitions={transitions} />
          {complaint.allowed.includes('resolve') && (
            <Button size="s" onClick={() => onWrite('reply', 'resolve')}>
              {actionWord('resolve')}
            </Button>
          )}
        </span>
      </div>
      <FactsLine complaint={complaint} />
    </header>
  );
}

/** Shows the main facts in one line, on screens without a column for them. */
function FactsLine({ complaint: { category, area, location, incidentDate, dueAt } }: Pick<CaseActs, 'complaint'>) {
  const place = [area?.name, location].filter(Boolean).join(', ');
  return (
    <p className="flex gap-x-4 text-sm whitespace-nowrap text-ink-2 max-m:hidden xl:hidden print:hidden">
      <bdi>{say(category.name)}</bdi>
      <bdi title={place} className="min-w-0 truncate">
        {place}
      </bdi>
      <span>
        <Trans>
          Happened <DayText at={incidentDate} />
        </Trans>
      </span>
      {dueAt && (
        <span>
          <Trans>
            Due <DayText at={dueAt.slice(0, 10)} />
          </Trans>
        </span>
      )}
    </p>
  );
}

function WalkButton(props: Omit<IconButtonProps, 'icon'>) {
  return <IconButton icon="chevron" disabled={!props.onClick} {...props} />;
}

function cycleStart({ history, cycle }: DeskComplaint): string | undefined {
  return history.find((entry) => entry.cycle === cycle && (entry.action === 'submit' || opensCycle(entry.action)))?.at;
}

type MenuAct = {
  icon: IconName;
  action?: Action;
  name?: string;
  className?: string;
  stays?: true;
  run: (() => void) | undefined;
};

function MoreMenu(props: CaseActs) {
  const menu = useRef<MenuHandle>(null);
  useShortcuts({ s: () => menu.current?.open() });
  return (
    <Menu
      ref={menu}
      label={t`More actions`}
      // Covers the buttons of the line below fully, so that none is hit by accident.
      className="top-[calc(100%+0.125rem)]!"
      trigger={(trigger) => <IconButton icon="more" label={t`More actions`} className="m:size-9" {...trigger} />}
    >
      {(close) => <Acts {...props} close={close} />}
    </Menu>
  );
}

function Acts(props: CaseActs & { close: () => void }) {
  const { complaint, transitions, onStart, onWrite, onDialog, onFacts, onNext, onPrevious, close } = props;
  const [assigning, setAssigning] = useState(false);
  const me = useMe();
  if (assigning) return <AssignChoice complaint={complaint} transitions={transitions} close={close} />;
  const acts: MenuAct[] = [
    { action: 'start', icon: 'play', run: onStart },
    {
      action: 'assign',
      icon: 'user',
      name: assignWord(complaint, me),
      className: 'm:hidden',
      stays: true,
      run: () => setAssigning(true),
    },
    {
      action: 'assign',
      icon: 'forward',
      name: t`Hand over to a colleague`,
      run: me.role === 'officer' && complaint.assignee?.id === me.id ? () => onDialog({ action: 'assign' }) : undefined,
    },
    { action: 'withdrawQuestion', icon: 'retry', run: () => onDialog({ action: 'withdrawQuestion' }) },
    { action: 'resolve', icon: 'check', run: () => onWrite('reply', 'resolve') },
    { action: 'extend', icon: 'calendar', run: () => onDialog({ action: 'extend' }) },
    { action: 'offerTransfer', icon: 'forward', run: () => onDialog({ action: 'offerTransfer' }) },
    { action: 'merge', icon: 'link', run: () => onDialog({ action: 'merge' }) },
    { action: 'tag', icon: 'plus', run: () => onDialog({ action: 'tag' }) },
    { action: 'prioritise', icon: 'flag', run: () => onDialog({ action: 'prioritise' }) },
    { action: 'call', icon: 'call', run: () => onDialog({ action: 'call' }) },
    { action: 'followUp', icon: 'calendar', run: () => onDialog({ action: 'followUp' }) },
    { action: 'setUnit', icon: 'users', run: () => onDialog({ action: 'setUnit' }) },
    {
      action: 'setFields',
      icon: 'pen',
      run: complaint.fields.some(({ active }) => active) ? () => onDialog({ action: 'setFields' }) : undefined,
    },
    { action: 'categorise', icon: 'pen', run: () => onDialog({ action: 'categorise' }) },
    { action: 'proposeRejection', icon: 'close', run: () => onDialog({ action: 'proposeRejection' }) },
    {
      action: 'recuse',
      icon: 'eye-off',
      name: me.role === 'officer' ? t`I must not handle this` : undefined,
      run: () => onDialog({ action: 'recuse' }),
    },
    { name: t`Facts`, icon: 'info', className: 'xl:hidden', run: onFacts },
    { name: t`Print`, icon: 'print', run: () => window.print() },
    { name: t`Next complaint`, icon: 'forward', className: 'm:hidden', run: onNext },
    { name: t`Previous complaint`, icon: 'back', className: 'm:hidden', run: onPrevious },
  ];
  return acts.map(
    ({ action, icon, name = actionWord(action ?? ''), className, stays, run }) =>
      run &&
      (!action || complaint.allowed.includes(action)) && (
        <MenuItem
          key={name}
          icon={icon}
          className={className}
          onClick={() => {
            if (!stays) close();
            run();
          }}
        >
          {name}
        </MenuItem>
      ),
  );
}
