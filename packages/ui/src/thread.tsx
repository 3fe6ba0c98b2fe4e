import type { ReactNode } from 'react';
import { statusTone, type StatusTone } from './lib/status-tone.ts';

export type ThreadProps = {
  status: string;
  label: string;
  words: Record<StatusTone, string>;
  dates?: Partial<Record<StatusTone, ReactNode>>;
};

/** Draws the progress of a complaint: three stations with stitches between them; nothing for an unknown status. */
export function Thread({ status, label, words, dates }: ThreadProps) {
  const stations = threadStations(status);
  if (stations.length === 0) return null;
  return (
    <ol className="thread" aria-label={label}>
      {stations.map(({ tone, state }) => (
        <li key={tone} data-tone={tone} data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
          <span>{words[tone]}</span>
          {dates?.[tone] && <span className="font-normal text-ink-2 tabular-nums">{dates[tone]}</span>}
        </li>
      ))}
    </ol>
  );
}

type Station = { tone: StatusTone; state: 'done' | 'now' | 'next' };

const road: StatusTone[] = ['pending', 'processing', 'resolved'];

/** Lists the stations of a status: a canceled complaint goes from Pending to Canceled; an unknown status has none. */
export function threadStations(status: string): Station[] {
  const tone = statusTone(status);
  if (tone === null) return [];
  if (tone === 'canceled') {
    return [
      { tone: 'pending', state: 'done' },
      { tone: 'canceled', state: 'now' },
    ];
  }
  const here = road.indexOf(tone);
  return road.map((stop, i) => ({ tone: stop, state: i < here ? 'done' : i === here ? 'now' : 'next' }));
}
