import type { DeskComplaint, DeskTimer, TimerKind } from '@baraza/contract';
import { Icon, Timer } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { formatDay } from '@baraza/app';
import { formatSpan } from '../../../lib/format/timer.ts';

/** Shows the SLA timers of the present cycle: start, first reply, resolution. */
export function CaseTimers({ timers, now }: Pick<DeskComplaint, 'timers'> & { now: Date }) {
  return timers.map((timer) => (
    <div key={timer.kind} className="flex items-center justify-between gap-2">
      <dt>{timerWord(timer.kind)}</dt>
      <dd title={timer.dueAt ? formatDay(timer.dueAt.slice(0, 10)) : undefined}>
        <State timer={timer} now={now} />
      </dd>
    </div>
  ));
}

function State({ timer, now }: { timer: DeskTimer; now: Date }) {
  const { kind, state, percent, dueAt } = timer;
  if (state === 'met') {
    return (
      <span className="inline-flex items-center gap-1.5 text-sm font-semibold">
        <Icon name="check" size="s" className="text-resolved-mark" />
        {percent > 100 ? t`late` : t`in time`}
      </span>
    );
  }
  if (state === 'stopped') return <span className="text-sm text-ink-2">{t`Stopped`}</span>;
  const minutes = dueAt ? (Date.parse(dueAt) - now.getTime()) / 60_000 : 0;
  // How many minutes something is late beside its hours helps nobody.
  const span = formatSpan(Math.abs(minutes) >= 60 ? minutes - (minutes % 60) : minutes);
  const ring = state === 'paused' ? 'paused' : minutes < 0 ? 'late' : percent >= 75 ? 'soon' : 'normal';
  return (
    <Timer state={ring} share={Math.max(0, 100 - percent)} lead={timerWord(kind)}>
      {state === 'paused' ? t`Paused` : minutes < 0 ? t`${span} late` : t`${span} left`}
    </Timer>
  );
}

/** Names what a timer measures. */
export function timerWord(kind: TimerKind): string {
  const words: Record<TimerKind, string> = { acknowledge: t`Start`, reply: t`First reply`, resolve: t`Resolve` };
  return words[kind];
}
