import type { TimerKind, DeskTimer, DeskComplaint } from '@baraza/contract';
import { Icon } from '@baraza/ui/icon';
import { Clock, type TimerState } from '@baraza/ui/clock-ring';
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { DayText } from '../../../lib/format/date-text.tsx';

/** The three promises of the present round: to take it up, to answer, to resolve it. */
export function CaseTimers({ timers }: Pick<DeskComplaint, 'timers'>): ReactNode {
  return timers.map((clock) => (
    <div key={clock.kind}>
      <dt>{clockWord(clock.kind)}</dt>
      <dd className="flex flex-wrap items-center gap-x-2.5 gap-y-0.5">
        <State clock={clock} />
        {clock.dueAt && clock.state !== 'met' && (
          <span className="text-sm font-normal text-ink-2">
            <DayText at={clock.dueAt.slice(0, 10)} />
          </span>
        )}
      </dd>
    </div>
  ));
}

function State({ clock }: { clock: DeskTimer }): ReactNode {
  const { state, percent } = clock;
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
    <Clock state={ringState(clock)} share={Math.max(0, 100 - percent)} lead={clockWord(clock.kind)}>
      {state === 'resting'
        ? t`Paused`
        : percent > 100
          ? t`Late: ${percent} % of the time`
          : t`${percent} % of the time used`}
    </Clock>
  );
}

function ringState({ state, percent }: DeskTimer): TimerState {
  if (state === 'resting') return 'paused';
  if (percent > 100) return 'late';
  return percent >= 75 ? 'soon' : 'normal';
}

/** What a clock measures. */
export function clockWord(kind: TimerKind): string {
  const words: Record<TimerKind, string> = { acknowledge: t`Take it up`, reply: t`First reply`, resolve: t`Resolve` };
  return words[kind];
}
