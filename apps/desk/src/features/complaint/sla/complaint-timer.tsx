import { formatDay } from '@baraza/app';
import type { DeskTimer, State, TimerKind, DeskComplaint } from '@baraza/contract';
import { Timer, Icon } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { formatSpan, readTimer, timerWord, type TimerReading } from '../../../lib/format/timer.ts';

type ComplaintTimerProps = {
  complaint: { state: State; cycle: number; submittedDate: string; dueAt: string | null; dueTimer: TimerKind | null };
  now: Date;
  startedAt?: string;
};

/** Returns the SLA timer that is due next. */
export function nextTimer(timers: readonly DeskTimer[]): Pick<ComplaintTimerProps['complaint'], 'dueAt' | 'dueTimer'> {
  const [next] = timers.filter((timer) => timer.dueAt).toSorted((a, b) => (a.dueAt! < b.dueAt! ? -1 : 1));
  return { dueAt: next?.dueAt ?? null, dueTimer: next?.kind ?? null };
}

/** Shows a complaint's next timer as a ring and in words; nothing once it has stopped. */
export function ComplaintTimer({ complaint, now, startedAt }: ComplaintTimerProps) {
  const reading = readTimer(complaint, now, startedAt);
  if (!reading) return null;
  const { lead, words } = wordsOf(reading, complaint.state === 'appeal' ? 'appeal' : (complaint.dueTimer ?? 'resolve'));
  return (
    <Timer state={reading.state} share={reading.share} lead={lead}>
      {words}
    </Timer>
  );
}

function wordsOf(reading: TimerReading, kind: TimerKind | 'appeal'): { lead: string; words: string } {
  // Lateness is cut to full days or hours: smaller units help nobody.
  const unit = [1440, 60, 1].find((minutes) => reading.minutes <= -minutes) ?? 1;
  const late = reading.minutes - (reading.minutes % unit);
  const span = formatSpan(reading.state === 'late' ? late : reading.minutes);
  const name = { acknowledge: t`Start`, reply: t`Reply`, resolve: t`Resolve`, appeal: t`Decide` }[kind];
  if (reading.state === 'paused') return { lead: t`Paused`, words: t`With citizen` };
  return { lead: t`Next due`, words: reading.state === 'late' ? t`${name} ${span} late` : t`${name} ${span}` };
}

/** Shows the SLA timers of the present cycle: start, first reply, resolution. */
export function CaseTimers({ timers, now }: Pick<DeskComplaint, 'timers'> & { now: Date }) {
  return timers.map((timer) => (
    <div key={timer.kind} className="flex items-center justify-between gap-2">
      <dt>{timerWord(timer.kind)}</dt>
      <dd title={timer.dueAt ? formatDay(timer.dueAt.slice(0, 10)) : undefined}>
        <CaseTimer timer={timer} now={now} />
      </dd>
    </div>
  ));
}

function CaseTimer({ timer, now }: { timer: DeskTimer; now: Date }) {
  const { kind, state, percent, dueAt } = timer;
  if (state === 'met') {
    return (
      <span className="inline-flex items-center gap-1.5 text-sm font-semibold">
        <Icon name="check" size="s" className="text-resolved-mark" />
        {percent > 100 ? t`late` : t`on time`}
      </span>
    );
  }
  if (state === 'stopped') return <span className="text-sm text-ink-2">{t`Stopped`}</span>;
  const minutes = dueAt ? (Date.parse(dueAt) - now.getTime()) / 60_000 : 0;
  // Cut to full hours: minutes beside hours help nobody.
  const span = formatSpan(Math.abs(minutes) >= 60 ? minutes - (minutes % 60) : minutes);
  const ring = state === 'paused' ? 'paused' : minutes < 0 ? 'late' : percent >= 75 ? 'soon' : 'normal';
  return (
    <Timer state={ring} share={Math.max(0, 100 - percent)} lead={timerWord(kind)}>
      {state === 'paused' ? t`Paused` : minutes < 0 ? t`${span} late` : t`${span} left`}
    </Timer>
  );
}
