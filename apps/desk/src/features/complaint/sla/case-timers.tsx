import type { TimerKind, DeskTimer, DeskComplaint } from '@baraza/contract';
import { Icon } from '@baraza/ui/icon';
import { Timer, type TimerState } from '@baraza/ui/timer';
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { DayText } from '../../../lib/format/date-text.tsx';

/** Shows the SLA timers of the present cycle: start, first reply, resolution. */
export function CaseTimers({ timers }: Pick<DeskComplaint, 'timers'>): ReactNode {
  return timers.map((timer) => (
    <div key={timer.kind}>
      <dt>{timerWord(timer.kind)}</dt>
      <dd className="flex flex-wrap items-center gap-x-2.5 gap-y-0.5">
        <State timer={timer} />
        {timer.dueAt && timer.state !== 'met' && (
          <span className="text-sm font-normal text-ink-2">
            <DayText at={timer.dueAt.slice(0, 10)} />
          </span>
        )}
      </dd>
    </div>
  ));
}

function State({ timer }: { timer: DeskTimer }): ReactNode {
  const { state, percent } = timer;
  if (state === 'met') {
    return (
      <span className="inline-flex items-center gap-1.5 text-sm font-semibold text-resolved-ink">
        <Icon name="check" size="s" />
        {percent > 100 ? t`Done, but late` : t`Done in time`}
      </span>
    );
  }
  if (state === 'stopped') return <span className="text-sm text-ink-2">{t`Stopped`}</span>;
  return (
    <Timer state={ringState(timer)} share={Math.max(0, 100 - percent)} lead={timerWord(timer.kind)}>
      {state === 'paused'
        ? t`Paused`
        : percent > 100
          ? t`Late: ${percent} % of the target`
          : t`${percent} % of the target used`}
    </Timer>
  );
}

function ringState({ state, percent }: DeskTimer): TimerState {
  if (state === 'paused') return 'paused';
  if (percent > 100) return 'late';
  return percent >= 75 ? 'soon' : 'normal';
}

/** Names what a timer measures. */
export function timerWord(kind: TimerKind): string {
  const words: Record<TimerKind, string> = { acknowledge: t`Start`, reply: t`First reply`, resolve: t`Resolve` };
  return words[kind];
}
